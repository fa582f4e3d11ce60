/* Broadcasts of MPI libraries: Open MPI's coll/base/coll_base_bcast.c and coll_base_topo.c.
 *
 * The vector goes down a tree in segments. The root starts the sends of a segment to all children
 * and waits for them; others have two receives under way and pass a segment on before they wait for
 * the next. linear is the tree of height one; chain, pipeline (one chain), binary, binomial and
 * knomial-p2p name theirs.
 * split-binary: each half goes down one side of the binary tree, to one child after another; then
 * ranks 2i-1 and 2i exchange halves; with an even number of ranks the last has no partner but the
 * root. Without two halves of at least a segment it is the pipeline.
 *
 * Textbooks' times with undivided vectors, m messages one after another: T = m*(alpha + n*beta);
 * m = p-1 (linear, pipeline), k + ceil((p-1)/k) - 1 (chain with fanout k), 2*(ceil(lg(p+1)) - 1)
 * (binary), ceil(lg p) (binomial). n = call->block, p = call->n_ranks. */
#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "algos/kit/forms.h"
#include "algos/kit/tree.h"
#include "p2p.h"
#include "segments.h"

/* Parameters: of chain, of knomial-p2p, of all others. */
enum { CHAIN_FANOUT, CHAIN_SEGMENT };
enum { RADIX };
enum { SEGMENT };

static struct tn_p2p_use use_whole(const struct tn_call *call)
{
  const struct tn_cut part = tn_cut_whole(call, 0);
  return tn_cut_use(&part);
}

static struct tn_p2p_use use_segmented(const struct tn_call *call, int param)
{
  const struct tn_cut part = tn_cut_whole(call, call->params[param]);
  return tn_cut_use(&part);
}

/* Runs the whole vector down the tree and releases that. */
static void run_tree(struct tn_strand *r, struct tn_tree *tree, int64_t segment)
{
  const struct tn_cut part = tn_cut_whole(r->call, segment);
  struct tn_p2p p;
  tn_p2p_begin(&p, r, tn_cut_use(&part));
  tn_tree_down(&p, tree, &part, TN_TOGETHER);
  tn_p2p_end(&p);
  tn_tree_finish(tree);
}

static int relative(const struct tn_strand *r)
{
  return tn_relative(r->call, r->call->rank);
}

static void linear(struct tn_strand *r)
{
  struct tn_tree tree;
  tn_tree_linear(&tree, r->call->n_ranks, relative(r), r->call->root);
  run_tree(r, &tree, 0);
}

static void chain(struct tn_strand *r)
{
  struct tn_tree tree;
  tn_tree_chain(&tree, r->call->n_ranks, relative(r), r->call->params[CHAIN_FANOUT]);
  run_tree(r, &tree, r->call->params[CHAIN_SEGMENT]);
}

static void pipeline(struct tn_strand *r)
{
  struct tn_tree tree;
  tn_tree_chain(&tree, r->call->n_ranks, relative(r), 1);
  run_tree(r, &tree, r->call->params[SEGMENT]);
}

static void binary(struct tn_strand *r)
{
  struct tn_tree tree;
  tn_tree_binary(&tree, r->call->n_ranks, relative(r));
  run_tree(r, &tree, r->call->params[SEGMENT]);
}

static void binomial(struct tn_strand *r)
{
  struct tn_tree tree;
  tn_tree_binomial(&tree, r->call->n_ranks, relative(r));
  run_tree(r, &tree, r->call->params[SEGMENT]);
}

static void knomial(struct tn_strand *r)
{
  struct tn_tree tree;
  tn_tree_knomial(&tree, r->call->n_ranks, relative(r), r->call->params[RADIX]);
  run_tree(r, &tree, 0);
}

/* The half that relative rank v > 0 gets from the tree: 0, the odd ranks', or 1. */
static int half_of(int v)
{
  return v % 2 == 0;
}

static struct tn_span half_span(const struct tn_cut halves[2], int rank, int half)
{
  return (struct tn_span){ rank, TN_RECV, halves[half].off, halves[half].len };
}

