/* Figures of rows and their drawing: all texts of rows and options are escaped. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "comparison/compare_write.h"
#include "figure_text.h"
#include "plan/options.h"
#include "plot/plot.h"
#include "rows_text.h"
#include "study/rows.h"
#include "tune/rivals.h"

/* Closes strings of both kinds, calls the shell, ends the line. */
#define HOSTILE "a'\"`touch owned`@b\\\n!touch owned\n%5d'.system('touch owned').'"

/* Returns rows with hostile texts only, including the name of a parameter. The reader rejects the
 * line end in it, so rows are made by hand. */
static GPtrArray *hostile_rows(void)
{
  GPtrArray *rows = tn_rows_new();
  for (int i = 1; i <= 4; i++) {
    struct tn_row *row = tn_row_new();
    g_autofree char *algorithm = g_strdup_printf("%s%d", HOSTILE, i % 2);
    g_autofree char *params = g_strdup_printf("%s=%d;throttle=%d", HOSTILE, i, i);
    tn_row_name(&row->platform, HOSTILE);
    tn_row_name(&row->kernel, HOSTILE);
    tn_row_name(&row->collective, HOSTILE);
    tn_row_name(&row->algorithm, algorithm);
    tn_values_set(&row->params, params);
    tn_row_name(&row->mechanism, algorithm);
    row->ranks = 4;
    row->size = 1024 * i;
    row->avg = 1e-6 * i;
    row->parts[TN_LOCK] = 2e-6;
    row->parts[TN_COPY] = 1e-6;
    row->inter_numa = 3;
    g_ptr_array_add(rows, row);
  }
  return rows;
}

Test(pictures, of_hostile_rows_are_harmless)
{
  g_autoptr(GPtrArray) rows = hostile_rows();
  static const char *const axes[] = { NULL, "size_bytes", "throttle", HOSTILE, "algorithm" };
  for (int kind = 0; kind < TN_N_PLOT_KINDS; kind++) {
    for (size_t x = 0; x < G_N_ELEMENTS(axes); x++) {
      for (size_t by = 0; by < G_N_ELEMENTS(axes); by++) {
        const struct tn_picture picture = { .kind = (enum tn_plot_kind)kind,
                                            .x = axes[x],
                                            .by = axes[by] };
        g_autoptr(GError) error = NULL;
        g_autoptr(GPtrArray) figures = in_array(tn_plot_figure_new(&picture, rows, &error));
        cr_assert(figures || error);
        cr_assert(!figures || figures_are_sound(figures));
      }
    }
  }
}

Test(pictures, name_columns_or_parameters_along_their_axes)
{
  g_autoptr(GPtrArray) rows = hostile_rows();
  static const char *const wrong[] = { "throtle", "", "a'b" };
  for (size_t i = 0; i < G_N_ELEMENTS(wrong); i++) {
    const struct tn_picture picture = { .kind = TN_PLOT_RELATIVE, .x = wrong[i] };
    g_autoptr(GError) error = NULL;
    cr_assert_null(tn_plot_figure_new(&picture, rows, &error));
    cr_assert(g_str_has_prefix(error->message, "--x: the rows have no column or parameter"));
    cr_assert(strstr(error->message, "(they differ in algorithm, params, "), "%s", error->message);
    cr_assert(strstr(error->message, "throttle"), "%s", error->message);
  }
}

Test(pictures, of_hostile_rivals_are_harmless)
{
  g_autoptr(GPtrArray) rows = hostile_rows();
  g_autoptr(GPtrArray) rivals = tn_rivals_new(rows, TN_OBJECTIVE_AVG, NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) figures = tn_plot_rivals(rivals, &error);
  cr_assert_not_null(figures, "%s", error ? error->message : "");
  cr_assert(figures_are_sound(figures));
}

/* Impossible sizes are drawn, too. */
Test(pictures, have_labels_for_any_size)
{
  struct tn_figure *f = tn_figure_new(400, 300);
  struct tn_series *series = tn_figure_add(f, "a", TN_DRAW_LINE, 0);
  g_autoptr(GPtrArray) figures = tn_figures_of(f);
  f->x.kind = TN_AXIS_SIZES;
  tn_series_spot(series, 0.001, 1);
  tn_series_spot(series, 9e18, 1);
  cr_assert(figures_are_sound(figures));
}

#define POINT(source, collective, algorithm, size, avg)                                            \
  source ",knl,paper,64," collective "," algorithm ",," size "," avg "\n"
