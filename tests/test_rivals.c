/* Comparison of mechanisms: winners, the page, the figure. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "figure_text.h"
#include "plan/options.h"
#include "plot/plot.h"
#include "rows_text.h"
#include "tune/device_paths.h"
#include "tuning/tune_text.h"

#define HEADER "platform,kernel,ranks,collective,algorithm,params,mechanism,size_bytes,avg_us\n"
#define ROW(algorithm, params, mechanism, size, avg)                                               \
  "knl,paper,64,bcast," algorithm "," params "," mechanism "," size "," avg "\n"

/* xpmem wins the small sizes, cico one, cma the last; cico has no row at 64K. */
static const char three[] = HEADER ROW("linear", "", "cma", "65536", "40") ROW(
    "k-nomial", "throttle=4", "cma", "1024", "9") ROW("k-nomial", "throttle=8", "cma", "1024", "8")
    ROW("linear", "", "cma", "4096", "10") ROW("linear", "", "cma", "16384", "20")
        ROW("binomial", "segment=65536", "xpmem", "1024", "2")
            ROW("binomial", "segment=65536", "xpmem", "4096", "4")
                ROW("binomial", "segment=65536", "xpmem", "16384", "16")
                    ROW("binomial", "segment=16384", "xpmem", "65536", "50")
                        ROW("smhc-flat", "cells=2;chunk=4096", "cico", "1024", "3")
                            ROW("smhc-flat", "cells=2;chunk=4096", "cico", "4096", "4.04")
                                ROW("smhc-flat", "cells=2;chunk=4096", "cico", "16384", "12");

Test(rivals, finds_the_best_of_each)
{
  g_autoptr(GPtrArray) rows = rows_of(three);
  g_autoptr(GPtrArray) all = tn_rivals_new(rows, TN_OBJECTIVE_AVG, NULL);
  cr_assert_eq(all->len, 1);
  const struct tn_rivals *c = all->pdata[0];
  cr_assert_eq(c->mechanisms->len, 3);
  cr_assert_str_eq(c->mechanisms->pdata[1], "xpmem");
  cr_assert_eq(c->sizes->len, 4);
  for (guint i = 0; i < 4; i++)
    cr_assert_float_eq(tn_rivals_size(c, i), 1024 << 2 * i, 0);
  cr_assert_str_eq(tn_rivals_best(c, 0, 0)->params->text, "throttle=8");
  cr_assert_null(tn_rivals_best(c, 3, 2));
  cr_assert(isinf(tn_rivals_time(c, 3, 2)));
  const guint winners[] = { 1, 1, 2, 0 }, without_cico[] = { 1, 1, 1, 0 };
  for (guint i = 0; i < 4; i++) {
    cr_assert_eq(tn_rivals_winner(c, i, TN_NO_MECHANISM), winners[i]);
    cr_assert_eq(tn_rivals_winner(c, i, 2), without_cico[i]);
  }
}

Test(rivals, joins_neighbours_into_bands)
{
  g_autoptr(GPtrArray) rows = rows_of(three);
  g_autoptr(GPtrArray) all = tn_rivals_new(rows, TN_OBJECTIVE_AVG, NULL);
  g_autoptr(GArray) bands = tn_rivals_bands(all->pdata[0]);
  const struct tn_band wanted[] = { { 0, 1, 1, false }, { 2, 2, 2, false }, { 3, 3, 0, false } };
  cr_assert_eq(bands->len, G_N_ELEMENTS(wanted));
  for (guint i = 0; i < bands->len; i++) {
    const struct tn_band *band = &g_array_index(bands, struct tn_band, i);
    cr_assert_eq(band->first, wanted[i].first);
    cr_assert_eq(band->last, wanted[i].last);
    cr_assert_eq(band->mechanism, wanted[i].mechanism);
    cr_assert_eq(band->any, wanted[i].any);
  }
}

