/* The SPLIT paper's claims: progress threads on cores of their own, beside a computation whose total
 * work is fixed, 2 MiB (section 6). N ranks compute, the other cores of the node are for threads; S
 * levels next to the leaves stay on the ranks' cores. */
#include <math.h>

#include "algos/kit/split.h"
#include "claims.h"

enum { MOST_LEVELS = 4, MOST_RANKS = 64 };

/* Begin, compute, end: from the first entry to the last exit. */
static struct tn_ask overlapped(enum tn_collective collective, int ranks, int levels)
{
  return (struct tn_ask){ .collective = collective,
                          .algorithm = "split-tree",
                          .params = { { "levels", NULL, levels }, { "compute", "balanced", 0 } },
                          .ranks = ranks,
                          .size = 2 * MIB };
}

static double simulated(struct tn_judge *j, int ranks, int levels)
{
  const struct tn_ask ask = overlapped(tn_judge_claim(j)->collective, ranks, levels);
  return tn_ask(j, &ask)->span;
}

static double modelled(struct tn_judge *j, int ranks, int levels)
{
  const struct tn_ask ask = overlapped(tn_judge_claim(j)->collective, ranks, levels);
  return tn_ask_model(j, &ask);
}

/* The computation, then all levels by the ranks. */
static double blocking(struct tn_judge *j, int ranks)
{
  const struct tn_ask ask = { .collective = tn_judge_claim(j)->collective,
                              .algorithm = "split-tree",
                              .params = { { "levels", NULL, tn_split_height(ranks) },
                                          { "comm_cores", NULL, 0 },
                                          { "compute", "balanced", 0 } },
                              .ranks = ranks,
                              .size = 2 * MIB };
  return tn_ask(j, &ask)->span;
}

typedef double time_function(struct tn_judge *j, int ranks, int levels);

/* The number of levels that is best for so many ranks. */
static int best_levels(struct tn_judge *j, int ranks, time_function *time, double *ret_time)
{
  int best = 0;
  *ret_time = INFINITY;
  for (int levels = 0; levels < MOST_LEVELS; levels++) {
    const double t = time(j, ranks, levels);
    if (t < *ret_time) {
      *ret_time = t;
      best = levels;
    }
  }
  return best;
}

/* The number of ranks, at least `from`, that is best with so many levels. */
static int best_ranks(struct tn_judge *j, int from, int levels, time_function *time)
{
  double least = INFINITY;
  int best = 0;
  for (int n = from; n < MOST_RANKS; n++) {
    const double t = time(j, n, levels);
    if (t < least) {
      least = t;
      best = n;
    }
  }
  return best;
}

/* C139 to C142: c->factors are N and S. */
static void judge_model_optimum(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  const int ranks = c->factors[0], levels = c->factors[1] - 1;
  double time;
  const int best = best_levels(j, ranks, modelled, &time);
  const int at = best_ranks(j, 40, levels, modelled);
  tn_require(j, best == levels && at == ranks);
  tn_figure(j, "best with %d ranks: S = %d; S = %d is best with %d ranks", ranks, best, levels, at);
}

/* Where one level more becomes best, from 48 ranks on. */
static void require_switches(struct tn_judge *j, time_function *time)
{
  const struct tn_claim *c = tn_judge_claim(j);
  double unused;
  int at[MOST_LEVELS] = { 0 }, levels = 0;
  for (int n = 48; n < MOST_RANKS; n++)
    for (const int best = best_levels(j, n, time, &unused); levels < best; levels++)
      at[levels + 1] = n;
  for (int s = 1; s < MOST_LEVELS; s++)
    tn_require(j, at[s] == c->factors[s - 1]);
  tn_figure(j, "S 0 to 1, 2, 3 at %d, %d, %d ranks", at[1], at[2], at[3]);
}

/* C143 */
static void judge_model_switches(struct tn_judge *j)
{
  require_switches(j, modelled);
}

/* C144 */
static void judge_switches(struct tn_judge *j)
{
  require_switches(j, simulated);
}

/* Of 16 ranks that compute nothing, with one core for their threads. */
static double alone(struct tn_judge *j, int levels)
{
  const struct tn_ask ask = { .collective = TN_IBCAST,
                              .algorithm = "split-tree",
                              .ranks = 16,
                              .size = 2 * MIB,
                              .params = { { "levels", NULL, levels }, { "comm_cores", NULL, 1 } } };
  return tn_ask(j, &ask)->span;
}

/* C132, C133: against c->factors[0] levels on the ranks' own cores. */
static void judge_folded(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  const double ratio = alone(j, 0) / alone(j, c->factors[0]), near = 1 + TN_CLAIM_CLOSE;
  tn_require_within(j, ratio, c->ratio / near, c->ratio * near);
  tn_claimed(j, ratio, c->ratio);
  tn_figure(j, "%.2f times", ratio);
}

/* C145 */
static void judge_explosion(struct tn_judge *j)
{
  double before = INFINITY;
  for (int levels = 0; levels < MOST_LEVELS; levels++) {
    const double t = simulated(j, 63, levels);
    if (levels > 0)
      tn_require_below(j, t, before);
    tn_figure(j, "S = %d: %.2f ms", levels, t * 1e3);
    before = t;
  }
}

