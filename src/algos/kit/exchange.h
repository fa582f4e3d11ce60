/* Recursive exchange in groups of `radix`, as index arithmetic: UCC's "recursive k-ing", of which
 * recursive doubling is the case of radix 2.
 *
 * Level i = 0, 1, ... has groups of numbers that lie radix^i apart, so that groups of level 0 are
 * neighbours. The largest power of the radix that fits, times as often as it fits, ranks take part
 * (the groups of the last level are smaller when that is less than radix times); of each of the
 * first pairs beyond, the odd rank leaves its part to the even one (kit/fold.h).
 *
 * What a vector is cut into on the way in: at each level a group divides its members' common range
 * among them. */
#ifndef TN_ALGOS_KIT_EXCHANGE_H
#define TN_ALGOS_KIT_EXCHANGE_H

#include "fold.h"
#include "rounds.h"

/* The parameter `radix` of exchanges: what stands for tn_exchange_radix. */
enum { TN_RADIX_AUTO = 1 };

struct tn_exchange {
  struct tn_fold fold; /* n_new numbers, n_extra pairs, the even rank goes on */
  int radix;           /* at most the ranks, at least 2 */
  int n_levels;        /* 0 when one number goes on */
};

/* The group of a number at one level: first, first + stride, ...; `own` is the number's place. */
struct tn_exchange_group {
  int first, stride, size, own;
};

/* n_ranks >= 1, radix >= 2. */
struct tn_exchange tn_exchange_of(int n_ranks, int64_t radix);

struct tn_exchange_group tn_exchange_group(const struct tn_exchange *e, int number, int level);

/* The i-th of the group's others, from 0, beginning with the next one; -1: there are no more. */
int tn_exchange_peer(const struct tn_exchange *e, int number, int level, int i);

/* The ranks of the numbers below a number's place of a level, and those that they stand for, in a row:
 * what it has before that level of an allgather, and answers for after it where parts are scattered. */
struct tn_run tn_exchange_below(const struct tn_exchange *e, int number, int level);

/* The last level at which the number's place in its group is not 0; -1 for number 0. */
int tn_exchange_last_level(const struct tn_exchange *e, int number);

/* The radix that leaves as few ranks out as possible, the smallest of several: from 2 to the fewest
 * ranks of a package that has any (UCC's "auto" where ranks are bound). */
int tn_exchange_radix(const struct tn_call *call);

/* A range of elements. */
struct tn_elements {
  size_t first, n;
};

/* Piece i of n pieces of a range: nearly equal ones, the first ones longer by one element. */
struct tn_elements tn_elements_piece(struct tn_elements range, size_t n, size_t i);

#endif
