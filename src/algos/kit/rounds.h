/* Exchanges in rounds, as index arithmetic: functions that return the messages of a rank.
 * messages/round_messages.h sends them, tn_rounds_form counts them, and tests/test_rounds.c checks
 * that every rank receives all its blocks. */
#ifndef TN_ALGOS_KIT_ROUNDS_H
#define TN_ALGOS_KIT_ROUNDS_H

#include "algos/registry.h"

/* Blocks first .. first + n - 1, cyclic: block 0 follows the last block. */
struct tn_run {
  int first, n;
};

/* A message that a rank sends (blocks `out` to rank `to`), and one that it receives (blocks `in`
 * from rank `from`); `to` or `from` is -1 if there is no such message. In an alltoall `out` names a
 * block by its receiver, `in` by its sender. */
struct tn_message {
  int to, from;
  struct tn_run out, in;
};

/* Rounds of an allgather of n ranks. doubling requires a power of two, neighbor an even n. */
tn_rounds tn_rounds_ring, tn_rounds_doubling, tn_rounds_bruck, tn_rounds_neighbor, tn_rounds_direct;
/* Rounds of an alltoall: one for each distance between two ranks, or a single one for all
 * messages. */
tn_rounds tn_rounds_pairwise, tn_rounds_linear;

/* Rounds of a reduction by recursive halving; n is a power of two. Received blocks are added. Rank
 * i ends with the sum of block i; with butterfly, of the block with mirrored bits
 * (tn_rounds_mirrored). */
tn_rounds tn_rounds_halving, tn_rounds_butterfly;
int tn_rounds_mirrored(int number, int n);

/* Adds the messages of rank 0 to the closed form `s`, with blocks of call->block bytes. If at_once
 * is true, the messages of a round count as one. */
void tn_rounds_form(tn_rounds *message, bool at_once, const struct tn_call *call,
                    struct tn_steps *s);

#endif
