/* Predictions and measurements: joining, statistics, and refused input. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "compare/compare_stats.h"
#include "compare/compare_trace.h"
#include "compare/hockney.h"
#include "compare/states.h"
#include "compare/stats.h"
#include "platform/fingerprint.h"

#define HEADER                                                                                     \
  "platform,kernel,ranks,collective,algorithm,params,protocol,size_bytes,avg_us,span_us\n"
#define P(algorithm, params, size, avg)                                                            \
  "knl,paper,8,bcast," algorithm "," params ",osu," size "," avg ",9\n"
#define THEIRS "algo,cores,size,latency\n"

static GPtrArray *rows_of(const char *text)
{
  GPtrArray *rows = tn_rows_new(), *notes = g_ptr_array_new_with_free_func(g_free);
  GError *error = NULL;
  struct tn_trace trace = { .file = "x",
                            .text = text,
                            .length = strlen(text),
                            .rows = rows,
                            .columns = "algorithm=algo,ranks=cores,size_bytes=size,"
                                       "avg_us=latency",
                            .notes = notes };
  cr_assert(tn_trace_parse(&trace, &error), "%s", error ? error->message : "");
  for (guint i = 0; i < rows->len; i++) {
    tn_row_name(&((struct tn_row *)rows->pdata[i])->collective, "bcast");
    tn_trace_name_algorithm(rows->pdata[i]);
  }
  g_ptr_array_unref(notes);
  return rows;
}

struct pair {
  GPtrArray *predicted, *measured;
  struct tn_comparison *c;
  GError *error;
};

static struct pair compare(const char *predicted, const char *measured, enum tn_objective objective)
{
  struct pair p = { rows_of(predicted), rows_of(measured), NULL, NULL };
  p.c = tn_compare(p.predicted, p.measured, objective, &p.error);
  cr_assert_eq(p.c == NULL, p.error != NULL);
  return p;
}

static void finish(struct pair *p)
{
  tn_comparison_free(p->c);
  g_clear_error(&p->error);
  g_ptr_array_unref(p->predicted);
  g_ptr_array_unref(p->measured);
}

static void refuse(const char *predicted, const char *measured, enum tn_objective objective,
                   const char *part)
{
  struct pair p = compare(predicted, measured, objective);
  cr_assert_not_null(p.error, "accepted, want: %s", part);
  cr_assert(strstr(p.error->message, part), "\"%s\" lacks \"%s\"", p.error->message, part);
  cr_assert_null(strchr(p.error->message, '\n'));
  finish(&p);
}

static const struct tn_compared *point(const struct pair *p, guint i)
{
  return &g_array_index(p->c->points, struct tn_compared, i);
}

Test(stats, are_what_they_are_called)
{
  const double x[] = { 1, 2, 3, 4 }, up[] = { 2, 3, 5, 9 }, down[] = { 4, 3, 2, 1 };
  const double tied[] = { 1, 1, 1, 1 }, swapped[] = { 2, 1, 3, 4 };
  g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(double));
  cr_assert(isnan(tn_quantile(values, 0.5)) && isnan(tn_mean(values)));
  for (int i = 3; i >= 0; i--)
    tn_push(values, x[i]);
  cr_assert_float_eq(tn_quantile(values, 0.5), 2.5, 1e-15);
  cr_assert_float_eq(tn_quantile(values, 0.9), 3.7, 1e-12);
  cr_assert_float_eq(tn_quantile(values, 1), 4, 0);
  cr_assert_float_eq(tn_mean(values), 2.5, 1e-15);
  cr_assert_float_eq(tn_kendall(x, up, 4), 1, 1e-15);
  cr_assert_float_eq(tn_kendall(x, down, 4), -1, 1e-15);
  cr_assert_float_eq(tn_kendall(x, swapped, 4), 4.0 / 6, 1e-15);
  cr_assert(isnan(tn_kendall(x, tied, 4)));
}

Test(compare, joins_like_with_like)
{
  struct pair p = compare(
      HEADER P("binomial", "segment=64", "64", "12") P("linear", "", "64", "30")
          P("linear", "", "4096", "99"),
      THEIRS "6,8,64,10\n6,8,64,20\n6,8,64,9\n1,8,64,15\n1,16,64,15\n0,8,64,5\n1,8,65536,0.0\n",
      TN_OBJECTIVE_AVG);
  cr_assert_eq(p.c->points->len, 2);
  cr_assert_eq(p.c->predicted_alone, 1);
  cr_assert_eq(p.c->measured_alone, 2);
  cr_assert_eq(p.c->measured_library, 1);
  cr_assert_eq(p.c->untimed, 1);
  cr_assert_float_eq(p.c->resolution, 0.1, 1e-15);
  cr_assert_str_eq(point(&p, 0)->predicted->algorithm, "binomial");
  cr_assert_eq(point(&p, 0)->n_measured, 3);
  cr_assert_float_eq(point(&p, 0)->measured_us, 10, 0);
  cr_assert_float_eq(point(&p, 0)->spread, 0.1, 1e-12);
  cr_assert(isnan(point(&p, 1)->spread));
  cr_assert_float_eq(tn_compared_error(point(&p, 1)), 1, 1e-12);
  finish(&p);
}

Test(compare, counts_regret)
{
  struct pair p = compare(HEADER P("linear", "", "64", "1") P("binomial", "", "64", "2")
                              P("binary", "", "64", "3") P("binary", "", "1048576", "3"),
                          THEIRS "1,8,64,12\n6,8,64,11\n5,8,64,10\n0,8,64,9\n5,8,1048576,6\n"
                                 "library:mpich,8,64,1\n",
                          TN_OBJECTIVE_AVG);
  const struct tn_choice_result r = tn_choice_result(p.c, 0);
  cr_assert_eq(r.predicted, 0);
  cr_assert_eq(r.measured, 2);
  cr_assert_float_eq(r.regret, 0.2, 1e-12);
  cr_assert_float_eq(r.binomial, 0.1, 1e-12);
  cr_assert_float_eq(r.library, -0.1, 1e-12);
  cr_assert_float_eq(r.tau, -1, 1e-12);
  GArray *groups = tn_choice_groups(p.c);
  cr_assert_eq(groups->len, 1, "a single candidate is no choice");
  const struct tn_choice_group *g = &g_array_index(groups, struct tn_choice_group, 0);
  cr_assert_eq(g->n, 1);
  cr_assert_eq(g->size_class, TN_SMALL);
  cr_assert_float_eq(g->agreement, 0, 0);
  cr_assert_float_eq(g->regret, 0.2, 1e-12);
  g_array_unref(groups);
  finish(&p);
}

Test(compare, groups_errors)
{
  struct pair p = compare(
      HEADER P("linear", "", "64", "11") P("linear", "", "128", "8") P("linear", "", "512", "13")
          P("linear", "", "1024", "5") P("binary", "", "512", "1"),
      THEIRS "1,8,64,10\n1,8,128,10\n1,8,512,10\n1,8,1024,10\n5,8,512,2\n", TN_OBJECTIVE_AVG);
  g_array_index(p.c->points, struct tn_compared, 0).hockney_us = 15;
  GArray *groups = tn_error_groups(p.c, true);
  const struct tn_error_group *g = &g_array_index(groups, struct tn_error_group, 0);
  cr_assert_eq(groups->len, 3);
  cr_assert_str_eq(g->algorithm, "linear");
  cr_assert_eq(g->n, 3);
  cr_assert_float_eq(g->bias, 0.1, 1e-12);
  cr_assert_float_eq(g->median, 0.2, 1e-12);
  cr_assert_float_eq(g->p90, 0.28, 1e-12);
  cr_assert_eq(g->n_hockney, 1);
  cr_assert_float_eq(g->hockney, 0.5, 1e-12);
  cr_assert_float_eq(g->skill, 1 - 0.1 / 0.5, 1e-12);
  g_array_unref(groups);
  groups = tn_error_groups(p.c, false);
  cr_assert_eq(groups->len, 2);
  cr_assert_eq(g_array_index(groups, struct tn_error_group, 0).n, 4);
  g_array_unref(groups);
  finish(&p);
}

Test(compare, refuses_what_is_not_alike)
{
  const char *ours = HEADER P("linear", "", "64", "1");
  refuse(ours, "cores,algo,size,latency\n,1,64,2\n", TN_OBJECTIVE_AVG,
         "MEASURED: no row has its ranks");
  refuse(ours, THEIRS "1,8,64,2\n", TN_OBJECTIVE_SPAN, "MEASURED: no row has a span_us");
  refuse(ours, THEIRS "1,16,64,2\n", TN_OBJECTIVE_AVG,
         "ranks is \"8\" in PREDICTED, \"16\" in MEASURED");
  refuse(HEADER P("chain", "fanout=2", "64", "1") P("chain", "fanout=4", "64", "1"),
         THEIRS "2,8,64,2\n", TN_OBJECTIVE_AVG, "differ in params (\"fanout=2\", \"fanout=4\")");
  refuse(HEADER P("linear", "", "64", "1"), HEADER "knl,paper,8,bcast,linear,,imb,64,1,9\n",
         TN_OBJECTIVE_AVG, "protocol is \"osu\" in PREDICTED, \"imb\" in MEASURED");
}

/* Returns the closed form with alpha 2, beta 0.5 and sum 1.5 for messages, twice that for copies,
 * three times for loads, separate sums at 2 per byte; NAN without a form. */
