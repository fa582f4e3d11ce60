/* Necessary information on a page of winners: mechanism, state of the buffers, time of the
 * reference, owner of a tie. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure_text.h"
#include "plot/plot.h"
#include "rows_text.h"
#include "tuning/tune_text.h"

#define HEADER                                                                                     \
  "source,platform,kernel,backing,ranks,collective,algorithm,params,mechanism,protocol,buffers,"   \
  "size_bytes,avg_us,calls,avg_median_us\n"
#define ROW(algorithm, mechanism, buffers, size, avg)                                              \
  "sim,knl,paper,base,64,bcast," algorithm ",," mechanism ",single," buffers "," size "," avg      \
  ",1,\n"

static const struct tn_winner *winner(const GArray *winners, guint i)
{
  return &g_array_index(winners, struct tn_winner, i);
}

static char *page_of(const GPtrArray *rows, const char *reference)
{
  const struct tn_tune_terms terms = { .reference = reference };
  g_autoptr(GArray) winners = tn_tune_by(rows, &terms, NULL);
  struct tn_other_states *states = tn_other_states_new(rows, NULL, TN_OBJECTIVE_AVG);
  const struct tn_tune_page page = { .reference = reference, .states = states, .has_notes = true };
  struct tn_document *d = tn_document_new(TN_OUT_TEXT);
  g_autoptr(GPtrArray) remarks = g_ptr_array_new_with_free_func(g_free);
  tn_tune_write(d, winners, NULL, &page, remarks);
  tn_document_remarks(d, remarks, true, NULL);
  char *text = tn_document_text(d);
  tn_other_states_free(states);
  return text;
}

Test(page, names_mechanism_and_surroundings)
{
  g_autoptr(GPtrArray) rows = rows_of(HEADER ROW("linear", "xpmem", "cold", "1024", "10")
                                          ROW("chain", "cma", "cold", "1024", "20"));
  char *text = page_of(rows, NULL);
  cr_assert(g_str_has_prefix(text, "bcast on knl, 64 ranks; kernel paper, backing base, buffers "
                                   "cold, protocol single, source sim;"),
            "%s", text);
  cr_assert(strstr(text, "  1K    linear  xpmem                     10.00          0.8 %  chain "
                         "takes 2 times as long\n"),
            "%s", text);
  free(text);
}

/* 192 ranks of an epyc-9654 took 3.61 us with unchanged buffers, 21.95 with rewritten ones. */
Test(page, tells_who_wins_with_other_buffers)
{
  g_autoptr(GPtrArray) rows = rows_of(HEADER ROW("linear", "xpmem", "unchanged", "1024", "2") ROW(
      "chain", "cma", "unchanged", "1024", "4") ROW("linear", "xpmem", "rewritten", "1024", "12")
                                          ROW("chain", "cma", "rewritten", "1024", "8")
                                              ROW("linear", "xpmem", "unchanged", "2048", "4")
                                                  ROW("linear", "xpmem", "rewritten", "2048", "4"));
  char *text = page_of(rows, NULL);
  cr_assert(strstr(text,
                   "\nwith buffers rewritten: the best takes 1.00..4.00 times as long; at 1K chain "
                   "(cma)"),
            "%s", text);
  cr_assert(strstr(text, "wins and linear\n  (xpmem) takes 50 % longer"), "%s", text);
  cr_assert(strstr(text, "with buffers unchanged: "), "%s", text);
  free(text);

  g_autoptr(GPtrArray) alone = rows_of(HEADER ROW("linear", "xpmem", "unchanged", "1024", "2"));
  text = page_of(alone, NULL);
  cr_assert_null(strstr(text, "with buffers"), "%s", text);
  free(text);
}

Test(page, holds_winners_against_a_reference)
{
  g_autoptr(GPtrArray) rows = rows_of(
      HEADER ROW("linear", "cma", "cold", "1024", "10") ROW("chain", "cma", "cold", "1024", "25")
          ROW("linear", "cma", "cold", "2048", "10") ROW("chain", "cma", "cold", "2048", "15")
              ROW("chain", "cma", "cold", "4096", "15"));
  const struct tn_tune_terms terms = { .reference = "chain" };
  g_autoptr(GArray) winners = tn_tune_by(rows, &terms, NULL);
  cr_assert_eq(winners->len, 2);
  cr_assert_str_eq(winner(winners, 0)->reference->algorithm, "chain");
  cr_assert_float_eq(winner(winners, 0)->reference_min, 1.5, 1e-12);
  cr_assert_float_eq(winner(winners, 0)->reference_max, 2.5, 1e-12);
  cr_assert_float_eq(winner(winners, 1)->reference_max, 1, 0);
  char *text = page_of(rows, "chain");
  cr_assert(strstr(text, "1.50..2.50x"), "%s", text);
  cr_assert(strstr(text, "\nchain: its time over the winner's\n"), "%s", text);
  free(text);
}

