/* Open MPI's coll/sm, collectives through memory that all ranks have mapped: ompi/mca/coll/sm,
 * unchanged since 1.5.
 *
 * Every rank has segments of one fragment each; they form two sets. An operation moves as many
 * fragments as a set has segments. The operations of all calls alternate between the sets. The root
 * waits until all ranks have left a set, claims the set and announces the number of the operation;
 * the other ranks wait for this number. A rank leaves the set by an atomic addition.
 * bcast: a tree of radix `radix` from the root. The root copies a fragment into its segment. An
 *   inner rank copies from its parent's segment into its own segment and from there to its buffer.
 *   A rank without children copies from its parent's segment to its buffer. A parent writes a flag
 *   for each child, on a separate line.
 * reduce: all other ranks copy fragments into their segments; the root adds the fragments, that of
 * the last rank first. allreduce: a reduce to rank 0, then a bcast from rank 0. barrier: atomic
 * additions to the parent's counter up the tree, then flags of the parent down the tree.
 * Departures: a root claims a set for a broadcast by adding to the counter of ranks that have left;
 * Open MPI stores the number of ranks that have to leave. The counter and the operation's number
 * share a line only if the root is rank 0. In a reduce Open MPI has eight ranks' flags on a line;
 * here each flag has its own. Open MPI also packs by a datatype. */
#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "algos/kit/reduction.h"
#include "algos/kit/tree.h"

enum { RADIX, FRAGMENT, SEGMENTS };
enum { N_SETS = 2 };
/* Lines of flags. LINE_SET: one for each set, with the operation's number at the root, and at rank
 * 0 also the counter of ranks that have left the set (SLOT_LEFT). */
enum { LINE_SET, LINE_UP = N_SETS, LINE_CHILD };
enum { SLOT_LEFT = 1 };

struct sm {
  struct tn_strand *r;
  size_t fragment;      /* bytes, a multiple of an element */
  size_t n, n_segments; /* number of fragments of the vector; number of segments in a set */
  uint64_t operation;   /* number of the operation over all calls, from 0 */
  uint32_t step;        /* number of operations that this call has entered */
};

static size_t fragment_of(const struct tn_call *call)
{
  const size_t bytes = (size_t)call->params[FRAGMENT];
  return bytes - bytes % tn_element_size(call);
}

static void begin(struct sm *x, struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const uint64_t passes = call->collective == TN_ALLREDUCE ? 2 : 1;
  *x = (struct sm){
    .r = r, .fragment = fragment_of(call), .n = 1, .n_segments = (size_t)call->params[SEGMENTS]
  };
  if (call->block > 0)
    x->n = (call->block - 1) / x->fragment + 1;
  x->operation = (call->epoch - 1) * passes * ((x->n - 1) / x->n_segments + 1);
}

static struct tn_span at_user(const struct sm *x, size_t i, int rank, enum tn_buf buf)
{
  const size_t off = i * x->fragment, left = x->r->call->block - off;
  return (struct tn_span){ rank, buf, off, left < x->fragment ? left : x->fragment };
}

static struct tn_span in_segment(const struct sm *x, size_t i, int rank)
{
  const size_t segment = x->operation % N_SETS * x->n_segments + i % x->n_segments;
  return (struct tn_span){ rank, TN_SHARED, segment * x->fragment,
                           at_user(x, i, rank, TN_RECV).len };
}

static void leave(struct sm *x)
{
  const int set = (int)(x->operation % N_SETS);
  x->r->transport->fetch_add(x->r, 0, TN_LINE(LINE_SET + set) + SLOT_LEFT, 1);
}

/* Enters a set at an operation's first fragment. If root_has_left, the root leaves the set at
 * once. */
