/* A page of a report: position of its parts, escaping of texts from files, and readability. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "document/markup.h"
#include "figure/figure.h"
#include "figure/figure_words.h"
#include "figure/palette.h"
#include "figure/scale.h"
#include "report/chapter_command.h"
#include "report/next_measurements.h"
#include "report/page_findings.h"
#include "report/report.h"
#include "rows_text.h"

#define HEADER                                                                                     \
  "source,version,platform,kernel,backing,ranks,mapping,root,in_place,collective,algorithm,"       \
  "params,"                                                                                        \
  "mechanism,law,protocol,buffers,noise,seed,overrides,size_bytes,avg_us\n"
#define ROW(ranks, algorithm, params, size, avg)                                                   \
  "sim,0.1.0,knl,paper,base," ranks ",core,0,no,bcast," algorithm "," params                       \
  ",cma,batched,single,unchanged,none,1,," size "," avg "\n"

static void assert_text(char *text, const char *expected)
{
  cr_assert_str_eq(text, expected);
  g_free(text);
}

Test(markup, escapes_what_is_no_format)
{
  g_autoptr(GString) s = g_string_new(NULL);
  tn_markup(s, "<b title=\"%s\">%s %d</b>", "a\"<'&", "x & <script>", 7);
  cr_assert_str_eq(s->str, "<b title=\"a&quot;&lt;&apos;&amp;\">x &amp; &lt;script&gt; 7</b>");
}

/* XML allows neither control characters nor references to them; a reference in a file is text. */
Test(markup, has_only_characters_of_xml)
{
  g_autoptr(GString) s = g_string_new(NULL);
  tn_markup(s, "%s|%s|%s", "\x01\x1b[31m",
            "\xff"
            "a",
            "&#x1;");
  cr_assert_str_eq(s->str, "\xef\xbf\xbd\xef\xbf\xbd[31m|\xef\xbf\xbd"
                           "a|&amp;#x1;");
}

Test(scale, puts_powers_at_equal_distances)
{
  const struct tn_scale scale = { 1, 100, 0, 200, false }, one = { 5, 5, 10, 30, false };
  const struct tn_scale linear = { -1, 3, 0, 200, true };
  cr_assert_float_eq(tn_scale_at(&scale, 10), 100, 1e-9);
  cr_assert_float_eq(tn_scale_at(&scale, 100), 200, 1e-9);
  cr_assert_float_eq(tn_scale_at(&one, 5), 20, 1e-9);
  cr_assert_float_eq(tn_scale_at(&linear, 0), 50, 1e-9);
}

static void assert_ticks(GArray *ticks, const double *expected, guint n)
{
  cr_assert_eq(ticks->len, n);
  for (guint i = 0; i < n; i++)
    cr_assert_float_eq(g_array_index(ticks, double, i), expected[i], 1e-9 * expected[i]);
  g_array_unref(ticks);
}

Test(scale, labels_round_numbers)
{
  const double all[] = { 1024, 2048, 4096 }, second[] = { 1024, 4096, 16384 };
  const double mantissas[] = { 2, 5, 10, 20 }, decades[] = { 1, 10, 100, 1000, 10000 };
  const double only[] = { 3000 }, fifths[] = { 0, 0.2, 0.4 }, to_ten[] = { 1, 2, 5, 10 };
  assert_ticks(tn_scale_binary(1000, 4096, 5), all, 3);
  assert_ticks(tn_scale_binary(1024, 16384, 3), second, 3);
  assert_ticks(tn_scale_binary(3000, 3000, 3), only, 1);
  assert_ticks(tn_scale_decimal(2, 20, 5), mantissas, 4);
  assert_ticks(tn_scale_decimal(1, 10000, 6), decades, 5);
  assert_ticks(tn_scale_linear(-0.1, 0.5, 3), fifths, 3);
  assert_ticks(tn_scale_ratios(7.2), to_ten, 4);
}

