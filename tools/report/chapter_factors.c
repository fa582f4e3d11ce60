/* Throughput over a parameter: throttle factors, segments, radices. */
#include "figure/figure_words.h"
#include "figure/scale.h"
#include "page.h"
#include "plot/plot.h"
#include "study/values.h"

/* LEAST_VALUES: least number of values of a curve */
enum { LEAST_VALUES = 3, MAX_LINES = 5, MAX_FACTORS = 4, WIDTH = 340, HEIGHT = 222 };

/* Adds the fastest row of an algorithm at a size for each value of a parameter, if there are enough
 * values. Appends the best value to the text: "4 at 64K". */
static void add_rows(GPtrArray *ret, const struct tn_chapter *c, const GPtrArray *rows,
                     const char *name, int64_t size, GString *description)
{
  g_autoptr(GHashTable) best = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  const struct tn_row *least = NULL;
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    char *value = row->size == size ? tn_row_param(row, name) : NULL;
    const struct tn_row *known = value ? g_hash_table_lookup(best, value) : NULL;
    if (value && (!least || tn_chapter_time(c, row) < tn_chapter_time(c, least)))
      least = row;
    if (value && (!known || tn_chapter_time(c, row) < tn_chapter_time(c, known)))
      g_hash_table_insert(best, value, (void *)row);
    else
      g_free(value);
  }
  if (g_hash_table_size(best) < LEAST_VALUES)
    return;
  for (guint i = 0; i < rows->len; i++) {
    g_autofree char *value = tn_row_param(rows->pdata[i], name);
    if (value && g_hash_table_lookup(best, value) == rows->pdata[i])
      g_ptr_array_add(ret, rows->pdata[i]);
  }
  g_autofree char *value = tn_row_param(least, name), *bytes = tn_words_size(size);
  g_string_append_printf(description, "%s%s at %s", description->len ? ", " : "", value, bytes);
}

/* Adds a figure for a parameter. Returns true if the rows have enough values of the parameter. */
static bool write_factor(const struct tn_page *p, const struct tn_chapter *c, const GPtrArray *all,
                         const char *name)
{
  const struct tn_picture picture = {
    .kind = TN_PLOT_RELATIVE, .x = name, .by = "size_bytes", .objective = c->terms.objective
  };
  const guint n = MIN(c->sizes->len, MAX_LINES);
  g_autoptr(GPtrArray) rows = g_ptr_array_new();
  g_autoptr(GString) best = g_string_new(NULL);
  for (guint i = 0; i < n; i++)
    add_rows(rows, c, all, name, tn_chapter_size(c, tn_spread_over(i, MAX_LINES, c->sizes->len)),
             best);
  struct tn_figure *f = tn_plot_figure_new(&picture, rows, NULL);
  if (!f)
    return false;
  const struct tn_row *row = all->pdata[0];
  g_autofree char *ranks = tn_words_ranks(row->ranks);
  g_autofree char *heading = g_strdup_printf("%s by its %s", row->algorithm, name);
  f->width = WIDTH;
  f->height = HEIGHT;
  f->x.kind = TN_AXIS_COUNTS;
  f->description = tn_figure_store_text(
      f, g_strdup_printf("The best %s of %s with %s: %s.", name, row->algorithm, ranks, best->str));
  if (c->sizes->len > n)
    f->note = tn_figure_store_text(f, g_strdup_printf("%u of %u sizes", n, c->sizes->len));
  tn_document_heading(p->d, heading, NULL);
  tn_page_figure(p, f, "%s", f->description);
  return true;
}

void tn_chapter_factors(const struct tn_page *p, const struct tn_chapter *c)
{
  g_autoptr(GPtrArray) groups = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
  int n_figures = 0;
  for (guint a = 0; a < c->algorithms->len; a++)
    g_ptr_array_add(groups, g_ptr_array_new());
  for (guint i = 0; i < c->rows->len; i++) {
    const struct tn_row *row = c->rows->pdata[i];
    if (row->ranks == tn_chapter_ranks(c, c->ranks->len - 1))
      g_ptr_array_add(
          groups->pdata[GPOINTER_TO_UINT(g_hash_table_lookup(c->numbers, row->algorithm))],
          (void *)row);
  }
  for (guint a = 0; a < groups->len; a++) {
    g_autoptr(GPtrArray) names = tn_chapter_params(groups->pdata[a]);
    for (guint k = 0; k < names->len && n_figures < MAX_FACTORS; k++)
      n_figures += write_factor(p, c, groups->pdata[a], names->pdata[k]);
  }
}
