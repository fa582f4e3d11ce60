/* The SPLIT paper's claims: progress threads on own cores, during a computation of fixed total
 * work, 2 MiB (section 6). N ranks compute, their threads run on the node's other cores; the S tree
 * levels next to the leaves stay on the ranks' cores. */
#include <math.h>

#include "verbs.h"

enum { MAX_LEVELS = 4 };

/* Time to begin the collective, compute, and end the collective: from the first entry to the last
 * exit, as simulated and by the closed form. */
#define OVERLAPPED(how)                                                                            \
  GIVEN({ TN_GIVEN,                                                                                \
          OVER({ .ask = { .algorithm = "split-tree",                                               \
                          .params = { { "levels", NULL, 0 }, { "compute", "balanced", 0 } } },     \
                 .reading = how }) })
#define SIMULATED OVERLAPPED(TN_READ_SPAN)
#define MODELLED OVERLAPPED(TN_READ_FORMULA)
/* 16 ranks without computation, and one core for their threads; n levels are on the ranks'
 * cores. */
#define ALONE(n)                                                                                   \
  ITEM(.ask = { .algorithm = "split-tree",                                                         \
                .params = { { "levels", NULL, n }, { "comm_cores", NULL, 1 } } },                  \
       .reading = TN_READ_SPAN)
/* Requires that without levels on the ranks' cores the time is `times` times that with n levels. */
#define FOLDED(n, times)                                                                           \
  REQUIRE({ TN_WITHIN, "%.2f times", OVER(ALONE(0)), UNDER(ALONE(n)), NEAR(times),                 \
            .style = TN_SAY_BARE }),                                                               \
      .ratio = times, SIZES(2 * MIB, 2 * MIB, 2)

/* The tree with S levels on the ranks' cores. For comparison, BLOCKING: the ranks compute first,
 * then run all levels. */
#define TREE(n, s)                                                                                 \
  ITEM(.ask = { .algorithm = "split-tree",                                                         \
                .params = { { "levels", NULL, s }, { "compute", "balanced", 0 } },                 \
                .ranks = n },                                                                      \
       .reading = TN_READ_SPAN)
#define BLOCKING(n)                                                                                \
  ITEM(.ask = { .algorithm = "split-tree",                                                         \
                .params = { { "levels", NULL, 6 },                                                 \
                            { "comm_cores", NULL, 0 },                                             \
                            { "compute", "balanced", 0 } },                                        \
                .ranks = n },                                                                      \
       .reading = TN_READ_SPAN)
#define FASTER(n, s, than) ITEM(TN_BELOW, NULL, OVER(TREE(n, s)), UNDER(TREE(n, than)))
#define ALL_LEVELS(n, figure)                                                                      \
  ITEM(TN_GIVEN, figure, OVER(TREE(n, 3)), UNDER(TREE(n, 0)), .style = TN_SAY_BARE)
#define TWO_MIB SIZES(2 * MIB, 2 * MIB, 2)
#define CROSSING                                                                                   \
  REQUIRE(FASTER(40, 0, 1), FASTER(40, 1, 2), FASTER(40, 2, 3), FASTER(63, 1, 0),                  \
          FASTER(63, 2, 1), FASTER(63, 3, 2), ALL_LEVELS(40, "40 ranks: S = 3 over S = 0 %.2f"),   \
          ALL_LEVELS(63, "63 ranks: %.2f")),                                                       \
      TWO_MIB
#define LEVEL(verb, figure, s, before)                                                             \
  ITEM(verb, figure ": %.2f ms", OVER(TREE(63, s)), UNDER(TREE(63, before)), .style = TN_SAY_MS)
#define EXPLOSION                                                                                  \
  REQUIRE(LEVEL(TN_GIVEN, "S = 0", 0, 0), LEVEL(TN_BELOW, "S = 1", 1, 0),                          \
          LEVEL(TN_BELOW, "S = 2", 2, 1), LEVEL(TN_BELOW, "S = 3", 3, 2)),                         \
      TWO_MIB
#define ONE_FREE_CORE(n)                                                                           \
  REQUIRE({ TN_BELOW, "S = 3 %.2f ms, blocking %.2f ms", OVER(TREE(n, 3)), UNDER(BLOCKING(n)),     \
            .style = TN_SAY_MS }),                                                                 \
      TWO_MIB

