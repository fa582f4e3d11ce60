#include "among.h"

#include <string.h>

#include "algos/library/library.h"
#include "express.h"
#include "study/usage.h"

struct tn_among_library {
  const char *name;
  enum tn_target target; /* whose files say what it has */
  const char *chooser;   /* the entry that decides as it does */
  const char *newest;    /* another one that does; or NULL */
};

#define MPICH_CHOICE TN_LIBRARY_PREFIX "mpich"
static const struct tn_among_library libraries[] = {
  { "ompi", TN_FOR_OMPI_6_0, TN_OMPI_CHOICE, TN_RELEASE_OF("ompi", "6.0") },
  { "ompi-4.1", TN_FOR_OMPI_4_1, TN_RELEASE_OF("ompi", "4.1"), NULL },
  { "ompi-5.0", TN_FOR_OMPI_5_0, TN_RELEASE_OF("ompi", "5.0"), NULL },
  { "ompi-6.0", TN_FOR_OMPI_6_0, TN_RELEASE_OF("ompi", "6.0"), TN_OMPI_CHOICE },
  { "mpich", TN_FOR_MPICH_5_0, MPICH_CHOICE, TN_RELEASE_OF("mpich", "5.0") },
  { "mpich-4.0", TN_FOR_MPICH_4_0, TN_RELEASE_OF("mpich", "4.0"), NULL },
  { "mpich-4.3", TN_FOR_MPICH_4_3, TN_RELEASE_OF("mpich", "4.3"), NULL },
  { "mpich-5.0", TN_FOR_MPICH_5_0, TN_RELEASE_OF("mpich", "5.0"), MPICH_CHOICE },
  { "ucc", TN_FOR_UCC, TN_LIBRARY_PREFIX "ucc", NULL },
  { "xhc", TN_FOR_XHC, TN_LIBRARY_PREFIX "xhc", NULL },
};

bool tn_among_find(const char *where, const char *word, struct tn_among *ret, GError **error)
{
  const char *known[G_N_ELEMENTS(libraries) + 1] = { NULL };
  for (gsize i = 0; i < G_N_ELEMENTS(libraries); i++) {
    known[i] = libraries[i].name;
    if (strcmp(word, libraries[i].name) != 0)
      continue;
    *ret = (struct tn_among){ &libraries[i], libraries[i].name, libraries[i].chooser };
    return true;
  }
  g_autofree char *list = g_strjoinv(", ", (char **)known);
  g_set_error(error, TN_USAGE_ERROR, 0, "%s: no library \"%s\" (there are: %s)", where, word, list);
  return false;
}

enum tn_target tn_among_target(const struct tn_among *among)
{
  return among->library->target;
}

bool tn_among_is_own(const struct tn_among *among, const struct tn_row *row)
{
  const char *newest = among->library->newest;
  return strcmp(row->algorithm, among->chooser) == 0 ||
         (newest && strcmp(row->algorithm, newest) == 0);
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
  return tn_among_is_own(among, row) ? NULL
                                     : tn_rule_express(among->library->target, row, &id, &rule);
}
