/* Rows read back, winners among them, and the scripts of pictures. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "figure_text.h"
#include "plan/options.h"
#include "plot/plot.h"
#include "rows_text.h"
#include "tuning/tune_text.h"

#define HEADER "platform,kernel,ranks,collective,algorithm,params,size_bytes,avg_us,span_us\n"
#define ROW(algorithm, params, size, avg)                                                          \
  "knl,paper,64,scatter," algorithm "," params "," size "," avg ",9\n"

static void refuse_rows(const char *text, const char *message)
{
  GPtrArray *rows = tn_rows_new();
  GError *error = NULL;
  cr_assert_not(tn_rows_parse(rows, "x.csv", text, strlen(text), &error));
  cr_assert(g_str_has_prefix(error->message, message), "\"%s\"", error->message);
  cr_assert_null(strchr(error->message, '\n'));
  g_error_free(error);
  g_ptr_array_unref(rows);
}

Test(rows, go_by_name_in_any_order)
{
  GPtrArray *rows = rows_of("avg_us,other,size_bytes,params,algorithm,collective,ranks,kernel,"
                            "platform\r\n1.5,\"a,\"\"b\"\"\nc\",4096,throttle=4;segment=64,x,"
                            "scatter,8,paper,knl");
  cr_assert_eq(rows->len, 1);
  const struct tn_row *row = rows->pdata[0];
  cr_assert_float_eq(row->avg, 1.5e-6, 0);
  cr_assert_eq(row->ranks, 8);
  cr_assert_eq(row->size, 4096);
  cr_assert_str_eq(row->algorithm, "x");
  cr_assert(isnan(row->span));
  g_autofree char *segment = tn_row_value(row, "segment");
  cr_assert_str_eq(segment, "64");
  cr_assert_null(tn_row_value(row, "seg"));
  g_ptr_array_unref(rows);
}

Test(rows, refuse_what_is_malformed)
{
  refuse_rows("", "x.csv:1: no column platform");
  refuse_rows("a,b\n1,2\n", "x.csv:1: no column platform");
  refuse_rows("platform,platform\n", "x.csv:1: the column platform occurs twice");
  refuse_rows(HEADER "knl\n", "x.csv:2: 1 fields, but the header has 9");
  refuse_rows(HEADER ROW("a", "", "64K", "1"),
              "x.csv:2: size_bytes: \"64K\" is not a whole number");
  refuse_rows(HEADER ROW("a", "", "64", "nan"), "x.csv:2: avg_us: \"nan\"");
  refuse_rows(HEADER ROW("a", "", "64", ""), "x.csv:2: avg_us is empty");
  refuse_rows(HEADER ROW("\"a\"b", "", "64", "1"), "x.csv:2: a quoted field continues");
  refuse_rows(HEADER ROW("a\"b", "", "64", "1"), "x.csv:2: a quote inside a field");
  refuse_rows(HEADER ROW("a", "", "64", "1") "\"", "x.csv:3: a quote is never closed");
}

static const struct tn_winner *range(const GArray *ranges, guint i)
{
  return &g_array_index(ranges, struct tn_winner, i);
}

Test(tune, merges_neighbours_with_one_winner)
{
  GPtrArray *rows = rows_of(HEADER ROW("a", "k=2", "4096", "30") ROW("b", "", "4096", "36")
                                ROW("a", "k=2", "1024", "10") ROW("a", "k=4", "1024", "10.1")
                                    ROW("b", "", "1024", "15") ROW("a", "k=2", "8192", "50")
                                        ROW("b", "", "8192", "40"));
  GArray *ranges = tn_tune(rows, TN_OBJECTIVE_AVG, NULL);
  cr_assert_eq(ranges->len, 2);
  cr_assert_eq(range(ranges, 0)->first->size, 1024);
  cr_assert_eq(range(ranges, 0)->last->size, 4096);
  cr_assert_str_eq(range(ranges, 0)->first->params->text, "k=2");
  cr_assert_str_eq(range(ranges, 0)->second->algorithm, "b");
  cr_assert_float_eq(range(ranges, 0)->margin_min, 0.2, 1e-12);
  cr_assert_float_eq(range(ranges, 0)->margin_max, 0.5, 1e-12);
  cr_assert_eq(range(ranges, 0)->n_sizes, 2);
  cr_assert_eq(range(ranges, 0)->n_candidates, 2);
  cr_assert_str_eq(range(ranges, 1)->first->algorithm, "b");
  cr_assert_float_eq(range(ranges, 1)->margin_min, 0.25, 1e-12);
  g_array_unref(ranges);
  g_ptr_array_unref(rows);
}

Test(tune, says_when_there_is_no_difference)
{
  GPtrArray *rows = rows_of(HEADER ROW("a", "", "1024", "100") ROW("b", "", "1024", "101.9")
                                ROW("a", "", "2048", "100") ROW("b", "", "2048", "102.1")
                                    ROW("a", "", "4096", "100") ROW("b", "", "4096", "100")
                                        ROW("a", "", "8192", "100"));
  GArray *ranges = tn_tune(rows, TN_OBJECTIVE_AVG, NULL);
  cr_assert_eq(ranges->len, 4);
  cr_assert_not(range(ranges, 0)->differs);
  cr_assert(range(ranges, 1)->differs);
  cr_assert_not(range(ranges, 2)->differs);
  cr_assert_str_eq(range(ranges, 2)->first->algorithm, "a");
  cr_assert(range(ranges, 3)->differs);
  cr_assert_null(range(ranges, 3)->second);
  cr_assert(isnan(range(ranges, 3)->margin_min));
  g_array_unref(ranges);
  g_ptr_array_unref(rows);
}

Test(tune, names_a_rival_for_all_sizes_only_when_it_is_one)
{
  GPtrArray *rows = rows_of(HEADER ROW("a", "", "1024", "10") ROW("b", "", "1024", "20")
                                ROW("c", "", "1024", "30") ROW("a", "", "2048", "10")
                                    ROW("b", "", "2048", "30") ROW("c", "", "2048", "15"));
  const struct tn_tune_page page = { 0 };
  GArray *ranges = tn_tune(rows, TN_OBJECTIVE_AVG, NULL);
  struct tn_document *d = tn_document_new(TN_OUT_TEXT);
  cr_assert_eq(ranges->len, 1);
  cr_assert_not(range(ranges, 0)->same_second);
  g_autoptr(GPtrArray) remarks = g_ptr_array_new_with_free_func(g_free);
  tn_tune_write(d, ranges, NULL, &page, remarks);
  char *text = tn_document_text(d);
  cr_assert(
      strstr(text,
             "\n  size    winner  mechanism  parameters      time, us  margin\n"
             "  1K..2K  a                              10.00..10.00  b and others take 1.5..2 "
             "times as long\n"),
      "%s", text);
  free(text);
  g_array_unref(ranges);
  g_ptr_array_unref(rows);
}

Test(tune, keeps_contexts_apart)
{
  GPtrArray *rows = rows_of(HEADER ROW(
      "a", "", "1024", "10") "knl,linux-6,64,scatter,b,,1024,5,4\n" ROW("c", "", "1024", "20"));
  GArray *ranges = tn_tune(rows, TN_OBJECTIVE_AVG, NULL);
  cr_assert_eq(ranges->len, 2);
  cr_assert_str_eq(range(ranges, 0)->first->kernel, "paper");
  cr_assert_str_eq(range(ranges, 1)->first->kernel, "linux-6");
  cr_assert_not(tn_row_context_equal(range(ranges, 0)->first, range(ranges, 1)->first));
  g_array_unref(ranges);
  g_ptr_array_unref(rows);
}

/* Returns the output of tn_tune_write_columns. Transfer full. */
static char *by_column(const GPtrArray *rows, const char *column)
{
  GArray *ranges = tn_tune(rows, TN_OBJECTIVE_AVG, NULL);
  struct tn_document *d = tn_document_new(TN_OUT_TEXT);
  tn_tune_write_columns(d, ranges, column, TN_OBJECTIVE_AVG);
  char *text = tn_document_text(d);
  g_array_unref(ranges);
  return text;
}

