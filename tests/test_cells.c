/* Cells of shared memory: division of vectors into chunks, waiting between successive calls without
 * a barrier, and costs of MPICH's release and gather. */
#include <criterion/criterion.h>

#include "algos/mapped/cells.h"

#define RANKS 8
#include "sim_setup.h"

enum { CELL = 100, N_CELLS = 4 };

static struct tn_call call_of(size_t block, uint32_t epoch, bool meets)
{
  return (struct tn_call){ .collective = TN_BCAST,
                           .n_ranks = 2,
                           .block = block,
                           .epoch = epoch,
                           .meets = meets,
                           .params = { N_CELLS * CELL, N_CELLS } };
}

Test(cells, chunks_cover_the_vector_in_order)
{
  for (size_t block = 0; block < 10 * CELL; block += 13) {
    const struct tn_call call = call_of(block, 1, true);
    struct tn_strand strand = { .call = &call };
    struct tn_cells c;
    size_t done = 0;
    tn_cells_begin(&c, &strand, 7);
    for (uint64_t i = 0; i < c.n_chunks; i++) {
      const struct tn_span chunk = tn_cells_chunk(&c, i, 1, TN_RECV);
      const struct tn_span cell = tn_cells_cell(&c, i, 1);
      cr_assert_eq(chunk.off, done);
      cr_assert_eq(cell.len, chunk.len);
      cr_assert_eq(cell.off, 7 + (i + 1) % N_CELLS * CELL);
      cr_assert(i == 0 ? chunk.len <= CELL : chunk.len == CELL);
      done += chunk.len;
    }
    cr_assert_eq(done, block);
  }
}

Test(cells, of_reductions_hold_whole_elements)
{
  struct tn_call call = call_of(1000, 1, true);
  call.collective = TN_REDUCE;
  call.type = TN_FLOAT64;
  cr_assert_eq(tn_cell_size(&call), 96);
}

/* Two chunks per call: number 7 is the first chunk of call 4. */
Test(cells, count_on_through_calls)
{
  for (int meets = 0; meets < 2; meets++) {
    const struct tn_call call = call_of(2 * CELL, 4, meets);
    struct tn_strand strand = { .call = &call };
    struct tn_cells c;
    tn_cells_begin(&c, &strand, 0);
    cr_assert_eq(tn_cells_number(&c, 0), 7);
    cr_assert_eq(tn_cells_reached(&c, 1, 0, 8).value, (uint64_t)4 << 32 | 2);
    cr_assert_eq(tn_cells_reached(&c, 1, 0, 7).value, (uint64_t)4 << 32 | 1);
    cr_assert_eq(tn_cells_reached(&c, 1, 0, 6).value, meets ? 0 : (uint64_t)3 << 32 | 2);
    cr_assert_eq(tn_cells_reached(&c, 1, 0, 0).value, 0);
  }
}

Test(cells, too_small_ones_are_refused)
{
  struct tn_call call = call_of(10, 1, true);
  cr_assert_null(tn_cells_unsupported(&call));
  call.params[TN_CELLS_NUMBER] = 7;
  cr_assert_not_null(tn_cells_unsupported(&call));
}

static struct tn_sim_result run(enum tn_collective collective, size_t block, int root,
                                enum tn_protocol protocol, int64_t n_cells, int64_t forward)
{
  const struct tn_method *a = tn_method_find(collective, "release-gather");
  struct tn_sim_result result;
  GError *error = NULL;
  bool is_alias;
  struct tn_sim_point point = {
    .algorithm = a,
    .places = places,
    .values = values,
    .call = { .collective = collective, .n_ranks = RANKS, .block = block, .root = root },
    .n_packages = 1,
    .backing = TN_BASE,
    .mechanism = TN_CMA,
    .verify = true,
    .warmup = 1,
    .repetitions = RANKS + 1,
    .protocol = protocol
  };
  for (int i = 0; i < tn_alg_params_number(a->params); i++)
    point.call.params[i] = a->params[i].preset;
  point.call.params[TN_CELLS_NUMBER] = n_cells;
  point.call.params[TN_CELLS_RADIX] = 2;
  const int param = tn_alg_params_find(a->params, "forward", &is_alias);
  if (param >= 0)
    point.call.params[param] = forward;
  cr_assert(tn_sim_run(&point, &result, &error), "%s", error ? error->message : "?");
  cr_assert_eq(result.verified, 1, "%s, %zu bytes, %lld cells", tn_collective_names[collective],
               block, (long long)n_cells);
  return result;
}

/* Ranks enter a call as they leave the previous one, with other roots: no cell is overwritten too early. */
Test(cells, are_not_overwritten_without_meetings, .init = set_up, .fini = tear_down)
{
  const enum tn_collective collectives[] = { TN_BCAST, TN_REDUCE, TN_ALLREDUCE };
  const size_t blocks[] = { 64, 40000 };
  for (size_t c = 0; c < G_N_ELEMENTS(collectives); c++)
    for (size_t b = 0; b < G_N_ELEMENTS(blocks); b++)
      for (int64_t n_cells = collectives[c] == TN_ALLREDUCE ? 2 : 1; n_cells <= 4; n_cells++)
        for (int64_t forward = 0; forward < 2; forward++)
          run(collectives[c], blocks[b], 0, TN_IMB_OLD, n_cells, forward);
}

/* Rank 0 waits for no answer while cells are free; with one cell it waits for each chunk. */
Test(cells, let_rank_0_run_ahead, .init = set_up, .fini = tear_down)
{
  const double small = run(TN_BCAST, 64, 0, TN_SINGLE, 4, 0).min;
  cr_assert_lt(small, values[TN_P_LINE_LATENCY + TN_SAME_LLC], "rank 0 moves, posts and returns");
  const double four = run(TN_BCAST, 1 << 20, 0, TN_SINGLE, 4, 0).span;
  const double one = run(TN_BCAST, 1 << 20, 0, TN_SINGLE, 1, 0).span;
  cr_assert_lt(four, one, "one cell of the whole buffer is filled when all have read it");
}

/* The vector of another root comes as a message per cell or one in all: p - 1 or p transfers. */
Test(cells, another_roots_vector_is_forwarded, .init = set_up, .fini = tear_down)
{
  const double chunks = run(TN_BCAST, 1 << 20, 3, TN_SINGLE, 4, TN_FORWARD_CHUNKS).span;
  const double whole = run(TN_BCAST, 1 << 20, 3, TN_SINGLE, 4, TN_FORWARD_WHOLE).span;
  const double first = run(TN_BCAST, 1 << 20, 0, TN_SINGLE, 4, 0).span;
  cr_assert_gt(chunks, first);
  cr_assert_gt(whole, first);
  cr_assert_eq(run(TN_BCAST, 1 << 20, 0, TN_SINGLE, 4, 0).transfers, RANKS - 1);
  cr_assert_eq(run(TN_BCAST, 1 << 20, 3, TN_SINGLE, 4, 0).transfers, RANKS - 1);
  cr_assert_eq(run(TN_BCAST, 1 << 20, 3, TN_SINGLE, 4, 1).transfers, RANKS);
  cr_assert_eq(run(TN_REDUCE, 1 << 20, 0, TN_SINGLE, 4, 0).transfers, RANKS - 1);
  cr_assert_eq(run(TN_REDUCE, 1 << 20, 3, TN_SINGLE, 4, 0).transfers, RANKS);
  cr_assert_eq(run(TN_ALLREDUCE, 1 << 20, 0, TN_SINGLE, 4, 0).transfers, 2 * (RANKS - 1));
}
