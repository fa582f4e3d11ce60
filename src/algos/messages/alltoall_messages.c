/* Alltoalls of MPI libraries: Open MPI's coll/base/coll_base_alltoall.c.
 *
 * pairwise-p2p: in step i a rank sends to rank + i and receives from rank - i; it moves its own
 *   block last. pairwise-shm: the same, through shared memory only.
 * linear: a rank starts all receives and sends, then waits for all. linear-sync: at most `requests`
 *   sends and as many receives are in progress.
 * bruck-p2p: a rank orders its blocks by the distance to their destinations. For distances 1, 2, 4,
 *   ... it packs the blocks whose number has this bit and sends them to rank + distance. At the end
 *   every rank sorts the blocks by their sources.
 * In place all of these algorithms are equal: for i = 1 .. p/2 a rank exchanges blocks with rank +
 *   i and rank - i. It first copies one of the two blocks to scratch memory.
 * alltoallv (coll_base_alltoallv.c): pairwise-p2p also sends empty blocks; linear, in rank order,
 * skips them. Departure: packing by a datatype is modelled as one move per run of consecutive
 * blocks, plus the software time of the datatype and of its blocks. */
#include "alltoall_messages.h"

#include "algos/entries.h"
#include "algos/kit/counts.h"

enum { REQUESTS };

struct tn_p2p_use tn_alltoall_use(const struct tn_call *call)
{
  struct tn_p2p_use use = tn_use_block_blocking(call);
  use.is_blocking = call->in_place;
  return use;
}

void tn_alltoall_keep_own(struct tn_strand *r)
{
  const int rank = r->call->rank;
  tn_move(r, tn_pair_received(r->call, TN_RECV, rank, rank),
          tn_pair_sent(r->call, TN_SEND, rank, rank));
}

/* Exchanges blocks in place with the ranks at one distance on the left and the right. The block for
 * the right rank is first moved to scratch memory, as its place is overwritten. */
static void swap_both(struct tn_p2p *p, int left, int right)
{
  const struct tn_call *call = p->r->call;
  const int rank = call->rank;
  const struct tn_span of_right = tn_pair_received(call, TN_RECV, right, rank);
  const struct tn_span of_left = tn_pair_received(call, TN_RECV, left, rank);
  const struct tn_span aside = { rank, TN_TEMP, 0, of_right.len };
  const struct tn_span put_aside = { left, TN_TEMP, 0, of_left.len };
  struct tn_request q;
  tn_move(p->r, aside, of_right);
  if (left != right) {
    tn_irecv(p, &q, of_right, tn_pair_received(call, TN_RECV, rank, right));
    tn_send(p, left, of_left);
    tn_request_wait(p, &q);
  }
  tn_irecv(p, &q, of_left, put_aside);
  tn_send(p, right, aside);
  tn_request_wait(p, &q);
}

bool tn_alltoall_in_place(struct tn_p2p *p)
{
  const int n = p->r->call->n_ranks, rank = p->r->call->rank;
  for (int i = 1; p->r->call->in_place && i <= n / 2; i++)
    swap_both(p, tn_wrap(rank - i, n), (rank + i) % n);
  return p->r->call->in_place;
}

static struct tn_span sent(const struct tn_round_exchange *c, int from, int to, struct tn_run part)
{
  (void)part;
  return tn_pair_sent(c->p->r->call, TN_SEND, from, to);
}

static struct tn_span received(const struct tn_round_exchange *c, int from, int to,
                               struct tn_run part)
{
  (void)part;
  return tn_pair_received(c->p->r->call, TN_RECV, from, to);
}

struct tn_round_exchange tn_alltoall_exchange(struct tn_p2p *p, tn_rounds *message, int posts)
{
  struct tn_round_exchange c = tn_round_exchange_of(p, NULL);
  c.message = message;
  c.posts = posts;
  c.sent = sent;
  c.into = received;
  return c;
}

void tn_alltoall_in_rounds(struct tn_p2p *p)
{
  const struct tn_round_exchange c = tn_alltoall_exchange(p, tn_rounds_pairwise, 0);
  if (tn_alltoall_in_place(p))
    return;
  tn_round_exchange_run(&c);
  tn_alltoall_keep_own(p->r);
}