Test(tune, puts_contexts_beside_each_other)
{
  GPtrArray *rows = rows_of(HEADER ROW("a", "k=2", "1024", "10") ROW("a", "k=2", "2048", "10")
                                ROW("b", "", "4096", "10") "knl,linux-6,64,scatter,c,,1024,5,4\n"
                                                           "knl,linux-6,64,scatter,d,,2048,5,4\n"
                                                           "knl,linux-6,64,scatter,d,,4096,5,4\n"
                                                           "knl,linux-6,64,gather,d,,64,5,4\n");
  char *text = by_column(rows, "kernel");
  cr_assert(strstr(text, "  size          paper  linux-6\n"
                         "  1K            a k=2  c\n"
                         "  2K            a k=2  d\n"
                         "  4K            b      d\n"),
            "%s", text);
  cr_assert(strstr(text, "\n\ngather on knl"), "%s", text);
  free(text);
  text = by_column(rows, "ranks");
  cr_assert(strstr(text, "  1K..2K        a k=2\n  4K            b\n"), "%s", text);
  free(text);
  g_ptr_array_unref(rows);
}

Test(tune, follows_the_objective)
{
  GPtrArray *rows = rows_of(HEADER "knl,paper,64,scatter,a,,1024,10,30\n"
                                   "knl,paper,64,scatter,b,,1024,12,20\n");
  GArray *by_avg = tn_tune(rows, TN_OBJECTIVE_AVG, NULL);
  GArray *by_span = tn_tune(rows, TN_OBJECTIVE_SPAN, NULL);
  cr_assert_str_eq(range(by_avg, 0)->first->algorithm, "a");
  cr_assert_str_eq(range(by_span, 0)->first->algorithm, "b");
  cr_assert_float_eq(range(by_span, 0)->margin_min, 0.5, 1e-12);
  g_array_unref(by_avg);
  g_array_unref(by_span);
  g_ptr_array_unref(rows);
}

