/* Exchanges in rounds, as numbers: which blocks go from whom to whom. An algorithm is a function that gives
 * the messages of a rank; messages/course.h carries them out, tn_rounds_form counts them, and
 * tests/test_rounds.c checks that they bring all blocks where they belong. */
#ifndef TN_ALGOS_KIT_ROUNDS_H
#define TN_ALGOS_KIT_ROUNDS_H

#include "algos/registry.h"

/* Blocks first .. first + n - 1; behind the last one comes the first. */
struct tn_run {
  int first, n;
};

/* One message out and one in; -1: none. In an alltoall a block is called after the rank it is for, where it
 * is sent, and after the rank it is from, where it is received. */
struct tn_message {
  int to, from;
  struct tn_run out, in;
};

/* Of an allgather; doubling: n is a power of two; neighbor: n is even; direct: all in one round. */
tn_rounds tn_rounds_ring, tn_rounds_doubling, tn_rounds_bruck, tn_rounds_neighbor, tn_rounds_direct;
/* Of an alltoall: a round for each distance; all in one round. */
tn_rounds tn_rounds_pairwise, tn_rounds_linear;

/* Of a reduction by halves, n a power of two: what comes in is added, and after all rounds a number has the sum
 * of the block of its own number; of butterfly, of the number with its bits mirrored. */
tn_rounds tn_rounds_halving, tn_rounds_butterfly;
int tn_rounds_mirrored(int number, int n);

/* Counts the messages of number 0, of blocks of call->block; at_once: those of a round as one. */
void tn_rounds_form(tn_rounds *message, bool at_once, const struct tn_call *call,
                    struct tn_steps *s);

#endif