/* The gain of the winner and the loss of others are below the table if the rows have them. */
Test(page, explains_winner_rival_and_reference)
{
  g_autoptr(GPtrArray) rows = rows_of(
      "platform,kernel,ranks,collective,algorithm,params,mechanism,size_bytes,avg_us,span_us,"
      "startup_us,lock_us,copy_us,memory_us\n"
      "knl,paper,64,bcast,a,,cma,1024,10,12,1,2,8,1\nknl,paper,64,bcast,b,,cma,1024,20,22,1,2,18,"
      "1\n"
      "knl,paper,64,bcast,c,,cma,1024,30,32,1,2,28,1\nknl,paper,64,bcast,d,,cma,1024,40,42,1,2,38,"
      "1\n");
  char *text = page_of(rows, "d");
  cr_assert(strstr(text, "* fastest; 2 second-fastest\n  algorithm; r reference\n"), "%s", text);
  cr_assert(strstr(text, "\n      1K  * a (cma)                          10.00     12.00      2.00 "
                         "     8.00      1.00      1.00\n      1K  2 b (cma)  "),
            "%s", text);
  cr_assert(strstr(text, "\n      1K  r d (cma)  "), "%s", text);
  cr_assert_null(strstr(text, "c (cma)"), "%s", text);
  free(text);
}

/* A library's decision is one of the algorithms; as a winner its name would say nothing. */
Test(ties, do_not_go_to_a_library)
{
  g_autoptr(GPtrArray) rows = rows_of(HEADER ROW("library:ompi", "cma", "cold", "1024", "10") ROW(
      "chain", "cma", "cold", "1024", "10") ROW("library:ompi", "cma", "cold", "4096", "10")
                                          ROW("chain", "cma", "cold", "4096", "10.1")
                                              ROW("library:ompi", "cma", "cold", "65536", "10")
                                                  ROW("chain", "cma", "cold", "65536", "12"));
  g_autoptr(GArray) winners = tn_tune(rows, TN_OBJECTIVE_AVG, NULL);
  cr_assert_eq(winners->len, 2);
  cr_assert_str_eq(winner(winners, 0)->first->algorithm, "chain");
  cr_assert_eq(winner(winners, 0)->n_sizes, 2);
  cr_assert_not(winner(winners, 0)->differs);
  cr_assert_str_eq(winner(winners, 1)->first->algorithm, "library:ompi");
}

Test(objective, median_of_one_call_is_its_average)
{
  struct tn_row *row = tn_row_new(); /* as for simulated calls without noise, in any number */
  row->source = TN_SOURCE_SIM;
  row->avg = 3e-6;
  row->calls = 5;
  cr_assert_float_eq(tn_row_time(row, TN_OBJECTIVE_MEDIAN), 3e-6, 0);
  row->source = TN_SOURCE_MEASURED;
  cr_assert(isnan(tn_row_time(row, TN_OBJECTIVE_MEDIAN)), "not known of calls that differ");
  tn_row_free(row);
  g_autoptr(GPtrArray) rows =
      rows_of(HEADER ROW("linear", "cma", "cold", "1024",
                         "10") "sim,knl,paper,base,64,bcast,chain,,cma,single,cold,1024,9,3,11\n");
  g_autoptr(GArray) winners = tn_tune(rows, TN_OBJECTIVE_MEDIAN, NULL);
  cr_assert_not_null(winners);
  cr_assert_str_eq(winner(winners, 0)->first->algorithm, "linear");
  cr_assert_float_eq(winner(winners, 0)->margin_min, 0.1, 1e-12);
}

Test(shortlist, holds_the_best_row_of_the_fastest_algorithms)
{
  g_autoptr(GPtrArray) rows =
      rows_of(HEADER ROW("a", "cma", "cold", "64", "3") ROW("a", "xpmem", "cold", "64", "2")
                  ROW("b", "cma", "cold", "64", "1") ROW("c", "cma", "cold", "64", "4")
                      ROW("a", "cma", "cold", "128", "1"));
  const bool expected[] = { false, true, true, false, true };
  bool wanted[5] = { false };
  tn_tune_shortlist(rows, TN_OBJECTIVE_AVG, 2, wanted);
  cr_assert_arr_eq(wanted, expected, sizeof wanted);
}

/* The fastest time of a bcast is no reference for an alltoall. */
Test(picture, of_slowdowns_compares_a_collective_with_itself)
{
  g_autoptr(GPtrArray) rows =
      rows_of("platform,kernel,ranks,collective,algorithm,params,size_bytes,avg_us\n"
              "knl,paper,64,bcast,a,,64,1\nknl,paper,64,bcast,b,,64,2\n"
              "knl,paper,64,alltoall,c,,64,100\nknl,paper,64,alltoall,d,,64,300\n");
  const struct tn_picture picture = { .kind = TN_PLOT_SLOWDOWN };
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) figures = in_array(tn_plot_figure_new(&picture, rows, &error));
  cr_assert_not_null(figures, "%s", error ? error->message : "");
  g_autofree char *text = figure_text(figures);
  cr_assert(strstr(text, "\nalltoall, c: same as bcast, a:\nalltoall, d: 64 3\n"), "%s", text);
}

Test(page, has_words_for_longer_than_nothing)
{
  static const double least[] = { 1, 2.5, 1, INFINITY, NAN };
  static const double most[] = { 1.125, 3, INFINITY, INFINITY, NAN };
  static const char *const text[] = { "0.0..12.5 %", "2.5..3 times as long", "longer", "longer",
                                      "-" };
  for (size_t i = 0; i < G_N_ELEMENTS(text); i++) {
    g_autofree char *longer = tn_tune_longer(least[i], most[i]);
    cr_expect_str_eq(longer, text[i]);
  }
}