#define TITLES "source,platform,kernel,ranks,collective,algorithm,params,size_bytes,avg_us\n"

static GPtrArray *figures_of(const char *text, const struct tn_picture *picture)
{
  g_autoptr(GPtrArray) rows = rows_of(text);
  g_autoptr(GError) error = NULL;
  GPtrArray *figures = in_array(tn_plot_figure_new(picture, rows, &error));
  cr_assert_not_null(figures, "%s", error ? error->message : "");
  cr_assert(figures_are_sound(figures));
  return figures;
}

static char *shown(const char *text, const struct tn_picture *picture)
{
  g_autoptr(GPtrArray) figures = figures_of(text, picture);
  return figure_text(figures);
}

/* a and c are each fastest somewhere, b is nearly as good everywhere, d is far slower. */
static const char four[] =
    TITLES POINT("sim", "bcast", "a", "1024", "10") POINT("sim", "bcast", "a", "2048", "100")
        POINT("sim", "bcast", "b", "1024", "11") POINT("sim", "bcast", "b", "2048", "22")
            POINT("sim", "bcast", "c", "1024", "90") POINT("sim", "bcast", "c", "2048", "20")
                POINT("sim", "bcast", "d", "1024", "90") POINT("sim", "bcast", "d", "2048", "90");

Test(pictures, show_only_the_best_lines)
{
  const struct tn_picture two = { .kind = TN_PLOT_LATENCY, .top = 2 };
  const struct tn_picture three = { .kind = TN_PLOT_SLOWDOWN, .top = 3 };
  const struct tn_picture all = { .kind = TN_PLOT_LATENCY, .top = 4 };
  g_autofree char *winners = shown(four, &two), *most = shown(four, &three);
  g_autofree char *whole = shown(four, &all);
  cr_assert(strstr(winners, "\na:") && strstr(winners, "\nc:"), "%s", winners);
  cr_assert_null(strstr(winners, "\nb:"));
  cr_assert(strstr(winners, "\nand 2 more\n"), "%s", winners);
  cr_assert(strstr(most, "\nb:") && !strstr(most, "\n"
                                                  "d:"),
            "%s", most);
  cr_assert(strstr(most, "\nand 1 more\n"), "%s", most);
  cr_assert_null(strstr(whole, "more"));
}

Test(pictures, compare_each_collective_with_its_own_best)
{
  const struct tn_picture picture = { .kind = TN_PLOT_SLOWDOWN };
  g_autofree char *text = shown(
      TITLES POINT("sim", "bcast", "a", "1024", "10") POINT("sim", "bcast", "b", "1024", "20")
          POINT("sim", "scatter", "c", "1024", "300") POINT("sim", "scatter", "d", "1024", "900"),
      &picture);
  cr_assert(
      strstr(text,
             "\nbcast, a: 1024 1\nbcast, b: 1024 2\nscatter, c: same as bcast, a:\nscatter, d: "
             "1024 3\n"),
      "%s", text);
}

static GPtrArray *panels_of(const char *text, const struct tn_picture *picture,
                            guint *ret_n_columns)
{
  g_autoptr(GPtrArray) rows = rows_of(text);
  g_autoptr(GError) error = NULL;
  GPtrArray *figures = tn_plot_figures_new(picture, rows, ret_n_columns, &error);
  cr_assert_not_null(figures, "%s", error ? error->message : "");
  cr_assert(figures_are_sound(figures));
  return figures;
}

/* A panel for each platform and collective, those of a collective together; --top counts in each. */
Test(pictures, have_panels_of_platforms_and_collectives)
{
#define ON(platform, collective, algorithm, size, us)                                              \
  "sim," platform ",paper,64," collective "," algorithm ",," size "," us "\n"
  const char *text =
      TITLES ON("knl", "bcast", "a", "1024", "10") ON("knl", "bcast", "b", "1024", "20")
          ON("knl", "gather", "a", "1024", "10") ON("ig", "bcast", "b", "1024", "7")
              ON("ig", "bcast", "a", "1024", "9") ON("ig", "bcast", "a", "2048", "9");
  const struct tn_picture one = { .is_usual = true, .top = 1 };
  const struct tn_picture lines = { .is_usual = true, .by = "platform,algorithm" };
  guint n_columns;
  g_autoptr(GPtrArray) best = panels_of(text, &one, &n_columns);
  g_autoptr(GPtrArray) mixed = panels_of(text, &lines, &n_columns);
  g_autofree char *shown_best = figure_text(best), *shown_mixed = figure_text(mixed);
  cr_assert_eq(best->len, 3);
  cr_assert(strstr(shown_best, "= bcast on knl, 64 ranks\n"), "%s", shown_best);
  cr_assert(strstr(shown_best, "a: 1024 1\nand 1 more\n= bcast on ig, 64 ranks\n"), "%s",
            shown_best);
  cr_assert(strstr(shown_best, "and 1 more\n= gather, a on knl, 64 ranks\n"), "%s", shown_best);
  cr_assert_eq(mixed->len, 2, "%s", shown_mixed);
  cr_assert(strstr(shown_mixed, "\nknl, b: ") && strstr(shown_mixed, "\nig, b: "), "%s",
            shown_mixed);
}

