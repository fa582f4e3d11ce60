/* Exchanges in rounds, as index arithmetic: the blocks that each rank sends to and receives from
 * its peers. An algorithm is a function that returns the messages of a rank. messages/course.h
 * sends the messages, tn_rounds_form counts them, and tests/test_rounds.c checks that every rank
 * receives all its blocks. */
#ifndef TN_ALGOS_KIT_ROUNDS_H
#define TN_ALGOS_KIT_ROUNDS_H

#include "algos/registry.h"

/* Blocks first .. first + n - 1; block 0 follows the last block. */
struct tn_run {
  int first, n;
};

/* One message out and one in; rank -1: no message. In an alltoall, a block is named by its receiver
 * in `out` and by its sender in `in`. */
struct tn_message {
  int to, from;
  struct tn_run out, in;
};

/* Rounds of an allgather. doubling: n is a power of two; neighbor: n is even; direct: one round. */
tn_rounds tn_rounds_ring, tn_rounds_doubling, tn_rounds_bruck, tn_rounds_neighbor, tn_rounds_direct;
/* Rounds of an alltoall: one round for each distance; or one round for all. */
tn_rounds tn_rounds_pairwise, tn_rounds_linear;

/* Rounds of a reduction by halves; n is a power of two. Received blocks are added. After all rounds
 * each number has the sum of the block of its own number; with butterfly, of the number with
 * mirrored bits. */
tn_rounds tn_rounds_halving, tn_rounds_butterfly;
int tn_rounds_mirrored(int number, int n);

/* Counts the messages of number 0 with blocks of call->block bytes. at_once: the messages of a
 * round count as one. */
void tn_rounds_form(tn_rounds *message, bool at_once, const struct tn_call *call,
                    struct tn_steps *s);

#endif
