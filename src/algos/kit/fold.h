/* Folds the ranks to a power of two, for algorithms that halve or double. In each of the first
 * pairs, ranks 2i and 2i + 1, the extra rank gives its data to the proxy and leaves. The remaining
 * ranks are renumbered from 0. */
#ifndef TN_ALGOS_KIT_FOLD_H
#define TN_ALGOS_KIT_FOLD_H

#include "basics.h"

struct tn_fold {
  int n_new;   /* remaining ranks; a power of two if made by tn_fold_of */
  int n_extra; /* extra ranks, equal to the number of pairs */
  int kept;    /* which rank of each pair is the proxy: 0 the even one, 1 the odd one */
};

static inline struct tn_fold tn_fold_of(int n_ranks, int kept)
{
  const int n_new = tn_power_within(n_ranks);
  return (struct tn_fold){ n_new, n_ranks - n_new, kept };
}

/* Return true if the rank is in a pair with an extra rank; the other rank of the pair. */
static inline bool tn_fold_pairs(const struct tn_fold *f, int rank)
{
  return rank < 2 * f->n_extra;
}

static inline int tn_fold_partner(int rank)
{
  return rank ^ 1;
}

/* Returns the new number of a rank; -1 for an extra rank. */
static inline int tn_fold_number(const struct tn_fold *f, int rank)
{
  if (!tn_fold_pairs(f, rank))
    return rank - f->n_extra;
  return rank % 2 == f->kept ? rank / 2 : -1;
}

/* Return the rank with a new number, and the lower rank of its pair (without a pair: the rank). */
static inline int tn_fold_rank(const struct tn_fold *f, int number)
{
  return number < f->n_extra ? 2 * number + f->kept : number + f->n_extra;
}

static inline int tn_fold_first(const struct tn_fold *f, int number)
{
  return number < f->n_extra ? 2 * number : number + f->n_extra;
}

#endif
