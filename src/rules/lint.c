#include "lint.h"

#include "lines.h"
#include "told.h"

GArray *tn_lint(enum tn_target target, const char *text, gsize length)
{
  GArray *flaws = tn_flaws_new();
  tn_lint_read(flaws, NULL, target, text, length);
  tn_flaws_sort(flaws);
  return flaws;
}

static void add_settings(GArray *told, const char *text, gsize length, bool is_inih)
{
  g_autoptr(GPtrArray) lines = tn_lines_read(text, length, is_inih);
  for (guint i = 0; i < lines->len; i++) {
    const struct tn_config_line *line = lines->pdata[i];
    if (line->value)
      tn_told_add(told, &(struct tn_told){ .line = line->number,
                                           .id = -1,
                                           .most = G_MAXINT64,
                                           .to = G_MAXINT64,
                                           .name = line->name,
                                           .value = line->value });
  }
}

bool tn_lint_read(GArray *flaws, GArray *told, enum tn_target target, const char *text,
                  gsize length)
{
  switch (tn_target_format(target)) {
  case TN_FORMAT_CLASSIC:
    return tn_lint_classic(flaws, told, target, text, length);
  case TN_FORMAT_TUNED_JSON:
    return tn_lint_tuned_json(flaws, told, text, length);
  case TN_FORMAT_MPICH:
    tn_lint_mpich(flaws, told, target, text, length);
    break;
  case TN_FORMAT_UCC:
    tn_lint_ucc(flaws, told, text, length);
    break;
  case TN_FORMAT_MCA:
    tn_lint_mca(flaws, text, length);
    add_settings(told, text, length, false);
    break;
  case TN_FORMAT_UCX:
    tn_lint_ucx(flaws, text, length);
    add_settings(told, text, length, true);
    break;
  }
  return true;
}
