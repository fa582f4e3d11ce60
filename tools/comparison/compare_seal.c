/* Sealed predictions: whether the predicted algorithms won. Predicted ranges: whether measured times
 * lie inside them. */
#include <math.h>

#include "compare/stats.h"
#include "compare_write.h"
#include "rows/select.h"
#include "schema.h"
#include "seal.h"
#include "study/usage.h"
#include "tune/tune.h"

const char tn_sealed_columns[] = "reach size_class points:i within:d width:d choices:i hits:i "
                                 "misses:i regret:d worst:d";

bool tn_sealed_check(const GPtrArray *predicted, const GPtrArray *measured, GError **error)
{
  g_auto(GStrv) sealed = tn_select_values(predicted, "platform");
  g_auto(GStrv) others = tn_select_values(measured, "platform");
  for (char **name = others; *name; name++)
    if (!g_strv_contains((const char *const *)sealed, *name))
      return tn_usage(error,
                      "MEASURED: rows of platform \"%s\", but the seal is of \"%s\" "
                      "(FILE:platform= ignores it)",
                      *name, sealed[0]);
  return true;
}

static double microseconds_of(const struct tn_row *row, const char *name)
{
  g_autofree char *text = tn_row_foreign(row, name);
  return text && *text ? g_ascii_strtod(text, NULL) : NAN;
}

void tn_ranges_take(struct tn_comparison *c, bool is_sealed)
{
  const bool has = c->objective == TN_OBJECTIVE_AVG || c->objective == TN_OBJECTIVE_MEDIAN;
  c->is_sealed = is_sealed;
  for (guint i = 0; i < c->points->len && has; i++) {
    struct tn_compared *p = &g_array_index(c->points, struct tn_compared, i);
    const struct tn_row *row = p->predicted;
    p->low_us = is_sealed ? microseconds_of(row, TN_RANGE_LOW) : tn_row_microseconds(row->low);
    p->high_us = is_sealed ? microseconds_of(row, TN_RANGE_HIGH) : tn_row_microseconds(row->high);
  }
}

/* Group of the points with the same reach (largest distance of ranks) and size class; ALL: group of
 * all points. */
enum { ALL = -1 };
struct group {
  int reach, size_class;
};

static bool belongs(const struct tn_compared *p, struct group g)
{
  return g.reach == ALL || ((int)p->reach == g.reach && (int)p->size_class == g.size_class);
}

/* Adds a line on a group: how many measured times lie inside the sealed ranges, and how many
 * predicted winners won. */
static void put_group(struct tn_table *t, const struct tn_comparison *c, struct group g)
{
  g_autoptr(GArray) widths = g_array_new(FALSE, FALSE, sizeof(double));
  g_autoptr(GArray) regrets = g_array_new(FALSE, FALSE, sizeof(double));
  guint n_within = 0, n_hits = 0;
  for (guint i = 0; i < c->points->len; i++) {
    const struct tn_compared *p = &g_array_index(c->points, struct tn_compared, i);
    if (!belongs(p, g) || tn_compared_within(p) < 0)
      continue;
    tn_push(widths, p->high_us / p->low_us);
    n_within += tn_compared_within(p) > 0;
  }
  for (guint i = 0; i < c->choices->len; i++) {
    const struct tn_alternatives *choice = &g_array_index(c->choices, struct tn_alternatives, i);
    if (choice->n < 2 || !belongs(&g_array_index(c->points, struct tn_compared, choice->first), g))
      continue;
    tn_push(regrets, tn_choice_result(c, i).regret);
    n_hits += g_array_index(regrets, double, regrets->len - 1) <= TN_TUNE_TIE;
  }
  if (widths->len == 0 && regrets->len == 0)
    return;
  tn_table_texts(t, g.reach == ALL ? "all" : tn_reach_names[g.reach],
                 g.reach == ALL ? "all" : tn_size_class_names[g.size_class]);
  tn_table_count(t, widths->len);
  tn_table_numbers(t, 6, widths->len ? (double)n_within / widths->len : NAN,
                   tn_quantile(widths, 0.5));
  tn_table_counts(t, regrets->len, n_hits, regrets->len - n_hits);
  tn_table_numbers(t, 6, tn_mean(regrets), tn_quantile(regrets, 1.0));
}

struct tn_table *tn_sealed_table(const struct tn_comparison *c)
{
  struct tn_table *t = tn_table_new(tn_sealed_columns);
  for (int k = 0; k < TN_N_REACHES * TN_N_SIZE_CLASSES && c->is_sealed; k++)
    put_group(t, c, (struct group){ k / TN_N_SIZE_CLASSES, k % TN_N_SIZE_CLASSES });
  if (c->is_sealed)
    put_group(t, c, (struct group){ ALL, ALL });
  return t;
}

/* Adds a sentence on how many measured times lie inside the ranges of rows without a seal. */
static void write_within(struct tn_document *d, const struct tn_comparison *c)
{
  guint n = 0, n_within = 0;
  for (guint i = 0; i < c->points->len; i++) {
    const int within = tn_compared_within(&g_array_index(c->points, struct tn_compared, i));
    n += within >= 0;
    n_within += within > 0;
  }
  if (n > 0)
    tn_document_paragraph(d, 0,
                          "\n%u of %u measured times lie within low_us to high_us (errors of the "
                          "parameters alone; ranges of run --seal include the model's error).",
                          n_within, n);
}

void tn_sealed_write(struct tn_document *d, const struct tn_comparison *c)
{
  if (!c->is_sealed) {
    write_within(d, c);
    return;
  }
  tn_document_paragraph(d, 0, "\nSealed predictions; the seal is valid");
  tn_document_table(d, tn_sealed_table(c),
                    "  {ranks=reach:17} {size=size_class:12} {points:>6} {within:>6.0%} "
                    "{width:>6.2} {choices:>7} {hits:>5} {misses:>6} {regret:>8.1%} "
                    "{worst:>8.1%}");
  tn_document_paragraph(
      d, 2,
      "  within: measured times in the stated range (8 of 10 expected); width: high "
      "end over low end, median; hits: the predicted winner took at most %g %% longer "
      "than the measured one; regret: how much longer (mean, worst).",
      100 * TN_TUNE_TIE);
}