Test(scale, widens_to_round_numbers)
{
  cr_assert_float_eq(tn_scale_below(37), 20, 1e-9);
  cr_assert_float_eq(tn_scale_above(37), 50, 1e-9);
  cr_assert_float_eq(tn_scale_below(100), 100, 1e-9);
  cr_assert_float_eq(tn_scale_above(0.06), 0.1, 1e-9);
}

Test(scale, spreads_over_first_and_last)
{
  cr_assert_eq(tn_spread_over(0, 5, 23), 0);
  cr_assert_eq(tn_spread_over(4, 5, 23), 22);
  cr_assert_eq(tn_spread_over(3, 5, 4), 3);
}

Test(words, have_three_figures)
{
  assert_text(tn_words_time(8.12e-7), "812 ns");
  assert_text(tn_words_time(9.996e-4), "1.00 ms");
  assert_text(tn_words_time(0.01234), "12.3 ms");
  assert_text(tn_words_tick(1e-5), "10 µs");
  assert_text(tn_words_longer(1.412), "41 % longer");
  assert_text(tn_words_longer(1.031), "3.1 % longer");
  assert_text(tn_words_longer(2.34), "2.3 times as long");
  assert_text(tn_words_algorithm("library:ompi-5.0"), "Open MPI 5.0’s default");
  assert_text(tn_words_algorithm("chain"), "chain");
}

/* Returns red, green or blue (0 to 2) of "#rrggbb" as linear light. */
static double channel(const char *colour, int i)
{
  const char digits[] = { colour[1 + 2 * i], colour[2 + 2 * i], '\0' };
  const double c = (double)g_ascii_strtoull(digits, NULL, 16) / 255;
  return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

/* WCAG 2.1: relative luminance of "#rrggbb", and contrast. */
static double luminance(const char *colour)
{
  return 0.2126 * channel(colour, 0) + 0.7152 * channel(colour, 1) + 0.0722 * channel(colour, 2);
}

static double contrast(const char *a, const char *b)
{
  const double x = luminance(a), y = luminance(b);
  return (fmax(x, y) + 0.05) / (fmin(x, y) + 0.05);
}

static void assert_contrast(const struct tn_colour *front, const struct tn_colour *back,
                            double least)
{
  cr_assert_geq(contrast(front->light, back->light), least, "%s on %s", front->name, back->name);
  cr_assert_geq(contrast(front->dark, back->dark), least, "%s on %s, dark", front->name,
                back->name);
}

/* Machado, Oliveira and Fernandes 2009, for linear RGB: no red, no green, no blue cones; grey print. */
static const double visions[][3][3] = {
  { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
  { { .152286, 1.052583, -.204868 },
    { .114503, .786281, .099216 },
    { -.003882, -.048116, 1.051998 } },
  { { .367322, .860646, -.227968 }, { .280085, .672501, .047413 }, { -.011820, .042940, .968881 } },
  { { 1.255528, -.076749, -.178779 },
    { -.078411, .930809, .147602 },
    { .004733, .691367, .303900 } },
  { { .2126, .7152, .0722 }, { .2126, .7152, .0722 }, { .2126, .7152, .0722 } },
};

/* Sets ret to matrix * of. */
static void multiply(const double matrix[3][3], const double of[3], double ret[3])
{
  for (int i = 0; i < 3; i++)
    ret[i] = matrix[i][0] * of[0] + matrix[i][1] * of[1] + matrix[i][2] * of[2];
}

/* Converts "#rrggbb" in a vision to OKLab (Ottosson 2020), whose distances are about those that
 * people see. */
static void see(const char *colour, size_t vision, double ret[3])
{
  static const double cones[3][3] = { { .4122214708, .5363325363, .0514459929 },
                                      { .2119034982, .6806995451, .1073969566 },
                                      { .0883024619, .2817188376, .6299787005 } };
  static const double lab[3][3] = { { .2104542553, .7936177850, -.0040720468 },
                                    { 1.9779984951, -2.4285922050, .4505937099 },
                                    { .0259040371, .7827717662, -.8086757660 } };
  const double rgb[] = { channel(colour, 0), channel(colour, 1), channel(colour, 2) };
  double seen[3], cone[3];
  multiply(visions[vision], rgb, seen);
  for (int i = 0; i < 3; i++)
    seen[i] = CLAMP(seen[i], 0, 1);
  multiply(cones, seen, cone);
  for (int i = 0; i < 3; i++)
    cone[i] = cbrt(cone[i]);
  multiply(lab, cone, ret);
}

/* 0.02 is just visible. In grey print only lightness is left, of which each of eight hues has its step. */
Test(palette, survives_colour_blindness_and_grey_print)
{
  const size_t n = G_N_ELEMENTS(visions);
  for (size_t v = 0; v < n; v++)
    for (int i = 0; i < TN_N_HUES; i++)
      for (int k = 0; k < i; k++)
        for (int dark = 0; dark < 2; dark++) {
          double a[3], b[3];
          see(dark ? tn_hues[i].dark : tn_hues[i].light, v, a);
          see(dark ? tn_hues[k].dark : tn_hues[k].light, v, b);
          cr_expect_geq(hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]),
                        v + 1 < n ? 0.075 : 0.04, "vision %zu, dark %d: %s and %s", v, dark,
                        tn_hues[i].name, tn_hues[k].name);
        }
}

