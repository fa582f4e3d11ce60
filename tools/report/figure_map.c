#include "figures.h"
#include "markup.h"

enum { SIDE = 26, HEIGHT = 24, LETTER_WIDTH = 7, GAP = 8, HEAD = 18, CORNER = 7, FOOT = 36 };

static int widest(char **texts, guint n)
{
  glong most = 0;
  for (guint i = 0; i < n; i++)
    most = MAX(most, g_utf8_strlen(texts[i], -1));
  return (int)most * LETTER_WIDTH;
}

static void append_cell(GString *s, const struct tn_map_cell *cell, double x, double y)
{
  const struct tn_mark *mark = &cell->mark;
  tn_markup(s, "<g><title>%s</title>", cell->says);
  if (cell->is_tie)
    tn_markup(s,
              "<rect class=\"ground s%d\" stroke-width=\"2\" x=\"%.1f\" y=\"%.1f\" width=\"%d\" "
              "height=\"%d\"/>",
              mark->hue, x + 2, y + 2, SIDE - 4, HEIGHT - 4);
  else
    tn_markup(s, "<rect class=\"f%d\" x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\"/>",
              mark->hue, x + 1, y + 1, SIDE - 2, HEIGHT - 2);
  if (mark->pattern >= TN_CORNER && !cell->is_tie)
    g_string_append_printf(s, "<path class=\"ink\" d=\"M%.1f %.1f v%d h%d z\"/>", x + 1,
                           y + HEIGHT - 1, -CORNER, CORNER);
  if (mark->pattern >= TN_CORNERS && !cell->is_tie)
    g_string_append_printf(s, "<path class=\"ink\" d=\"M%.1f %.1f v%d h%d z\"/>", x + SIDE - 1,
                           y + 1, CORNER, -CORNER);
  tn_figure_text(s, x + SIDE / 2.0, y + HEIGHT / 2.0 + 4.5, "middle", cell->is_tie ? "t" : "on",
                 mark->letter);
  g_string_append(s, "</g>\n");
}

void tn_map_append(GString *s, const struct tn_map *map)
{
  const double left = MAX(widest(map->rows, map->n_rows), 5 * LETTER_WIDTH) + GAP;
  const double foot = HEAD + map->n_rows * HEIGHT;
  const double width = left + MAX(map->n_columns * SIDE, 110), height = foot + FOOT;
  const guint step = (guint)(widest(map->columns, map->n_columns) + GAP) / SIDE + 1;
  tn_figure_begin(s, width, height, 0.8 * width, 1.35 * width, map->says);
  tn_figure_text(s, left - GAP, 12, "end", "m", map->row_axis);
  for (guint r = 0; r < map->n_rows; r++) {
    const double y = HEAD + r * HEIGHT;
    tn_figure_text(s, left - GAP, y + HEIGHT / 2.0 + 4, "end", "m", map->rows[r]);
    for (guint c = 0; c < map->n_columns; c++)
      if (map->cells[r * map->n_columns + c].is_there)
        append_cell(s, &map->cells[r * map->n_columns + c], left + c * SIDE, y);
  }
  for (guint c = 0; c < map->n_columns; c += step)
    tn_figure_text(s, left + c * SIDE + SIDE / 2.0, foot + 15, "middle", "m", map->columns[c]);
  tn_figure_text(s, left + map->n_columns * SIDE / 2.0, height - 4, "middle", "m",
                 map->column_axis);
  tn_figure_end(s);
}
