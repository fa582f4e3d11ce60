#include "among.h"

#include <string.h>

#include "algos/library/library.h"
#include "express.h"
#include "study/usage.h"

/* Fills in the release that the word names, with its number or as the newest one. */
static bool is_named(enum tn_target target, const char *word, struct tn_among *ret)
{
  const struct tn_release *release = &tn_releases[target];
  if (!release->own || target == TN_FOR_OMPI_6_0_CLASSIC)
    return false;
  const char *newest = release->newest ? release->newest + strlen(TN_LIBRARY_PREFIX) : "";
  const bool is_newest = strcmp(word, newest) == 0;
  if (!is_newest && strcmp(word, tn_target_names[target]) != 0)
    return false;
  *ret = (struct tn_among){ target, is_newest ? newest : tn_target_names[target],
                            is_newest ? release->newest : release->own };
  return true;
}

bool tn_among_find(const char *where, const char *word, struct tn_among *ret, GError **error)
{
  g_autoptr(GString) list = g_string_new(NULL);
  for (int t = 0; t < TN_N_TARGETS; t++) {
    const struct tn_release *release = &tn_releases[t];
    if (is_named((enum tn_target)t, word, ret))
      return true;
    if (!release->own || t == TN_FOR_OMPI_6_0_CLASSIC)
      continue;
    if (release->newest)
      g_string_append_printf(list, "%s, ", release->newest + strlen(TN_LIBRARY_PREFIX));
    g_string_append_printf(list, "%s%s", tn_target_names[t], t < TN_FOR_XHC ? ", " : "");
  }
  return tn_usage(error, "%s: no library \"%s\" (there are: %s)", where, word, list->str);
}

bool tn_among_is_own(const struct tn_among *among, const struct tn_row *row)
{
  return tn_target_is_own(among->target, row->algorithm);
}

const struct tn_algorithm *tn_among_own(const struct tn_among *among, const char *collective)
{
  const int c = tn_collective_find(collective);
  return c < 0 || !among->chooser ? NULL : tn_algorithm_find((enum tn_collective)c, among->chooser);
}

char *tn_among_refusal(const struct tn_among *among, const struct tn_row *row)
{
  int id;
  struct tn_rule rule;
  return tn_among_is_own(among, row) ? NULL : tn_rule_express(among->target, row, &id, &rule);
}