static double textbook(const char *collective, const char *algorithm, const char *params, int p,
                       size_t bytes)
{
  const struct tn_hockney h[TN_N_STEP_KINDS] = { [TN_STEP_MESSAGE] = { 2, 0.5, 1.5 },
                                                 [TN_STEP_COPY] = { 4, 1, 3 },
                                                 [TN_STEP_LOADS] = { 6, 1.5, 4.5 },
                                                 [TN_STEP_SUM] = { 0, 0, 2 } };
  struct tn_steps steps;
  const struct tn_values *values = tn_values_new(params);
  const bool ok = tn_hockney_steps(collective, algorithm, values, p, bytes, &steps);
  tn_values_unref(values);
  return ok ? tn_hockney_time(h, &steps) : NAN;
}

Test(hockney, is_the_textbook)
{
  cr_assert_float_eq(textbook("bcast", "linear", "", 8, 4), 7 * (2 + 2), 1e-12);
  cr_assert_float_eq(textbook("bcast", "binomial", "segment=16", 9, 4), 4 * 4, 1e-12);
  cr_assert_float_eq(textbook("bcast", "binary", "", 8, 4), 6 * 4, 1e-12);
  cr_assert_float_eq(textbook("bcast", "scatter-ring-allgather", "", 8, 32), 10 * 2 + 28, 1e-12);
  cr_assert_float_eq(textbook("scatter", "binomial", "", 8, 4), 3 * 2 + 7 * 2, 1e-12);
  cr_assert_float_eq(textbook("bcast", "chain", "fanout=4", 9, 4), 5 * 4, 1e-12);
  cr_assert_float_eq(textbook("bcast", "k-nomial", "throttle=2", 9, 4), 2 * 8, 1e-12);
  cr_assert_float_eq(textbook("bcast", "k-nomial", "radix=3", 9, 4), 2 * 8, 1e-12);
  cr_assert_float_eq(textbook("bcast", "xhc-flat", "", 9, 4), 6 + 6, 1e-12);
  cr_assert_float_eq(textbook("reduce", "binomial", "", 8, 4), 3 * (2 + 8), 1e-12);
  cr_assert_float_eq(textbook("allgather", "recursive-doubling", "", 6, 4), 3 * 4 + 5 * 4, 1e-12);
  cr_assert_float_eq(textbook("allgather", "neighbor-exchange", "", 6, 4), 3 * 2 + 5 * 2, 1e-12);
  /* Of 0..5, three integers have bit 0, two bit 1 and two bit 2. */
  cr_assert_float_eq(textbook("alltoall", "bruck-p2p", "", 6, 4), 3 * 2 + 7 * 2, 1e-12);
  cr_assert_float_eq(textbook("allgather", "sparbit", "", 6, 4), 3 * 2 + 5 * 2, 1e-12);
  cr_assert_float_eq(textbook("allgather", "direct", "", 6, 4), 5 * 2 + 5 * 2, 1e-12);
  /* In groups of 4: doubling, then 2 groups, then 4 blocks down a tree of 2 levels, or to 3. */
  cr_assert_float_eq(textbook("allgather", "groups", "group=4;tree=64", 8, 4),
                     2 * 2 + 3 * 2 + 2 + 4 * 2 + 2 * (2 + 4 * 2), 1e-12);
  cr_assert_float_eq(textbook("allgather", "groups", "group=4", 8, 4),
                     2 * 2 + 3 * 2 + 2 + 4 * 2 + 3 * (2 + 4 * 2), 1e-12);
  cr_assert_float_eq(textbook("gather", "groups", "group=4;node=4", 10, 4),
                     3 * (2 + 2) + 2 * 2 + 6 * 2, 1e-12);
  cr_assert_float_eq(textbook("alltoall", "split", "split=4;group=8", 8, 4),
                     (2 + 4 * 2) + 3 * (2 + 2 * 2), 1e-12);
  cr_assert(isnan(textbook("alltoall", "split", "", 8, 4)), "a split must be known");
  cr_assert(isnan(textbook("allgather", "groups", "", 8, 4)), "so must a group");
  cr_assert(isnan(textbook("gather", "groups", "", 8, 4)));
  cr_assert(isnan(textbook("bcast", "binomial", "segment=16", 9, 32)));
  cr_assert(isnan(textbook("bcast", "chain", "", 9, 4)), "a fanout must be known");
  cr_assert(isnan(textbook("bcast", "nothing", "", 9, 32)));
  cr_assert(isnan(textbook("bcast", "xhc-tree", "", 9, 32)));
}