static void exchange_halves(struct tn_p2p *p, const struct tn_cut halves[2])
{
  const struct tn_call *call = p->r->call;
  const int v = tn_relative(call, call->rank);
  const int last = call->n_ranks % 2 == 0 ? call->n_ranks - 1 : 0;
  if (v == 0) {
    if (last > 0)
      tn_send(p, tn_absolute(call, last), half_span(halves, call->rank, 1));
    return;
  }
  if (v == last) {
    tn_recv(p, half_span(halves, call->rank, 1), half_span(halves, call->root, 1));
    return;
  }
  const int half = half_of(v);
  const int peer = tn_absolute(call, half == 0 ? v + 1 : v - 1);
  tn_sendrecv(p, peer, half_span(halves, call->rank, half), half_span(halves, call->rank, 1 - half),
              half_span(halves, peer, 1 - half));
}

/* The root sends segments of the halves to its children in turn; below them each has one half. */
static void split_down(struct tn_p2p *p, const struct tn_cut halves[2])
{
  const struct tn_call *call = p->r->call;
  const int v = tn_relative(call, call->rank);
  struct tn_tree tree;
  tn_tree_binary(&tree, call->n_ranks, v);
  if (v > 0) {
    tn_tree_down(p, &tree, &halves[half_of(v)], TN_IN_TURN);
  } else {
    for (size_t i = 0; i < tn_n_segments(&halves[0]); i++)
      for (int c = 0; c < tree.n_children; c++)
        if (i < tn_n_segments(&halves[c]))
          tn_send(p, tn_absolute(call, tree.children[c]),
                  tn_segment(&halves[c], call->rank, TN_RECV, i));
  }
  tn_tree_finish(&tree);
}

/* Segment 0: undivided. */
static struct tn_cut first_half(const struct tn_call *call)
{
  const size_t len = call->block - call->block / 2;
  const size_t whole = len > 0 ? len : 1;
  const int64_t segment = call->params[SEGMENT];
  return (struct tn_cut){ 0, len, segment > 0 ? (size_t)segment : whole };
}

/* The largest message is a half, exchanged; the last of two ranks gets it behind the other's
 * segments. */
static struct tn_p2p_use use_split(const struct tn_call *call)
{
  const struct tn_cut half = first_half(call);
  return (struct tn_p2p_use){ .largest = half.len, .messages = tn_n_segments(&half) + 1 };
}

static void split_binary(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const struct tn_cut half = first_half(call);
  const struct tn_cut halves[2] = { half, { half.len, call->block - half.len, half.segment } };
  if (call->params[SEGMENT] > 0 ? halves[1].len < half.segment : halves[1].len == 0) {
    pipeline(r);
    return;
  }
  struct tn_p2p p;
  tn_p2p_begin(&p, r, use_split(call));
  split_down(&p, halves);
  exchange_halves(&p, halves);
  tn_p2p_end(&p);
}

static struct tn_sizes scratch_whole(const struct tn_call *call)
{
  return (struct tn_sizes){ .shared = tn_p2p_shared(call, use_whole(call)) };
}

static struct tn_sizes scratch_segmented(const struct tn_call *call)
{
  return (struct tn_sizes){ .shared = tn_p2p_shared(call, use_segmented(call, SEGMENT)) };
}

static struct tn_sizes scratch_chain(const struct tn_call *call)
{
  return (struct tn_sizes){ .shared = tn_p2p_shared(call, use_segmented(call, CHAIN_SEGMENT)) };
}

/* Either way fits, the pipeline too. */
static struct tn_sizes scratch_split(const struct tn_call *call)
{
  const size_t split = tn_p2p_shared(call, use_split(call));
  const size_t pipeline = tn_p2p_shared(call, use_segmented(call, SEGMENT));
  return (struct tn_sizes){ .shared = split > pipeline ? split : pipeline };
}

/* Whole vectors along the longest chain of a tree; textbooks give no form for segments. */
static bool whole_vectors(const struct tn_call *call, struct tn_steps *s, double messages,
                          int64_t segment)
{
  tn_steps_send(s, messages, (double)call->block);
  return tn_is_undivided(call, segment);
}