/* C146, C147 */
static void judge_crossing(struct tn_judge *j)
{
  for (int levels = 1; levels < MOST_LEVELS; levels++) {
    tn_require_below(j, simulated(j, 40, levels - 1), simulated(j, 40, levels));
    tn_require_below(j, simulated(j, 63, levels), simulated(j, 63, levels - 1));
  }
  tn_figure(j, "40 ranks: S = 3 over S = 0 %.2f; 63 ranks: %.2f",
            simulated(j, 40, 3) / simulated(j, 40, 0), simulated(j, 63, 3) / simulated(j, 63, 0));
}

/* C148 */
static void judge_drops(struct tn_judge *j)
{
  int last = 0;
  for (int levels = 0; levels < MOST_LEVELS; levels++) {
    const int at = best_ranks(j, 48, levels, simulated);
    tn_require(j, at > last);
    tn_figure(j, "S = %d: least time with %d ranks", levels, at);
    last = at;
  }
}

/* C149 */
static void judge_one_free_core(struct tn_judge *j)
{
  const double split = simulated(j, 63, 3), all = blocking(j, 63);
  tn_require_below(j, split, all);
  tn_figure(j, "S = 3 %.2f ms, blocking %.2f ms", split * 1e3, all * 1e3);
}

/* C153, C154: c->factors[0] is N. */
static void judge_best_ranks(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  double least = INFINITY, claimed = INFINITY, time;
  int at = 0;
  for (int n = c->ranks / 2; n < c->ranks; n++) {
    best_levels(j, n, simulated, &time);
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

static double with_open_mpi(struct tn_judge *j, int ranks)
{
  const struct tn_ask ask = { .collective = tn_judge_claim(j)->collective,
                              .algorithm = "library:libnbc-4.0",
                              .params = { { "compute", "balanced", 0 } },
                              .ranks = ranks,
                              .size = 2 * MIB };
  return tn_ask(j, &ask)->span;
}

/* C150, C151: levels by the model (-1). With the claim's last c->factors[0] numbers of ranks it is
 * the other way round. */
static void judge_open_mpi(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  double least = INFINITY, last = 0;
  for (int n = c->ranks / 2 + 1; n < c->ranks; n++) {
    const double split = simulated(j, n, -1), library = with_open_mpi(j, n);
    if (n < c->ranks - c->factors[0])
      tn_require_below(j, split, library);
    else
      tn_require_below(j, library, split);
    least = MIN(least, library / split);
    last = library / split;
  }
  tn_figure(j, "%.2f times as fast or more, %.2f with %d ranks", least, last, c->ranks - 1);
}

#define SPLIT(number, place, a_platform, n)                                                        \
  .id = number, .paper = "split", .where = place, .platform = a_platform, .ranks = n
#define MODEL(number, n, s, words)                                                                 \
  {                                                                                                \
    SPLIT(number, "4, Fig. 3", "knl-64", 64),                                                      \
        .class = TN_REPRODUCED, .text = words, .judge = judge_model_optimum,                       \
        .collective = TN_IREDUCE, .factors = { n, (s) + 1 },                                       \
        .note = "the paper's equations, two of them corrected (docs/model.md)"                     \
  }

/* A reduction goes level by level, as the paper's equations do. */
static const char rules[] =
    "the paper's tree and its folding of threads decide it; costs of the machine hardly matter";

const struct tn_claim tn_claims_split[] = {
  { SPLIT("C132", "3", "knl-64", 16), .class = TN_REPRODUCED,
    .text = "a tree of 16 ranks folded on one communication core takes 15 steps, not 4",
    .margin = "3.75 times within 20 %", .judge = judge_folded, .collective = TN_IBCAST,
    .factors = { 4 }, .ratio = 3.75, .note = rules },
  { SPLIT("C133", "3", "knl-64", 16), .class = TN_REPRODUCED,
    .text = "with the last level on the ranks' cores it is twice as fast: 8 steps",
    .margin = "1.88 times within 20 %", .judge = judge_folded, .collective = TN_IBCAST,
    .factors = { 1 }, .ratio = 1.88, .note = rules },
  MODEL("C139", 51, 0, "model: 51 ranks and S = 0 are the minimum of all"),
  MODEL("C140", 57, 1, "model: with 7 free cores S = 1 is best"),
  MODEL("C141", 60, 2, "model: with 4 free cores S = 2 is best"),
  MODEL("C142", 62, 3, "model: with 2 free cores S = 3 is best"),
  { SPLIT("C143", "6", "knl-64", 64), .class = TN_REPRODUCED,
    .text = "model: S changes from 0 to 1 at 52 ranks, to 2 at 58, to 3 at 62",
    .judge = judge_model_switches, .collective = TN_IREDUCE, .factors = { 52, 58, 62 } },
  { SPLIT("C144", "6", "knl-64", 64), .class = TN_REPRODUCED,
    .text = "ireduce changes S at the model's numbers of ranks: 52, 58, 62",
    .judge = judge_switches, .collective = TN_IREDUCE, .factors = { 52, 58, 62 }, .note = rules },
  { SPLIT("C145", "4, Fig. 2", "knl-64", 64), .class = TN_REPRODUCED,
    .text = "with one free core the time falls with every level more (S = 0 to 3)",
    .judge = judge_explosion, .collective = TN_IREDUCE, .note = rules },
  { SPLIT("C146", "4, Fig. 3", "knl-64", 64), .class = TN_PREDICTED,
    .text = "each level more costs time with few ranks (40) and gains with many (63)",
    .judge = judge_crossing, .collective = TN_IBCAST },
  { SPLIT("C147", "4, Fig. 4", "knl-64", 64), .class = TN_PREDICTED,
    .text = "scatter behaves like bcast: levels cost with 40 ranks and gain with 63",
    .judge = judge_crossing, .collective = TN_ISCATTER },
  { SPLIT("C147", "4, Fig. 4", "knl-64", 64), .class = TN_PREDICTED,
    .text = "gather behaves like reduce: levels cost with 40 ranks and gain with 63",
    .judge = judge_crossing, .collective = TN_IGATHER },
  { SPLIT("C148", "6, Fig. 5", "knl-64", 64), .class = TN_PREDICTED,
    .text = "ibcast: each level more moves the best number of ranks up", .judge = judge_drops,
    .collective = TN_IBCAST },
  { SPLIT("C148", "6, Fig. 6", "knl-64", 64), .class = TN_REPRODUCED,
    .text = "ireduce: each level more moves the best number of ranks up", .judge = judge_drops,
    .collective = TN_IREDUCE, .note = rules },
  { SPLIT("C149", "6, Fig. 5", "knl-64", 64), .class = TN_PREDICTED,
    .text = "ibcast: S = 3 is faster than blocking even with one free core",
    .judge = judge_one_free_core, .collective = TN_IBCAST },
  { SPLIT("C149", "6, Fig. 6", "knl-64", 64), .class = TN_REPRODUCED,
    .text = "ireduce: S = 3 is faster than blocking even with one free core",
    .judge = judge_one_free_core, .collective = TN_IREDUCE, .note = rules },
  { SPLIT("C150", "6, Fig. 7", "knl-64", 64), .class = TN_REPRODUCED,
    .text = "ireduce: MPC's is faster than Open MPI's with every number of ranks",
    .judge = judge_open_mpi, .collective = TN_IREDUCE,
    .note =
        "coll/libnbc goes on only in MPI_Wait, so that its time comes on top of the computation" },
  { SPLIT("C151", "6, Fig. 7", "skylake-48", 48), .class = TN_PREDICTED,
    .text = "ireduce: the same, but for the last number of ranks, where Open MPI's is faster",
    .judge = judge_open_mpi, .collective = TN_IREDUCE, .factors = { 1 },
    .note = "with one idle core MPC's lowest levels wait for the computation, as all of "
            "coll/libnbc's do" },
  { SPLIT("C153", "6", "knl-64", 64), .class = TN_REPRODUCED,
    .text = "ireduce is fastest with 50 ranks", .margin = "costs at most 10 % more than the best",
    .judge = judge_best_ranks, .collective = TN_IREDUCE, .factors = { 50 }, .note = rules },
  { SPLIT("C154", "6", "skylake-48", 48), .class = TN_PREDICTED,
    .text = "ireduce is fastest with 38 ranks", .margin = "costs at most 10 % more than the best",
    .judge = judge_best_ranks, .collective = TN_IREDUCE, .factors = { 38 } },
  { 0 },
};

#define DEFINES(number, place)                                                                     \
  .id = number, .paper = "split", .where = place, .class = TN_DEFINITION
#define UNTESTED(number)                                                                           \
  .id = number, .paper = "split", .where = "6, Fig. 7", .class = TN_UNTESTED,                      \
  .note = "its source is not public"

static const char equation[] = "`turnstile model`; tests/test_split.c";

const struct tn_claim tn_claims_split_words[] = {
  { DEFINES("C131", "3, Fig. 1"), .text = "a binomial tree of 16 ranks: 15 messages in 4 steps",
    .note = equation },
  { DEFINES("C134", "eq. 1"), .text = "T of a blocking collective: ceil(lg N)", .note = equation },
  { DEFINES("C135", "eq. 2"), .text = "C(N) = (Nproc/N) C(Nproc)",
    .note = "printed the other way round" },
  { DEFINES("C136", "eq. 3"), .text = "messages of a level: ceil((R - 2^(H-i)) / 2^(H-i+1))",
    .note = "printed with a plus, with which they are not N - 1 in all" },
  { DEFINES("C137", "eq. 4"), .text = "T of a non-blocking collective", .note = equation },
  { DEFINES("C138", "eq. 5"), .text = "T of one beside a computation", .note = equation },
  { DEFINES("C155", "6"), .text = "2 MiB; computation for perfect overlap, its total fixed",
    .note = "`compute=balanced`" },
  { UNTESTED("C150"), .text = "MPC's is always faster than Intel MPI's (KNL)" },
  { UNTESTED("C152"), .text = "Intel MPI's asynchronous progress makes it slower" },
  { 0 },
};