/* Messages of a level are sequential, with 1/4 and 1/16 of the vector; with 18 ranks two extra
 * ranks send their vectors to neighbours. The n vectors of a level are added in one pass of n + 1
 * operands, which takes (n + 1)/2 times as long as a sum of two. */
Test(hockney, counts_the_knomial_family)
{
  cr_assert_float_eq(textbook("barrier", "knomial", "radix=4", 16, 0), 6 * 2, 1e-12);
  cr_assert_float_eq(textbook("barrier", "knomial", "radix=4", 18, 0), 8 * 2, 1e-12);
  cr_assert_float_eq(textbook("allreduce", "knomial", "radix=4", 16, 8), 6 * (2 + 4) + 4 * 16,
                     1e-12);
  cr_assert_float_eq(textbook("allreduce", "knomial", "radix=4", 18, 8),
                     7 * (2 + 4) + 5 * 16 + 2 + 4, 1e-12);
  cr_assert_float_eq(textbook("allgather", "knomial", "radix=4", 16, 8), 6 * 2 + 15 * 4, 1e-12);
  cr_assert_float_eq(textbook("allgather", "knomial", "radix=4", 18, 8), 8 * 2 + (17 + 18) * 4,
                     1e-12);
  cr_assert_float_eq(textbook("allreduce", "sra-knomial", "radix=4", 16, 64),
                     3 * (2 + 8) + 2 * 32 + 3 * (2 + 2) + 2 * 8 + 3 * (2 + 8) + 3 * (2 + 2), 1e-12);
  cr_assert_float_eq(textbook("reduce", "srg-knomial", "radix=4", 16, 64),
                     textbook("allreduce", "sra-knomial", "radix=4", 16, 64), 1e-12);
  cr_assert_float_eq(textbook("reduce", "srg-knomial", "radix=4", 18, 64) + 2 + 32,
                     textbook("allreduce", "sra-knomial", "radix=4", 18, 64), 1e-12);
  cr_assert_float_eq(textbook("bcast", "sag-knomial", "radix=4", 16, 64),
                     2 * (3 * (2 + 8) + 3 * (2 + 2)), 1e-12);
  cr_assert_float_eq(textbook("reduce", "knomial", "radix=4", 16, 8), 6 * (2 + 4) + 4 * 16, 1e-12);
  cr_assert_float_eq(textbook("reduce", "knomial", "radix=4", 10, 8), 5 * (2 + 4) + 3.5 * 16,
                     1e-12);
  cr_assert_float_eq(textbook("gather", "knomial", "radix=4", 10, 8), 5 * 2 + 9 * 4, 1e-12);
  cr_assert(isnan(textbook("gather", "knomial", "", 10, 8)), "a radix must be known");
  cr_assert(isnan(textbook("allreduce", "sra-knomial", "", 10, 8)));
}

