/* Ranks folded to a power of two, as algorithms that halve or double do with any number of them: of
 * each of the first pairs, ranks 2i and 2i + 1, one gives its data to the other and leaves. Those
 * that go on are renumbered from 0. */
#ifndef TN_ALGOS_KIT_FOLD_H
#define TN_ALGOS_KIT_FOLD_H

#include "basics.h"

struct tn_fold {
  int n_new;   /* ranks that go on: of tn_fold_of the largest power of two */
  int n_extra; /* ranks that leave, of as many pairs */
  int kept;    /* of a pair, the one that goes on: 0 the even, 1 the odd rank */
};

static inline struct tn_fold tn_fold_of(int n_ranks, int kept)
{
  const int n_new = tn_power_within(n_ranks);
  return (struct tn_fold){ n_new, n_ranks - n_new, kept };
}

/* Whether the rank is one of a pair; of those, the other one is tn_fold_partner. */
static inline bool tn_fold_pairs(const struct tn_fold *f, int rank)
{
  return rank < 2 * f->n_extra;
}

static inline int tn_fold_partner(int rank)
{
  return rank ^ 1;
}

/* The number of a rank, -1 if it leaves. */
static inline int tn_fold_number(const struct tn_fold *f, int rank)
{
  if (!tn_fold_pairs(f, rank))
    return rank - f->n_extra;
  return rank % 2 == f->kept ? rank / 2 : -1;
}

/* The rank that goes on under a number, and the lowest that it stands for. */
static inline int tn_fold_rank(const struct tn_fold *f, int number)
{
  return number < f->n_extra ? 2 * number + f->kept : number + f->n_extra;
}

static inline int tn_fold_first(const struct tn_fold *f, int number)
{
  return number < f->n_extra ? 2 * number : number + f->n_extra;
}

#endif