static void enter(struct sm *x, size_t i, bool root_has_left)
{
  const struct tn_call *call = x->r->call;
  const int set = (int)(x->operation % N_SETS), slot = TN_LINE(LINE_SET + set);
  const uint64_t earlier = x->operation / N_SETS * (uint64_t)call->n_ranks;
  const struct tn_cond all_left = { .slot = slot + SLOT_LEFT, .value = earlier };
  if (i % x->n_segments > 0)
    return;
  x->step++;
  if (call->rank != call->root) {
    tn_wait(x->r, call->root, slot, x->step);
    return;
  }
  if (earlier > 0)
    x->r->transport->wait_any(x->r, 1, &all_left);
  if (root_has_left)
    leave(x);
  tn_post(x->r, slot, x->step);
}

/* Ends the operation after its last fragment. If `leaves`, the caller leaves the set, too. */
static void end(struct sm *x, size_t i, bool leaves)
{
  if (i + 1 < x->n && (i + 1) % x->n_segments > 0)
    return;
  if (leaves)
    leave(x);
  x->operation++;
}

static void notify(struct tn_strand *r, const struct tn_tree *tree, uint32_t step)
{
  for (int c = 0; c < tree->n_children; c++)
    tn_post(r, TN_LINE(LINE_CHILD + c), step);
}

/* Waits until the parent has announced `step` to the rank at `place` in the tree (root: 0). */
static void await_parent(struct tn_strand *r, int place, int parent, uint32_t step)
{
  tn_wait(r, parent, TN_LINE(LINE_CHILD + (int)((place - 1) % r->call->params[RADIX])), step);
}

static void count_message(struct tn_strand *r, int from)
{
  tn_message(r, from, r->call->block);
}

/* Moves fragment i from the parent's segment to the caller's buffer and, if the caller has
 * children, to its segment. */
static void pass(struct sm *x, const struct tn_tree *tree, size_t i)
{
  struct tn_strand *r = x->r;
  const int rank = r->call->rank, parent = tn_absolute(r->call, tree->parent);
  const bool is_root = tree->parent < 0;
  const struct tn_span user = at_user(x, i, rank, TN_RECV), own = in_segment(x, i, rank);
  const struct tn_span from = is_root ? user : in_segment(x, i, parent);
  if (!is_root)
    await_parent(r, tn_relative(r->call, rank), parent, (uint32_t)i + 1);
  if (tree->n_children > 0) {
    tn_move(r, own, from);
    notify(r, tree, (uint32_t)i + 1);
  }
  if (!is_root)
    tn_move(r, user, tree->n_children > 0 ? own : from);
}

static void down(struct sm *x)
{
  const struct tn_call *call = x->r->call;
  struct tn_tree tree;
  tn_tree_kary(&tree, call->n_ranks, tn_relative(call, call->rank), call->params[RADIX]);
  if (tree.parent >= 0)
    count_message(x->r, tn_absolute(call, tree.parent));
  for (size_t i = 0; i < x->n; i++) {
    enter(x, i, true);
    pass(x, &tree, i);
    end(x, i, tree.parent >= 0);
  }
  tn_tree_finish(&tree);
}

/* Adds fragment i of all ranks at the root. The root's own contribution is in buffer `own`. */
static void add_all(struct sm *x, size_t i, enum tn_buf own)
{
  struct tn_strand *r = x->r;
  const int rank = r->call->rank, last = r->call->n_ranks - 1;
  const struct tn_span sum = at_user(x, i, rank, TN_RECV);
  for (int peer = last; peer >= 0; peer--) {
    struct tn_span theirs = at_user(x, i, rank, own);
    if (peer != rank) {
      theirs = in_segment(x, i, peer);
      tn_wait(r, peer, TN_LINE(LINE_UP), (uint32_t)i + 1);
      if (i == 0)
        count_message(r, peer);
    }
    if (peer < last)
      tn_reduce(r, sum, theirs);
    else if (peer != rank)
      tn_move(r, sum, theirs);
  }
}

/* Returns the buffer of the caller's contribution. The root moves it to TEMP if the sum would
 * overwrite it; if the root is the last rank, the sum begins with it in RECV. */
static enum tn_buf prepare(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const enum tn_buf own = tn_contribution(call, call->rank);
  const bool begins = call->rank == call->n_ranks - 1;
  if (call->rank == call->root && begins)
    tn_move_own_vector(r);
  if (call->rank != call->root || begins || own != TN_RECV)
    return own;
  tn_move(r, (struct tn_span){ call->rank, TN_TEMP, 0, call->block }, tn_own_vector(call));
  return TN_TEMP;
}

