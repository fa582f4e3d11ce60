#include "text_rows.h"

#include "study/study_rows.h"

struct tn_results tn_results_of(const struct tn_plan *plan, enum tn_source source)
{
  return (struct tn_results){ .plan = plan,
                              .source = source,
                              .outcome = tn_study_outcomes(plan->study) };
}

const char *tn_kernel_of(const struct tn_results *results, const struct tn_point *p)
{
  return results->kernel ? results->kernel : tn_kernel_names[p->setup->kernel];
}

bool tn_has_row(const struct tn_results *results, guint i)
{
  return results->outcome[i].state == TN_DONE;
}

struct tn_row *tn_row_take(const struct tn_results *results, guint i)
{
  const struct tn_origin origin = { .source = results->source,
                                    .kernel = results->kernel,
                                    .labels = (const char *const *)results->plan->labels,
                                    .hides_calls = results->plan->hides_calls };
  return tn_study_row(results->plan->study, i, &origin);
}

void tn_rows_take(GPtrArray *rows, const struct tn_results *results)
{
  for (guint i = 0; i < tn_study_n(results->plan->study); i++)
    if (tn_has_row(results, i))
      g_ptr_array_add(rows, tn_row_take(results, i));
}
