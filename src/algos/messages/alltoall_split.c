/* The parallel split alltoall of AMD's coll/acoll (Open MPI 6.0 and main of 2025,
 * coll_acoll_alltoall.c).
 *
 * Let f = split; a set is f consecutive ranks. First, ranks with the same remainder modulo f
 * exchange f blocks each, all at once: a rank sends every set the f blocks for this set, to one
 * member. Then the members of a set exchange blocks in f - 1 steps: a rank packs the blocks for
 * another member, sends them, and moves the received blocks to their places. If two or more ranks
 * are left over after the division by f, f is halved. If only the last rank is left over, it
 * exchanges with the first ranks of groups of consecutive ranks. These scatter and gather its
 * blocks by blocking messages. T = (p/f - 1) (alpha + f n beta) + (f-1) (alpha + p/f n beta)
 * Departures: blocks are packed before they are sent; acoll packs them by a datatype while it
 * sends. Two functions of acoll for the first exchange are equal here. In place Open MPI's usual
 * alltoall runs: in acoll the last of an odd number of ranks uses MPI_IN_PLACE as a buffer. */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "alltoall_messages.h"

enum { SPLIT, GROUP };

/* Returns the upper limits of the messages. A message has the blocks of a step, of a group, or of
 * the first exchange, which are at most one block for each rank. */
static struct tn_p2p_use use_of(const struct tn_call *call)
{
  if (call->in_place)
    return tn_alltoall_use(call);
  return tn_blocking(
      (struct tn_p2p_use){ .largest = call->block * (size_t)call->n_ranks, .messages = 4 });
}

/* Returns f: `split`, halved until at most one rank is left over. */
static int split_of(const struct tn_call *call)
{
  int64_t split = call->params[SPLIT];
  while (split > 2 && call->n_ranks % split > 1)
    split /= 2;
  return (int)split;
}

static struct tn_span blocks(const struct tn_call *call, enum tn_buf buf, int rank, int first,
                             int n)
{
  return (struct tn_span){ rank, buf, (size_t)first * call->block, (size_t)n * call->block };
}

/* Returns the scratch memory for n packed blocks, which follows p received blocks. */
static struct tn_span packed(const struct tn_call *call, int rank, int n)
{
  return blocks(call, TN_TEMP, rank, call->n_ranks, n);
}

static struct tn_span far_sent(const struct tn_round_exchange *c, int from, int to,
                               struct tn_run part)
{
  (void)part;
  return blocks(c->p->r->call, TN_SEND, from, to / c->stride * c->stride, c->stride);
}

static struct tn_span far_received(const struct tn_round_exchange *c, int from, int to,
                                   struct tn_run part)
{
  (void)part;
  return blocks(c->p->r->call, TN_RECV, to, from / c->stride * c->stride, c->stride);
}

/* Exchanges f blocks with each rank of the same remainder modulo f. */
static void exchange_far(struct tn_p2p *p, int split)
{
  const struct tn_call *call = p->r->call;
  const int rank = call->rank, own = rank / split;
  tn_move(p->r, blocks(call, TN_RECV, rank, own * split, split),
          blocks(call, TN_SEND, rank, own * split, split));
  tn_round_exchange_run(
      &(struct tn_round_exchange){ p, tn_rounds_linear, TN_POST_BY_KIND, call->n_ranks / split, own,
                                   rank % split, split, .sent = far_sent, .into = far_received });
}

/* Exchanges blocks with the f - 1 other ranks of the set. */
static void exchange_near(struct tn_p2p *p, int split)
{
  const struct tn_call *call = p->r->call;
  const int rank = call->rank, n = call->n_ranks / split, own = rank % split, first = rank - own;
  for (int step = 1; step < split; step++) {
    const int to = (own + step) % split, from = tn_wrap(own - step, split);
    for (int i = 0; i < n; i++) {
      struct tn_span place = packed(call, rank, 1);
      place.off += (size_t)i * call->block;
      tn_move(p->r, place, blocks(call, TN_RECV, rank, i * split + to, 1));
    }
    tn_sendrecv(p, first + to, packed(call, rank, n),
                blocks(call, TN_TEMP, rank, (step - 1) * n, n), packed(call, first + from, n));
  }
  for (int step = 1; step < split; step++)
    for (int i = 0; i < n; i++)
      tn_move(p->r, blocks(call, TN_RECV, rank, i * split + tn_wrap(own - step, split), 1),
              blocks(call, TN_TEMP, rank, (step - 1) * n + i, 1));
}

/* Returns the number of ranks in the group that begins with rank `first`. The last rank of the call
 * belongs to no group. */
