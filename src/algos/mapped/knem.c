/* The collectives of the KNEM paper (Ma, Bosilca, Bouteiller, Goglin, Squyres, Dongarra, ICPP
 * 2011), sections IV, V.B and V.C.
 *
 * knem-linear: the root declares its buffer. All other ranks copy at once, from the buffer (bcast,
 *   scatter) or into it (gather), and signal the root. The CMA paper calls these algorithms
 *   direct-read, parallel-read and parallel-write; knem-linear is defined in their files
 *   (cma/bcast.c, cma/rooted.c).
 * knem-hierarchical: one rank of each memory domain, the leader, copies from the root, and the
 *   other ranks of the domain copy from their leader, segment by segment. Both levels work at once.
 *   gather-bcast: a linear gather to rank 0, then a linear broadcast of the result.
 *   knem-hierarchical as an allgather: the same gather, then the hierarchical broadcast, as in the
 *   paper's component on machines with several memory domains. The paper's rotation is in
 *   cma/alltoall_pairwise.c. gather-bcast: T(n, p-1) + T(p n, p-1), n = call->block, p =
 *   call->n_ranks. Departures: rank 0 declares its receive buffer once for both phases of a
 *   gather-bcast. A leader announces segments on one flag (assumed). The paper uses segments of 16
 *   KiB for vectors below 2 MB and of 512 KiB for longer ones. */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "algos/kit/linear.h"
#include "xhc.h"

enum { SEGMENT };

static void hierarchical(struct tn_strand *r, size_t total)
{
  const int64_t segment = r->call->params[SEGMENT];
  const size_t whole = total > 0 ? total : 1;
  tn_xhc_bcast_exposed(r, TN_LEVELS_NUMA, total, segment > 0 ? segment : (int64_t)whole);
}

static void bcast_hierarchical(struct tn_strand *r)
{
  hierarchical(r, r->call->block);
}

static struct tn_span gathered_part(const struct tn_call *call, int rank)
{
  return tn_gathered_block(call, call->root, rank);
}

static struct tn_span result_of(const struct tn_call *call, int rank)
{
  return (struct tn_span){ rank, TN_RECV, 0, tn_count_total(call) };
}

static struct tn_span result_at_root(const struct tn_call *call, int rank)
{
  (void)rank;
  return result_of(call, call->root);
}

static void gather_to_first(struct tn_strand *r, int slot)
{
  const struct tn_linear gather = { .root_part = gathered_part,
                                    .peer_part = tn_gathered_input,
                                    .to_root = true,
                                    .own_move = !r->call->in_place,
                                    .slot = slot };
  tn_linear_peers_copy(r, &gather, r->call->n_ranks);
}

static void gather_bcast(struct tn_strand *r)
{
  const struct tn_linear bcast = {
    .root_part = result_at_root, .peer_part = result_of, .exposed = true, .slot = TN_LINEAR_SLOTS
  };
  gather_to_first(r, 0);
  tn_linear_peers_copy(r, &bcast, r->call->n_ranks);
}

static void allgather_hierarchical(struct tn_strand *r)
{
  gather_to_first(r, tn_xhc_slots(r->call));
  if (r->call->n_ranks > 1)
    hierarchical(r, tn_count_total(r->call));
}

static int allgather_hierarchical_slots(const struct tn_call *call)
{
  return tn_xhc_slots(call) + TN_LINEAR_SLOTS;
}

#define HIERARCHICAL                                                                               \
  TN_OF_KNEM, .name = "knem-hierarchical", .segmented = true,                                      \
              .params = { [SEGMENT] = TN_SIZE_PARAM("segment", 512, 16384, "bytes of a segment",   \
                                                    .at_zero = "undivided") }

const struct tn_algorithm tn_bcast_knem_hierarchical = {
  HIERARCHICAL,
  .collective = TN_BCAST,
  .summary = "one rank of each memory domain copies from the root, the others from that rank",
  .source = "KNEM paper, IV, V.B",
  .n_slots = tn_xhc_slots,
  .run = bcast_hierarchical,
};

const struct tn_algorithm tn_allgather_gather_bcast = {
  TN_OF_KNEM,
  .collective = TN_ALLGATHER,
  .counted = true,
  .name = "gather-bcast",
  .summary = "all ranks write to rank 0 at once, then read the result from rank 0",
  .source = "KNEM paper, V.C",
  .n_lines = 2 * TN_LINEAR_LINES,
  .run = gather_bcast,
};

const struct tn_algorithm tn_allgather_knem_hierarchical = {
  HIERARCHICAL,
  .collective = TN_ALLGATHER,
  .counted = true,
  .summary = "all ranks write to rank 0 at once; a hierarchical bcast from rank 0 follows",
  .source = "KNEM paper, V.C, VI.B",
  .n_slots = allgather_hierarchical_slots,
  .run = allgather_hierarchical,
};
