/* Several noises or seeds as text: for each noise, a line per choice with the mean over all
 * seeds. */
#include <math.h>
#include <string.h>

#include "notes.h"
#include "platform/quantity.h"
#include "study/slowdown.h"
#include "text_rows.h"
#include "vary.h"

bool tn_slowdowns_asked(const struct tn_plan *plan)
{
  return plan->noises->len > 1 || plan->seeds->len > 1;
}

static bool differs(const GPtrArray *rows, int column)
{
  for (guint i = 1; i < rows->len; i++)
    if (!tn_row_same(rows->pdata[0], rows->pdata[i], column))
      return true;
  return false;
}

/* Returns the columns and parameters in which a row's choice differs from the other choices.
 * Transfer full. */
static char *name_of(const GPtrArray *rows, const struct tn_vary *vary, const struct tn_row *row)
{
  static const char *const apart[] = { "platform",  "kernel",  "collective",
                                       "ranks",     "mapping", "algorithm",
                                       "mechanism", "buffers", "overrides" };
  g_autofree char *params =
      tn_vary_distinct(vary, row->collective, row->algorithm, row->params, NULL);
  GString *name = g_string_new(NULL);
  for (size_t i = 0; i < G_N_ELEMENTS(apart); i++) {
    const int column = tn_row_column(apart[i]);
    g_autofree char *text = tn_row_text(row, column);
    if (strcmp(apart[i], "algorithm") == 0 || differs(rows, column))
      g_string_append_printf(name, "%s ", text);
  }
  g_string_append(name, params);
  return g_strchomp(g_string_free(name, FALSE));
}

static const char layout[] =
    "{size:>8} {choice:40} {seeds:>5} {us:>10} {=sign:2}{=side:>8} {slower:>9} {=slower_side}";

static void put_line(struct tn_table *t, char *name, const struct tn_slowdown *s)
{
  tn_table_takes(t, tn_format_size((size_t)s->first->size), name);
  tn_table_count(t, s->n);
  tn_table_take(t, tn_format_us(s->mean, isnan(s->either_side) ? 0.0 : s->either_side));
  tn_table_text(t, isnan(s->either_side) ? NULL : "+-");
  tn_table_take(t, isnan(s->either_side) ? NULL : tn_format_us(s->either_side, s->either_side));
  const bool has_no_noise = !s->is_hit && !tn_row_is_quiet(s->first);
  tn_table_takes(t,
                 has_no_noise       ? g_strdup("no noise")
                 : isnan(s->slower) ? NULL
                                    : g_strdup_printf("%.1f %%", 100 * s->slower),
                 has_no_noise || isnan(s->slower_side)
                     ? NULL
                     : g_strdup_printf("+- %.1f", 100 * s->slower_side));
}

/* Returns the index of the first entry with the same noise as entry `at`. */
static guint slowdown_first(const GArray *all, guint at)
{
  guint first = 0;
  while (g_array_index(all, struct tn_slowdown, first).first->noise !=
         g_array_index(all, struct tn_slowdown, at).first->noise)
    first++;
  return first;
}

char *tn_slowdown_note_no_noise(const GArray *all, guint at)
{
  const struct tn_row *row = g_array_index(all, struct tn_slowdown, at).first;
  guint n = 0, n_no_noise = 0;
  double shortest = INFINITY;
  for (guint i = at; i < all->len; i++) {
    const struct tn_slowdown *s = &g_array_index(all, struct tn_slowdown, i);
    const bool has_no_noise = s->first->noise == row->noise && !s->is_hit;
    n += s->first->noise == row->noise;
    n_no_noise += has_no_noise;
    shortest = has_no_noise ? fmin(shortest, s->mean) : shortest;
  }
  return slowdown_first(all, at) < at || tn_row_is_quiet(row)
             ? NULL
             : tn_note_no_noise(tn_row_noise(row), n_no_noise, n, shortest);
}

void tn_slowdowns_write(struct tn_document *d, const struct tn_results *results,
                        enum tn_objective objective)
{
  g_autoptr(GPtrArray) rows = tn_rows_new();
  tn_rows_take(rows, results);
  g_autoptr(GArray) all = tn_slowdowns_new(rows, objective);
  struct tn_vary *vary = tn_vary_new();
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    tn_vary_add(vary, row->collective, row->algorithm, row->params);
  }
  g_autofree char *shared = tn_vary_shared(vary, tn_vary_is_unusual, NULL);
  if (rows->len > 0) {
    const struct tn_row *row = rows->pdata[0];
    tn_document_paragraph(d, -1,
                          "%s on %s, %d ranks (%s); %s, mean over seeds with its 95 %% interval;",
                          row->collective, row->platform, (int)row->ranks,
                          tn_source_name(row->source), tn_objective_title(objective));
    tn_document_paragraph(d, -1, "slower: than without noise%s%s", *shared ? "; parameters: " : "",
                          shared);
  }
  for (guint i = 0; i < all->len; i++)
    if (slowdown_first(all, i) == i) {
      const struct tn_row *first = g_array_index(all, struct tn_slowdown, i).first;
      struct tn_table *t = tn_table_of(layout);
      for (guint k = i; k < all->len; k++) {
        const struct tn_slowdown *s = &g_array_index(all, struct tn_slowdown, k);
        if (s->first->noise == first->noise)
          put_line(t, name_of(rows, vary, s->first), s);
      }
      tn_document_paragraph(d, -1, "\nnoise: %s", tn_row_noise(first));
      tn_document_table(d, t, layout);
      g_autofree char *no_noise = tn_slowdown_note_no_noise(all, i);
      if (no_noise)
        tn_document_paragraph(d, 2, "%s", no_noise);
    }
  tn_vary_free(vary);
}