Test(tune, refuses_what_cannot_be_compared)
{
  GPtrArray *twice = rows_of(HEADER ROW("a", "", "64", "1") ROW("a", "", "64", "2"));
  GPtrArray *without = rows_of(HEADER "knl,paper,64,scatter,a,,1024,10,\n");
  GError *error = NULL;
  cr_assert_null(tn_tune(twice, TN_OBJECTIVE_AVG, &error));
  cr_assert(strstr(error->message, "twice"), "%s", error->message);
  g_clear_error(&error);
  cr_assert_null(tn_tune(without, TN_OBJECTIVE_SPAN, &error));
  cr_assert(strstr(error->message, "no span_us"), "%s", error->message);
  g_clear_error(&error);
  g_ptr_array_unref(twice);
  g_ptr_array_unref(without);
}

/* Returns the text of a figure of the rows. Transfer full. */
static char *shown(const GPtrArray *rows, enum tn_plot_kind kind, const char *of)
{
  const struct tn_picture picture = { .kind = kind, .of = of };
  g_autoptr(GPtrArray) figures = in_array(tn_plot_figure_new(&picture, rows, NULL));
  return figure_text(figures);
}

Test(plot, parts_lines_by_what_differs)
{
  GPtrArray *rows =
      rows_of(HEADER ROW("a", "throttle=1", "64", "1") ROW("a", "throttle=2", "64", "4")
                  ROW("a", "throttle=1", "128", "3") ROW("a", "throttle=2", "128", "2"));
  g_autofree char *latency = shown(rows, TN_PLOT_LATENCY, NULL);
  cr_assert(strstr(latency, "\nthrottle=1: 64 1, 128 3\nthrottle=2: 64 4, 128 2\n"), "%s", latency);
  cr_assert(strstr(latency, "\nfastest: 64 1, 128 2\n"), "%s", latency);
  g_autofree char *relative = shown(rows, TN_PLOT_RELATIVE, NULL);
  cr_assert(strstr(relative, ": 1 1, 2 0.25\n"), "%s", relative);
  cr_assert(strstr(relative, ": 1 1, 2 1.5\n"), "%s", relative);
  g_ptr_array_unref(rows);
}

Test(plot, slowdown_is_over_the_least_at_each_size)
{
  GPtrArray *rows =
      rows_of(HEADER ROW("a", "throttle=1", "64", "1") ROW("a", "throttle=2", "64", "4")
                  ROW("a", "throttle=1", "128", "3") ROW("a", "throttle=2", "128", "2"));
  g_autofree char *text = shown(rows, TN_PLOT_SLOWDOWN, NULL);
  cr_assert(strstr(text, ": 64 1, 128 1.5\n"), "%s", text);
  cr_assert(strstr(text, ": 64 4, 128 1\n"), "%s", text);
  cr_assert_null(strstr(text, "fastest"));
  g_ptr_array_unref(rows);
}

