/* The ADAPT paper's claims. Sizes are 4 MiB, as in the paper, unless a row sets others. To keep run
 * times to seconds, there are fewer nodes than the paper's 32, and noise only on one KNL node
 * (docs/model/noise.md has all nodes). */
#include <limits.h>

#include "verbs.h"

static const char blocking[] = "blocking-tree", waiting[] = "nonblocking-tree", adapt[] = "adapt";

enum { SIZE = 4 * MIB, SEGMENT = 64 * KIB };

#define ADAPT(name, ...) ITEM(.ask = { .algorithm = name, __VA_ARGS__ })
#define TOPO(name, ...)                                                                            \
  ADAPT(name, .params = { { "tree", "topo", 0 }, { "segment", NULL, SEGMENT } }, __VA_ARGS__)
#define CHAIN(name, n)                                                                             \
  ITEM(.ask = { .algorithm = name,                                                                 \
                .params = { { "tree", "chain", 0 }, { "segment", NULL, SEGMENT } },                \
                .ranks = n },                                                                      \
       .reading = TN_READ_LONGEST)
/* Number of steps of a chain: P + n_s - 2 for P ranks and n_s segments. */
#define STEPS(n) ((n) + SIZE / SEGMENT - 2.0)
#define CHAINS(figure, name)                                                                       \
  ITEM(TN_WITHIN, figure "%.2f times", OVER(CHAIN(name, 64)), UNDER(CHAIN(name, 16)),              \
       NEAR(STEPS(64) / STEPS(16)), .style = TN_SAY_BARE)
/* Represents the paper's Open MPI 2.0, because the rules of coll/tuned are equal up to 4.1. */
#define OPEN_MPI ADAPT("library:ompi-4.0", )
#define TIMES(over, under)                                                                         \
  REQUIRE({ TN_GAIN, "%.2f times", OVER(over), UNDER(under), .style = TN_SAY_BARE }),              \
      SIZES(SIZE, SIZE, 2)
/* The algorithm that, by the paper, the library uses at a size. Its time must equal the
 * library's. */
#define NAMED(name, its_segment, size)                                                             \
  ITEM(TN_GIVEN, OVER(ADAPT(name, .params = { { "segment", NULL, its_segment } })),                \
       UNDER(OPEN_MPI), .from = size, .to = size)

/* Longest interruption in seconds for noise of 10 %: with ten interruptions a second, half as long
 * on average. */
#define PERCENT_10 20e-3

static struct tn_ask styled(struct tn_judge *j, const char *style, const char *tree, int segment)
{
  return (struct tn_ask){ .collective = tn_judge_claim(j)->collective,
                          .algorithm = style,
                          .params = { { "tree", tree, 0 }, { "segment", NULL, segment } },
                          .size = SIZE };
}

/* Returns the relative slowdown of factors[0] calls under noise of up to `longest` seconds, ten
 * times a second; 0.5 means 1.5 times the time. `style`: algorithm, by how it waits. IMB's loop
 * spans several periods, so the noise's start has little effect. Segments are large: their size
 * does not change the slowdown. */
static double slow_down(struct tn_judge *j, const char *style, const char *tree, double longest)
{
  struct tn_ask ask = styled(j, style, tree, 4 * SEGMENT);
  ask.protocol = TN_JUST(TN_IMB_OLD);
  ask.repetitions = tn_judge_claim(j)->factors[0];
  const double quiet = tn_ask(j, &ask)->span;
  ask.noise = (struct tn_noise_source){ .process = TN_NOISE_PERIODIC,
                                        .rate = 10,
                                        .longest = longest,
                                        .last_rank = INT_MAX,
                                        .phase = TN_PHASE_SPREAD,
                                        .spread = 24e-3 };
  return tn_ask(j, &ask)->span / quiet - 1;
}

