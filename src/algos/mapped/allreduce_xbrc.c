/* The allreduce that the XHC paper compares with (section V.C, XBRC), after its authors'
 * implementation: every rank sums one part of the vectors of all ranks into its own receive buffer,
 * then copies the other parts from the ranks that summed them. A part has whole cache lines; the
 * first ranks get the remaining lines, one each. There are no levels. Rank 0 releases all ranks
 * when all have copied.
 *
 * Each rank adds n*(p-1)/p bytes and copies as many, where n = call->block and p =
 * call->n_ranks. */
#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "algos/kit/reduction.h"

/* Lines of flags: one on which a rank announces its steps, and one on which rank 0 releases all
 * ranks. */
enum { LINE_PROGRESS, LINE_RELEASE, N_LINES };
enum { STEP_EXPOSED = 1, STEP_SUMMED, STEP_COPIED };
enum { PART_LINE = 64 };

/* A part of the vector that one rank sums: bytes `from` .. `to` - 1. */
struct part {
  size_t from, to;
};

static struct part part_of(const struct tn_call *call, int rank)
{
  const size_t even = call->block / PART_LINE / (size_t)call->n_ranks * PART_LINE;
  const size_t surplus = call->block - even * (size_t)call->n_ranks;
  const size_t r = (size_t)rank, from = r * even + tn_smaller(r * PART_LINE, surplus);
  return (struct part){ from, (r + 1) * even + tn_smaller((r + 1) * PART_LINE, surplus) };
}

static struct tn_span span_of(int rank, enum tn_buf buf, struct part part)
{
  return (struct tn_span){ rank, buf, part.from, part.to - part.from };
}

static void meet(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  for (int other = 0; other < call->n_ranks; other++) {
    if (other == call->rank)
      continue;
    tn_wait(r, other, TN_LINE(LINE_PROGRESS), STEP_EXPOSED);
    r->transport->attach(r, other, TN_RECV);
    if (tn_contribution(call, other) != TN_RECV)
      r->transport->attach(r, other, tn_contribution(call, other));
  }
}

/* Sums the caller's part of all vectors: its own vector first, then the others in rank order. */
static void sum_part(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const struct part part = part_of(call, call->rank);
  const struct tn_span sum = span_of(call->rank, TN_RECV, part);
  struct tn_span left = span_of(call->rank, tn_contribution(call, call->rank), part);
  for (int other = 0; other < call->n_ranks && sum.len > 0; other++) {
    if (other == call->rank)
      continue;
    tn_message(r, other, sum.len);
    tn_reduce_two(r, sum, left, span_of(other, tn_contribution(call, other), part));
    left = sum;
  }
}

static void copy_parts(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  for (int other = 0; other < call->n_ranks; other++) {
    const struct part part = part_of(call, other);
    if (other == call->rank || part.to == part.from)
      continue;
    tn_wait(r, other, TN_LINE(LINE_PROGRESS), STEP_SUMMED);
    tn_copy(r, span_of(call->rank, TN_RECV, part), span_of(other, TN_RECV, part));
  }
}

static void await_release(struct tn_strand *r)
{
  if (r->call->rank != 0) {
    tn_wait(r, 0, TN_LINE(LINE_RELEASE), 1);
    return;
  }
  for (int other = 1; other < r->call->n_ranks; other++)
    tn_wait(r, other, TN_LINE(LINE_PROGRESS), STEP_COPIED);
  tn_post(r, TN_LINE(LINE_RELEASE), 1);
}

static void allreduce(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  if (call->n_ranks == 1) {
    tn_move_own_vector(r);
    return;
  }
  r->transport->expose(r, TN_RECV);
  if (tn_contribution(call, call->rank) != TN_RECV)
    r->transport->expose(r, tn_contribution(call, call->rank));
  tn_post(r, TN_LINE(LINE_PROGRESS), STEP_EXPOSED);
  meet(r);
  sum_part(r);
  tn_post(r, TN_LINE(LINE_PROGRESS), STEP_SUMMED);
  copy_parts(r);
  tn_post(r, TN_LINE(LINE_PROGRESS), STEP_COPIED);
  await_release(r);
}

const struct tn_algorithm tn_allreduce_xbrc = {
  .collective = TN_ALLREDUCE,
  .name = "xbrc",
  .summary = "each rank sums one part of the mapped vectors; the others copy this part",
  .source = "XHC paper, V.C",
  .segmented = true,
  .fenced = true,
  TN_MAPPED,
  .n_lines = N_LINES,
  .run = allreduce,
};