/* 4.5 for text, 3 for what is drawn: success criteria 1.4.3 and 1.4.11. */
Test(palette, can_be_read)
{
  const struct tn_colour *t = tn_tones;
  static const enum tn_tone below_text[] = { TN_TONE_GROUND, TN_TONE_PANEL, TN_TONE_PACKAGE,
                                             TN_TONE_NUMA };
  for (size_t i = 0; i < G_N_ELEMENTS(below_text); i++)
    assert_contrast(&t[TN_TONE_TEXT], &t[below_text[i]], 4.5);
  assert_contrast(&t[TN_TONE_MUTED], &t[TN_TONE_GROUND], 4.5);
  assert_contrast(&t[TN_TONE_FAINT], &t[TN_TONE_GROUND], 3);
  for (int i = 0; i < TN_N_HUES; i++) {
    assert_contrast(&tn_hues[i], &t[TN_TONE_GROUND], 3);
    assert_contrast(&tn_letters[i], &tn_hues[i], 4.5);
  }
}

static GPtrArray *chapters_of(const GPtrArray *rows)
{
  const struct tn_tune_terms terms = { .objective = TN_OBJECTIVE_AVG };
  GError *error = NULL;
  GPtrArray *chapters = tn_chapters_new(rows, &terms, &error);
  cr_assert(chapters, "%s", error ? error->message : "");
  return chapters;
}

static const char two_ranks[] = HEADER ROW("8", "chain", "", "1024", "10")
    ROW("8", "linear", "", "1024", "20") ROW("64", "chain", "", "1024", "10")
        ROW("64", "linear", "", "1024", "30") ROW("64", "chain", "", "4096", "50")
            ROW("64", "linear", "", "4096", "40") ROW("64", "chain", "", "16384", "90")
                ROW("64", "linear", "", "16384", "30") ROW("64", "library:ompi", "", "16384", "75");

Test(chapters, hold_one_collective_under_one_set_of_conditions)
{
  g_autoptr(GPtrArray) rows = rows_of(two_ranks);
  g_autoptr(GPtrArray) chapters = chapters_of(rows);
  cr_assert_eq(chapters->len, 1);
  const struct tn_chapter *c = chapters->pdata[0];
  cr_assert_eq(c->ranks->len, 2);
  cr_assert_eq(c->sizes->len, 3);
  cr_assert_str_eq(tn_chapter_winner(c, 1, 0)->first->algorithm, "chain");
  cr_assert_str_eq(tn_chapter_winner(c, 1, 1)->first->algorithm, "linear");
  cr_assert_null(tn_chapter_winner(c, 0, 2));
}