Test(plot, marks_the_fastest_only_among_ways_to_do_one_thing)
{
  GPtrArray *rows = rows_of(HEADER "knl,paper,64,scatter,a,,64,1,1\n"
                                   "knl,linux-6,64,scatter,a,,64,2,2\n");
  g_autofree char *text = shown(rows, TN_PLOT_LATENCY, NULL);
  cr_assert(g_str_has_prefix(text, "= scatter, a on knl, 64 ranks\n"), "%s", text);
  cr_assert_null(strstr(text, "fastest"));
  g_ptr_array_unref(rows);
}

Test(plot, legends_name_only_parameters_that_vary)
{
  GPtrArray *rows =
      rows_of(HEADER ROW("a", "segment=512;throttle=1", "64", "1")
                  ROW("a", "segment=512;throttle=2", "64", "4") ROW("b", "segment=16384", "64", "3")
                      ROW("b", "segment=16384", "128", "3"));
  g_autofree char *latency = shown(rows, TN_PLOT_LATENCY, NULL);
  cr_assert(strstr(latency, "\na, throttle=2:") && strstr(latency, "\nb:"), "%s", latency);
  cr_assert(g_str_has_prefix(latency, "= scatter on knl, 64 ranks\n"
                                      "a segment=512; b segment=16384; kernel paper\n"),
            "%s", latency);
  g_ptr_array_unref(rows);
}

Test(plot, refuses_what_it_cannot_show)
{
  GPtrArray *rows = rows_of(HEADER ROW("a", "", "64", "1"));
  GError *error = NULL;
  struct tn_picture picture = { .kind = TN_PLOT_LATENCY, .by = "nonsense" };
  cr_assert_null(tn_plot_figure_new(&picture, rows, &error));
  cr_assert(strstr(error->message, "nonsense"), "%s", error->message);
  g_clear_error(&error);
  picture = (struct tn_picture){ .kind = TN_PLOT_PARTS };
  cr_assert_null(tn_plot_figure_new(&picture, rows, &error));
  cr_assert(strstr(error->message, "no parts"), "%s", error->message);
  g_clear_error(&error);
  g_ptr_array_unref(rows);
}

Test(plot, shares_fill_their_bars)
{
  GPtrArray *rows = rows_of("platform,kernel,ranks,collective,algorithm,params,size_bytes,avg_us,"
                            "span_us,lock_us,copy_us\n"
                            "knl,paper,2,pattern,pairs,,1024,4,4,1,3\n"
                            "knl,paper,2,pattern,pairs,,2048,500,500,500,0\n");
  g_autofree char *text = shown(rows, TN_PLOT_PARTS, "percent");
  cr_assert(strstr(text, "\nlock: [0 25 -0.4 0.4 L] [0 100 0.6 1.4 L]\n"), "%s", text);
  cr_assert(strstr(text, "\ncopy: [25 100 -0.4 0.4 C]\n"), "%s", text);
  cr_assert(strstr(text, "\nlabels: 1K|2K\n"), "%s", text);
  g_ptr_array_unref(rows);
}

/* Defaults and values that all bars share are not printed. */
Test(plot, counts_messages_by_distance)
{
  GPtrArray *rows = rows_of("platform,kernel,ranks,mapping,collective,algorithm,params,size_bytes,"
                            "avg_us,inter_package,inter_numa,intra_numa\n"
                            "knl,paper,9,core,bcast,knomial-p2p,radix=4,1024,4,0,2,6\n"
                            "knl,paper,9,numa,bcast,knomial-p2p,radix=4,1024,4,0,5,3\n");
  g_autofree char *text = shown(rows, TN_PLOT_PARTS, "messages");
  cr_assert(strstr(text, "\nto another domain: [0 2 -0.4 0.4] [0 5 0.6 1.4]\n"), "%s", text);
  cr_assert(strstr(text, "\nwithin a domain: [2 8 -0.4 0.4] [5 8 0.6 1.4]\n"), "%s", text);
  cr_assert(strstr(text, "\nlabels: mapping core|mapping numa\n"), "%s", text);
  cr_assert_null(strstr(text, "to another package"));
  cr_assert(g_str_has_prefix(text, "= bcast, knomial-p2p on knl, 9 ranks\n"), "%s", text);
  g_ptr_array_unref(rows);
}