/* Slowdown if algorithms compete over sizes; the times of one algorithm. */
Test(pictures, show_slowdown_where_algorithms_compete_over_sizes)
{
  const struct tn_picture usual = { .is_usual = true }, latency = { .kind = TN_PLOT_LATENCY };
  guint n_columns;
  g_autoptr(GPtrArray) contest = panels_of(four, &usual, &n_columns);
  g_autoptr(GPtrArray) stated = panels_of(four, &latency, &n_columns);
  g_autoptr(GPtrArray) alone = panels_of(TITLES POINT("sim", "bcast", "a", "1024", "10")
                                             POINT("sim", "bcast", "a", "2048", "20"),
                                         &usual, &n_columns);
  g_autofree char *ratios = figure_text(contest), *times = figure_text(stated);
  g_autofree char *own = figure_text(alone);
  cr_assert(strstr(ratios, "\na: 1024 1, 2048 5\n"), "%s", ratios);
  cr_assert(strstr(times, "\na: 1024 10, 2048 100\n"), "%s", times);
  cr_assert(strstr(own, ": 1024 10, 2048 20\n"), "%s", own);
}

/* The legend names the line that is drawn for both; c differs at one size. */
Test(pictures, name_lines_that_coincide)
{
  const struct tn_picture picture = { .kind = TN_PLOT_LATENCY };
  g_autofree char *text = shown(
      TITLES POINT("sim", "bcast", "a", "1024", "10") POINT("sim", "bcast", "a", "2048", "20")
          POINT("sim", "bcast", "b", "1024", "10") POINT("sim", "bcast", "b", "2048", "20")
              POINT("sim", "bcast", "c", "1024", "10") POINT("sim", "bcast", "c", "2048", "21"),
      &picture);
  cr_assert(strstr(text, "\na: 1024 10, 2048 20\nb: same as a:\nc: 1024 10, 2048 21\n"), "%s",
            text);
}

static const struct tn_series *series_of(const GPtrArray *figures, const char *name)
{
  const struct tn_figure *f = figures->pdata[0];
  for (guint i = 0; i < f->series->len; i++)
    if (g_strcmp0(((const struct tn_series *)f->series->pdata[i])->name, name) == 0)
      return f->series->pdata[i];
  cr_assert_fail("no %s", name);
  return NULL;
}

Test(pictures, show_closed_forms_as_lines_among_points)
{
  const struct tn_picture picture = { .kind = TN_PLOT_LATENCY };
  g_autoptr(GPtrArray) figures = figures_of(
      TITLES POINT("sim", "bcast", "a", "1024", "10") POINT("sim", "bcast", "b", "1024", "20")
          POINT("model", "bcast", "a", "1024", "9") POINT("model", "bcast", "b", "1024", "19"),
      &picture);
  const struct tn_series *sim = series_of(figures, "sim, b");
  const struct tn_series *model = series_of(figures, "model, b");
  cr_assert_eq(sim->draws & (TN_DRAW_LINE | TN_DRAW_POINTS), TN_DRAW_POINTS);
  cr_assert_eq(model->draws & (TN_DRAW_LINE | TN_DRAW_POINTS), TN_DRAW_LINE);
  cr_assert_eq(sim->hue, model->hue);
  cr_assert_neq(sim->hue, series_of(figures, "sim, a")->hue);
}

/* A closed form has no law; that does not split simulated lines. */
Test(pictures, part_no_lines_by_what_is_unknown)
{
  const struct tn_picture picture = { .kind = TN_PLOT_LATENCY };
  g_autofree char *text =
      shown("source,platform,kernel,ranks,collective,algorithm,params,law,size_bytes,avg_us\n"
            "sim,knl,paper,64,bcast,a,,batched,1024,10\nmodel,knl,paper,64,bcast,a,,,1024,9\n",
            &picture);
  cr_assert(strstr(text, "\nsim: 1024 10\n"), "%s", text);
  cr_assert_null(strstr(text, "batched"));
}