/* C201, C202: judges a chain's slowdown by the claim's ratio */
static void judge_loss(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  const double loss = slow_down(j, c->algorithm, "chain", PERCENT_10), claimed = c->ratio - 1;
  tn_require(j, loss >= claimed / TN_CLAIM_FACTOR && loss <= claimed * TN_CLAIM_FACTOR);
  tn_claimed(j, 1 + loss, c->ratio);
  tn_figure(j, "%.0f %%", 100 * loss);
}

/* C206: noise slows blocking most, adapt least */
static void judge_order(struct tn_judge *j)
{
  const double first = slow_down(j, blocking, "binomial", PERCENT_10),
               second = slow_down(j, waiting, "binomial", PERCENT_10),
               third = slow_down(j, adapt, "binomial", PERCENT_10);
  tn_require(j, first > second && second > third);
  tn_direction(j, first > second);
  tn_direction(j, second > third);
  tn_figure(j, "blocking %.0f %%, with Waitall %.0f %%, adapt %.0f %%", 100 * first, 100 * second,
            100 * third);
}

/* C234: noise of 5 % slows a chain less than noise of 10 % does, and slows adapt less than the
 * style that waits for all children. */
static void judge_half_noise(struct tn_judge *j)
{
  const char *const styles[] = { waiting, adapt };
  double half[2];
  for (int i = 0; i < 2; i++) {
    const double whole = slow_down(j, styles[i], "chain", PERCENT_10);
    half[i] = slow_down(j, styles[i], "chain", PERCENT_10 / 2);
    tn_require(j, half[i] < whole);
    tn_direction(j, half[i] < whole);
    tn_figure(j, "%s %.0f %% (%.0f %% with 10 %%)", styles[i], 100 * half[i], 100 * whole);
  }
  tn_require(j, half[1] < half[0]);
  tn_direction(j, half[1] < half[0]);
}

/* C207: the ranks, as bits, of a binomial tree of 8 ranks that may leave late if noise hits rank
 * HIT. */
enum { HIT = 2, BELOW = 1 << 2 | 1 << 6, PARENT = 1 << 0, ALL = (1 << TN_N_FIRST) - 1 };

static unsigned late_ranks(struct tn_judge *j, const char *style)
{
  struct tn_ask ask = styled(j, style, "binomial", SEGMENT);
  ask.ranks = TN_N_FIRST;
  ask.repetitions = 200;
  const struct tn_sim_result quiet = *tn_ask(j, &ask);
  ask.noise = (struct tn_noise_source){ .process = TN_NOISE_PERIODIC,
                                        .rate = 20,
                                        .shortest = 20e-3,
                                        .longest = 20e-3,
                                        .first_rank = HIT,
                                        .last_rank = HIT };
  const struct tn_sim_result *noisy = tn_ask(j, &ask);
  const double enough = (noisy->first[HIT] - quiet.first[HIT]) / 2;
  unsigned late = 0;
  for (int r = 0; r < TN_N_FIRST; r++)
    late |= (unsigned)(noisy->first[r] - quiet.first[r] >= enough) << r;
  return late;
}

static void judge_reach(struct tn_judge *j)
{
  const unsigned first = late_ranks(j, blocking), second = late_ranks(j, waiting),
                 third = late_ranks(j, adapt);
  tn_require(j, first == ALL && second == ALL && third == (BELOW | PARENT));
  tn_figure(j, "%d, %d and %d of 8 ranks late", __builtin_popcount(first),
            __builtin_popcount(second), __builtin_popcount(third));
}

/* C209: times of three children of a root: in its package, in the other, and on another node. */
static const double *lanes(struct tn_judge *j, const char *style)
{
  struct tn_ask ask = styled(j, style, "flat", SEGMENT);
  ask.ranks = 4;
  ask.mapping = "list:0,2,32,64";
  return tn_ask(j, &ask)->first;
}