Test(chapters, say_what_tells_them_apart)
{
  g_autoptr(GPtrArray) rows = rows_of(HEADER ROW(
      "8", "chain", "", "1024",
      "10") "sim,0.1.0,knl,linux-6,base,8,core,0,no,bcast,chain,,cma,batched,single,unchanged,"
            "none,1,,1024,9\n"
            "sim,0.1.0,ig,paper,base,8,core,0,no,bcast,chain,,cma,batched,single,unchanged,"
            "none,1,,1024,9\n");
  g_autoptr(GPtrArray) chapters = chapters_of(rows);
  cr_assert_eq(chapters->len, 3);
  cr_assert_str_eq(((const struct tn_chapter *)chapters->pdata[0])->context, "kernel paper");
  cr_assert_str_eq(((const struct tn_chapter *)chapters->pdata[1])->context, "kernel linux-6");
  cr_assert_str_eq(((const struct tn_chapter *)chapters->pdata[2])->context, "");
}

Test(finding, compares_with_a_librarys_default)
{
  g_autoptr(GPtrArray) rows = rows_of(two_ranks);
  g_autoptr(GPtrArray) chapters = chapters_of(rows);
  const struct tn_headline finding = tn_headline_of(chapters->pdata[0]);
  cr_assert_str_eq(finding.text,
                   "At 16K with 64 ranks on knl, Open MPI’s default takes 2.5 times as "
                   "long for bcast (the fastest: linear). With 64 ranks, linear (cma) "
                   "is the fastest bcast from 4K.");
  cr_assert_float_eq(finding.gain, 2.5, 1e-9);
  g_free(finding.text);
}

Test(finding, names_the_next_best_without_libraries)
{
  g_autoptr(GPtrArray) rows =
      rows_of(HEADER ROW("8", "chain", "", "1024", "10") ROW("8", "linear", "", "1024", "15"));
  g_autoptr(GPtrArray) chapters = chapters_of(rows);
  const struct tn_headline finding = tn_headline_of(chapters->pdata[0]);
  cr_assert_str_eq(finding.text, "On knl with 8 ranks, chain (cma) is the fastest bcast at 1K; the "
                                 "next best, linear, takes 50 % longer.");
  g_free(finding.text);
}

static double error_of_20_percent(const void *data, const struct tn_row *row)
{
  (void)data;
  (void)row;
  return 0.2;
}

/* A margin of 10 % is no result if predictions had errors of 20 %. */
Test(finding, is_none_within_the_known_error)
{
  g_autoptr(GPtrArray) rows =
      rows_of(HEADER ROW("8", "chain", "", "1024", "10") ROW("8", "linear", "", "1024", "11"));
  const struct tn_tune_terms terms = { .known_error = error_of_20_percent };
  g_autoptr(GPtrArray) chapters = tn_chapters_new(rows, &terms, NULL);
  const struct tn_headline finding = tn_headline_of(chapters->pdata[0]);
  cr_assert(strstr(finding.text, "by no more than noise or the known error"), "%s", finding.text);
  cr_assert_not(tn_winner_is_sure(tn_chapter_winner(chapters->pdata[0], 0, 0)));
  g_free(finding.text);
}

