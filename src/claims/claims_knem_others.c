/* The KNEM paper's claims of the other collectives. Blocks are smaller where a point would take
 * seconds: an alltoall of 48 ranks through shared memory moves 2256 of them. */
#include "claims_knem.h"

#include <math.h>

enum { FIRST = 32 * KIB, SECOND = 4 * FIRST };

/* C161: a lock counts the readers of each memory, so it is looked at over CMA. */
static void judge_rotation(struct tn_judge *j)
{
  const struct tn_ask ask = {
    .collective = TN_ALLTOALL, .algorithm = "rotation", .size = MIB, .mechanism = TN_JUST(TN_CMA)
  };
  const int readers = tn_ask(j, &ask)->max_callers;
  tn_require(j, readers == 1);
  tn_figure(j, "%d reader of a buffer at a time", readers);
}

/* C162 */
static void judge_phases(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  struct tn_ratios ratios = TN_RATIOS;
  for (size_t size = c->from; size <= c->to; size *= 4)
    tn_ratios_add(&ratios,
                  tn_knem_time(j, TN_ALLGATHER, "gather-bcast", -1, size) /
                      (tn_knem_time(j, TN_GATHER, "knem-linear", -1, size) +
                       tn_knem_time(j, TN_BCAST, "knem-linear", -1, size * (size_t)c->ranks)),
                  size);
  tn_ratios_require_close(j, &ratios);
  tn_ratios_figure(j, "gather-bcast over the sum", &ratios);
}

/* C174 to C177 over all, C178 to C181 over Open MPI's, C183 to C186 over Tuned-SM: factors[0]. */
static void judge_gain(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  const struct tn_ratios gains = tn_knem_gains(j, c->factors[0], c->from, c->to);
  tn_require_gain(j, gains.most, c->ratio);
  tn_ratios_figure(j, "others over KNEM", &gains);
}

/* C182: fastest, and a scatter takes as long. */
static void judge_gather(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  const struct tn_ratios gains = tn_knem_gains(j, TN_N_RIVALS, c->from, c->to);
  struct tn_ratios alike = TN_RATIOS;
  for (size_t size = c->from; size <= c->to; size *= 4)
    tn_ratios_add(&alike,
                  tn_knem_component(j, TN_SCATTER, size) / tn_knem_component(j, TN_GATHER, size),
                  size);
  tn_ratios_require_above(j, &gains);
  tn_ratios_require_close(j, &alike);
  tn_ratios_figure(j, "best other over KNEM", &gains);
  tn_ratios_figure(j, "scatter over gather", &alike);
}

/* The largest gain over Tuned-KNEM of a collective at the claim's sizes. */
static double most_over_tuned_knem(struct tn_judge *j, enum tn_collective collective)
{
  const struct tn_claim *c = tn_judge_claim(j);
  double most = 0;
  for (size_t size = c->from; size <= c->to; size *= 4)
    most = fmax(most, tn_knem_rival_of(j, collective, TN_TUNED_KNEM, size) /
                          tn_knem_component(j, collective, size));
  return most;
}

/* C187 */
static void judge_smaller_gain(struct tn_judge *j)
{
  const double all = most_over_tuned_knem(j, TN_ALLTOALLV);
  static const enum tn_collective rooted[] = { TN_BCAST, TN_SCATTER, TN_GATHER };
  tn_figure(j, "alltoallv %.2f", all);
  for (size_t i = 0; i < G_N_ELEMENTS(rooted); i++) {
    const double gain = most_over_tuned_knem(j, rooted[i]);
    tn_require_below(j, all, gain);
    tn_figure(j, "%s %.2f", tn_collective_names[rooted[i]], gain);
  }
}

/* C188; with `most`, the sizes between the first and the last do not count. */
static void judge_allgather(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  const struct tn_ratios gains = tn_knem_gains(j, TN_N_RIVALS, c->from, c->to);
  for (int i = 0; i < gains.n; i++)
    if (!c->most || i == 0 || i == gains.n - 1)
      tn_require_below(j, 1, gains.ratio[i]);
  tn_ratios_figure(j, "best other over KNEM", &gains);
}