/* With 9 ranks each of 8 steps brings half a block on each ring, and an allreduce's whole blocks
 * follow. In k-nomial form two distant groups of 4, then 4 ranks, exchange 4 shares and one; with
 * 18 ranks two extra ranks send their vectors. */
Test(hockney, counts_uccs_reduce_scatters)
{
  const double half = 2 + 8 + 32, whole = 2 + 16;
  cr_assert_float_eq(textbook("reduce_scatter_block", "two-rings", "rings=2", 9, 32), 16 * half,
                     1e-12);
  cr_assert_float_eq(textbook("reduce_scatter", "two-rings", "rings=1", 9, 16), 8 * half, 1e-12);
  cr_assert_float_eq(textbook("reduce_scatter_block", "two-rings", "rings=2", 9, 4),
                     8 * (2 + 2 + 8), 1e-12);
  cr_assert_float_eq(textbook("allreduce", "two-rings", "rings=2", 9, 9 * 32),
                     16 * half + 8 * whole, 1e-12);
  cr_assert_float_eq(textbook("reduce_scatter_block", "knomial", "radix=4", 16, 64),
                     3 * (2 + 4 * 32) + 2 * 4 * 128 + 3 * (2 + 32) + 2 * 128, 1e-12);
  cr_assert_float_eq(textbook("reduce_scatter_block", "knomial", "radix=4", 18, 64),
                     2 + 18 * 32 + 18 * 128 + 3 * (2 + 6 * 32) + 2 * 6 * 128 + 3 * (2 + 2 * 32) +
                         2 * 2 * 128 + 2 + 32,
                     1e-12);
}