static void judge_lanes(struct tn_judge *j)
{
  const double *together = lanes(j, waiting), *alone = lanes(j, adapt);
  const double slowest = MAX(MAX(together[1], together[2]), together[3]);
  const double fastest = MIN(MIN(alone[1], alone[2]), alone[3]);
  for (int r = 1; r <= 3; r++)
    tn_require_alike(j, together[r] / slowest);
  tn_require_least(j, slowest / fastest, TN_CLAIM_CLEAR);
  tn_figure(j, "with Waitall %.0f, %.0f, %.0f us; adapt %.0f, %.0f, %.0f us", together[1] * 1e6,
            together[2] * 1e6, together[3] * 1e6, alone[1] * 1e6, alone[2] * 1e6, alone[3] * 1e6);
}

/* C214: the times of the algorithms that the rules choose at 256K and at 512K must equal the
 * library's. */
static void judge_switch(struct tn_judge *j)
{
  const struct tn_requirement *one = tn_judge_claim(j)->required;
  const double same = 1 + 1e-9,
               at[] = { tn_require_one(j, &one[0]).most, tn_require_one(j, &one[1]).most };
  tn_require_within(j, at[0], 1 / same, same);
  tn_require_within(j, at[1], 1 / same, same);
  tn_figure(j, "split-binary at 256K %.3f, pipeline at 512K %.3f of its time", at[0], at[1]);
}

/* C222: requires equal times on 2, 8 and 32 nodes */
static void judge_scaling(struct tn_judge *j)
{
  double times[3];
  for (int i = 0; i < 3; i++) {
    const struct tn_contender way[] = { tn_judge_claim(j)->required->over[i], { .reading = 0 } };
    times[i] = tn_contenders_time(j, way, SIZE);
  }
  tn_require_alike(j, times[1] / times[0]);
  tn_require_alike(j, times[2] / times[0]);
  tn_figure(j, "%.0f, %.0f, %.0f us", times[0] * 1e6, times[1] * 1e6, times[2] * 1e6);
}

/* Table 1: the application ASP with rows of 1 MB. The paper does not state its computation. */
static const struct tn_skeleton asp = { { { TN_BCAST, MIB, 1, TN_ROOT_BLOCKS } }, 4 };
#define OPEN_MPI_IN_ASP ITEM(.ask.algorithm = "library:ompi-4.0", .program = &asp)
#define ADAPT_IN_ASP                                                                               \
  ITEM(.ask = { .algorithm = "adapt",                                                              \
                .params = { { "tree", "topo", 0 }, { "segment", NULL, SEGMENT } } },               \
       .program = &asp)

/* C227: judges the share of communication with Open MPI. With ADAPT the share is 38 %. Computation
 * is equal for all libraries (C226). */
static void judge_share(struct tn_judge *j)
{
  const double with_adapt = 1.99 / 5.21,
               longer = tn_require_one(j, tn_judge_claim(j)->required).most * with_adapt;
  const double share = longer / (longer + 1 - with_adapt), claimed = tn_judge_claim(j)->ratio;
  tn_require_alike(j, share / claimed);
  tn_figure(j, "%.0f %%", 100 * share);
}

/* Mappings with one rank per GPU on the first 1, 2, 4 or 8 nodes of psg-k40. */
#define GPUS_OF_1 "list:0,1,10,11"
#define GPUS_OF_2 GPUS_OF_1 ",20,21,30,31"
#define GPUS_OF_4 GPUS_OF_2 ",40,41,50,51,60,61,70,71"
#define GPUS_OF_8 GPUS_OF_4 ",80,81,90,91,100,101,110,111,120,121,130,131,140,141,150,151"
#define ON_GPUS .platform = "psg-k40", .ranks = 32, .mapping = GPUS_OF_8
#define GPU_SEGMENT (4 * SEGMENT)
#define ADAPT_ON_GPUS(...)                                                                         \
  ITEM(.ask = { .algorithm = "adapt",                                                              \
                .mechanism = TN_JUST(TN_DEVICE_IPC),                                               \
                .params = { { "segment", NULL, GPU_SEGMENT } },                                    \
                __VA_ARGS__ },                                                                     \
       .reading = TN_READ_LONGEST)
