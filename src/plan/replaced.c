#include "replaced.h"

#include <string.h>

static const struct {
  unsigned commands;
  const char *word, *replacement;
} replaced[] = {
#define TN_REPLACED(commands, word, replacement) { commands, word, replacement },
#include "replaced.def"
  { 0, NULL, NULL }
};

bool tn_refuse_replaced(unsigned command, const char *word, GError **error)
{
  for (int i = 0; replaced[i].word; i++)
    if ((command == replaced[i].commands || command & replaced[i].commands) &&
        strcmp(word, replaced[i].word) == 0) {
      tn_usage(error, "%s: removed; %s", word, replaced[i].replacement);
      return true;
    }
  return false;
}