Test(rivals, keeps_contexts_apart)
{
  g_autoptr(GPtrArray) rows = rows_of(
      HEADER ROW("linear", "", "cma", "1024", "1") "knl,linux-6,64,bcast,linear,,cma,1024,2\n" ROW(
          "linear", "", "cico", "1024", "3"));
  g_autoptr(GPtrArray) all = tn_rivals_new(rows, TN_OBJECTIVE_AVG, NULL);
  cr_assert_eq(all->len, 2);
  cr_assert_eq(((const struct tn_rivals *)all->pdata[0])->mechanisms->len, 2);
  cr_assert_eq(((const struct tn_rivals *)all->pdata[1])->mechanisms->len, 1);
}

Test(rivals, makes_a_page)
{
  static const char *const wanted[] = {
    "bcast on knl, 64 ranks; kernel paper, backing ",
    "  size             cma",
    "    1K       8.00  k-nomial (a)",
    "2.00* binomial (b)",
    "3.00  smhc-flat\n",
    "4.00* binomial (b)",
    "4.04= smhc-flat\n",
    "50.00  binomial              -\n",
    "  a: throttle=8; b: segment=64K\n",
    "  1K..4K        xpmem binomial segment=64K  cico 1..50 %\n",
    "  16K           cico smhc-flat              xpmem 33 %\n",
    "  64K           cma linear                  xpmem 25 %\n",
    "  without cma: xpmem 1K..4K, cico 16K, xpmem 64K; up to 25 % longer\n",
    "  without xpmem: cico 1K..16K, cma 64K; up to 50 % longer\n",
  };
  g_autoptr(GPtrArray) rows = rows_of(three);
  g_autoptr(GPtrArray) all = tn_rivals_new(rows, TN_OBJECTIVE_AVG, NULL);
  struct tn_document *d = tn_document_new(TN_OUT_TEXT);
  g_autoptr(GPtrArray) remarks = g_ptr_array_new_with_free_func(g_free);
  tn_rivals_write(d, all, NULL, false, remarks);
  char *text = tn_document_text(d);
  const char *from = text;
  for (size_t i = 0; i < G_N_ELEMENTS(wanted); i++) {
    const char *found = strstr(from, wanted[i]);
    cr_assert(found, "no \"%s\" in\n%s", wanted[i], from);
    from = found;
  }
  free(text);
}

Test(rivals, shows_the_sizes_of_levels)
{
  g_autoptr(GPtrArray) rows = rows_of(HEADER ROW("xhc-tree", "chunk=16384+65536", "xpmem", "262144",
                                                 "1") ROW("linear", "", "cma", "262144", "2"));
  g_autoptr(GPtrArray) all = tn_rivals_new(rows, TN_OBJECTIVE_AVG, NULL);
  struct tn_document *d = tn_document_new(TN_OUT_TEXT);
  g_autoptr(GPtrArray) remarks = g_ptr_array_new_with_free_func(g_free);
  tn_rivals_write(d, all, NULL, false, remarks);
  char *text = tn_document_text(d);
  cr_assert(strstr(text, "xpmem xhc-tree chunk=16K+64K"), "%s", text);
  free(text);
}

Test(rivals, tells_where_the_mechanism_is_not_used)
{
  g_autoptr(GPtrArray) rows =
      rows_of(HEADER ROW("linear", "", "cma", "1024", "8") ROW("linear", "", "cico", "1024", "8")
                  ROW("linear", "", "cma", "4096", "9") ROW("chain", "", "cico", "4096", "9"));
  g_autoptr(GPtrArray) all = tn_rivals_new(rows, TN_OBJECTIVE_AVG, NULL);
  g_autoptr(GArray) bands = tn_rivals_bands(all->pdata[0]);
  cr_assert_eq(bands->len, 2);
  cr_assert(g_array_index(bands, struct tn_band, 0).any);
  cr_assert_not(g_array_index(bands, struct tn_band, 1).any);
}

