#include "registry.h"

#include <string.h>

#include "entries.h"

#define TN_ALGORITHM(file, entry) &entry,
#define TN_POINTER(c, C, release) &tn_##c##_##release,
#define TN_RELEASE(file, each, release) each(TN_POINTER, release)
const struct tn_algorithm *const tn_algorithms[] = {
#include "algorithms.def"
  NULL,
};
#undef TN_ALGORITHM
#undef TN_RELEASE

const struct tn_algorithm *tn_algorithm_find(enum tn_collective collective, const char *name)
{
  for (const struct tn_algorithm *const *a = tn_algorithms; *a; a++)
    if ((*a)->collective == collective && strcmp((*a)->name, name) == 0)
      return *a;
  return NULL;
}