static int members(const struct tn_call *call, int first)
{
  const int64_t size = call->params[GROUP], rest = call->n_ranks - 1 - first;
  return (int)(size < rest ? size : rest);
}

static int next_group(const struct tn_call *call, int first)
{
  return members(call, first) < call->params[GROUP] ? call->n_ranks
                                                    : first + (int)call->params[GROUP];
}

/* Runs the last rank's part: sends its blocks to the first ranks of all groups, then receives
 * theirs. */
static void run_last(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const int last = call->rank;
  tn_move(p->r, blocks(call, TN_RECV, last, last, 1), blocks(call, TN_SEND, last, last, 1));
  for (int head = 0; head < last; head = next_group(call, head))
    tn_send(p, head, blocks(call, TN_SEND, last, head, members(call, head)));
  for (int head = 0; head < last; head = next_group(call, head))
    tn_recv(p, blocks(call, TN_RECV, last, head, members(call, head)),
            blocks(call, TN_TEMP, head, 0, members(call, head)));
}

/* Runs the part of a group's first rank: scatters the last rank's blocks to the group, and gathers
 * the group's blocks for the last rank. */
static void run_head(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const int rank = call->rank, last = call->n_ranks - 1, n = members(call, rank);
  tn_recv(p, blocks(call, TN_TEMP, rank, 0, n), blocks(call, TN_SEND, last, rank, n));
  tn_move(p->r, blocks(call, TN_RECV, rank, last, 1), blocks(call, TN_TEMP, rank, 0, 1));
  for (int i = 1; i < n; i++)
    tn_send(p, rank + i, blocks(call, TN_TEMP, rank, i, 1));
  tn_move(p->r, blocks(call, TN_TEMP, rank, 0, 1), blocks(call, TN_SEND, rank, last, 1));
  for (int i = 1; i < n; i++)
    tn_recv(p, blocks(call, TN_TEMP, rank, i, 1), blocks(call, TN_SEND, rank + i, last, 1));
  tn_send(p, last, blocks(call, TN_TEMP, rank, 0, n));
}

static void run_member(struct tn_p2p *p, int head)
{
  const struct tn_call *call = p->r->call;
  const int rank = call->rank, last = call->n_ranks - 1;
  tn_recv(p, blocks(call, TN_RECV, rank, last, 1), blocks(call, TN_TEMP, head, rank - head, 1));
  tn_send(p, head, blocks(call, TN_SEND, rank, last, 1));
}

static void serve_last(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const int head = (int)(call->rank / call->params[GROUP] * call->params[GROUP]);
  if (call->rank == call->n_ranks - 1)
    run_last(p);
  else if (call->rank == head)
    run_head(p);
  else
    run_member(p, head);
}

static void exchange(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const bool is_odd = call->n_ranks % 2 != 0;
  const int split = split_of(call);
  if (tn_alltoall_in_place(p))
    return;
  if (!is_odd || call->rank < call->n_ranks - 1) {
    exchange_far(p, split);
    exchange_near(p, split);
  }
  if (is_odd)
    serve_last(p);
}

static const char *unsupported(const struct tn_call *call)
{
  const int64_t split = call->params[SPLIT];
  return (split & (split - 1)) == 0 ? NULL : "split is not a power of two";
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  if (call->in_place)
    return tn_alltoall_scratch(call);
  const size_t n = (size_t)call->n_ranks + (size_t)(call->n_ranks / split_of(call));
  return (struct tn_sizes){ .temp = n * call->block };
}

static bool form(const struct tn_call *call, struct tn_steps *s)
{
  const int split = split_of(call);
  const double bytes = (double)call->block;
  if (call->n_ranks % 2 != 0 || split < 2)
    return false;
  const int n = call->n_ranks / split;
  tn_steps_send(s, n - 1, split * bytes);
  tn_steps_send(s, split - 1, n * bytes);
  s->moved = 2.0 * (split - 1) * n * bytes;
  return true;
}

const struct tn_algorithm tn_alltoall_split = {
  TN_MESSAGES,
  .collective = TN_ALLTOALL,
  .name = "split",
  .summary = "every `split`-th rank exchanges blocks of its neighbours; then these exchange",
  .source = "Open MPI, coll_acoll_alltoall.c",
  .params = { [SPLIT] =
                  TN_COUNT_PARAM("split", 2, 1 << 20, 2, "neighbours of a group, a power of two",
                                 .alias = "alltoall_split_factor"),
              [GROUP] =
                  TN_COUNT_PARAM("group", 1, 1000000, 8,
                                 "consecutive ranks that forward blocks of an extra last rank",
                                 .alias = "sg_size") },
  .unsupported = unsupported,
  .scratch = scratch,
  .form = form,
  .use = use_of,
  .exchange = exchange,
};
