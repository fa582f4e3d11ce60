/* Reproducibility of reductions: what may change without a change of the result's bits. It is
 * computed from simulated orders of additions (sim/orders.h). */
#ifndef TN_STUDY_REPRODUCIBLE_H
#define TN_STUDY_REPRODUCIBLE_H

#include "study.h"

/* Bits of a class: the result is equal on all ranks that get it, at all sizes and for all
 * segmentations, for all orders in which the ranks arrive, and for all placements of the same
 * number of ranks on one node. */
enum tn_keeps {
  TN_KEEPS_RANK = 1,
  TN_KEEPS_SIZE = 2,
  TN_KEEPS_ARRIVAL = 4,
  TN_KEEPS_PLACEMENT = 8,
  TN_KEEPS_ALL = 15
};
extern const char *const tn_keeps_names[]; /* "rank" and so on, by bit; NULL-terminated */

/* Reads names that commas separate. Returns false and *error (usage), which names `where`. */
bool tn_keeps_read(const char *where, const char *text, unsigned *ret, GError **error);
/* Returns the names of the bits with `between` between them, "none" without bits. Transfer full. */
char *tn_keeps_text(unsigned keeps, const char *between);

/* Returns true if the collective adds operands whose sum depends on the order: not with integers,
 * whose sums are always reproducible. */
bool tn_order_matters(enum tn_collective collective, enum tn_type type);

/* Class of an algorithm, or of a library's decisions, at its default parameters and mechanism. */
struct tn_class {
  unsigned keeps;     /* bits of enum tn_keeps */
  bool in_rank_order; /* as in struct tn_sum_order */
};
/* Returns the class in the table (reproducible.def); NULL if the method has no class there. */
const struct tn_class *tn_class_of(const struct tn_method *method);

/* Result of the runs of one case. */
struct tn_kept {
  unsigned keeps; /* bits of what was not asked for stay set; SIZE: all elements of a rank's
                       * result have one order */
  /* equal for cases with equal orders of the first element, and of all elements, whatever root the
   * collective has */
  uint64_t order, all;
  bool in_rank_order; /* as in struct tn_sum_order */
  char *message;      /* why the case has no orders, else NULL; owned */
};

/* Returns a study for tn_kept_add; `jobs`: as in tn_conditions. Transfer full. */
struct tn_study *tn_kept_study(int jobs);
/* Adds the runs that show which of `asked` (bits of enum tn_keeps) the case keeps: with other
 * roots, orders of arrival and placements. *ret_n: number of runs, the case itself first. Returns
 * false and *error if the case cannot run. */
bool tn_kept_add(struct tn_study *study, const struct tn_case *of, unsigned asked, guint *ret_n,
                 GError **error);
/* Compares n runs, from run `first` of the study on, which tn_kept_add has added for `asked`. */
struct tn_kept tn_kept_find(const struct tn_study *study, guint first, guint n, unsigned asked);

#endif
