/* Checks that options have an effect on at least one algorithm. */
#include <math.h>
#include <string.h>

#include "algos/kit/counts.h"
#include "expand.h"
#include "platform/quantity.h"

static bool refuse_counts(const struct tn_options *s, GError **error)
{
  g_autoptr(GString) known = g_string_new(NULL);
  for (int c = 0; c < TN_N_COLLECTIVES; c++)
    if (tn_counts_number((enum tn_collective)c, 1) > 0)
      g_string_append_printf(known, "%s%s", known->len ? ", " : "", tn_collective_names[c]);
  return tn_usage(error, "%s: no selected collective has counts (%s have)",
                  tn_options_where(s, TN_OPT_COUNTS), known->str);
}

bool tn_effect_check(const struct tn_options *s, const GPtrArray *algorithms, GError **error)
{
  const struct tn_method *first = algorithms->len > 0 ? algorithms->pdata[0] : NULL;
  bool has_sizes = !first, reduces = false;
  guint n_counted = 0;
  for (guint i = 0; i < algorithms->len; i++) {
    const struct tn_method *a = algorithms->pdata[i];
    has_sizes = has_sizes || !a->sizeless;
    reduces = reduces || tn_collective_reduces(a->collective);
    n_counted += tn_counts_number(a->collective, 1) > 0;
  }
  if (s->size && !has_sizes && strcmp(s->size, "0") != 0)
    return tn_usage(error, "%s: %s %s has no size (0 is accepted)",
                    tn_options_where(s, TN_OPT_SIZE), tn_collective_names[first->collective],
                    first->name);
  if (s->counts && n_counted == 0)
    return refuse_counts(s, error);
  if (s->counts && s->size && n_counted == algorithms->len)
    return tn_usage(error, "%s: %s gives the sizes, too (give one)",
                    tn_options_where(s, TN_OPT_SIZE), tn_options_where(s, TN_OPT_COUNTS));
  return reduces ||
         TN_NONE_SAID(s, error, "only reduce and allreduce have elements", TN_OPT_TYPE, TN_OPT_OP);
}

bool tn_check_reference(const struct tn_options *s, const GPtrArray *names, GError **error)
{
  const char *text = s->reference;
  g_autoptr(GPtrArray) each = g_ptr_array_new();
  for (guint i = 0; text && i < names->len; i++)
    if (!g_ptr_array_find_with_equal_func(each, names->pdata[i], g_str_equal, NULL))
      g_ptr_array_add(each, names->pdata[i]);
  g_ptr_array_add(each, NULL);
  const char *const *known = (const char *const *)each->pdata;
  return !text || tn_name_find(known, text) >= 0 ||
         tn_usage_unknown(error, tn_options_where(s, TN_OPT_REFERENCE), "algorithm of this run",
                          text, known);
}

bool tn_plan_check_reference(const struct tn_plan *plan, GError **error)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (guint i = 0; i < tn_study_n(plan->study); i++)
    g_ptr_array_add(names, (void *)tn_study_point(plan->study, i)->algorithm->name);
  return tn_check_reference(plan->settings, names, error);
}