static bool chain_form(const struct tn_call *call, struct tn_steps *s)
{
  return call->params[CHAIN_FANOUT] > 0 &&
         whole_vectors(call, s, tn_chains_messages(call->n_ranks, call->params[CHAIN_FANOUT]),
                       call->params[CHAIN_SEGMENT]);
}

static bool pipeline_form(const struct tn_call *call, struct tn_steps *s)
{
  return whole_vectors(call, s, call->n_ranks - 1, call->params[SEGMENT]);
}

static bool binary_form(const struct tn_call *call, struct tn_steps *s)
{
  return whole_vectors(call, s, tn_binary_messages(call->n_ranks), call->params[SEGMENT]);
}

static bool binomial_form(const struct tn_call *call, struct tn_steps *s)
{
  return whole_vectors(call, s, tn_ceil_lg(call->n_ranks), call->params[SEGMENT]);
}

#define MESSAGES_BCAST .collective = TN_BCAST, .source = "Open MPI, coll_base_bcast.c", TN_MESSAGES

const struct tn_algorithm tn_bcast_linear = {
  MESSAGES_BCAST,
  .name = "linear",
  .summary = "the root sends to every rank",
  .ompi = "basic_linear",
  .ompi_id = 1,
  .scratch = scratch_whole,
  .form = tn_form_messages_in_turn,
  .run = linear,
};

const struct tn_algorithm tn_bcast_chain = {
  MESSAGES_BCAST,
  .name = "chain",
  .summary = "segments along `fanout` chains that begin at the root",
  .ompi = "chain",
  .ompi_id = 2,
  .segmented = true,
  .params = { [CHAIN_FANOUT] = TN_FANOUT_PARAM, [CHAIN_SEGMENT] = TN_SEGMENT_PARAM },
  .scratch = scratch_chain,
  .form = chain_form,
  .run = chain,
};

const struct tn_algorithm tn_bcast_pipeline = {
  MESSAGES_BCAST,
  .name = "pipeline",
  .summary = "segments along one chain of all ranks",
  .ompi = "pipeline",
  .ompi_id = 3,
  .segmented = true,
  .params = { [SEGMENT] = TN_SEGMENT_PARAM },
  .scratch = scratch_segmented,
  .form = pipeline_form,
  .run = pipeline,
};

const struct tn_algorithm tn_bcast_binary = {
  MESSAGES_BCAST,
  .name = "binary",
  .summary = "segments down a binary tree",
  .ompi = "binary_tree",
  .ompi_id = 5,
  .segmented = true,
  .params = { [SEGMENT] = TN_SEGMENT_PARAM },
  .scratch = scratch_segmented,
  .form = binary_form,
  .run = binary,
};

const struct tn_algorithm tn_bcast_binomial = {
  MESSAGES_BCAST,
  .name = "binomial",
  .summary = "segments down a binomial tree",
  .ompi = "binomial",
  .ompi_id = 6,
  .mpich = "binomial",
  .segmented = true,
  .params = { [SEGMENT] = TN_SEGMENT_PARAM },
  .scratch = scratch_segmented,
  .form = binomial_form,
  .run = binomial,
};

const struct tn_algorithm tn_bcast_knomial_p2p = {
  MESSAGES_BCAST,
  .name = "knomial-p2p",
  .summary = "the whole vector down a k-nomial tree",
  .ucc = "knomial",
  .ompi = "knomial",
  .ompi_id = 7,
  .params = { [RADIX] = { .name = "radix",
                          .kind = TN_PARAM_INT,
                          .min = 2,
                          .max = 0,
                          .preset = 4,
                          .summary = "base of the tree; a rank has up to radix - 1 "
                                     "children per level" } },
  .scratch = scratch_whole,
  .run = knomial,
};

const struct tn_algorithm tn_bcast_split_binary = {
  MESSAGES_BCAST,
  .name = "split-binary",
  .summary = "one half down each side of a binary tree, then pairs exchange halves",
  .ompi = "split_binary_tree",
  .ompi_id = 4,
  .segmented = true,
  .params = { [SEGMENT] = TN_SEGMENT_PARAM },
  .scratch = scratch_split,
  .run = split_binary,
};