/* Each line is compared with all others before the best are chosen. */
Test(plot, chooses_among_a_bounded_number_of_lines)
{
  const struct tn_picture picture = { .kind = TN_PLOT_LATENCY, .top = 8 };
  g_autoptr(GString) text = g_string_new(
      "platform,kernel,ranks,collective,algorithm,params,mechanism,size_bytes,avg_us\n");
  for (int i = 0; i <= TN_PLOT_MAX_CHOICES; i++)
    g_string_append_printf(text, "knl,paper,64,bcast,linear,,m%d,%d,9\n", i, 1024 + i);
  g_autoptr(GPtrArray) rows = rows_of(text->str);
  g_autoptr(GError) error = NULL;
  cr_assert_null(tn_plot_figure_new(&picture, rows, &error));
  cr_assert(strstr(error->message, "1001 lines with size_bytes along the axis"), "%s",
            error->message);
  cr_assert(strstr(error->message, "fewer rows"), "%s", error->message);
}

/* For any number of bars: the figure grows with them. */
Test(plot, bars_have_names_and_one_scale)
{
  const struct tn_picture picture = { .kind = TN_PLOT_PARTS };
  g_autoptr(GString) text = g_string_new(
      "platform,kernel,ranks,collective,algorithm,params,mechanism,size_bytes,avg_us,copy_us\n");
  for (int i = 0; i <= TN_MAX_LINES; i++)
    g_string_append_printf(text, "knl,paper,64,bcast,a%d,,cma,1024,9,%d\n", i, i < 60 ? 10 : 100);
  g_autoptr(GPtrArray) figures = figures_of(text->str, &picture);
  const struct tn_figure *f = figures->pdata[0];
  g_autofree char *svg = tn_figures_svg(figures, 1);
  cr_assert_eq(f->y.labels->len, 61);
  cr_assert_float_eq(f->x.high, 100, 1e-9);
  cr_assert(strstr(svg, ">a60</text>") && strstr(svg, ">100 µs</text>"));
}

/* Many bars stand in columns of one scale, and the picture is at most two screens (1500 px) high. */
Test(plot, parts_over_sizes_fit_on_two_screens)
{
  const struct tn_picture picture = { .kind = TN_PLOT_PARTS };
  g_autoptr(GString) text = g_string_new(
      "platform,kernel,ranks,collective,algorithm,params,mechanism,size_bytes,avg_us,copy_us\n");
  for (int i = 0; i < 110; i++)
    g_string_append_printf(text, "knl,paper,64,bcast,a%d,,cma,%d,9,%d\n", i / 10, 1024 << i % 10,
                           i + 1);
  guint n_columns;
  g_autoptr(GPtrArray) figures = panels_of(text->str, &picture, &n_columns);
  g_autofree char *svg = tn_figures_svg(figures, n_columns);
  const char *height = strstr(svg, " height=\"");
  cr_assert_eq(figures->len, 2);
  cr_assert_eq(n_columns, 2);
  for (guint i = 0; i < 2; i++) {
    const struct tn_figure *f = figures->pdata[i];
    cr_assert_float_eq(f->x.high, 110, 1e-9);
    cr_assert_eq(f->y.labels->len, 55);
  }
  cr_assert(height && atoi(height + strlen(" height=\"")) <= 1500, "%s", height);
}

/* The axis of ratios ends at a label below 10, so that the slowest (7.2 times) is readable. */
Test(plot, ratios_end_below_a_label)
{
  const struct tn_picture picture = { .kind = TN_PLOT_SLOWDOWN };
  const char *head =
      "platform,kernel,ranks,collective,algorithm,params,mechanism,size_bytes,avg_us\n"
      "knl,paper,64,bcast,a,,cma,1024,10\nknl,paper,64,bcast,a,,cma,2048,10\n"
      "knl,paper,64,bcast,b,,cma,1024,20\n";
  g_autofree char *text = g_strconcat(head, "knl,paper,64,bcast,b,,cma,2048,72\n", NULL);
  g_autoptr(GPtrArray) figures = figures_of(text, &picture);
  g_autofree char *svg = tn_figures_svg(figures, 1);
  cr_assert(strstr(svg, ">10</text>") && strstr(svg, ">1</text>"), "%s", svg);
  cr_assert_null(strstr(svg, ">20</text>"));
}

