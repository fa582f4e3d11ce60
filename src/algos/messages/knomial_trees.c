/* Trees of UCC (tl/ucp): reduce and gather `knomial`. Relative rank v is a child of v without its
 * lowest digit, in base `radix`, that is not 0.
 *
 * Level by level, the nearest children first, a rank receives from its up to radix - 1 children of
 * the level and waits for all of them; when it has all levels below its own, it sends to its parent.
 * reduce adds the vectors of a level when they are there. gather keeps the blocks of a subtree in
 * scratch memory in relative order, a leaf in its own buffer; the root receives them into their
 * places, those that go past the last rank in two messages.
 *   T = ceil(log_k p) levels, of a reduce with k - 1 vectors each; gather: p - 1 blocks at the root */
#include <stdlib.h>

#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "algos/kit/counts.h"
#include "algos/kit/reduction.h"
#include "knomial_forms.h"
#include "p2p.h"

enum { RADIX = TN_KNOMIAL_RADIX };

static int64_t radix_of(const struct tn_call *call)
{
  const int64_t radix = call->params[RADIX], most = call->n_ranks > 2 ? call->n_ranks : 2;
  return radix < most ? radix : most;
}

/* The distance at which relative rank v sends: its lowest digit's that is not 0; for the root a
 * distance beyond the ranks. */
static int64_t reach(const struct tn_call *call, int v)
{
  int64_t distance = 1;
  while (distance < call->n_ranks && v / distance % radix_of(call) == 0)
    distance *= radix_of(call);
  return distance;
}

static int parent_of(const struct tn_call *call, int v)
{
  const int64_t distance = reach(call, v);
  return (int)(v - v / distance % radix_of(call) * distance);
}

/* Children of v at a distance. */
static int n_children(const struct tn_call *call, int v, int64_t distance)
{
  const int64_t beyond = (call->n_ranks - 1 - v) / distance, most = radix_of(call) - 1;
  return (int)(beyond < most ? beyond : most);
}

static bool is_leaf(const struct tn_call *call, int v)
{
  return reach(call, v) == 1 || v == call->n_ranks - 1;
}

static struct tn_request *requests(const struct tn_call *call)
{
  /* A gather's root may receive twice from a child. */
  struct tn_request *q = calloc((size_t)radix_of(call) + 1, sizeof *q);
  if (!q)
    abort();
  return q;
}

static struct tn_p2p_use reduce_use(const struct tn_call *call)
{
  return (struct tn_p2p_use){ .largest = call->block, .messages = 1 };
}

/* What rank v sends up: its sum, or a leaf's own vector. */
static struct tn_span sum_at(const struct tn_call *call, int v)
{
  const int rank = tn_absolute(call, v);
  const enum tn_buf buf = is_leaf(call, v) ? tn_contribution(call, rank)
                          : v == 0         ? TN_RECV
                                           : TN_TEMP;
  return (struct tn_span){ rank, buf, 0, call->block };
}

/* Scratch for the vectors of a level, behind the sum of a rank that is not the root. */
static struct tn_span beside(const struct tn_call *call, int v, int i)
{
  const size_t before = (size_t)i + (v > 0);
  return (struct tn_span){ call->rank, TN_TEMP, before * call->block, call->block };
}

static void add_level(struct tn_p2p *p, struct tn_request *q, int v, int64_t distance)
{
  struct tn_strand *r = p->r;
  const struct tn_call *call = r->call;
  const int n = n_children(call, v, distance);
  const struct tn_span left = distance == 1 ? tn_own_vector(call) : sum_at(call, v);
  for (int i = 0; i < n; i++)
    tn_irecv(p, &q[i], beside(call, v, i), sum_at(call, (int)(v + (i + 1) * distance)));
  tn_request_wait_all(p, n, q);
  tn_reduce_row(r, sum_at(call, v), left, beside(call, v, 0), n);
}

static void reduce(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const int v = tn_relative(call, call->rank);
  struct tn_p2p p;
  if (call->n_ranks == 1) {
    tn_move_own_vector(r);
    return;
  }
  struct tn_request *q = requests(call);
  tn_p2p_begin(&p, r, reduce_use(call));
  for (int64_t d = 1; d < reach(call, v) && !is_leaf(call, v); d *= radix_of(call))
    add_level(&p, q, v, d);
  if (v > 0) {
    tn_isend(&p, &q[0], tn_absolute(call, parent_of(call, v)), sum_at(call, v));
    tn_request_wait(&p, &q[0]);
  }
  tn_p2p_end(&p);
  free(q);
}

static struct tn_sizes reduce_scratch(const struct tn_call *call)
{
  const int v = tn_relative(call, call->rank);
  const size_t n = (size_t)(v > 0) + (size_t)radix_of(call) - 1;
  return (struct tn_sizes){ .temp = is_leaf(call, v) ? 0 : n * call->block,
                            .shared = tn_p2p_shared(call, reduce_use(call)) };
}

/* A subtree's blocks, in up to two messages. */
static struct tn_p2p_use gather_use(const struct tn_call *call)
{
  return (struct tn_p2p_use){ .largest = call->block * (size_t)call->n_ranks, .messages = 2 };
}

static int subtree(const struct tn_call *call, int v)
{
  const int64_t n = call->n_ranks - v, distance = reach(call, v);
  return (int)(n < distance ? n : distance);
}

