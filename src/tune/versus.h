/* Two libraries' own decisions against each other: where the second takes longer or less time than the
 * first by more than predictions are off, and whether the choice or the way of messages makes it. */
#ifndef TN_TUNE_VERSUS_H
#define TN_TUNE_VERSUS_H

#include "known.h"

/* A library: its name; the entry with its own decision, and another name of that (NULL: none); the
 * transport of its messages. */
struct tn_party {
  const char *name, *entry, *newest, *transport;
};

struct tn_versus_terms {
  enum tn_objective objective;
  struct tn_party sides[2];      /* the first one's times are the reference */
  struct tn_known_errors *known; /* by which predictions are off; borrowed */
};

/* What makes a difference. */
enum tn_versus_cause { TN_BY_NOTHING, TN_BY_CHOICE, TN_BY_TRANSPORT, TN_BY_BOTH };
extern const char *const tn_versus_cause_names[]; /* "", "choice", ... */

/* One case, by both. Rows are borrowed. */
struct tn_versus_cell {
  const struct tn_row *rows[2];
  const struct tn_row *mixed; /* the first one's choice over the second's transport; NULL: no row */
  double ratio;               /* the second's time over the first's */
  double error;               /* up to 1 + error, or its inverse, that is no difference */
  enum tn_versus_cause cause;
  int way; /* 1: the second is slower; -1: faster; 0: no difference */
};

/* Neighbouring sizes, and numbers of ranks, with the same two choices, cause and way. */
struct tn_versus_line {
  struct tn_versus_cell far; /* the case that is farthest from no difference */
  int64_t ranks_from, ranks_to, size_from, size_to;
  double least, most; /* ratios */
  int n_cells;
};

struct tn_versus {
  const struct tn_versus_terms *terms; /* by which it was made, borrowed */
  GArray *lines; /* struct tn_versus_line: contexts in the order of the rows, then ranks, sizes */
  guint n_slower, n_faster, n_within; /* cases; within the error */
  guint n_alike;                      /* of all these those in which both make one choice */
  guint n_alone;                      /* of which only one of the two has a row */
};

/* Compares the rows of both libraries among rows (struct tn_row), over their own transports or, where rows
 * over these lack, over one that both have rows of. NULL and *error (usage): one of the two has no
 * row, there is no case of both, a row lacks the time. Rows and terms must outlive the result, which
 * tn_versus_free frees. */
struct tn_versus *tn_versus_new(const GPtrArray *rows, const struct tn_versus_terms *terms,
                                GError **error);
void tn_versus_free(struct tn_versus *versus);

/* Whether an override is each library's own: the barrier of its benchmarks. */
bool tn_versus_is_own(const struct tn_value *override);

/* What of a cell's ratio the choice makes, the rest being the transport's; NAN: not known. */
double tn_versus_by_choice(const struct tn_versus *versus, const struct tn_versus_cell *cell);

#endif
