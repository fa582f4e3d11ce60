#include <string.h>

#include "compare_write.h"
#include "plot/script.h"

/* The spots of one algorithm, in the order of the points; transfer full. */
static GArray *spots_of(const struct tn_comparison *c, const char *algorithm)
{
  GArray *spots = g_array_new(FALSE, FALSE, sizeof(struct tn_spot));
  for (guint i = 0; i < c->points->len; i++) {
    const struct tn_compared *p = &g_array_index(c->points, struct tn_compared, i);
    const struct tn_spot spot = { .x = p->measured_us, .y = p->predicted_us };
    if (p->predicted->algorithm == algorithm)
      g_array_append_val(spots, spot);
  }
  return spots;
}

char *tn_compare_script(const struct tn_comparison *c, bool png)
{
  const char *column = tn_objective_column(c->objective);
  GString *s = g_string_new(NULL), *lines = g_string_new("plot x with lines linewidth 1 linecolor "
                                                         "'#555555' title 'equal'");
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (guint i = 0; i < c->points->len; i++) {
    const char *name = g_array_index(c->points, struct tn_compared, i).predicted->algorithm;
    if (!g_ptr_array_find_with_equal_func(names, name, g_str_equal, NULL))
      g_ptr_array_add(names, (void *)name);
  }
  for (guint i = 0; i < names->len; i++) {
    g_autofree char *block = g_strdup_printf("points%u", i);
    g_autofree char *label = tn_script_quoted(names->pdata[i]);
    g_autoptr(GArray) spots = spots_of(c, names->pdata[i]);
    tn_script_spots(s, block, spots);
    g_string_append_printf(lines,
                           ", $%s using 1:2 with points pointtype %u pointsize 0.7 "
                           "linecolor '%s' title %s",
                           block, 4 + i % 11, tn_colours[i % TN_N_LINE_COLOURS], label);
  }
  g_autofree char *measured = g_strdup_printf("measured time (%s)", column);
  g_autofree char *predicted = g_strdup_printf("predicted time (%s)", column);
  g_autofree char *x = tn_script_quoted(measured), *y = tn_script_quoted(predicted);
  tn_script_terminal(s, png, names->len + 1, 0, 0, 1);
  g_string_append_printf(s,
                         "set logscale xy\nset format xy '10^{%%L}'\nset size square\n"
                         "set xlabel %s noenhanced\nset ylabel %s noenhanced\n%s\n",
                         x, y, lines->str);
  g_string_free(lines, TRUE);
  return g_string_free(s, FALSE);
}