static double taken(struct tn_judge *j, int ranks, int levels)
{
  struct tn_contender way[] = { tn_judge_claim(j)->required->over[0], { .reading = 0 } };
  way->ask.ranks = ranks;
  way->ask.params[0].value = levels;
  return tn_contenders_time(j, way, 2 * MIB);
}

/* Returns how many levels on the ranks' cores take the least time for a given number of ranks;
 * *ret_time: this time. */
static int best_levels(struct tn_judge *j, int ranks, double *ret_time)
{
  int best = 0;
  *ret_time = INFINITY;
  for (int levels = 0; levels < MAX_LEVELS; levels++) {
    const double t = taken(j, ranks, levels);
    best = t < *ret_time ? levels : best;
    *ret_time = fmin(t, *ret_time);
  }
  return best;
}

/* Returns the number of ranks, at least `from`, that takes the least time with a given number of
 * levels on the ranks' cores. */
static int best_ranks(struct tn_judge *j, int from, int levels)
{
  double least = INFINITY;
  int best = 0;
  for (int n = from; n < tn_judge_claim(j)->ranks; n++) {
    const double t = taken(j, n, levels);
    best = t < least ? n : best;
    least = fmin(t, least);
  }
  return best;
}

/* C139 to C142: factors are the number of ranks N and S + 1, where S is the number of levels */
static void judge_model_optimum(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  const int ranks = c->factors[0], levels = c->factors[1] - 1;
  double time;
  const int best = best_levels(j, ranks, &time);
  const int at = best_ranks(j, 40, levels);
  tn_require(j, best == levels && at == ranks);
  tn_figure(j, "best with %d ranks: S = %d; S = %d is best with %d ranks", ranks, best, levels, at);
}

/* C143, C144: numbers of ranks, from 48 on, at which one more level becomes best. */
static void judge_switches(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  double unused;
  int at[MAX_LEVELS] = { 0 }, levels = 0;
  for (int n = 48; n < c->ranks; n++)
    for (const int best = best_levels(j, n, &unused); levels < best; levels++)
      at[levels + 1] = n;
  for (int s = 1; s < MAX_LEVELS; s++)
    tn_require(j, at[s] == c->factors[s - 1]);
  tn_figure(j, "S 0 to 1, 2, 3 at %d, %d, %d ranks", at[1], at[2], at[3]);
}

/* C148, C232: with each further level the best number of ranks is larger */
static void judge_drops(struct tn_judge *j)
{
  int last = 0;
  for (int levels = 0; levels < MAX_LEVELS; levels++) {
    const int at = best_ranks(j, 3 * tn_judge_claim(j)->ranks / 4, levels);
    tn_require(j, at > last);
    tn_figure(j, "S = %d: least time with %d ranks", levels, at);
    last = at;
  }
}

/* C153, C154: factors[0] is the claimed best number of ranks */
static void judge_best_ranks(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  double least = INFINITY, claimed = INFINITY, time;
  int at = 0;
  for (int n = c->ranks / 2; n < c->ranks; n++) {
    best_levels(j, n, &time);
    if (n == c->factors[0])
      claimed = time;
    if (time < least) {
      least = time;
      at = n;
    }
  }
  tn_require_best(j, claimed / least);
  tn_figure(j, "best with %d ranks; %d cost %.1f %% more", at, c->factors[0],
            100 * (claimed / least - 1));
}

/* C150, C151: the tree, with the closed form's number of levels (-1), must be faster than the
 * library, but slower with the last factors[0] numbers of ranks. */
static void judge_open_mpi(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  double least = INFINITY, last = 0;
  for (int n = c->ranks / 2 + 1; n < c->ranks; n++) {
    const struct tn_ask ask = { .collective = c->collective,
                                .algorithm = "library:libnbc-4.0",
                                .params = { { "compute", "balanced", 0 } },
                                .ranks = n,
                                .size = 2 * MIB };
    const double split = taken(j, n, -1), library = tn_ask(j, &ask)->span;
    if (n < c->ranks - c->factors[0])
      tn_require_below(j, split, library);
    else
      tn_require_below(j, library, split);
    least = MIN(least, library / split);
    last = library / split;
  }
  tn_figure(j, "%.2f times as fast or more, %.2f with %d ranks", least, last, c->ranks - 1);
}

#define KNL ON("knl-64", 64)
#define SKYLAKE ON("skylake-48", 48)

#define PAPER "split"
#define ROWS "split.def"
#define TABLES tn_claims_split
#include "claims_table.h"
