/* Recursive exchange in groups of `radix`, as index arithmetic (UCC's "recursive k-ing"). Radix 2
 * is recursive doubling.
 *
 * The number of ranks that take part is m * radix^l: the largest power of the radix that fits,
 * times the largest m that fits. These ranks are numbered from 0. At level i = 0, 1, ... the
 * members of a group are radix^i numbers apart. If m > 1, the groups of the last level have m
 * members. The remaining ranks are extra: in each of the first pairs the odd rank is extra and
 * passes its part to the even rank (kit/fold.h).
 *
 * Vectors are divided level by level: the members of a group have the same range and divide it. */
#ifndef TN_ALGOS_KIT_EXCHANGE_H
#define TN_ALGOS_KIT_EXCHANGE_H

#include "fold.h"
#include "rounds.h"

/* Value of the parameter `radix` for which tn_exchange_radix computes the radix. */
enum { TN_RADIX_AUTO = 1 };

struct tn_exchange {
  struct tn_fold fold; /* n_new ranks take part, n_extra ranks are extra; even ranks are proxies */
  int radix;           /* members of a full group: at least 2, at most the number of ranks */
  int n_levels;        /* number of levels; 0 if one rank takes part */
};

/* Group of a rank with the given number at one level: numbers first, first + stride, ... `own` is
 * the index of the rank in its group. */
struct tn_exchange_group {
  int first, stride, size, own;
};

struct tn_exchange tn_exchange_of(int n_ranks, int64_t radix);

struct tn_exchange_group tn_exchange_group(const struct tn_exchange *e, int number, int level);

/* Returns the number of the i-th peer in the group (0: the next member), or -1 after the last
 * one. */
int tn_exchange_peer(const struct tn_exchange *e, int number, int level, int i);

/* Returns the ranks (extra ranks included) of the aligned group of radix^level numbers that
 * contains `number`. In an allgather, the rank with this number has the blocks of these ranks
 * before the exchange at `level`; in a scatter, it has their parts after it. */
struct tn_run tn_exchange_below(const struct tn_exchange *e, int number, int level);

/* Returns the last level at which the number is not the first of its group; -1 for number 0. */
int tn_exchange_last_level(const struct tn_exchange *e, int number);

/* Returns the radix with the fewest extra ranks, the smallest if several are equal. The radix is at
 * least 2 and at most the number of ranks on the package with the fewest ranks (UCC's "auto" for
 * bound ranks). */
int tn_exchange_radix(const struct tn_call *call);

/* A range of elements: first .. first + n - 1. */
struct tn_elements {
  size_t first, n;
};

/* Returns piece i of n nearly equal pieces; the first ones are longer by one element. */
struct tn_elements tn_elements_piece(struct tn_elements range, size_t n, size_t i);

#endif