Test(rivals, makes_a_picture)
{
  g_autoptr(GPtrArray) rows = rows_of(three);
  g_autoptr(GPtrArray) all = tn_rivals_new(rows, TN_OBJECTIVE_AVG, NULL);
  g_autoptr(GPtrArray) figures = tn_plot_rivals(all, NULL);
  g_autofree char *text = figure_text(figures);
  cr_assert_eq(figures->len, 1);
  cr_assert_eq(((const struct tn_figure *)figures->pdata[0])->series->len, 3 + 3);
  cr_assert(g_str_has_prefix(text, "= bcast on knl, 64 ranks, kernel paper\n"), "%s", text);
  /* The band of cico is from between 4K and 16K to between 16K and 64K. */
  cr_assert(strstr(text, "[8192 32768 0.9 ") && strstr(text, " smhc-flat]\n"), "%s", text);
  /* Relative to the fastest: cma, the first, takes 8, 10, 20 and 40, the fastest 2, 4, 12, 40. */
  cr_assert(strstr(text, "\ncma: 1024 4, 4096 2.5, 16384 1.66667, 65536 1\n"), "%s", text);
}

Test(rivals, draws_nothing_without_sizes)
{
  g_autoptr(GPtrArray) rows = rows_of(HEADER ROW("linear", "", "cma", "0", "1"));
  g_autoptr(GPtrArray) all = tn_rivals_new(rows, TN_OBJECTIVE_AVG, NULL);
  GError *error = NULL;
  cr_assert_null(tn_plot_rivals(all, &error));
  cr_assert_eq(error->domain, TN_USAGE_ERROR);
  cr_assert_str_eq(error->message, "nothing to draw: no row has a size and a time above 0");
  g_error_free(error);
}

/* Returns n rows in which platforms that begin with p and mechanisms that begin with m all
 * differ. */
static GPtrArray *rows_of_many(int n, const char *platform, const char *mechanism)
{
  g_autoptr(GString) text = g_string_new(HEADER);
  for (int i = 0; i < n; i++)
    g_string_append_printf(text, "%s%d,paper,64,bcast,linear,,%s%d,%d,9\n", platform,
                           *platform == 'p' ? i : 0, mechanism, *mechanism == 'm' ? i : 0,
                           1024 * (i + 1));
  return rows_of(text->str);
}

/* A cell for each size and mechanism: hostile rows could request any number. */
Test(rivals, refuses_more_mechanisms_than_a_table_holds)
{
  g_autoptr(GPtrArray) most = rows_of_many(TN_MAX_RIVALS, "one", "m");
  g_autoptr(GPtrArray) more = rows_of_many(TN_MAX_RIVALS + 1, "one", "m");
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) accepted = tn_rivals_new(most, TN_OBJECTIVE_AVG, &error);
  cr_assert_not_null(accepted);
  cr_assert_null(tn_rivals_new(more, TN_OBJECTIVE_AVG, &error));
  cr_assert(strstr(error->message, ":66: mechanism \"m64\" is one too many"), "%s", error->message);
}

Test(rivals, too_many_panels_are_told_what_makes_them)
{
  g_autoptr(GPtrArray) rows = rows_of_many(13, "p", "cma");
  g_autoptr(GPtrArray) all = tn_rivals_new(rows, TN_OBJECTIVE_AVG, NULL);
  g_autoptr(GError) error = NULL;
  cr_assert_null(tn_plot_rivals(all, &error));
  cr_assert_str_eq(error->message,
                   "13 panels (a picture shows 1 to 12): choose among the values of platform");
}

Test(rivals, a_panel_has_not_any_number_of_sizes)
{
  g_autoptr(GPtrArray) rows = rows_of_many(201, "one", "cma");
  g_autoptr(GPtrArray) all = tn_rivals_new(rows, TN_OBJECTIVE_AVG, NULL);
  g_autoptr(GError) error = NULL;
  cr_assert_null(tn_plot_rivals(all, &error));
  cr_assert_str_eq(error->message, "201 sizes in a panel (at most 200 are drawn)");
}

