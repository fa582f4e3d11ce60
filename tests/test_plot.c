/* Scripts of pictures: whatever rows and options say, gnuplot takes it as text. */
#include <criterion/criterion.h>
#include <gio/gio.h>
#include <string.h>

#include "compare/compare_write.h"
#include "plot/draw.h"
#include "plot/plot.h"
#include "plot/plot_rivals.h"
#include "plot/script.h"
#include "rows_text.h"
#include "script_check.h"
#include "study/rows.h"

/* Closes strings of both kinds, asks the shell, ends the line. */
#define HOSTILE "a'\"`touch owned`@b\\\n!touch owned\n%5d'.system('touch owned').'"

/* Rows of which every text is hostile, the name of a parameter among them. The reader refuses the
 * line's end in it, so they are made by hand. */
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

/* What gnuplot makes of a quoted text. Transfer full; NULL where there is no gnuplot. */
static char *printed(const char *quoted)
{
  g_autofree char *program = g_find_program_in_path("gnuplot");
  g_autofree char *script = g_strdup_printf("set print '-'\nprint %s\n", quoted);
  g_autoptr(GSubprocess) gnuplot = NULL;
  char *out = NULL;
  if (!program)
    return NULL;
  gnuplot = g_subprocess_new(G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, NULL,
                             program, "--default-settings", "-", NULL);
  cr_assert(g_subprocess_communicate_utf8(gnuplot, script, NULL, &out, NULL, NULL));
  return out;
}

Test(quoting, keeps_every_byte_that_can_be_text)
{
  char all[256];
  g_autoptr(GString) expected = g_string_new(NULL);
  for (int c = 1; c < 256; c++)
    all[c - 1] = (char)c;
  all[255] = '\0';
  for (int c = 1; c < 128; c++) {
    const char text[] = { c < 32 || c == 127 ? ' ' : (char)c, '\0' };
    g_string_append(expected, c == '\'' ? "\u2019" : text);
  }
  g_autofree char *quoted = tn_script_quoted(all);
  cr_assert(g_utf8_validate(quoted, -1, NULL));
  cr_assert_eq(quoted[0], '\'');
  cr_assert(g_str_has_prefix(quoted + 1, expected->str), "%s", quoted);
  cr_assert_eq(strchr(quoted + 1, '\'') - quoted, (long)strlen(quoted) - 1);
  g_autofree char *got = printed(quoted);
  cr_assert(!got || g_str_has_prefix(got, expected->str), "gnuplot printed %s", got);
}

Test(quoting, leaves_nothing_for_the_shell)
{
  static const char *const texts[] = { HOSTILE, "'", "''", "\\", "\\'", "`ls`", "@a", "\n", "" };
  for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
    g_autofree char *quoted = tn_script_quoted(texts[i]);
    g_autofree char *line = g_strconcat("set title ", quoted, NULL);
    cr_assert(script_is_harmless(line), "%s", line);
    g_autoptr(GString) expected = g_string_new(texts[i]);
    g_string_replace(expected, "'", "\u2019", 0);
    g_string_replace(expected, "\n", " ", 0);
    g_autofree char *got = printed(quoted);
    cr_assert(!got || g_str_has_prefix(got, expected->str), "%s for %s", got, expected->str);
  }
}

Test(quoting, doubles_the_percent_signs_of_labels_on_axes)
{
  g_autoptr(GString) s = g_string_new(NULL);
  tn_script_tic(s, "100%s'", 2);
  cr_assert_str_eq(s->str, "'100%%s\u2019' 2");
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
        g_autofree char *script = tn_plot_script(&picture, rows, &error);
        cr_assert(script || error);
        cr_assert(!script || script_is_harmless(script), "%s", script);
      }
    }
  }
}