/* The paper does not state the segment size, so the fastest of several sizes is used. */
#define ADAPT_AT_BEST                                                                              \
  ITEM(.ask = { .algorithm = "adapt", .mechanism = TN_JUST(TN_DEVICE_IPC) },                       \
       .reading = TN_READ_LONGEST, .varied = "segment",                                            \
       .values = { 64 * KIB, 128 * KIB, 256 * KIB, 512 * KIB })
#define OPEN_MPI_ON_GPUS                                                                           \
  ITEM(.ask = { .algorithm = "library:ompi-4.0",                                                   \
                .mechanism = TN_JUST(TN_DEVICE_IPC),                                               \
                .transport = TN_JUST(TN_TRANSPORT_OMPI_2_1) },                                     \
       .reading = TN_READ_LONGEST)

#define FASTER(verb, ...)                                                                          \
  ITEM(verb, "%s: %.1f times (%.0f, %.0f us)", OVER(OPEN_MPI_ON_GPUS), UNDER(ADAPT_AT_BEST),       \
       .style = TN_SAY_RATIO, __VA_ARGS__)
/* Time on eight nodes divided by the time on n nodes. */
#define FLAT(n, its_mapping)                                                                       \
  ITEM(TN_WITHIN, "8 nodes by " #n " GPUs %.3f", OVER(ADAPT_ON_GPUS()),                            \
       UNDER(ADAPT_ON_GPUS(.ranks = n, .mapping = its_mapping)), .low = 0.9, .high = 1.1,          \
       .claimed = 1, .style = TN_SAY_BARE)

/* Returns by how many seconds a rank's time rises if the vector, which is not cut into segments, is
 * twice as long. */
static double time_of_more(struct tn_judge *j, int ranks, const char *mapping, int rank)
{
  struct tn_ask ask = { .collective = TN_BCAST,
                        .algorithm = adapt,
                        .params = { { "segment", NULL, 0 }, { "staging", "none", 0 } },
                        .mechanism = TN_JUST(TN_DEVICE_IPC),
                        .ranks = ranks,
                        .mapping = mapping,
                        .size = 16 * MIB };
  const double once = tn_ask(j, &ask)->first[rank];
  ask.size *= 2;
  return tn_ask(j, &ask)->first[rank] - once;
}

/* C224: the root sends at the same time to its neighbour (rank 1), to another node (rank 3) and to
 * the other socket. Each transfer must take three times as long as one to the neighbour alone. */
static void judge_thirds(struct tn_judge *j)
{
  enum { FLOWS = 3 };
  const double exact = 1e-6, alone = time_of_more(j, 2, "list:0,1", 1),
               near = time_of_more(j, 4, "list:0,1,10,20", 1) / alone,
               far = time_of_more(j, 4, "list:0,1,10,20", 3) / alone;
  tn_require_within(j, near, FLOWS * (1 - exact), FLOWS * (1 + exact));
  tn_require_within(j, far, FLOWS * (1 - exact), FLOWS * (1 + exact));
  tn_claimed(j, near, FLOWS);
  tn_claimed(j, far, FLOWS);
  tn_figure(j, "%.6f and %.6f times as long as alone", near, far);
}

/* All cores of the first nodes (their first hardware threads). With another mapping, each node
 * would get only some of the ranks. */
#define FILLED(n, last) .ranks = n, .mapping = "list:0.." last ":2"
#define ON_FILLED(machine, n, last) .platform = machine, FILLED(n, last)
#define KNL ON("knl", 64)
#define CORI_NODES ON("cori-32", 128)

#define PAPER "adapt"
#define ROWS "adapt.def"
#define TABLES tn_claims_adapt
#include "claims_table.h"
