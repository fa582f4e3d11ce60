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

/* Messages that a rank sends (to, out) and receives (from, in); rank -1: none. In an alltoall `out`
 * names a block by its receiver, `in` by its sender. */
struct tn_message {
  int to, from;
  struct tn_run out, in;
};

/* Rounds of an allgather. doubling: n is a power of two; neighbor: n is even; direct: one round. */
tn_rounds tn_rounds_ring, tn_rounds_doubling, tn_rounds_bruck, tn_rounds_neighbor, tn_rounds_direct;
/* Rounds of an alltoall: one per distance, or one with all messages. */
tn_rounds tn_rounds_pairwise, tn_rounds_linear;

/* Rounds of a reduction by halves; n is a power of two. Received blocks are added. Number i ends
 * with the sum of block i; with butterfly, of the block with mirrored bits (tn_rounds_mirrored). */
tn_rounds tn_rounds_halving, tn_rounds_butterfly;
int tn_rounds_mirrored(int number, int n);

/* Adds the messages of number 0 to `s`, with blocks of call->block bytes. If at_once is true, the
 * messages of a round count as one. */
void tn_rounds_form(tn_rounds *message, bool at_once, const struct tn_call *call,
                    struct tn_steps *s);

#endif