/* The choice of the largest doubt comes first, and none twice. */
Test(brief, measures_close_choices_first)
{
  g_autoptr(GPtrArray) rows =
      rows_of(HEADER ROW("8", "chain", "", "1024", "10") ROW("8", "linear", "", "1024", "14")
                  ROW("8", "chain", "", "1048576", "10") ROW("8", "linear", "", "1048576", "10.3"));
  g_autoptr(GPtrArray) chapters = chapters_of(rows);
  g_autoptr(GArray) next = tn_next_measurements(chapters, 3);
  cr_assert_eq(next->len, 2);
  const struct tn_next_measurement *first = &g_array_index(next, struct tn_next_measurement, 0);
  const struct tn_next_measurement *second = &g_array_index(next, struct tn_next_measurement, 1);
  cr_expect_eq(first->winner->size, 1048576);
  cr_expect_str_eq(first->rival->algorithm, "linear");
  cr_expect(first->chance > 0.3 && first->chance < 0.5, "%g", first->chance);
  cr_expect_eq(second->winner->size, 1024);
  cr_expect(second->chance > 0 && second->chance < 0.3, "%g", second->chance);
  g_autofree char *command = tn_measure_command(first->winner, first->rival);
  cr_expect_str_eq(command, "turnstile measure -c bcast -a chain,linear -n 8 -s 1M");
}

Test(again, gives_the_command)
{
  g_autoptr(GPtrArray) rows = rows_of(HEADER ROW("8", "k-nomial", "throttle=2", "1024", "10")
                                          ROW("8", "k-nomial", "throttle=4", "1024", "11")
                                              ROW("16", "direct-read", "", "2048", "15")
                                                  ROW("16", "direct-read", "", "5000", "9"));
  g_autoptr(GPtrArray) chapters = chapters_of(rows);
  assert_text(tn_chapter_command(chapters->pdata[0], NULL, NULL),
              "turnstile sweep -p knl -c bcast -a k-nomial,direct-read -P throttle=2,4 -n 8,16 "
              "-s 1K..2K,5000 --kernel paper --backing base");
}

/* Names from a file that rows do not have are not printed as words for a shell. */
Test(again, leaves_out_strange_names)
{
  g_autoptr(GPtrArray) rows = rows_of(
      HEADER
      "sim,0.1.0,knl,paper,base,8,core,0,no,bcast,chain,,cma,batched,single,unchanged,none,1,"
      "x;$(id)=1;output=/tmp/x;alpha=2us;repetitions=3,1024,10\n");
  g_autoptr(GPtrArray) chapters = chapters_of(rows);
  assert_text(tn_chapter_command(chapters->pdata[0], NULL, NULL),
              "turnstile sweep -p knl -c bcast -a chain -n 8 -s 1K --kernel paper --backing base "
              "--set alpha=2us --repetitions 3");
}

static char *page_of(const char *text)
{
  g_autoptr(GPtrArray) rows = rows_of(text), files = g_ptr_array_new();
  g_autoptr(GPtrArray) platforms = g_ptr_array_new();
  GError *error = NULL;
  g_ptr_array_add(files, "x.csv");
  const struct tn_report report = { .rows = rows, .files = files, .platforms = platforms };
  char *page = tn_report_page(&report, &error);
  cr_assert(page, "%s", error ? error->message : "");
  return page;
}

#define HEADER_AND(columns)                                                                        \
  "source,platform,kernel,backing,ranks,collective,algorithm,params,mechanism,size_bytes,avg_"     \
  "us," columns "\n"
#define ROW_AND(algorithm, size, avg, values)                                                      \
  "sim,knl,paper,base,8,bcast," algorithm ",,cma," size "," avg "," values "\n"

/* For one of two decisions the errors exceed its margin. */
Test(page, counts_open_decisions)
{
  g_autofree char *page =
      page_of(HEADER_AND("low_us,high_us") ROW_AND("chain", "1024", "10", "9,12")
                  ROW_AND("linear", "1024", "13", "11,15") ROW_AND("chain", "2048", "10", "9,12")
                      ROW_AND("linear", "2048", "30", "25,36"));
  cr_assert(strstr(page, "Of 2 decisions with known errors, 1 is open"));
  cr_assert(strstr(page, "−10 to +20 %"));
  cr_assert(strstr(page, "--uncertainty --format csv -o rows-1.csv"));
}