Test(pictures, name_columns_or_parameters_along_their_axes)
{
  g_autoptr(GPtrArray) rows = hostile_rows();
  static const char *const wrong[] = { HOSTILE, "throtle", "", "a'b" };
  for (size_t i = 0; i < G_N_ELEMENTS(wrong); i++) {
    const struct tn_picture picture = { .kind = TN_PLOT_RELATIVE, .x = wrong[i] };
    g_autoptr(GError) error = NULL;
    cr_assert_null(tn_plot_script(&picture, rows, &error));
    cr_assert(g_str_has_prefix(error->message, "--x: the rows have no column or parameter"));
  }
}

Test(pictures, of_hostile_rivals_are_harmless)
{
  g_autoptr(GPtrArray) rows = hostile_rows();
  g_autoptr(GPtrArray) rivals = tn_rivals_new(rows, TN_OBJECTIVE_AVG, NULL);
  g_autoptr(GError) error = NULL;
  g_autofree char *script = tn_plot_rivals(rivals, false, &error);
  cr_assert_not_null(script, "%s", error ? error->message : "");
  cr_assert(g_str_has_prefix(script, "set terminal"));
  cr_assert(script_is_harmless(script), "%s", script);
}

/* Sizes that no memory has are drawn all the same. */
Test(pictures, have_labels_for_any_size)
{
  g_autoptr(GString) s = g_string_new(NULL);
  tn_plot_size_tics(s, 0.001, 1e300);
  cr_assert(script_is_harmless(s->str), "%s", s->str);
  cr_assert_not_null(strstr(s->str, "'1' 1"), "%s", s->str);
}

#define POINT(source, collective, algorithm, size, avg)                                            \
  source ",knl,paper,64," collective "," algorithm ",," size "," avg "\n"
#define TITLES "source,platform,kernel,ranks,collective,algorithm,params,size_bytes,avg_us\n"

static char *script_of(const char *text, const struct tn_picture *picture)
{
  g_autoptr(GPtrArray) rows = rows_of(text);
  g_autoptr(GError) error = NULL;
  char *script = tn_plot_script(picture, rows, &error);
  cr_assert_not_null(script, "%s", error ? error->message : "");
  cr_assert(script_is_harmless(script), "%s", script);
  return script;
}

/* a and c are the fastest somewhere, b is nearly as good everywhere, d far off. */
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
  g_autofree char *winners = script_of(four, &two), *most = script_of(four, &three);
  g_autofree char *whole = script_of(four, &all);
  cr_assert(strstr(winners, "title 'a'") && strstr(winners, "title 'c'"), "%s", winners);
  cr_assert_null(strstr(winners, "title 'b'"));
  cr_assert(strstr(winners, "title 'and 2 more'"), "%s", winners);
  cr_assert(strstr(most, "title 'b'") && !strstr(most, "title 'd'"), "%s", most);
  cr_assert(strstr(most, "title 'and 1 more'"), "%s", most);
  cr_assert_null(strstr(whole, "more'"));
}

Test(pictures, compare_each_collective_with_its_own_best)
{
  const struct tn_picture picture = { .kind = TN_PLOT_SLOWDOWN };
  g_autofree char *script = script_of(
      TITLES POINT("sim", "bcast", "a", "1024", "10") POINT("sim", "bcast", "b", "1024", "20")
          POINT("sim", "scatter", "c", "1024", "300") POINT("sim", "scatter", "d", "1024", "900"),
      &picture);
  cr_assert(strstr(script, "$line0 << EOD\n1024 1\nEOD\n$line1 << EOD\n1024 2\nEOD\n"
                           "$line2 << EOD\n1024 1\nEOD\n$line3 << EOD\n1024 3\nEOD\n"),
            "%s", script);
}

