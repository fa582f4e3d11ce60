#include "lint.h"

#include <string.h>

#include "lines.h"
#include "scan.h"

GArray *tn_lint(enum tn_target target, const char *text, gsize length)
{
  GArray *flaws = tn_flaws_new();
  tn_lint_read(flaws, NULL, target, text, length);
  tn_flaws_sort(flaws);
  return flaws;
}

/* Returns true if most lines set parameters of Open MPI (mca-params.conf). */
static bool is_mca(const char *text, gsize length)
{
  static const char *const frameworks[] = { "coll_", "btl_",  "pml_",  "mtl_", "osc_",      "smsc_",
                                            "opal_", "ompi_", "prte_", "mpi_", "OMPI_MCA_", NULL };
  g_autoptr(GPtrArray) lines = tn_lines_read(text, length, false);
  guint n = 0;
  for (guint i = 0; i < lines->len; i++) {
    const struct tn_config_line *line = lines->pdata[i];
    for (int k = 0; line->value && frameworks[k]; k++)
      n += g_str_has_prefix(line->name, frameworks[k]);
  }
  return 2 * n > lines->len;
}

/* Takes n of HAN's numbers, the last of which is returned; -1: there are fewer. */
static long han_take(struct tn_scan *scan, int n)
{
  long value = -1;
  int line;
  for (; n > 0; n--)
    if (!tn_scan_next(scan, &value, &line))
      return -1;
  return value;
}

/* Returns true if the counts of coll/han's rules are those of the text: collectives, topological levels,
 * configurations and sizes of messages, each behind its number. */
static bool is_han(const char *text, gsize length)
{
  g_autoptr(GArray) unused = tn_flaws_new();
  struct tn_scan scan = { text, text + length, text, 1, unused };
  const long n = han_take(&scan, 1);
  long last = n;
  for (long c = 0; c < n && last >= 0; c++) {
    const long n_levels = last = han_take(&scan, 2);
    for (long l = 0; l < n_levels && last >= 0; l++) {
      const long n_sizes = last = han_take(&scan, 2);
      for (long s = 0; s < n_sizes && last >= 0; s++) {
        const long n_rules = last = han_take(&scan, 2);
        for (long r = 0; r < n_rules && last >= 0; r++)
          last = han_take(&scan, 2);
      }
    }
  }
  return n > 0 && last >= 0 && han_take(&scan, 1) < 0;
}

/* Returns the kind of file that the text is instead of one for the target; NULL: it may be one. */
static const char *other_kind(enum tn_target target, const char *text, gsize length)
{
  const enum tn_format format = tn_target_format(target);
  if (format != TN_FORMAT_MCA && is_mca(text, length))
    return "these are MCA parameters, as in mca-params.conf (--for xhc checks such files)";
  g_autoptr(GArray) flaws = tn_flaws_new();
  if (!tn_lint_classic(flaws, NULL, TN_FOR_OMPI_4_1, text, length) && is_han(text, length))
    return "these are rules of coll/han (coll_han_dynamic_rules_filename), which coll/tuned does "
           "not "
           "read";
  return NULL;
}

bool tn_lint_read(GArray *flaws, GArray *told, enum tn_target target, const char *text,
                  gsize length)
{
  static tn_linter *const linters[] = {
    [TN_FORMAT_CLASSIC] = tn_lint_classic, [TN_FORMAT_TUNED_JSON] = tn_lint_tuned_json,
    [TN_FORMAT_MPICH] = tn_lint_mpich,     [TN_FORMAT_UCC] = tn_lint_ucc,
    [TN_FORMAT_MCA] = tn_lint_mca,         [TN_FORMAT_UCX] = tn_lint_ucx,
  };
  const char *kind = other_kind(target, text, length);
  if (kind) {
    tn_flaws_add(flaws, 1, "no file for %s: %s", tn_target_names[target], kind);
    return false;
  }
  return linters[tn_target_format(target)](flaws, told, target, text, length);
}
