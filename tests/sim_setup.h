/* A node (KNL or another) with RANKS ranks and an algorithm of the test, for suites of the
 * simulator. Included by one file of a suite, which defines RANKS before. */
#ifndef TN_TESTS_SIM_SETUP_H
#define TN_TESTS_SIM_SETUP_H

#include <criterion/criterion.h>
#include <math.h>

#include "sim/sim.h"

static struct tn_platform *platform;
static double values[TN_N_PARAMS];
static struct tn_places *places;

/* Sets parameters that most machines do not know to values without cost; by default they have the
 * middle of their range. */
static void leave_out_unknown(void)
{
  values[TN_P_SHARED_REMOTE] = values[TN_P_HOME_LOAD] = values[TN_P_RECLAIM_WAY] = 0;
  values[TN_P_LLC_STREAMS] = values[TN_P_REDUCE_OVERHEAD] = values[TN_P_CALL_OVERHEAD] = 0;
  values[TN_P_POST_OVERHEAD] = 0;
  values[TN_P_LONE_REMOTE] = 1;
  values[TN_P_ADJACENT_MLP] = INFINITY;
}

/* Loads a platform; `like` as in tn_platform_load. */
static void set_up_on(const char *spec, const char *like)
{
  GError *error = NULL;
  platform = tn_platform_load(spec, like, &error);
  cr_assert(platform, "%s", error ? error->message : "?");
  cr_assert(tn_platform_resolve(platform, tn_platform_kernel(platform), NULL, values, &error));
  leave_out_unknown();
  cr_assert((places = tn_places_new(platform, "core", RANKS, &error)));
  cr_assert(tn_sim_init(platform, &error));
}

G_GNUC_UNUSED static void set_up(void)
{
  set_up_on("knl", NULL);
}

G_GNUC_UNUSED static void set(const char *name, double value)
{
  cr_assert(tn_param_find(name) >= 0, "%s", name);
  values[tn_param_find(name)] = value;
}

static void tear_down(void)
{
  tn_places_free(places);
  tn_platform_free(platform);
}

static int many_slots(const struct tn_call *call)
{
  (void)call;
  return 8 * TN_LINE_SLOTS;
}

static const char *always(const struct tn_call *call)
{
  (void)call;
  return NULL;
}

/* The method of a test's own algorithm, as long as the block around it lasts. */
#define METHOD(a) ((struct tn_method[]){ tn_method_make(a, (a)->collective) })

/* Returns a broadcast whose ranks run fn, with eight lines of flags. */
G_GNUC_UNUSED static struct tn_algorithm algorithm_of(void (*fn)(struct tn_strand *r))
{
  return (struct tn_algorithm){ .collective = TN_BCAST,
                                .name = "test",
                                .mechanisms = { TN_CMA },
                                .n_mechanisms = 1,
                                .unsupported = always,
                                .n_slots = many_slots,
                                .run = fn };
}

#endif
