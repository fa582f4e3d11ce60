#include <math.h>

#include "private.h"
#include "why/explain.h"

/* Adds a row. Times are in seconds; `change` is relative to the run's average. */
static void add(struct tn_table *table, const char *kind, const char *name, double avg, double span,
                double change)
{
  tn_table_texts(table, kind, name);
  tn_table_numbers(table, TN_ALL_DIGITS, 1e6 * avg, 1e6 * span, change);
}

static struct tn_table *table_of(const struct tn_explanation *x)
{
  struct tn_table *table = tn_table_new("kind name avg_us:dus span_us:dus change:d");
  const double avg = x->result.avg;
  add(table, "run", tn_explanation_bound(x), avg, x->result.span, 0.0);
  for (guint i = 0; i < x->variants->len; i++) {
    const struct tn_variant *v = &g_array_index(x->variants, struct tn_variant, i);
    add(table, tn_variant_kinds[v->kind], v->name, v->avg, v->span, v->avg / avg - 1.0);
  }
  for (guint i = 0; i < x->pulls->len; i++) {
    const struct tn_pull *p = &g_array_index(x->pulls, struct tn_pull, i);
    add(table, "platform -10%", tn_params[p->param].name, avg * (1.0 + p->down), NAN, p->down);
    add(table, "platform +10%", tn_params[p->param].name, avg * (1.0 + p->up), NAN, p->up);
  }
  return table;
}

TurnstileTable *turnstile_explain(const TurnstileCase *asked, char **ret_words, GError **error)
{
  TurnstileTable *table = NULL;
  GError *why = NULL;
  g_return_val_if_fail(asked, NULL);
  GHashTable *loaded = tn_loaded_new();
  struct tn_selection *own = tn_selection_new(asked, TN_CMD_RUN, NULL, loaded, error);
  if (own) {
    struct tn_explanation *x = tn_explanation_accepts(own->plan, &why)
                                   ? tn_explanation_new(own->plan, tn_library_run, &why)
                                   : NULL;
    if (x && ret_words)
      *ret_words = tn_explanation_words(x);
    table = x ? tn_library_table(table_of(x)) : NULL;
    tn_explanation_free(x);
    tn_selection_free(own);
  }
  if (why)
    tn_library_refuse(error, why);
  g_hash_table_unref(loaded);
  return table;
}