static struct tn_p2p_use use_shared(const struct tn_call *call)
{
  struct tn_p2p_use use = tn_use_block_blocking(call);
  use.shared_only = true;
  return use;
}

/* Rounds of Open MPI's alltoallv: one round, in which a rank has a message from and to every other
 * rank, in rank order. */
static bool by_rank(int n, int own, int round, int i, struct tn_message *m)
{
  const int peer = i + (i >= own);
  *m = (struct tn_message){ peer, peer, { peer, 1 }, { peer, 1 } };
  return round == 0 && i < n - 1;
}

/* Runs linear-sync and linear. In linear, `requests` is 0: all messages start at once. */
static void exchange_window(struct tn_p2p *p)
{
  const struct tn_round_exchange c = tn_alltoall_exchange(p, p->entry->rounds, p->entry->posts);
  if (tn_alltoall_in_place(p))
    return;
  tn_alltoall_keep_own(p->r);
  tn_round_exchange_run_window(&c, p->r->call->params[REQUESTS]);
}

/* Returns the scratch memory of Bruck's algorithm: p blocks, then blocks to send, then received
 * blocks. */
static struct tn_blocks bruck_scratch_blocks(const struct tn_call *call)
{
  return (struct tn_blocks){ .buf = TN_TEMP,
                             .block = call->block,
                             .total = call->block * 3 * (size_t)call->n_ranks };
}

static struct tn_span packed(const struct tn_call *call, int rank, bool received, int first,
                             int count)
{
  const struct tn_blocks temp = bruck_scratch_blocks(call);
  return tn_block_range(&temp, rank, (received ? 2 : 1) * call->n_ranks + first, count);
}

/* Packs the runs of blocks that have the bit `distance` in their number, or moves them back. */
static void pack(struct tn_strand *r, int distance, bool received)
{
  const struct tn_call *call = r->call;
  const struct tn_blocks temp = bruck_scratch_blocks(call);
  int done = 0;
  for (int j = distance; j < call->n_ranks; j += 2 * distance) {
    const int count = distance < call->n_ranks - j ? distance : call->n_ranks - j;
    const struct tn_span run = tn_block_range(&temp, call->rank, j, count);
    const struct tn_span place = packed(call, call->rank, received, done, count);
    tn_move(r, received ? run : place, received ? place : run);
    done += count;
  }
}

static void bruck(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const int n = call->n_ranks, rank = call->rank;
  const struct tn_blocks temp = bruck_scratch_blocks(call);
  const struct tn_blocks recv = tn_blocks_of(call, TN_RECV);
  const struct tn_blocks user = tn_blocks_of(call, TN_SEND);
  if (tn_alltoall_in_place(p))
    return;
  tn_move(p->r, tn_block_range(&temp, rank, 0, n - rank),
          tn_block_range(&user, rank, rank, n - rank));
  tn_move(p->r, tn_block_range(&temp, rank, n - rank, rank), tn_block_range(&user, rank, 0, rank));
  for (int d = 1; d < n; d *= 2) {
    const int count = (int)tn_n_with_bit(n, d), from = tn_wrap(rank - d, n);
    /* The datatype has the blocks with bit d. Each run is added to it, then packed, unpacked and
     * copied back; the last three steps take as long as the first (docs/model.md). */
    p->r->transport->software(p->r, TN_SOFTWARE_TYPE, rank, 1);
    p->r->transport->software(p->r, TN_SOFTWARE_BLOCKS, rank, 2 * (size_t)((n + d - 1) / (2 * d)));
    pack(p->r, d, false);
    tn_sendrecv(p, (rank + d) % n, packed(call, rank, false, 0, count),
                packed(call, rank, true, 0, count), packed(call, from, false, 0, count));
    pack(p->r, d, true);
  }
  p->r->transport->software(p->r, TN_SOFTWARE_BLOCKS, rank, (size_t)n);
  for (int j = 0; j < n; j++)
    tn_move(p->r, tn_block(&recv, rank, tn_wrap(rank - j, n)), tn_block(&temp, rank, j));
}