/* 7 ranks: rank 3 above 1 and 5, above leaves, the second child a message later; from rank 0 first
 * to rank 3. */
Test(hockney, counts_the_double_tree)
{
  cr_assert_float_eq(textbook("bcast", "double-tree", "", 7, 8), 5 * (2 + 2), 1e-12);
  cr_assert_float_eq(textbook("reduce", "double-tree", "", 7, 8), 5 * (2 + 2) + 4 * 8, 1e-12);
  cr_assert_float_eq(textbook("allreduce", "double-tree", "", 7, 8), 10 * (2 + 2) + 4 * 8, 1e-12);
  /* Three numbers of 4 bytes: two are the longer half. */
  cr_assert_float_eq(textbook("reduce", "double-tree", "", 7, 12), 5 * (2 + 4) + 4 * 16, 1e-12);
}

/* With 9 ranks 4 rounds bring a vector, and each further block takes one more round. */
Test(hockney, counts_the_circulant_graph)
{
  cr_assert_float_eq(textbook("bcast", "circulant", "chunk=512", 9, 512), 4 * (2 + 256), 1e-12);
  cr_assert_float_eq(textbook("bcast", "circulant", "chunk=512", 9, 2048), 7 * (2 + 256), 1e-12);
  cr_assert_float_eq(textbook("bcast", "circulant", "chunk=0", 8, 2048), 3 * (2 + 1024), 1e-12);
  cr_assert_float_eq(textbook("reduce", "circulant", "chunk=512", 9, 2048), 7 * (2 + 256 + 768),
                     1e-12);
  cr_assert_float_eq(textbook("allgather", "circulant", "chunk=512", 9, 2048), 8 * 4 * (2 + 256),
                     1e-12);
}

