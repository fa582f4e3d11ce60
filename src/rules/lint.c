#include "lint.h"

#include <string.h>

#include "rule_lines.h"
#include "scan.h"

GArray *tn_lint(enum tn_target target, const char *text, gsize length)
{
  GArray *flaws = tn_flaws_new();
  tn_lint_read(flaws, NULL, target, text, length);
  tn_flaws_sort(flaws);
  return flaws;
}

/* Returns true if most lines set Open MPI's parameters, as in mca-params.conf. */
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

/* Skips coll/han's rules from nesting depth `depth` on. The file begins with the number of
 * collectives. Each collective has an id and the number of its topological levels; each level has
 * its number and the number of its configurations, and so on down to message sizes. Returns false
 * if numbers are missing. */
static bool han_take(struct tn_scan *scan, int depth)
{
  long n = -1;
  int line;
  for (int i = 0; i < (depth ? 2 : 1); i++)
    if (!tn_scan_next(scan, &n, &line))
      return false;
  bool ok = n >= (depth ? 0 : 1);
  for (; ok && depth < 4 && n > 0; n--)
    ok = han_take(scan, depth + 1);
  return ok;
}

bool tn_lint_read(GArray *flaws, GArray *parsed, enum tn_target target, const char *text,
                  gsize length)
{
  static tn_linter *const linters[] = {
    [TN_FORMAT_CLASSIC] = tn_lint_classic, [TN_FORMAT_TUNED_JSON] = tn_lint_tuned_json,
    [TN_FORMAT_MPICH] = tn_lint_mpich,     [TN_FORMAT_UCC] = tn_lint_ucc,
    [TN_FORMAT_MCA] = tn_lint_mca,         [TN_FORMAT_UCX] = tn_lint_ucx,
  };
  const enum tn_format format = tn_target_format(target);
  /* kind of the file if it is of another format than the target's; else NULL */
  const char *kind = NULL;
  g_autoptr(GArray) unused = tn_flaws_new();
  struct tn_scan scan = { text, text + length, text, 1, unused };
  long rest;
  int line;
  if (format != TN_FORMAT_MCA && is_mca(text, length)) {
    /* Open MPI reads thresholds for device memory from such a file */
    if (tn_threshold_of(target, "alltoall"))
      return tn_lint_mca(flaws, parsed, target, text, length);
    kind = "these are MCA parameters, as in mca-params.conf (--for xhc checks such files)";
  } else if (!tn_lint_classic(unused, NULL, TN_FOR_OMPI_4_1, text, length) && han_take(&scan, 0) &&
             !tn_scan_next(&scan, &rest, &line))
    kind = "these are rules of coll/han (coll_han_dynamic_rules_filename), which coll/tuned does "
           "not read";
  if (!kind)
    return linters[format](flaws, parsed, target, text, length);
  tn_flaws_add(flaws, 1, "no file for %s: %s", tn_target_names[target], kind);
  return false;
}
