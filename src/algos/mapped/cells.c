#include "cells.h"

#include "algos/kit/basics.h"
#include "algos/kit/reduction.h"
#include "algos/registry.h"

/* Minimum bytes of a cell: a smaller cell may not hold an element of every type. */
enum { LEAST_CELL = 64 };
enum { KARY, KNOMIAL_1, KNOMIAL_2 };

const char *const tn_cells_tree_names[] = {
  [KARY] = "kary", [KNOMIAL_1] = "knomial-1", [KNOMIAL_2] = "knomial-2", NULL
};
const char *const tn_cells_forward_names[] = {
  [TN_FORWARD_CHUNKS] = "chunks", [TN_FORWARD_WHOLE] = "whole", NULL
};

size_t tn_cells_size(const struct tn_call *call)
{
  return call->n_ranks > 1 ? (size_t)call->params[TN_CELLS_BUFFER] : 0;
}

size_t tn_cell_size(const struct tn_call *call)
{
  const size_t bytes = (size_t)(call->params[TN_CELLS_BUFFER] / call->params[TN_CELLS_NUMBER]);
  return bytes - bytes % tn_element_size(call);
}

const char *tn_cells_unsupported(const struct tn_call *call)
{
  return tn_cell_size(call) < LEAST_CELL ? "a cell has less than 64 bytes (more buffer, or fewer "
                                           "cells)"
                                         : NULL;
}

int tn_cells_slots(const struct tn_call *call)
{
  return tn_p2p_slots(call) + TN_LINE(TN_CELLS_LINES);
}

struct tn_p2p_use tn_cells_forward_use(const struct tn_call *call, bool whole)
{
  const size_t cell = tn_cell_size(call);
  if (whole || call->block <= cell)
    return tn_use_block(call);
  return (struct tn_p2p_use){ .largest = cell, .messages = (call->block - 1) / cell + 1 };
}

void tn_cells_begin(struct tn_cells *c, struct tn_strand *r, size_t at)
{
  const struct tn_call *call = r->call;
  *c = (struct tn_cells){ .r = r,
                          .total = call->block,
                          .cell = tn_cell_size(call),
                          .at = at,
                          .n_cells = (uint64_t)call->params[TN_CELLS_NUMBER] };
  c->n_chunks = c->total > 0 ? (c->total - 1) / c->cell + 1 : 1;
  c->earlier = (uint64_t)(call->epoch - 1) * c->n_chunks;
}

struct tn_span tn_cells_chunk(const struct tn_cells *c, uint64_t i, int rank, enum tn_buf buf)
{
  const size_t full = (size_t)(c->n_chunks - 1) * c->cell;
  const size_t first = c->total - full;
  const size_t off = i == 0 ? 0 : first + (size_t)(i - 1) * c->cell;
  return (struct tn_span){ rank, buf, off, i == 0 ? first : c->cell };
}

struct tn_span tn_cells_cell(const struct tn_cells *c, uint64_t i, int rank)
{
  const uint64_t cell = tn_cells_number(c, i) % c->n_cells;
  return (struct tn_span){ rank, TN_SHARED, c->at + (size_t)cell * c->cell,
                           tn_cells_chunk(c, i, rank, TN_SHARED).len };
}

uint64_t tn_cells_number(const struct tn_cells *c, uint64_t i)
{
  return c->earlier + i + 1;
}

/* Returns the value of a flag for a chunk number: the epoch of its call in the upper 32 bits, its
 * step in the call in the lower 32 bits. */
static uint64_t flag_value(const struct tn_cells *c, uint64_t number)
{
  const uint64_t epoch = (number - 1) / c->n_chunks + 1, step = (number - 1) % c->n_chunks + 1;
  return epoch << 32 | step;
}

struct tn_cond tn_cells_reached(const struct tn_cells *c, int rank, int slot, uint64_t number)
{
  const bool is_past = number == 0 || (number <= c->earlier && c->r->call->meets);
  return (
      struct tn_cond){ .rank = rank, .slot = slot, .value = is_past ? 0 : flag_value(c, number) };
}

void tn_cells_tree(struct tn_tree *tree, const struct tn_call *call, int64_t radix)
{
  switch (call->params[TN_CELLS_TREE]) {
  case KNOMIAL_1:
    tn_tree_knomial_left(tree, call->n_ranks, call->rank, radix);
    break;
  case KNOMIAL_2:
    tn_tree_knomial(tree, call->n_ranks, call->rank, radix);
    break;
  default:
    tn_tree_kary(tree, call->n_ranks, call->rank, radix);
  }
}

void tn_cells_arrive(const struct tn_cells *c, uint64_t number, int line)
{
  c->r->transport->post(c->r, TN_LINE(line), flag_value(c, number));
}

void tn_cells_await(const struct tn_cells *c, int rank, uint64_t number, int line)
{
  const struct tn_cond cond = tn_cells_reached(c, rank, TN_LINE(line), number);
  if (cond.value > 0)
    c->r->transport->wait_any(c->r, 1, &cond);
}

void tn_cells_release(const struct tn_cells *c, const struct tn_tree *tree, uint64_t i, int line)
{
  const uint64_t number = tn_cells_number(c, i);
  if (tree->parent >= 0)
    tn_cells_await(c, tree->parent, number, line);
  tn_cells_arrive(c, number, line);
}