/* `count` blocks from relative rank `first` on, where v that is not the root keeps them. */
static struct tn_span kept(const struct tn_call *call, int v, int first, int count)
{
  return (struct tn_span){ tn_absolute(call, v), is_leaf(call, v) ? TN_SEND : TN_TEMP,
                           (size_t)(first - v) * call->block, (size_t)count * call->block };
}

/* The same at the root, where they have to lie without a break. */
static struct tn_span placed(const struct tn_call *call, int first, int count)
{
  const struct tn_blocks recv = tn_blocks_of(call, TN_RECV);
  return tn_block_range(&recv, call->root, tn_absolute(call, first), count);
}

/* Of a child's blocks, those up to the last rank. */
static int before_break(const struct tn_call *call, int child)
{
  const int n = subtree(call, child), rest = call->n_ranks - tn_absolute(call, child);
  return n < rest ? n : rest;
}

static int receive_at_root(struct tn_p2p *p, struct tn_request *q, int child)
{
  const struct tn_call *call = p->r->call;
  const int n = subtree(call, child), first = before_break(call, child);
  tn_irecv(p, &q[0], placed(call, child, first), kept(call, child, child, first));
  if (first == n)
    return 1;
  tn_irecv(p, &q[1], placed(call, child + first, n - first),
           kept(call, child, child + first, n - first));
  return 2;
}

static void collect_level(struct tn_p2p *p, struct tn_request *q, int v, int64_t distance)
{
  const struct tn_call *call = p->r->call;
  const int n = n_children(call, v, distance);
  int n_receives = 0;
  for (int i = 1; i <= n; i++) {
    const int child = (int)(v + i * distance), size = subtree(call, child);
    if (v == 0)
      n_receives += receive_at_root(p, &q[n_receives], child);
    else
      tn_irecv(p, &q[n_receives++], kept(call, v, child, size), kept(call, child, child, size));
  }
  tn_request_wait_all(p, n_receives, q);
}

static void send_up(struct tn_p2p *p, struct tn_request *q, int v)
{
  const struct tn_call *call = p->r->call;
  const int parent = parent_of(call, v), n = subtree(call, v);
  const int first = parent == 0 ? before_break(call, v) : n;
  tn_isend(p, &q[0], tn_absolute(call, parent), kept(call, v, v, first));
  if (first < n)
    tn_isend(p, &q[1], tn_absolute(call, parent), kept(call, v, v + first, n - first));
  tn_request_wait_all(p, first < n ? 2 : 1, q);
}

static void gather(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const int v = tn_relative(call, call->rank);
  const struct tn_span own = { call->rank, TN_SEND, 0, call->block };
  struct tn_request *q = requests(call);
  struct tn_p2p p;
  tn_p2p_begin(&p, r, gather_use(call));
  if (v == 0 && !call->in_place)
    tn_move(r, placed(call, 0, 1), own);
  else if (v > 0 && !is_leaf(call, v))
    tn_move(r, kept(call, v, v, 1), own);
  for (int64_t d = 1; d < reach(call, v) && !(v > 0 && is_leaf(call, v)); d *= radix_of(call))
    collect_level(&p, q, v, d);
  if (v > 0)
    send_up(&p, q, v);
  tn_p2p_end(&p);
  free(q);
}

static struct tn_sizes gather_scratch(const struct tn_call *call)
{
  const int v = tn_relative(call, call->rank);
  const bool keeps = v > 0 && !is_leaf(call, v);
  return (struct tn_sizes){ .temp = keeps ? (size_t)subtree(call, v) * call->block : 0,
                            .shared = tn_p2p_shared(call, gather_use(call)) };
}

/* What the root receives, level by level. */
static bool reduce_form(const struct tn_call *call, struct tn_steps *s)
{
  for (int64_t d = 1; d < call->n_ranks; d *= radix_of(call)) {
    if (radix_of(call) < 2)
      return false;
    const int n = n_children(call, 0, d);
    tn_steps_send(s, n, (double)call->block);
    tn_knomial_form_sums(s, n, (double)call->block);
  }
  return true;
}

static bool gather_form(const struct tn_call *call, struct tn_steps *s)
{
  for (int64_t d = 1; d < call->n_ranks; d *= radix_of(call)) {
    if (radix_of(call) < 2)
      return false;
    const int n = n_children(call, 0, d);
    const int64_t end = d * radix_of(call), held = end < call->n_ranks ? end : call->n_ranks;
    tn_steps_send(s, n, (double)call->block * (double)(held - d) / n);
  }
  return true;
}

const struct tn_algorithm tn_reduce_knomial = {
  .collective = TN_REDUCE,
  .name = "knomial",
  .summary = "vectors up a k-nomial tree, all children of a level at once",
  .source = "UCC, tl/ucp/reduce/reduce_knomial.c",
  .ucc = "knomial",
  TN_MESSAGES,
  .params = { [RADIX] = TN_RADIX_PARAM(4) },
  .scratch = reduce_scratch,
  .form = reduce_form,
  .run = reduce,
};

const struct tn_algorithm tn_gather_knomial = {
  .collective = TN_GATHER,
  .name = "knomial",
  .summary = "subtrees' blocks up a k-nomial tree, all children of a level at once",
  .source = "UCC, tl/ucp/gather/gather_knomial.c",
  .ucc = "knomial",
  TN_MESSAGES,
  .params = { [RADIX] = TN_RADIX_PARAM(4) },
  .scratch = gather_scratch,
  .form = gather_form,
  .run = gather,
};