/* C189 */
static void judge_tuned_wins(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  struct tn_ratios gains = TN_RATIOS;
  for (size_t size = c->from; size <= c->to; size *= 4)
    tn_ratios_add(&gains,
                  tn_knem_component(j, TN_ALLGATHER, size) / tn_knem_rival(j, TN_TUNED_KNEM, size),
                  size);
  tn_require_gain(j, gains.most, c->ratio);
  tn_ratios_figure(j, "KNEM over Tuned-KNEM", &gains);
}

/* C190 */
static void judge_over_shared_memory(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  static const enum tn_rival others[] = { TN_TUNED_SM, TN_MPICH2_SM };
  static const char *const names[] = { "Tuned-SM over KNEM", "MPICH2-SM over KNEM" };
  for (size_t i = 0; i < G_N_ELEMENTS(others); i++) {
    struct tn_ratios gains = TN_RATIOS;
    for (size_t size = c->from; size <= c->to; size *= 4)
      tn_ratios_add(&gains,
                    tn_knem_rival(j, others[i], size) / tn_knem_component(j, TN_ALLGATHER, size),
                    size);
    tn_ratios_require_above(j, &gains);
    tn_ratios_figure(j, names[i], &gains);
  }
}

#define GAIN(number, place, a_platform, n, of, n_rivals, biggest, words, most, why)                \
  {                                                                                                \
    TN_KNEM_CLAIM(number, place, a_platform, n),                                                   \
        .class = TN_CHECKED, .text = words, .margin = gain_margin, .judge = judge_gain,            \
        .collective = of, .factors = { n_rivals }, .from = FIRST, .to = biggest, .ratio = most,    \
        .note = why                                                                                \
  }
#define GATHER(number, a_platform, n, words, most, why)                                            \
  GAIN(number, "VI.C, Fig. 6", a_platform, n, TN_GATHER, TN_N_RIVALS, 8 * MIB, words, most, why)
#define SCATTER(number, a_platform, n, words, most, why)                                           \
  GAIN(number, "VI.C", a_platform, n, TN_SCATTER, TN_N_TUNED, 8 * MIB, words, most, why)
#define ALLTOALLV(number, a_platform, n, words, most, why)                                         \
  GAIN(number, "VI.D, Fig. 7", a_platform, n, TN_ALLTOALLV, 1, 512 * KIB, words, most, why)
#define ALIKE(a_platform, n, words, why)                                                           \
  {                                                                                                \
    TN_KNEM_CLAIM("C182", "VI.C", a_platform, n),                                                  \
        .class = TN_CHECKED, .text = words, .margin = "alike: within 20 %", .judge = judge_gather, \
        .collective = TN_GATHER, .from = FIRST, .to = 8 * MIB, .note = why                         \
  }
#define SMALLER(a_platform, n, words, why)                                                         \
  {                                                                                                \
    TN_KNEM_CLAIM("C187", "VI.D", a_platform, n),                                                  \
        .class = TN_PREDICTED, .text = words, .judge = judge_smaller_gain,                         \
        .collective = TN_ALLTOALLV, .from = FIRST, .to = 512 * KIB, .note = why                    \
  }
#define ALLGATHER(number, a_platform, n, how)                                                      \
  TN_KNEM_CLAIM(number, "VI.D, Fig. 8", a_platform, n),                                            \
      .class = TN_CHECKED, .judge = how, .collective = TN_ALLGATHER, .from = FIRST, .to = 2 * MIB

static const char gain_margin[] = "largest gain within a factor of 1.5";
static const char slow_core[] =
    "one core's copies from memory, which limit the others, are assumed at 2.5 GB/s";
static const char slow_link[] = "the link between the boards, assumed, limits KNEM's readers";
static const char link_hides[] =
    "the link between the boards, assumed, is busy nearly all the time with one copy and with two";