#define ON(algorithm, mechanism, size, avg, decision, memory)                                      \
  "abci-a,paper,8,allreduce," algorithm ",," mechanism "," size "," avg "," decision "," memory "\n"
#define WAYS                                                                                       \
  "platform,kernel,ranks,collective,algorithm,params,mechanism,size_bytes,avg_us,decision,"        \
  "memory\n"

/* Open MPI 5.0 runs ring by itself at the other sizes. It stages an allreduce of 64 B, for which
 * it has no threshold. */
Test(rivals, marks_what_the_library_cannot_be_told)
{
  g_autoptr(GPtrArray) rows =
      rows_of(WAYS ON("library:ompi-5.0", "device-ipc", "64", "9", "ring = ring;staged", "device")
                  ON("library:ompi-5.0", "device-ipc", "1024", "30", "ring = ring", "device")
                      ON("library:ompi-5.0", "device-ipc", "65536", "90", "ring = ring", "device")
                          ON("ring", "device-ipc", "64", "8", "", "device")
                              ON("library:nccl", "device-ipc", "1024", "20", "", "device")
                                  ON("ring", "device-ipc", "1024", "30", "", "device")
                                      ON("ring", "device-ipc", "65536", "90", "", "device")
                                          ON("nccl", "device-ipc", "65536", "120", "", "device"));
  g_autoptr(GPtrArray) all = tn_rivals_by(rows, TN_OBJECTIVE_AVG, tn_device_path_of, NULL);
  struct tn_document *d = tn_document_new(TN_OUT_TEXT);
  tn_device_paths_write(d, all, rows->pdata[0]);
  char *text = tn_document_text(d);
  cr_assert(strstr(text, "  64    direct  ! ring (device-ipc)"), "%s", text);
  cr_assert(strstr(text, "  1K    NCCL    library:nccl (device-ipc)"), "%s", text);
  cr_assert(strstr(text, "  64K   direct  ring (device-ipc)"), "%s", text);
  cr_assert(strstr(text, "  ! ompi-5.0 does not run it"), "%s", text);
  free(text);
}

Test(rivals, says_from_which_size_on_staged_direct_or_nccl_is_faster)
{
  g_autoptr(GPtrArray) rows = rows_of(
      WAYS ON("library:ompi-5.0", "device-ipc", "64", "4", "ring = ring;staged", "device")
          ON("library:ompi-5.0", "device-ipc", "1024", "5", "ring = ring;staged", "device")
              ON("library:ompi-5.0", "device-ipc", "65536", "90", "chain = chain", "device")
                  ON("ring", "device-staged", "65536", "75", "", "device")
                      ON("ring", "device-ipc", "64", "8", "", "device")
                          ON("ring", "device-mapped", "1024", "15", "", "device")
                              ON("nccl", "device-ipc", "1024", "10", "", "device")
                                  ON("library:nccl", "device-ipc", "65536", "30", "", "device")
                                      ON("ring", "cma", "64", "1", "", "host"));
  g_autoptr(GPtrArray) all = tn_rivals_by(rows, TN_OBJECTIVE_AVG, tn_device_path_of, NULL);
  cr_assert_eq(all->len, 1);
  g_autoptr(GArray) ranges = tn_device_path_ranges(all->pdata[0]);
  cr_assert_eq(ranges->len, 2);
  struct tn_document *d = tn_document_new(TN_OUT_TEXT);
  tn_device_paths_write(d, all, rows->pdata[0]);
  tn_device_paths_write(d, all, rows->pdata[8]);
  char *text = tn_document_text(d);
  cr_assert_str_eq(
      text,
      "  staged, direct or NCCL, and the loss of the others:\n"
      "  size    take    by                             staged             direct              "
      "NCCL\n"
      "  64..1K  staged  library:ompi-5.0 (device-ipc)  fastest            2..3 times as long  "
      "2 times as long\n"
      "  64K     NCCL    library:nccl (device-ipc)      2.5 times as long  3 times as long     "
      "fastest\n");
  free(text);
}
