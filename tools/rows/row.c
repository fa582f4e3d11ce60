#include "row.h"

#include "study/study_rows.h"

struct tn_results tn_results_of(const struct tn_plan *plan, enum tn_source source)
{
  return (struct tn_results){ .plan = plan,
                              .source = source,
                              .outcome = tn_study_outcomes(plan->study) };
}

bool tn_has_calls(const struct tn_results *results)
{
  return tn_source_has_calls(results->source);
}

int tn_calls_of(const struct tn_results *results, guint i)
{
  return tn_study_calls(results->plan->study, i);
}

const char *tn_kernel_of(const struct tn_results *results, const struct tn_point *p)
{
  return results->kernel ? results->kernel : tn_kernel_names[p->setup->kernel];
}

/* What makes rows of real processes beside their cases; transfer full. */
static char **labels_of(const struct tn_settings *s)
{
  static const enum tn_option also[] = { TN_OPT_OVERSUBSCRIBE, TN_OPT_STAGGER };
  char **labels = g_new0(char *, G_N_ELEMENTS(also) + 1);
  int n = 0;
  for (size_t i = 0; i < G_N_ELEMENTS(also); i++) {
    const char *text = tn_settings_changed(s, also[i]);
    if (text)
      labels[n++] = g_strdup_printf("%s=%s", tn_options[also[i]].name, text);
  }
  return labels;
}

struct tn_row *tn_row_take(const struct tn_results *results, guint i)
{
  g_auto(GStrv) labels = labels_of(results->plan->settings);
  const struct tn_origin origin = { .source = results->source,
                                    .kernel = results->kernel,
                                    .labels = (const char *const *)labels,
                                    .hides_calls = results->plan->hides_calls };
  return tn_study_row(results->plan->study, i, &origin);
}

void tn_rows_take(GPtrArray *rows, const struct tn_results *results)
{
  for (guint i = 0; i < tn_study_n(results->plan->study); i++)
    if (results->outcome[i].state == TN_DONE)
      g_ptr_array_add(rows, tn_row_take(results, i));
}
