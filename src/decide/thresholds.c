#include "thresholds.h"

#include <string.h>

static const struct tn_threshold thresholds[] = {
#define TN_THRESHOLD(target, collective, name, kind, never, memory)                                \
  { TN_FOR_##target, collective, name, TN_THRESHOLD_##kind, never, TN_THRESHOLD_OF_##memory },
#include "thresholds.def"
};

const struct tn_threshold *tn_threshold_of(enum tn_target target, const char *collective)
{
  for (gsize i = 0; i < G_N_ELEMENTS(thresholds); i++)
    if (thresholds[i].target == target && strcmp(thresholds[i].collective, collective) == 0)
      return &thresholds[i];
  return NULL;
}
