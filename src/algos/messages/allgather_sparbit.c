/* Allgather and allgatherv "sparbit": Loch, Koslovski, Sparbit: a new logarithmic-cost and data
 * locality-aware MPI Allgather algorithm, 2021; Open MPI's coll_base_allgather.c and _allgatherv.c
 * since 5.0, UCC's tl/ucp/allgather/allgather_sparbit.c of main of 2025.
 *
 * The distances are 2^(m-1), ..., 2, 1, with m = ceil(lg p). At distance d a rank has the blocks of
 * every 2d-th rank below it, cyclically. It sends each of these blocks to rank + d if rank + d is
 * less than p ranks after the rank that owns the block. Each block is one message to its final
 * place. The rank waits for all messages of a distance. T = ceil(lg p) alpha + (p-1) n beta; the
 * messages of a distance count as one.
 *
 * The order within a distance is UCC's, not Open MPI's. */
#include "algos/entries.h"
#include "round_messages.h"

/* Rounds of sparbit. Distance d needs as many messages as there are odd multiples of d below n. */
static bool sparbit(int n, int own, int round, int i, struct tn_message *m)
{
  const int n_rounds = tn_ceil_lg(n), d = round < n_rounds ? 1 << (n_rounds - 1 - round) : n;
  const int from = tn_wrap(own - d, n);
  *m = (struct tn_message){
    (own + d) % n, from, { tn_wrap(own - 2 * i * d, n), 1 }, { tn_wrap(from - 2 * i * d, n), 1 }
  };
  return i < ((n - 1) / d + 1) / 2;
}

#define SPARBIT                                                                                    \
  .name = "sparbit", .ompi = "sparbit", TN_MESSAGES,                                               \
  .summary = "blocks go to their places one by one, over ceil(lg p) halving distances",            \
  .rounds = sparbit, .posts = TN_POST_SENDS_FIRST | TN_POST_NO_EMPTY | TN_POST_AT_ONCE,            \
  .exchange = tn_gather_in_rounds

const struct tn_algorithm tn_allgather_sparbit = {
  SPARBIT,
  .collective = TN_ALLGATHER,
  .source = "Open MPI, coll_base_allgather.c; UCC, tl/ucp/allgather/allgather_sparbit.c",
  .ompi_id = 7,
  .ucc = "sparbit",
};

const struct tn_algorithm tn_allgatherv_sparbit = {
  SPARBIT,
  .collective = TN_ALLGATHERV,
  .source = "Open MPI, coll_base_allgatherv.c",
  .ompi_id = 6,
};