struct tn_sizes tn_alltoall_scratch(const struct tn_call *call)
{
  return (struct tn_sizes){ .temp = call->in_place ? call->block : 0 };
}

static struct tn_p2p_use use_bruck(const struct tn_call *call)
{
  struct tn_p2p_use use = tn_use_block_blocking(call);
  use.largest = call->in_place ? call->block : tn_pairs_received(call, call->rank);
  return use;
}

static struct tn_sizes scratch_bruck(const struct tn_call *call)
{
  return call->in_place ? tn_alltoall_scratch(call)
                        : (struct tn_sizes){ .temp = bruck_scratch_blocks(call).total };
}

static bool bruck_form(const struct tn_call *call, struct tn_steps *s)
{
  tn_steps_bruck(s, TN_STEP_MESSAGE, call->n_ranks, (double)call->block);
  return true;
}

#define BLOCKS .collective = TN_ALLTOALL, .source = "Open MPI, coll_base_alltoall.c"
#define COUNTED .collective = TN_ALLTOALLV, .source = "Open MPI, coll_base_alltoallv.c"
#define SINGLE_BLOCKS TN_MESSAGES, .scratch = tn_alltoall_scratch
#define PAIRWISE                                                                                   \
  SINGLE_BLOCKS, .name = "pairwise-p2p",                                                           \
                 .summary = "in step i each rank sends to rank + i and receives from rank - i",    \
                 .ompi = "pairwise", .ompi_id = 2, .use = tn_use_block_blocking,                   \
                 .rounds = tn_rounds_pairwise, .exchange = tn_alltoall_in_rounds
#define WINDOW                                                                                     \
  SINGLE_BLOCKS, .use = tn_alltoall_use, .posts = TN_POST_BY_KIND, .exchange = exchange_window

const struct tn_algorithm tn_alltoall_pairwise_p2p = { BLOCKS, PAIRWISE, .mpich = "pairwise" };

const struct tn_algorithm tn_alltoall_pairwise_shm = {
  BLOCKS,
  TN_SEGMENTS,
  .name = "pairwise-shm",
  .summary = "pairwise-p2p with copies in and out of shared memory",
  .n_slots = tn_p2p_slots,
  .scratch = tn_alltoall_scratch,
  .use = use_shared,
  .exchange = tn_alltoall_in_rounds,
};

const struct tn_algorithm tn_alltoall_linear = {
  BLOCKS,
  WINDOW,
  .name = "linear",
  .summary = "each rank starts all receives and sends at once",
  .rounds = tn_rounds_linear,
  .ompi = "linear",
  .ompi_id = 1,
};

const struct tn_algorithm tn_alltoall_linear_sync = {
  BLOCKS,
  WINDOW,
  .rounds = tn_rounds_linear,
  .name = "linear-sync",
  .summary = "each rank has at most `requests` receives and sends in progress",
  .ucc = "pairwise",
  .ompi = "linear_sync",
  .ompi_id = 4,
  .params = { [REQUESTS] =
                  TN_COUNT_PARAM("requests", 1, 0, 8, "receives in progress, and as many sends") },
};

const struct tn_algorithm tn_alltoall_bruck_p2p = {
  BLOCKS,
  TN_MESSAGES,
  .name = "bruck-p2p",
  .summary = "each rank sends ceil(lg p) messages with about half of all blocks, packed",
  .ucc = "bruck",
  .ompi = "modified_bruck",
  .ompi_id = 3,
  .mpich = "brucks",
  .scratch = scratch_bruck,
  .form = bruck_form,
  .use = use_bruck,
  .exchange = bruck,
};

const struct tn_algorithm tn_alltoallv_pairwise_p2p = { COUNTED, PAIRWISE };

const struct tn_algorithm tn_alltoallv_linear = {
  COUNTED,
  SINGLE_BLOCKS,
  .name = "linear",
  .summary = "each rank starts all receives and sends at once, in rank order",
  .ompi = "basic_linear",
  .ompi_id = 1,
  .use = tn_alltoall_use,
  .rounds = by_rank,
  .posts = TN_POST_BY_KIND | TN_POST_NO_EMPTY,
  .exchange = exchange_window,
};
