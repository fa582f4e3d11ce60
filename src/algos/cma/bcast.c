/* Direct and k-nomial broadcast of the CMA paper, sections V.B.1 and V.B.2.
 *
 * direct-read: T = T_bcast + alpha + n*beta + l*gamma_{p-1}*ceil(n/s) + T_gather
 * throttled-read: T = T_bcast + ceil((p-1)/k)*(alpha + n*beta + l*gamma_k*ceil(n/s))
 * direct-write: T = T_gather + (p-1)*(alpha + n*beta + l*ceil(n/s)) + T_bcast
 * k-nomial: in each round up to k ranks read from every rank that has the vector. T = T_bcast +
 *   ceil(log_{k+1} p)*(alpha + n*beta + l*gamma_k*ceil(n/s))
 * n = call->block, p = call->n_ranks, k = the parameter throttle; kit/knomial.h has the tree.
 * Departures: there are p - 1 readers and steps. The paper has ceil(log_k p) rounds, but each
 * multiplies the ranks with the vector by k + 1. A round ends before the next one begins, so that
 * at most k ranks read from one rank. */
#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "algos/kit/forms.h"
#include "algos/kit/knomial.h"
#include "algos/kit/linear.h"

enum { THROTTLE };
enum { LINE_READY, LINE_DONE, N_LINES };

static struct tn_span vector_of(const struct tn_call *call, int rank)
{
  return (struct tn_span){ rank, TN_RECV, 0, call->block };
}

static struct tn_span vector_at_root(const struct tn_call *call, int rank)
{
  (void)rank;
  return vector_of(call, call->root);
}

static const struct tn_linear direct = { .root_part = vector_at_root, .peer_part = vector_of };

static void direct_read(struct tn_strand *r)
{
  tn_linear_peers_copy(r, &direct, r->call->n_ranks);
}

static void throttled_read(struct tn_strand *r)
{
  tn_linear_peers_copy(r, &direct, r->call->params[THROTTLE]);
}

static void direct_write(struct tn_strand *r)
{
  tn_linear_root_copies(r, &direct);
}

static void read_from_parent(struct tn_strand *r, const struct tn_knomial *tree)
{
  const struct tn_call *call = r->call;
  const int parent = tn_absolute(call, tree->parent);
  tn_wait(r, parent, TN_LINE(LINE_READY), (uint32_t)tree->round);
  r->transport->attach(r, parent, TN_RECV);
  tn_copy(r, vector_of(call, call->rank), vector_of(call, parent));
  tn_post(r, TN_LINE(LINE_DONE), 1);
}

static void serve_round(struct tn_strand *r, const struct tn_knomial *tree, int round)
{
  int first, stride;
  const int n_children = tn_knomial_children(tree, round, &first, &stride);
  if (n_children == 0)
    return;
  tn_post(r, TN_LINE(LINE_READY), (uint32_t)round);
  for (int i = 0; i < n_children; i++)
    tn_wait(r, tn_absolute(r->call, first + i * stride), TN_LINE(LINE_DONE), 1);
}

static void knomial(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const struct tn_knomial tree =
      tn_knomial(call->n_ranks, tn_relative(call, call->rank), call->params[THROTTLE]);
  if (tn_knomial_has_children(&tree))
    r->transport->expose(r, TN_RECV);
  if (tree.round > 0)
    read_from_parent(r, &tree);
  for (int round = tree.round + 1; round <= tree.n_rounds; round++)
    serve_round(r, &tree, round);
}

/* Computes the closed form. In the first round the root may have fewer than k children. In every
 * later round at least one rank has k children, and these k readers determine the time. */
static bool knomial_form(const struct tn_call *call, struct tn_steps *s)
{
  const int64_t k = call->params[THROTTLE];
  if (k < 1)
    return false;
  for (int64_t stride = 1; stride < call->n_ranks; stride *= k + 1) {
    const int64_t children = (call->n_ranks - 1) / stride;
    tn_steps_copy(s, 1, (double)call->block, (int)(children < k ? children : k));
  }
  return true;
}

#define BCAST .collective = TN_BCAST, TN_SINGLE_COPY

const struct tn_algorithm tn_bcast_direct_read = {
  BCAST,
  .name = "direct-read",
  .summary = "all ranks read the vector from the root at once",
  .source = "CMA paper, V.B.1",
  .cma_native = true,
  .n_lines = TN_LINEAR_LINES,
  .form = tn_form_copies_at_once,
  .run = direct_read,
};

/* knem-linear: the KNEM paper's name of direct-read (mapped/knem.c). */
const struct tn_algorithm tn_bcast_knem_linear = {
  .collective = TN_BCAST,
  TN_OF_KNEM,
  .name = "knem-linear",
  .summary = "all ranks copy from the root's region at once",
  .source = "KNEM paper, V.B",
  .n_lines = TN_LINEAR_LINES,
  .run = direct_read,
};

const struct tn_algorithm tn_bcast_throttled_read = {
  BCAST,
  .name = "throttled-read",
  .summary = "at most `throttle` ranks read the vector from the root at a time",
  .source = "CMA paper, IV.A.3 on V.B.1",
  .params = { [THROTTLE] = TN_THROTTLE_PARAM("throttle", NULL, 0) },
  .n_lines = TN_LINEAR_LINES,
  .form = tn_form_copies_throttled,
  .run = throttled_read,
};

const struct tn_algorithm tn_bcast_direct_write = {
  BCAST,
  .name = "direct-write",
  .summary = "the root writes the vector to rank after rank",
  .source = "CMA paper, V.B.1",
  .cma_native = true,
  .n_lines = TN_LINEAR_LINES,
  .form = tn_form_copies_in_turn,
  .run = direct_write,
};

const struct tn_algorithm tn_bcast_knomial = {
  BCAST,
  .name = "k-nomial",
  .summary = "`throttle` ranks at a time read from each rank that has the vector",
  .source = "CMA paper, V.B.2",
  .ompi = "knomial",
  .ompi_id = 7,
  .mpich = "tree",
  .cma_native = true,
  .params = { [THROTTLE] = TN_THROTTLE_PARAM("throttle", "radix", -1) },
  .n_lines = N_LINES,
  .form = knomial_form,
  .run = knomial,
};