/* Three seeds of 10, 20 and 30 us: 20, plus and minus 24.8 us (4.303 times 10 over root 3). */
Test(plot, intervals_of_noise_are_within_the_picture)
{
  const struct tn_picture picture = { .kind = TN_PLOT_NOISE };
  g_autoptr(GPtrArray) figures =
      figures_of("platform,kernel,ranks,collective,algorithm,params,mechanism,noise,seed,size_"
                 "bytes,avg_us\nknl,paper,64,bcast,a,,cma,none,1,1024,10\n"
                 "knl,paper,64,bcast,a,,cma,periodic:rate=10Hz,1,1024,10\n"
                 "knl,paper,64,bcast,a,,cma,periodic:rate=10Hz,2,1024,20\n"
                 "knl,paper,64,bcast,a,,cma,periodic:rate=10Hz,3,1024,30\n",
                 &picture);
  const struct tn_series *rods = series_of(figures, "95 % interval of the mean");
  const struct tn_box *rod = &g_array_index(rods->boxes, struct tn_box, 1);
  g_autofree char *svg = tn_figures_svg(figures, 1);
  cr_assert_gt(rod->x1, 20 + 24);
  cr_assert_str_eq(rod->text, "100 %");
  cr_assert(strstr(svg, ">40</text>"), "an axis that is too short: %s", svg);
}

Test(plot, titles_break_behind_commas)
{
  struct tn_figure *f = tn_figure_new(500, 100);
  g_autoptr(GPtrArray) figures = tn_figures_of(f);
  f->title = "kernel linux-6, backing base, protocol osu, buffers rewritten, transport "
             "ompi-ucx, arrival=barrier";
  g_autofree char *svg = tn_figures_svg(figures, 1);
  cr_assert(strstr(svg, ">kernel linux-6, backing base, protocol osu, buffers rewritten,</text>"),
            "%s", svg);
  cr_assert(strstr(svg, ">transport ompi-ucx, arrival=barrier</text>"), "%s", svg);
}

/* The range of a time is drawn behind its line; a line without a range has no band. */
Test(plot, draws_bands_of_what_times_are_within)
{
  const struct tn_picture picture = { .kind = TN_PLOT_LATENCY };
  g_autoptr(GPtrArray) figures =
      figures_of("platform,kernel,ranks,collective,algorithm,params,mechanism,size_bytes,avg_us,"
                 "low_us,high_us\n"
                 "knl,paper,64,bcast,a,,cma,1024,10,8,13\nknl,paper,64,bcast,a,,cma,2048,20,16,26\n"
                 "knl,paper,64,bcast,b,,cma,1024,11,,\nknl,paper,64,bcast,b,,cma,2048,21,,\n",
                 &picture);
  g_autofree char *text = figure_text(figures), *svg = tn_figures_svg(figures, 1);
  cr_assert(strstr(text, "a: 1024 10 8..13, 2048 20 16..26\nb: 1024 11, 2048 21\n"), "%s", text);
  const char *veil = strstr(svg, " veil\"");
  cr_assert(veil && !strstr(veil + 1, " veil\""), "%s", svg);
}

static int n_times(const char *text, const char *what)
{
  int n = 0;
  for (const char *at = text; (at = strstr(at, what)); at += strlen(what))
    n++;
  return n;
}

/* One node with all its parts; the others are names. */
Test(drawing, of_a_cluster_shows_nodes_as_nodes)
{
  GError *error = NULL;
  struct tn_platform *pf = tn_platform_load("tests/cluster.xml", NULL, &error);
  cr_assert_not_null(pf, "%s", error ? error->message : "");
  g_autofree char *text = tn_draw(pf, &error);
  cr_assert_not_null(text, "%s", error ? error->message : "");
  cr_assert_eq(n_times(text, "\"c-core"), 4, "processing units of one node");
  cr_assert_eq(n_times(text, ">package "), 2);
  cr_assert_eq(n_times(text, ">node 0: 2 packages, 2 memory domains, 2 last-level caches"), 1);
  cr_assert_eq(n_times(text, ">node 1<") + n_times(text, ">node 2<"), 2);
  cr_assert_eq(n_times(text, ">node 3<"), 0);
  cr_assert_eq(n_times(text, ">NIC"), 3);
  cr_assert_eq(n_times(text, "switches: full bisection; 1us"), 1);
  tn_platform_free(pf);
}