Test(pictures, show_closed_forms_as_lines_among_points)
{
  const struct tn_picture picture = { .kind = TN_PLOT_LATENCY };
  g_autofree char *script = script_of(
      TITLES POINT("sim", "bcast", "a", "1024", "10") POINT("sim", "bcast", "b", "1024", "20")
          POINT("model", "bcast", "a", "1024", "9") POINT("model", "bcast", "b", "1024", "19"),
      &picture);
  cr_assert(strstr(script, "$line1 using 1:2 with points linecolor '#D55E00'"), "%s", script);
  cr_assert(strstr(script, "$line3 using 1:2 with lines linecolor '#D55E00'"), "%s", script);
  cr_assert(strstr(script, "title 'model, b'"), "%s", script);
}

/* A closed form has no law, which makes no simulated line another one. */
Test(pictures, part_no_lines_by_what_is_unknown)
{
  const struct tn_picture picture = { .kind = TN_PLOT_LATENCY };
  g_autofree char *script =
      script_of("source,platform,kernel,ranks,collective,algorithm,params,law,size_bytes,avg_us\n"
                "sim,knl,paper,64,bcast,a,,batched,1024,10\nmodel,knl,paper,64,bcast,a,,,1024,9\n",
                &picture);
  cr_assert(strstr(script, "title 'sim'"), "%s", script);
  cr_assert_null(strstr(script, "batched"));
}

/* Each line is compared with all others before the best are chosen. */
Test(plot, chooses_among_a_bounded_number_of_lines)
{
  const struct tn_picture picture = { .kind = TN_PLOT_LATENCY, .top = 8 };
  g_autoptr(GString) text = g_string_new(
      "platform,kernel,ranks,collective,algorithm,params,mechanism,size_bytes,avg_us\n");
  for (int i = 0; i <= TN_PLOT_MOST_CHOICES; i++)
    g_string_append_printf(text, "knl,paper,64,bcast,linear,,m%d,%d,9\n", i, 1024 + i);
  g_autoptr(GPtrArray) rows = rows_of(text->str);
  g_autoptr(GError) error = NULL;
  cr_assert_null(tn_plot_script(&picture, rows, &error));
  cr_assert(strstr(error->message, "1001 lines with size_bytes along the axis"), "%s",
            error->message);
  cr_assert(strstr(error->message, "fewer rows"), "%s", error->message);
}

/* 61 bars in a picture of 60 are two panels of one scale, the first of 31. */
Test(plot, bars_beyond_a_picture_go_into_panels)
{
  const struct tn_picture picture = { .kind = TN_PLOT_PARTS };
  g_autoptr(GString) text = g_string_new(
      "platform,kernel,ranks,collective,algorithm,params,mechanism,size_bytes,avg_us,copy_us\n");
  for (int i = 0; i <= TN_PLOT_MOST_LINES; i++)
    g_string_append_printf(text, "knl,paper,64,bcast,a%d,,cma,1024,9,%d\n", i, i < 60 ? 10 : 100);
  g_autofree char *script = script_of(text->str, &picture);
  cr_assert(strstr(script, "set multiplot layout 2,1"), "%s", script);
  cr_assert(strstr(script, "set xrange [-0.5:30.5]\nplot $bars"), "%s", script);
  cr_assert(strstr(script, "set xrange [30.5:61.5]\nplot $bars"), "%s", script);
  cr_assert(strstr(script, "set yrange [0:105]"), "%s", script);
}

/* The axis of ratios ends at a label, so that the slowest can be read: 7.2 times below 10. */
Test(plot, ratios_end_below_a_label)
{
  const struct tn_picture picture = { .kind = TN_PLOT_SLOWDOWN };
  const char *head =
      "platform,kernel,ranks,collective,algorithm,params,mechanism,size_bytes,avg_us\n"
      "knl,paper,64,bcast,a,,cma,1024,10\nknl,paper,64,bcast,a,,cma,2048,10\n"
      "knl,paper,64,bcast,b,,cma,1024,20\n";
  g_autofree char *text = g_strconcat(head, "knl,paper,64,bcast,b,,cma,2048,72\n", NULL);
  g_autofree char *script = script_of(text, &picture);
  cr_assert(strstr(script, "set ytics (1, 2, 5, 10)"), "%s", script);
  cr_assert(strstr(script, "set yrange [1:10]"), "%s", script);
}

