/* The decisions of a report with the smallest margins, and the figure of the parameters they depend
 * on. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "figure_text.h"
#include "report/close_decisions.h"
#include "report/page.h"
#include "report/report.h"
#include "rows_text.h"

#define HEADER                                                                                     \
  "source,version,platform,kernel,backing,ranks,mapping,root,in_place,collective,algorithm,"       \
  "params,mechanism,law,protocol,buffers,noise,seed,overrides,size_bytes,avg_us\n"

#define ROW(collective, algorithm, size, avg)                                                      \
  "sim,0.1.0,knl,paper,base,8,core,0,no," collective "," algorithm                                 \
  ",,cma,batched,single,unchanged,none,1,," size "," avg "\n"

static GPtrArray *chapters_of(const GPtrArray *rows, const struct tn_tune_terms *terms)
{
  GError *error = NULL;
  GPtrArray *chapters = tn_chapters_new(rows, terms, &error);
  cr_assert(chapters, "%s", error ? error->message : "");
  return chapters;
}

/* At 1K a tie; at 2K one with exactly the winner's time, and one 50 % slower; at 4K one 10 %
 * slower. Another collective has a library's decision 30 % slower. */
static const char close_ones[] =
    HEADER ROW("bcast", "chain", "1024", "10") ROW("bcast", "linear", "1024", "10.1")
        ROW("bcast", "chain", "2048", "10") ROW("bcast", "linear", "2048", "10")
            ROW("bcast", "binomial", "2048", "15") ROW("bcast", "chain", "4096", "22")
                ROW("bcast", "linear", "4096", "20") ROW("bcast", "binomial", "4096", "40")
                    ROW("scatter", "linear", "64", "10") ROW("scatter", "library:ompi", "64", "13");

static const struct tn_close_decision *close_decision_at(const GArray *close_decision, guint i)
{
  cr_assert_lt(i, close_decision->len);
  return &g_array_index(close_decision, struct tn_close_decision, i);
}

Test(close_decision, are_by_margin_one_of_each_chapter)
{
  g_autoptr(GPtrArray) rows = rows_of(close_ones);
  const struct tn_tune_terms terms = { .objective = TN_OBJECTIVE_AVG };
  g_autoptr(GPtrArray) chapters = chapters_of(rows, &terms);
  g_autoptr(GArray) close_decision = tn_close_decisions_of(chapters);
  cr_assert_eq(close_decision->len, 2);
  const struct tn_close_decision *first = close_decision_at(close_decision, 0),
                                 *second = close_decision_at(close_decision, 1);
  cr_assert_str_eq(first->winner->algorithm, "linear");
  cr_assert_str_eq(first->rival->algorithm, "chain");
  cr_assert_eq(first->winner->size, 4096);
  cr_assert_float_eq(first->margin, 0.1, 1e-9);
  cr_assert_not(first->is_open);
  cr_assert_str_eq(second->rival->algorithm, "library:ompi");
  g_autoptr(GPtrArray) between = tn_close_decision_rows(first);
  cr_assert_eq(between->len, 3);
  cr_assert_str_eq(((const struct tn_row *)between->pdata[2])->algorithm, "binomial");
}

static double error_of_scatter(const void *data, const struct tn_row *row)
{
  (void)data;
  return strcmp(row->collective, "scatter") == 0 ? 0.4 : 0.05;
}

Test(close_decision, begin_with_those_within_the_known_error)
{
  g_autoptr(GPtrArray) rows = rows_of(close_ones);
  const struct tn_tune_terms terms = { .known_error = error_of_scatter };
  g_autoptr(GPtrArray) chapters = chapters_of(rows, &terms);
  g_autoptr(GArray) close_decision = tn_close_decisions_of(chapters);
  cr_assert_str_eq(close_decision_at(close_decision, 0)->winner->collective, "scatter");
  cr_assert(close_decision_at(close_decision, 0)->is_open);
  cr_assert_not(close_decision_at(close_decision, 1)->is_open);
}