/* The line contains a message's cost as in the fit, with its own parameters. */
Test(hockney, takes_the_calibration_whole)
{
  double v[TN_N_PARAMS];
  GError *error = NULL;
  struct tn_platform *pf = tn_platform_load("epyc7h12", NULL, &error);
  cr_assert_not_null(pf, "%s", error ? error->message : "");
  cr_assert(tn_platform_resolve(pf, tn_platform_kernel(pf), NULL, v, &error));
  struct tn_places *near = tn_places_new(pf, "core", 4, &error);
  struct tn_places *far = tn_places_new(pf, "list:0,64", 2, &error);
  const struct tn_hockney a = tn_hockney_fit(v, near, TN_STEP_MESSAGE);
  const struct tn_hockney b = tn_hockney_fit(v, far, TN_STEP_MESSAGE);
  cr_assert_gt(b.alpha, a.alpha);
  cr_assert_float_eq(a.sum, 1 / v[TN_P_REDUCE_RATE], 1e-18);
  v[TN_P_RENDEZVOUS_LIMIT] = 4 << 20;
  const struct tn_hockney c = tn_hockney_fit(v, far, TN_STEP_MESSAGE);
  cr_assert_gt(c.beta, b.beta, "moving in and out costs more than a copy");
  tn_places_free(near);
  tn_places_free(far);
  tn_platform_free(pf);
}

Test(library, counts_where_it_is_predicted_too)
{
  struct pair p = compare(HEADER P("linear", "", "64", "1") P("binary", "segment=64", "64", "3")
                              P("library:ompi", "", "64", "2"),
                          THEIRS "1,8,64,12\n5,8,64,10\n0,8,64,15\n", TN_OBJECTIVE_AVG);
  cr_assert_eq(p.c->measured_library, 0);
  cr_assert_float_eq(tn_choice_result(p.c, 0).library, 0.5, 1e-12);
  finish(&p);
}

Test(library, is_asked_where_nobody_measured_it)
{
  struct pair p =
      compare(HEADER P("linear", "", "64", "1") P("binomial", "segment=64", "64", "2")
                  P("binary", "segment=64", "64", "3") P("binary", "segment=64", "16384", "3")
                      P("linear", "", "16384", "3") P("binomial", "segment=64", "16384", "3"),
              THEIRS "1,8,64,12\n6,8,64,11\n5,8,64,10\n5,8,16384,6\n1,8,16384,5\n"
                     "6,8,16384,9\n",
              TN_OBJECTIVE_AVG);
  cr_assert(isnan(tn_choice_result(p.c, 0).library), "knomial, which is no candidate");
  cr_assert(isnan(tn_choice_result(p.c, 1).library), "a segmented tree is not what it takes");
  finish(&p);
  p = compare(HEADER P("linear", "", "16384", "1") P("binomial", "segment=16384", "16384", "2"),
              THEIRS "1,8,16384,5\n6,8,16384,6\n", TN_OBJECTIVE_AVG);
  cr_assert_float_eq(tn_choice_result(p.c, 0).library, 0.2, 1e-12);
  finish(&p);
}

#define STATES "platform,kernel,ranks,collective,algorithm,params,size_bytes,avg_us,state\n"
#define S(algorithm, avg, state) "knl,paper,8,bcast," algorithm ",,64," avg "," state "\n"
#define FAST "copy.0=8GB/s;copy.1=8GB/s;line=50ns"
#define NEAR "copy.0=7.5GB/s;copy.1=9GB/s;line=55ns"
#define SLOW "copy.0=8GB/s;copy.1=5GB/s;line=50ns"