/* Three seeds of 10, 20 and 30 us: 20, with 24.8 us on either side (4.303 times 10 by root 3). */
Test(plot, intervals_of_noise_are_within_the_picture)
{
  const struct tn_picture picture = { .kind = TN_PLOT_NOISE };
  g_autofree char *script =
      script_of("platform,kernel,ranks,collective,algorithm,params,mechanism,noise,seed,size_bytes,"
                "avg_us\nknl,paper,64,bcast,a,,cma,none,1,1024,10\n"
                "knl,paper,64,bcast,a,,cma,periodic:rate=10Hz,1,1024,10\n"
                "knl,paper,64,bcast,a,,cma,periodic:rate=10Hz,2,1024,20\n"
                "knl,paper,64,bcast,a,,cma,periodic:rate=10Hz,3,1024,30\n",
                &picture);
  const char *range = strstr(script, "set yrange [");
  const char *top = range ? strchr(range, ':') : NULL;
  cr_assert(top && g_ascii_strtod(top + 1, NULL) > 20 + 24, "%s", script);
}

Test(plot, titles_break_behind_commas)
{
  g_autofree char *title =
      tn_script_title("kernel linux-6, backing base, protocol osu, buffers rewritten, transport "
                      "ompi-ucx, arrival=barrier");
  cr_assert_str_eq(title,
                   "'kernel linux-6, backing base, protocol osu, buffers rewritten,'.\"\\n\"."
                   "'transport ompi-ucx, arrival=barrier'");
}

/* What a time is known within stands behind its line; a line without it has none. */
Test(plot, draws_bands_of_what_times_are_within)
{
  const struct tn_picture picture = { .kind = TN_PLOT_LATENCY };
  g_autofree char *script =
      script_of("platform,kernel,ranks,collective,algorithm,params,mechanism,size_bytes,avg_us,low_"
                "us,high_us\n"
                "knl,paper,64,bcast,a,,cma,1024,10,8,13\nknl,paper,64,bcast,a,,cma,2048,20,16,26\n"
                "knl,paper,64,bcast,b,,cma,1024,11,,\nknl,paper,64,bcast,b,,cma,2048,21,,\n",
                &picture);
  cr_assert(strstr(script, "1024 10 8 13\n2048 20 16 26\n"), "%s", script);
  cr_assert(strstr(script, "$line0 using 1:3:4 with filledcurves"), "%s", script);
  cr_assert_null(strstr(script, "$line1 using 1:3:4"), "%s", script);
}

static int n_times(const char *text, const char *what)
{
  int n = 0;
  for (const char *at = text; (at = strstr(at, what)); at += strlen(what))
    n++;
  return n;
}

/* One node with all that is in it; the others are names. */
Test(drawing, of_a_cluster_shows_nodes_as_nodes)
{
  GError *error = NULL;
  struct tn_platform *pf = tn_platform_load("tests/cluster.xml", NULL, &error);
  cr_assert_not_null(pf, "%s", error ? error->message : "");
  g_autofree char *text = tn_draw(pf, &error);
  cr_assert_not_null(text, "%s", error ? error->message : "");
  cr_assert_eq(n_times(text, "#9BD3BE"), 4, "processing units of one node");
  cr_assert_eq(n_times(text, ">package "), 2);
  cr_assert_eq(n_times(text, ">node 0: 2 packages, 2 memory domains, 4 cores"), 1);
  cr_assert_eq(n_times(text, ">node 1<") + n_times(text, ">node 2<"), 2);
  cr_assert_eq(n_times(text, ">node 3<"), 0);
  cr_assert_eq(n_times(text, ">NIC"), 3);
  cr_assert_eq(n_times(text, "switches: full bisection; 1us"), 1);
  tn_platform_free(pf);
}
