/* Whether what was said has an effect on any of the algorithms. */
#include <math.h>
#include <string.h>

#include "algos/kit/counts.h"
#include "expand.h"
#include "platform/quantity.h"

static bool check_sized(const struct tn_options *s, const GPtrArray *algorithms, GError **error)
{
  const char *sizes = s->size;
  bool takes_sizes = algorithms->len == 0;
  for (guint i = 0; i < algorithms->len; i++)
    takes_sizes = takes_sizes || !((const struct tn_algorithm *)algorithms->pdata[i])->sizeless;
  if (!sizes || takes_sizes || strcmp(sizes, "0") == 0)
    return true;
  const struct tn_algorithm *first = algorithms->pdata[0];
  return tn_usage(error, "%s: %s %s has no size (0 is accepted)", tn_options_where(s, TN_OPT_SIZE),
                  tn_collective_names[first->collective], first->name);
}

static bool check_elements(const struct tn_options *s, const GPtrArray *algorithms, GError **error)
{
  for (guint i = 0; i < algorithms->len; i++) {
    const struct tn_algorithm *a = algorithms->pdata[i];
    if (tn_collective_reduces(a->collective))
      return true;
  }
  return TN_NONE_SAID(s, error, "only reduce and allreduce have elements", TN_OPT_TYPE, TN_OPT_OP);
}

/* Counts need a collective that takes them, and replace its sizes. */
static bool check_counted(const struct tn_options *s, const GPtrArray *algorithms, GError **error)
{
  guint n_counted = 0;
  for (guint i = 0; i < algorithms->len; i++)
    n_counted +=
        tn_counts_number(((const struct tn_algorithm *)algorithms->pdata[i])->collective, 1) > 0;
  if (!s->counts || (n_counted > 0 && n_counted < algorithms->len))
    return true;
  if (n_counted == 0) {
    g_autoptr(GString) known = g_string_new(NULL);
    for (int c = 0; c < TN_N_COLLECTIVES; c++)
      if (tn_counts_number((enum tn_collective)c, 1) > 0)
        g_string_append_printf(known, "%s%s", known->len ? ", " : "", tn_collective_names[c]);
    return tn_usage(error, "%s: no collective here has counts (%s have)",
                    tn_options_where(s, TN_OPT_COUNTS), known->str);
  }
  return !s->size || tn_usage(error, "%s: the sizes are those of %s (give one of the two)",
                              tn_options_where(s, TN_OPT_SIZE), tn_options_where(s, TN_OPT_COUNTS));
}

bool tn_effect_check(const struct tn_options *s, const GPtrArray *algorithms, GError **error)
{
  return check_sized(s, algorithms, error) && check_counted(s, algorithms, error) &&
         check_elements(s, algorithms, error);
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
