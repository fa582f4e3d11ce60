#include "figures.h"
#include "markup.h"

enum { WIDTH = 420, LEFT = 62, RIGHT = 64, BAR = 18, STEP = 23, TOP = 2, LETTER = 14 };

static double sum_of(const struct tn_bar *bar)
{
  double sum = 0;
  for (int i = 0; i < TN_MOST_PIECES; i++)
    sum += bar->pieces[i];
  return sum;
}

static void append_bar(GString *s, const struct tn_bars *bars, const struct tn_bar *bar, double y)
{
  const double sum = sum_of(bar), length = WIDTH - LEFT - RIGHT;
  double x = LEFT;
  tn_figure_text(s, LEFT - 6, y + BAR / 2.0 + 4, "end", "m", bar->head);
  for (int i = 0; i < TN_MOST_PIECES; i++) {
    const double width = sum > 0 ? length * bar->pieces[i] / sum : 0;
    const char letter[] = { bars->letters[i], '\0' };
    if (!(width > 0))
      continue;
    tn_markup(s,
              "<g><title>%s %s: %.0f %%</title><rect class=\"f%d piece\" x=\"%.1f\" y=\"%.1f\" "
              "width=\"%.1f\" height=\"%d\"/>",
              bar->head, bars->names[i], 100 * bar->pieces[i] / sum, i, x, y, width, BAR);
    if (width >= LETTER)
      tn_figure_text(s, x + width / 2, y + BAR / 2.0 + 4, "middle", "on", letter);
    g_string_append(s, "</g>\n");
    x += width;
  }
  tn_figure_text(s, WIDTH - RIGHT + 6, y + BAR / 2.0 + 4, "start", "m", bar->foot);
}

void tn_bars_append(GString *s, const struct tn_bars *bars)
{
  tn_figure_begin(s, WIDTH, TOP + bars->n_bars * STEP, 280, 560, bars->says);
  for (guint i = 0; i < bars->n_bars; i++)
    append_bar(s, bars, &bars->bars[i], TOP + i * STEP);
  tn_figure_end(s);
}