static const char fetched[] =
    "faster than all it is; a gather fetches the lines of the root before it writes them "
    "(write_allocate, assumed)";
static const char neighbours[] =
    "all ranks read all blocks from rank 0's memory, in a ring each from its neighbour's cache, "
    "which the model lets them do side by side; what slows rings down there is not known";

const struct tn_claim tn_claims_knem_others[] = {
  { TN_KNEM_CLAIM("C161", "V.C, Fig. 3", "zoot", 4), .class = TN_REPRODUCED,
    .text = "rotation: at each step one rank reads each send buffer (4 ranks, over CMA)",
    .judge = judge_rotation, .collective = TN_ALLTOALL, .note = "the algorithm decides it" },
  { TN_KNEM_CLAIM("C162", "V.C", "dancer", 8), .class = TN_REPRODUCED,
    .text = "gather-bcast takes as long as a gather and a broadcast one after the other",
    .margin = "within 20 %", .judge = judge_phases, .collective = TN_ALLGATHER, .from = FIRST,
    .to = 2 * MIB, .note = "the algorithm decides it" },
  GATHER("C174", "zoot", 16, "gather: up to 3.1 times as fast as the best of all others", 3.1,
         NULL),
  GATHER("C175", "dancer", 8, "up to 2.2 times", 2.2, NULL),
  GATHER("C176", "saturn", 16, "up to 2.6 times", 2.6, slow_core),
  GATHER("C177", "ig", 48, "up to 3.2 times", 3.2, NULL),
  SCATTER("C178", "zoot", 16, "scatter: up to 3 times as fast as the better Tuned", 3, NULL),
  SCATTER("C179", "dancer", 8, "up to 2 times", 2, NULL),
  SCATTER("C180", "saturn", 16, "up to 4 times", 4, NULL),
  SCATTER("C181", "ig", 48, "up to 4 times", 4, slow_link),
  ALIKE("zoot", 16, "gather: KNEM is faster than all others, 32K to 8M; scatter takes as long",
        NULL),
  ALIKE("dancer", 8, "the same", NULL),
  ALIKE("saturn", 16, "the same", NULL),
  ALIKE("ig", 48, "the same", fetched),
  ALLTOALLV("C183", "zoot", 16,
            "alltoallv (equal blocks): up to 2 times as fast as Tuned-SM, 32K to 512K", 2, NULL),
  ALLTOALLV("C184", "dancer", 8, "up to 1.9 times", 1.9, NULL),
  ALLTOALLV("C185", "saturn", 16, "up to 1.25 times", 1.25,
            "a second copy costs that much here; why the paper's loses so little is not known"),
  ALLTOALLV("C186", "ig", 48, "up to 2.7 times", 2.7, link_hides),
  SMALLER(
      "zoot", 16,
      "the most that alltoallv gains over Tuned-KNEM is less than for bcast, scatter and gather",
      NULL),
  SMALLER("dancer", 8, "the same", NULL),
  SMALLER("saturn", 16, "the same", NULL),
  SMALLER("ig", 48, "the same", NULL),
  { ALLGATHER("C188", "zoot", 16, judge_allgather),
    .text = "allgather: KNEM is faster than all others, 32K to 2M" },
  { ALLGATHER("C188", "dancer", 8, judge_allgather), .text = "the same, but for medium sizes",
    .most = true, .note = neighbours },
  { ALLGATHER("C188", "saturn", 16, judge_allgather), .text = "the same, but for medium sizes",
    .most = true, .note = neighbours },
  { ALLGATHER("C189", "ig", 48, judge_tuned_wins),
    .text = "allgather: Tuned-KNEM up to 25 % faster than KNEM", .margin = gain_margin,
    .ratio = 1.25,
    .note = "the direction holds; rank 0's memory and the link between the boards are assumed" },
  { ALLGATHER("C190", "ig", 48, judge_over_shared_memory),
    .text = "allgather: KNEM faster than Tuned-SM and MPICH2-SM", .note = neighbours },
  { 0 },
};
