#include "inherited.h"

#include <string.h>

#include "compare/unmeasured.h"
#include "comparison/fit_print.h"
#include "document/layout.h"
#include "document/wrap.h"
#include "platform/fabric.h"

bool tn_inherited_write(FILE *out, const char *file, const char *like, GError **error)
{
  struct tn_platform *pf = tn_platform_load(file, NULL, error);
  g_autoptr(GString) names = g_string_new(NULL), unknown = g_string_new(NULL);
  int n = 0;
  if (!pf)
    return false;
  for (int p = 0; p < TN_N_PARAMS; p++) {
    const struct tn_param_value v = tn_platform_param(pf, (enum tn_param)p);
    if (tn_param_is_unknown(&v))
      g_string_append_printf(unknown, "%s%s", unknown->len ? ", " : "", tn_params[p].name);
    if (strcmp(v.source, "assumed") != 0)
      continue;
    g_string_append_printf(names, "%s%s", n ? ", " : "", tn_params[p].name);
    n++;
  }
  tn_platform_free(pf);
  fputc('\n', out);
  if (n > 0)
    tn_paragraph(out, 2, "assumed: %d parameters from %s: %s", n, like, names->str);
  else
    fputs("assumed: nothing\n", out);
  if (unknown->len > 0) {
    g_string_append(unknown,
                    ": values of other machines are not used (platform show: their ranges)");
    tn_paragraph(out, 2, "unknown: %s", unknown->str);
  }
  return true;
}

void tn_next_write(FILE *out, const char *file)
{
  g_autofree char *quoted = tn_shell_word(file);
  struct tn_platform *pf = tn_platform_load(file, NULL, NULL);
  const bool has_devices = pf && tn_fabric_n_devices(tn_platform_fabric(pf)) > 0;
  fprintf(out, "next: turnstile tune -p %s -c bcast%s\n", quoted,
          has_devices ? " --memory device" : "");
  tn_platform_free(pf);
}

/* Smallest relative change of a time for which a parameter is listed, and maximum number of
 * lines. */
#define LEAST_CHANGE 0.05
enum { MAX_LINES = 8 };

static const char layout[] =
    "  {parameter:22} {value:>10}  {from:12} {moved to:>10} {change:>8.0%}  {of the time of}\n"
    "      settled by {settled by:wrap}";

bool tn_unmeasured_write(FILE *out, const char *file, const char *like, GError **error)
{
  struct tn_platform *pf = tn_platform_load(file, NULL, error);
  g_autoptr(GArray) unmeasured = pf ? tn_unmeasured_of(pf, error) : NULL;
  guint n_like = 0, n_unknown = 0, n_lines = 0;
  const int n_devices = pf ? tn_fabric_n_devices(tn_platform_fabric(pf)) : 0;
  tn_platform_free(pf);
  if (!unmeasured)
    return false;
  for (guint i = 0; i < unmeasured->len; i++) {
    const struct tn_unmeasured *l = &g_array_index(unmeasured, struct tn_unmeasured, i);
    n_like += !l->is_default && !l->is_unknown;
    n_unknown += l->is_unknown;
    n_lines += n_lines < MAX_LINES && l->change > LEAST_CHANGE;
  }
  fprintf(out, "\nnot measured there: %u values from %s, %u unknown, %u defaults", n_like, like,
          n_unknown, unmeasured->len - n_like - n_unknown);
  if (n_lines == 0) {
    fprintf(out, "; no typical time changes by more than %.0f%%\n", LEAST_CHANGE * 100);
    return true;
  }
  fprintf(out,
          "; the largest effects%s (each moved alone: to the end of its range, by its error, or "
          "1.5 times)\n",
          n_devices ? " on host buffers" : "");
  struct tn_table *t = tn_table_of(layout);
  for (guint i = 0; i < n_lines; i++) {
    const struct tn_unmeasured *l = &g_array_index(unmeasured, struct tn_unmeasured, i);
    tn_table_text(t, tn_params[l->param].name);
    tn_table_take(t, tn_param_format(l->param, l->value));
    tn_table_text(t, l->is_default ? "default" : l->is_unknown ? "unknown" : like);
    tn_table_take(t, tn_param_format(l->param, tn_fit_digits(l->param, l->moved)));
    tn_table_number(t, l->change, 6);
    tn_table_texts(t, l->figure, tn_param_measured_by(l->param));
  }
  tn_table_write_text(out, t, layout);
  guint more = 0;
  for (guint i = n_lines; i < unmeasured->len; i++)
    more += g_array_index(unmeasured, struct tn_unmeasured, i).change > LEAST_CHANGE;
  if (more)
    fprintf(out, "  and %u more that change a time by more than %.0f%%\n", more,
            LEAST_CHANGE * 100);
  return true;
}