/* An algorithm with exactly the winner's time is no rival; a tie is no decision. */
Test(close_decision, are_no_twins_and_no_ties)
{
  g_autoptr(GPtrArray) rows =
      rows_of(HEADER ROW("bcast", "chain", "1024", "10") ROW("bcast", "linear", "1024", "10.1")
                  ROW("bcast", "chain", "2048", "10") ROW("bcast", "linear", "2048", "10")
                      ROW("bcast", "binomial", "2048", "15"));
  const struct tn_tune_terms terms = { .objective = TN_OBJECTIVE_AVG };
  g_autoptr(GPtrArray) chapters = chapters_of(rows, &terms);
  g_autoptr(GArray) close_decision = tn_close_decisions_of(chapters);
  cr_assert_eq(close_decision->len, 1);
  cr_assert_eq(close_decision_at(close_decision, 0)->winner->size, 2048);
  cr_assert_str_eq(close_decision_at(close_decision, 0)->rival->algorithm, "binomial");
  g_autoptr(GPtrArray) between = tn_close_decision_rows(close_decision_at(close_decision, 0));
  cr_assert_eq(between->len, 2);
}

/* From 10 % to -10 % and to 30 %; the area of another winner ends at 0. */
Test(tornado, has_bars_from_the_lead)
{
  const struct tn_influence influences[] = {
    { .param = TN_P_ALPHA, .flips = true, .down = -0.1, .up = 0.3 },
    { .param = TN_P_GAMMA_B, .down = NAN, .up = 0.2 },
  };
  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof influences[0]);
  g_array_append_vals(all, influences, G_N_ELEMENTS(influences));
  const struct tn_decision_point d = { .lead = 0.1, .influences = all };
  struct tn_figure *f = tn_tornado_new(&d);
  g_autoptr(GPtrArray) figures = tn_figures_of(f);
  g_autofree char *text = figure_text(figures);
  cr_assert_str_eq(f->y.labels->pdata[0], "! alpha");
  cr_assert_str_eq(f->y.labels->pdata[1], "gamma_b");
  cr_assert(strstr(text, ": [-12 0 -0.5 1.5 another wins]\n"), "%s", text);
  cr_assert(strstr(text, ": [10 -10 -0.37 -0.01 −]\n"), "%s", text);
  cr_assert(strstr(text, ": [10 30 0.01 0.37 +] [10 20 1.01 1.37 +]\n"), "%s", text);
}

/* Returns the first number of that name behind `from`. */
static double number_of(const char *from, const char *name)
{
  g_autofree char *begin = g_strdup_printf(" %s=\"", name);
  const char *at = strstr(from, begin);
  cr_assert(at, "no %s", name);
  return g_ascii_strtod(at + strlen(begin), NULL);
}

Test(figure, draws_boxes_at_scale)
{
  struct tn_figure *f = tn_figure_new(200, 100);
  struct tn_series *series = tn_figure_add(f, "a & b", 0, 0);
  g_autoptr(GString) s = g_string_new(NULL);
  f->description = "x & y";
  f->x.low = 0;
  f->x.high = 40;
  tn_series_box(series, (struct tn_box){ .x0 = 10, .x1 = 0, .y1 = 1 });
  tn_series_box(series, (struct tn_box){ .x0 = 10, .x1 = 40, .y1 = 1 });
  tn_figure_append(s, f);
  cr_assert(strstr(s->str, "aria-label=\"x &amp; y\"") && strstr(s->str, ">a &amp; b</text>"));
  const char *left = strstr(s->str, "<rect"), *right = strstr(left + 1, "<rect");
  cr_assert_float_eq(number_of(left, "x"), 0, 0.2);
  cr_assert_float_eq(number_of(left, "width"), 50, 0.2);
  cr_assert_float_eq(number_of(right, "x"), 50, 0.2);
  cr_assert_float_eq(number_of(right, "width"), 150, 0.2);
  tn_figure_free(f);
}

/* Without a simulator these decisions are counted only. */
Test(close_decision, counts_decisions_that_are_not_taken_again)
{
  g_autoptr(GPtrArray) rows = rows_of(close_ones), files = g_ptr_array_new();
  g_autoptr(GPtrArray) platforms = g_ptr_array_new();
  const struct tn_report report = { .rows = rows, .files = files, .platforms = platforms };
  g_autofree char *page = tn_report_page(&report, NULL);
  cr_assert(page);
  cr_assert(strstr(page, "2 close decisions are not shown"));
}
