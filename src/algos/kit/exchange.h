/* Recursive exchange in groups of `radix`, as index arithmetic (UCC's "recursive k-ing"). Radix 2
 * is recursive doubling.
 *
 * Level i = 0, 1, ... has groups of numbers at distance radix^i: groups of level 0 are neighbours.
 * The ranks that take part are the largest multiple (below radix) of the largest power of the radix
 * that fits. Groups of the last level are smaller if that multiple is less than the radix. The
 * ranks beyond are extra: in the first pairs the odd rank passes its part to the even rank
 * (kit/fold.h).
 *
 * Vectors are cut on the way in: at each level a group divides the common range of its members
 * among them. */
#ifndef TN_ALGOS_KIT_EXCHANGE_H
#define TN_ALGOS_KIT_EXCHANGE_H

#include "fold.h"
#include "rounds.h"

/* Value of the parameter `radix` that selects tn_exchange_radix. */
enum { TN_RADIX_AUTO = 1 };

struct tn_exchange {
  struct tn_fold fold; /* n_new numbers, n_extra pairs; the even rank is the proxy */
  int radix;           /* at most the ranks, at least 2 */
  int n_levels;        /* 0 if there is one number */
};

/* The group of a number at one level: first, first + stride, ...; `own` is the place of the number
 * in the group. */
struct tn_exchange_group {
  int first, stride, size, own;
};

/* Returns the exchange of n_ranks >= 1 ranks in groups of radix >= 2. */
struct tn_exchange tn_exchange_of(int n_ranks, int64_t radix);

struct tn_exchange_group tn_exchange_group(const struct tn_exchange *e, int number, int level);

/* Returns the i-th other number of the group, from 0, beginning with the next one; -1 after the
 * last. */
int tn_exchange_peer(const struct tn_exchange *e, int number, int level, int i);

/* Returns the ranks that precede a number's place at a level, together with the extra ranks of
 * their proxies: the blocks that the number has before that level of an allgather, and the parts
 * that it is responsible for after that level of a scatter. */
struct tn_run tn_exchange_below(const struct tn_exchange *e, int number, int level);

/* Returns the last level where the number's place in its group is not 0; -1 for number 0. */
int tn_exchange_last_level(const struct tn_exchange *e, int number);

/* Returns the radix with the fewest extra ranks, the smallest if several are equal. The range is 2
 * to the smallest number of ranks on a package that has any (UCC's "auto" for bound ranks). */
int tn_exchange_radix(const struct tn_call *call);

/* A range of elements. */
struct tn_elements {
  size_t first, n;
};

/* Returns piece i of n nearly equal pieces of a range. The first pieces are longer by one
 * element. */
struct tn_elements tn_elements_piece(struct tn_elements range, size_t n, size_t i);

#endif
