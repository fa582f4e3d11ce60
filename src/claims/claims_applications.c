/* What the papers claim of applications. Their skeletons are replayed (program/replay.h) with the
 * calls that the papers name; where they name none, with those of the applications' published
 * source, which the rows say. All ranks compute for equally long: no paper says otherwise, and
 * nothing was tuned to its seconds.
 *
 * What is required of a replay is given to tn_require, not to its kin: how far a program's time
 * moves with one of a call is not known. */
#include <math.h>

#include "claims.h"

static bool is_within(double value, double low, double high)
{
  return low <= value && value <= high;
}

/* A gain of `value` times where `claimed` times is claimed. */
static void require_gain(struct tn_judge *j, double value, double claimed)
{
  const double gain = claimed - 1;
  tn_require(j, is_within(value, 1 + gain / TN_CLAIM_FACTOR, 1 + gain * TN_CLAIM_FACTOR));
  tn_claimed(j, value, claimed);
}

/* ADAPT, Table 1: ASP with rows of 1 MB. */
enum { ADAPT_ROW = MIB, ADAPT_SIMULATED = 4, ADAPT_SEGMENT = 64 * KIB };

/* Open MPI's time in broadcasts over ADAPT's. */
static double adapt_gain(struct tn_judge *j)
{
  struct tn_ask_program ask = { .calls = { { TN_BCAST, ADAPT_ROW, 1, TN_ROOT_BLOCKS } },
                                .iterations = ADAPT_SIMULATED,
                                .simulated = ADAPT_SIMULATED,
                                .algorithm = "library:ompi-4.0" };
  const double open_mpi = tn_ask_program(j, &ask)->inside;
  ask.algorithm = "adapt";
  ask.params[0] = (struct tn_ask_param){ "tree", "topo", 0 };
  ask.params[1] = (struct tn_ask_param){ "segment", NULL, ADAPT_SEGMENT };
  return open_mpi / tn_ask_program(j, &ask)->inside;
}

/* C225 */
static void judge_adapt_times(struct tn_judge *j)
{
  const double gain = adapt_gain(j);
  require_gain(j, gain, tn_judge_claim(j)->ratio);
  tn_figure(j, "%.2f times", gain);
}

/* C227: of the time with ADAPT 38 % is communication; the rest is the same for all (C226). */
static void judge_adapt_share(struct tn_judge *j)
{
  const double with_adapt = 1.99 / 5.21, longer = adapt_gain(j) * with_adapt;
  const double share = longer / (longer + 1 - with_adapt), claimed = tn_judge_claim(j)->ratio;
  tn_require(j, is_within(share / claimed, 1 - TN_CLAIM_CLOSE, 1 + TN_CLAIM_CLOSE));
  tn_claimed(j, share / claimed, 1);
  tn_figure(j, "%.0f %%", 100 * share);
}

#define ADAPT(number, place)                                                                       \
  .id = number, .paper = "adapt", .where = place, .platform = "cori-32", .ranks = 128,             \
  .collective = TN_BCAST

static const char four_nodes[] =
    "four of the paper's 32 nodes; on all a single call takes 3.9 times as long (November 2026)";

const struct tn_claim tn_claims_adapt_applications[] = {
  { ADAPT("C225", "Table 1"), .class = TN_PREDICTED, .judge = judge_adapt_times,
    .text = "ASP broadcasts rows of 1M for 14.18 s with Open MPI, 1.99 s with ADAPT: 7.1 times",
    .margin = "gain within a factor of 1.5", .ratio = 14.18 / 1.99, .note = four_nodes },
  { ADAPT("C227", "5.3"), .class = TN_PREDICTED, .judge = judge_adapt_share,
    .text = "where 38 % of its time is communication with ADAPT, 82 % is with Open MPI",
    .margin = "within 20 %", .ratio = 14.18 / 17.40, .repeats = "C225", .note = four_nodes },
  { 0 },
};