Test(states, are_read_as_they_are_written)
{
  const struct tn_fingerprint a = { 57.04e-9, { 8.4e9, 6.123e9 } }, b = { 10e-9, { 2e10, 2e10 } };
  struct tn_fingerprint before, after;
  g_autofree char *text = tn_fingerprint_span(&a, &b);
  cr_assert_str_eq(text, "copy.0=8.4GB/s;copy.1=6.12GB/s;line=57ns -> "
                         "copy.0=20GB/s;copy.1=20GB/s;line=10ns");
  cr_assert(tn_fingerprint_parse_span(text, &before, &after, NULL));
  g_autofree char *again = tn_fingerprint_span(&before, &after);
  cr_assert_str_eq(again, text);
  cr_assert_float_eq(tn_fingerprint_factor(&before, &after), 5.7, 1e-12);
  cr_assert_float_eq(tn_fingerprint_factor(&after, &before), 5.7, 1e-12);
  static const char *const wrong[] = { "",
                                       "line=57ns",
                                       FAST ";x=1",
                                       FAST " -> ",
                                       FAST " -> x",
                                       "copy.0=8GB/s;copy.1=0GB/s;line=50ns",
                                       "copy.0=8GB/s;copy.1=8GB/s;line=0" };
  for (size_t i = 0; i < G_N_ELEMENTS(wrong); i++)
    cr_assert_not(tn_fingerprint_parse_span(wrong[i], &before, &after, NULL), "%s", wrong[i]);
}

/* Compares the rows joined on both sides, "predicted measured". */
static void left(const char *predicted, const char *measured, guint n_known, guint n_others,
                 guint n_predicted, guint n_measured)
{
  g_autoptr(GPtrArray) p = rows_of(predicted), m = rows_of(measured);
  struct tn_state_mismatches found;
  cr_assert(tn_states_find(p, m, &found, NULL));
  cr_assert_eq(found.n_known, n_known);
  cr_assert_eq(found.others->len, n_others);
  tn_states_remove(&found, p, m);
  cr_assert_eq(p->len, n_predicted);
  cr_assert_eq(m->len, n_measured);
  tn_state_mismatches_clear(&found);
}

Test(states, of_rows_are_held_against_their_predictions)
{
  left(STATES S("linear", "1", FAST),
       STATES S("linear", "1", FAST " -> " NEAR) S("linear", "2", FAST " -> " SLOW)
           S("linear", "2", SLOW " -> " FAST),
       3, 2, 1, 1);
  left(STATES S("linear", "1", ""), STATES S("linear", "1", FAST " -> " SLOW), 0, 0, 1, 1);
  left(STATES S("linear", "1", FAST), STATES S("linear", "1", ""), 0, 0, 1, 1);
  left(STATES S("linear", "1", FAST), STATES S("binary", "1", SLOW), 0, 0, 1, 1);
  /* Of two calibrations the one in whose state was measured counts. */
  left(STATES S("linear", "1", FAST) S("linear", "3", SLOW),
       STATES S("linear", "3", SLOW " -> " SLOW), 1, 0, 1, 1);
  left(STATES S("linear", "1", FAST) S("linear", "3", SLOW),
       STATES S("linear", "9", "copy.0=2GB/s;copy.1=2GB/s;line=50ns"), 1, 1, 2, 0);
}

Test(states, that_make_no_sense_are_refused)
{
  g_autoptr(GPtrArray) p = rows_of(STATES S("linear", "1", FAST));
  g_autoptr(GPtrArray) m = rows_of(STATES S("linear", "1", "fast"));
  struct tn_state_mismatches found;
  g_autoptr(GError) error = NULL;
  cr_assert_not(tn_states_find(p, m, &found, &error));
  cr_assert(strstr(error->message, "x:2: state: \"fast\" is not the state"), "%s", error->message);
  g_clear_error(&error);
  cr_assert_not(tn_states_find(m, p, &found, &error));
}