static void up(struct sm *x)
{
  struct tn_strand *r = x->r;
  const int rank = r->call->rank;
  const enum tn_buf own = prepare(r);
  for (size_t i = 0; i < x->n; i++) {
    enter(x, i, false);
    if (rank == r->call->root) {
      add_all(x, i, own);
    } else {
      tn_move(r, in_segment(x, i, rank), at_user(x, i, rank, own));
      tn_post(r, TN_LINE(LINE_UP), (uint32_t)i + 1);
    }
    end(x, i, true);
  }
}

static void run(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  struct sm x;
  begin(&x, r);
  if (call->n_ranks == 1 && call->collective != TN_BCAST)
    tn_move_own_vector(r);
  if (call->n_ranks == 1)
    return;
  if (call->collective != TN_BCAST)
    up(&x);
  if (call->collective != TN_REDUCE)
    down(&x);
}

/* Runs the barrier: each child adds 1 to its parent's counter in each call. */
static void barrier(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  struct tn_tree tree;
  tn_tree_kary(&tree, call->n_ranks, call->rank, call->params[RADIX]);
  const struct tn_cond all_in = { .rank = call->rank,
                                  .slot = TN_LINE(LINE_SET) + SLOT_LEFT,
                                  .value = (uint64_t)call->epoch * (uint64_t)tree.n_children };
  if (tree.n_children > 0)
    r->transport->wait_any(r, 1, &all_in);
  if (tree.parent >= 0) {
    r->transport->fetch_add(r, tree.parent, TN_LINE(LINE_SET) + SLOT_LEFT, 1);
    await_parent(r, call->rank, tree.parent, 1);
  }
  notify(r, &tree, 1);
  tn_tree_finish(&tree);
}

static int slots(const struct tn_call *call)
{
  const int64_t radix = call->params[RADIX];
  return TN_LINE(LINE_CHILD + (radix < call->n_ranks ? (int)radix : call->n_ranks));
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  const bool sums_aside = call->collective != TN_BCAST && call->in_place &&
                          call->rank == call->root && call->rank < call->n_ranks - 1;
  const size_t shared = N_SETS * (size_t)call->params[SEGMENTS] * fragment_of(call);
  return (struct tn_sizes){ .temp = sums_aside ? call->block : 0,
                            .shared = call->n_ranks > 1 ? shared : 0 };
}

#define SM                                                                                         \
  .name = "sm", .one_node = true, .segmented = true, TN_SEGMENTS,                                  \
  .source = "Open MPI, coll_sm_*.c", .n_slots = slots
#define SM_DATA                                                                                    \
  SM, .scratch = scratch, .run = run,                                                              \
      .params = { [RADIX] = TN_RADIX_PARAM(4),                                                     \
                  [FRAGMENT] = TN_SIZE_PARAM("fragment", 512, 8192, "bytes of a fragment"),        \
                  [SEGMENTS] = TN_COUNT_PARAM("segments", 1, 1024, 4,                              \
                                              "fragments of a rank in each of two sets") }

const struct tn_algorithm tn_bcast_sm = { SM_DATA, .collective = TN_BCAST,
                                          .summary =
                                              "fragments go from segment to segment down a tree" };
const struct tn_algorithm tn_reduce_sm = { SM_DATA, .collective = TN_REDUCE,
                                           .summary =
                                               "all ranks fill segments; the root adds them" };
const struct tn_algorithm tn_allreduce_sm = { SM_DATA, .collective = TN_ALLREDUCE,
                                              .summary = "reduce to rank 0, then bcast" };
const struct tn_algorithm tn_barrier_sm = { SM,
                                            .collective = TN_BARRIER,
                                            .sizeless = true,
                                            .summary = "atomic additions up a tree, flags down",
                                            .params = { [RADIX] = TN_RADIX_PARAM(4) },
                                            .run = barrier };