/* A library's choice under its own names. */
Test(page, tells_what_libraries_take)
{
  g_autofree char *page =
      page_of(HEADER_AND("decision") ROW_AND("chain", "1024", "10", "")
                  ROW_AND("library:ompi", "1024", "13", "knomial = knomial-p2p")
                      ROW_AND("library:ompi", "2048", "13", "knomial ~ binomial;x=1")
                          ROW_AND("library:ompi", "4096", "13", "pipeline = pipeline"));
  cr_assert(strstr(page, "Open MPI’s default, 8 ranks</th>"));
  cr_assert(strstr(page, "<td>knomial = knomial-p2p</td><td class=\"n hot\">30.0 %</td>"));
}

Test(page, is_the_same_each_time)
{
  g_autofree char *first = page_of(two_ranks), *second = page_of(two_ranks);
  cr_assert_str_eq(first, second);
  cr_assert(strstr(first, "<svg"));
}

Test(page, says_that_there_are_no_rows)
{
  g_autofree char *page = page_of(HEADER);
  cr_assert(strstr(page, "<h1>No rows</h1>"));
}

/* Names from a file are escaped. */
Test(page, escapes_names)
{
  g_autofree char *page = page_of(HEADER ROW("8", "<script>x</script>", "\"a=\"\"&1\"", "1024",
                                             "10") ROW("8", "</style>", "", "2048", "10"));
  cr_assert_null(strstr(page, "<script"));
  cr_assert(strstr(page, "&lt;script&gt;"));
}

/* As many sizes, ranks and algorithms as rows: the drawing is bounded. */
Test(page, stays_bounded)
{
  g_autoptr(GString) text = g_string_new(HEADER);
  for (int i = 0; i < 10000; i++)
    g_string_append_printf(text,
                           "sim,0.1.0,p%d,paper,base,%d,core,0,no,bcast,a%d,k=%d,cma,batched,"
                           "single,unchanged,none,1,,%d,%d.5\n",
                           i % 300, 1 + i % 997, i % 40, i % 13, 1 + i / 3, 1 + i % 91);
  g_autofree char *page = page_of(text->str);
  cr_assert_lt(strlen(page), 4u << 20);
}

/* Values outside an axis are not drawn; names in a legend do not overlap and are inside the
 * figure. */
Test(figure, draws_what_has_a_place_and_names_all)
{
  struct tn_figure *f = tn_figure_new(200, 100);
  g_autoptr(GString) s = g_string_new(NULL);
  g_autofree char *name = g_strnfill(60, 'w');
  f->x.kind = TN_AXIS_SIZES;
  f->y.kind = TN_AXIS_DECADES;
  for (int i = 0; i < 3; i++) {
    struct tn_series *series = tn_figure_add(f, name, TN_DRAW_LINE, i);
    tn_series_spot(series, 1024, 1e-6);
    tn_series_spot(series, 0, 1e-6);
    tn_series_spot(series, 4096, NAN);
    tn_series_spot(series, 4096, 2e-6);
  }
  tn_figure_append(s, f);
  cr_assert_null(strstr(s->str, "nan"));
  cr_assert_null(strstr(s->str, "inf"));
  const char *line = strstr(s->str, "line s0");
  while (*line != 'M')
    line--;
  cr_assert_eq(strchr(strchr(line, 'L') + 1, 'L') > strchr(line, '"'), 1, "two spots");
  double last = -INFINITY;
  const char *text = s->str;
  for (int i = 0; i < 3; i++) {
    text = strstr(text + 1, name);
    const char *y = g_strrstr_len(s->str, text - s->str, " y=\"");
    cr_assert_geq(g_ascii_strtod(y + 4, NULL), last + 12);
    last = g_ascii_strtod(y + 4, NULL);
  }
  const char *box = strstr(s->str, "viewBox=\"0 0 ");
  char *height = NULL;
  cr_assert_gt(g_ascii_strtod(box + 13, &height), 60 * 7);
  cr_assert_gt(g_ascii_strtod(height, NULL), last);
  tn_figure_free(f);
}
