/* The choice with the smallest maximal cost, from rows of several worlds. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "rows_text.h"
#include "tune/robust.h"

#define HEADER "platform,kernel,ranks,collective,algorithm,params,size_bytes,avg_us\n"
#define ROW(platform, ranks, algorithm, size, avg)                                                 \
  platform ",paper," ranks ",bcast," algorithm ",," size "," avg "\n"

static const struct tn_safe *safe_at(const GPtrArray *all, guint table, guint i)
{
  return &g_array_index(((const struct tn_robust *)all->pdata[table])->sizes, struct tn_safe, i);
}

/* a is the best in one world and bad in the other, b vice versa, c second in both. */
Test(safe, is_the_least_of_the_largest_costs)
{
  GPtrArray *rows = rows_of(HEADER ROW("x", "8", "a", "64", "10") ROW("x", "8", "b", "64", "30")
                                ROW("x", "8", "c", "64", "12") ROW("y", "8", "a", "64", "40")
                                    ROW("y", "8", "b", "64", "20") ROW("y", "8", "c", "64", "25")
                                        ROW("x", "8", "only", "64", "1"));
  GPtrArray *all = tn_robust_of(rows, TN_OBJECTIVE_AVG, NULL);
  cr_assert(all && all->len == 1);
  const struct tn_safe *s = safe_at(all, 0, 0);
  cr_expect_str_eq(s->choice->algorithm, "a", "against 1 and 20: a costs 9, b 29, c 11 times");
  cr_expect_float_eq(s->most, 9, 1e-12);
  g_ptr_array_unref(all);
  g_ptr_array_unref(rows);
}

/* The best of a world counts even if no other world has it; the choice is then c. */
Test(safe, without_what_one_world_alone_has)
{
  GPtrArray *rows =
      rows_of(HEADER ROW("x", "8", "a", "64", "10") ROW("x", "8", "b", "64", "30")
                  ROW("x", "8", "c", "64", "12") ROW("y", "16", "a", "64", "40")
                      ROW("y", "16", "b", "64", "20") ROW("y", "16", "c", "64", "25")
                          ROW("x", "8", "a", "128", "10") ROW("y", "16", "a", "128", "10"));
  GPtrArray *all = tn_robust_of(rows, TN_OBJECTIVE_AVG, NULL);
  cr_assert(all && all->len == 1);
  const struct tn_safe *s = safe_at(all, 0, 0);
  cr_expect_str_eq(s->choice->algorithm, "c");
  cr_expect_float_eq(s->most, 0.25, 1e-12);
  cr_expect_float_eq(s->mean, 0.225, 1e-12);
  cr_expect_eq(s->worst, 1);
  cr_expect_eq(s->n_best, 0);
  cr_expect_eq(s->n_choices, 3);
  cr_expect_str_eq(s->best[1]->algorithm, "b");
  cr_expect_eq(safe_at(all, 0, 1)->n_best, 2);
  g_autofree char *world = tn_robust_world(all->pdata[0], 1);
  cr_expect_str_eq(world, "y, 16");
  g_ptr_array_unref(all);
  g_ptr_array_unref(rows);
}

Test(safe, needs_worlds_that_share_choices)
{
  GError *error = NULL;
  GPtrArray *rows = rows_of(HEADER ROW("x", "8", "a", "64", "10") ROW("x", "8", "b", "64", "30"));
  cr_assert_null(tn_robust_of(rows, TN_OBJECTIVE_AVG, &error));
  cr_expect(strstr(error->message, "one world only"), "%s", error->message);
  g_clear_error(&error);
  g_ptr_array_unref(rows);
  rows = rows_of(HEADER ROW("x", "8", "a", "64", "10") ROW("y", "8", "b", "64", "30"));
  cr_assert_null(tn_robust_of(rows, TN_OBJECTIVE_AVG, &error));
  cr_expect(strstr(error->message, "no choice of"), "%s", error->message);
  g_clear_error(&error);
  g_ptr_array_unref(rows);
}

/* A broadcast to nobody takes no time: a choice without time costs nothing, one with time costs
 * infinitely much. */
Test(safe, may_take_no_time)
{
  GPtrArray *rows = rows_of(HEADER ROW("x", "1", "a", "64", "0") ROW("x", "1", "b", "64", "1")
                                ROW("y", "1", "a", "64", "0") ROW("y", "1", "b", "64", "0")
                                    ROW("x", "1", "b", "128", "0") ROW("y", "1", "b", "128", "5")
                                        ROW("y", "1", "a", "128", "0"));
  GError *error = NULL;
  GPtrArray *all = tn_robust_of(rows, TN_OBJECTIVE_AVG, &error);
  cr_assert(all && all->len == 1, "%s", error ? error->message : "");
  cr_expect_str_eq(safe_at(all, 0, 0)->choice->algorithm, "a");
  cr_expect_float_eq(safe_at(all, 0, 0)->most, 0, 1e-12);
  cr_expect_eq(safe_at(all, 0, 0)->n_best, 2);
  cr_expect_eq(safe_at(all, 0, 1)->most, INFINITY);
  g_ptr_array_unref(all);
  g_ptr_array_unref(rows);
}
