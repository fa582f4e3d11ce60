/* Compares two libraries' own decisions: where the second takes more or less time than the first
 * by more than the prediction error, and whether the choice or the transport of messages causes
 * the difference. */
#ifndef TN_TUNE_VERSUS_H
#define TN_TUNE_VERSUS_H

#include "known.h"

/* A library: its name, the entry with its own decision, an alias of that entry (may be NULL),
 * the transport of its messages. */
struct tn_party {
  const char *name, *entry, *newest, *transport;
};

struct tn_versus_terms {
  enum tn_objective objective;
  struct tn_party sides[2];      /* times of the first are the reference */
  struct tn_known_errors *known; /* prediction errors; borrowed */
};

/* Cause of a difference. */
enum tn_versus_cause { TN_BY_NOTHING, TN_BY_CHOICE, TN_BY_TRANSPORT, TN_BY_BOTH };
extern const char *const tn_versus_cause_names[]; /* "", "choice", ... */

/* One case (context, ranks and size) with rows of both libraries. Rows are borrowed. */
struct tn_versus_cell {
  const struct tn_row *rows[2];
  const struct tn_row *mixed; /* first library's choice over the second's transport; NULL if there
                               * is no row */
  double ratio;               /* second library's time over the first's */
  double error;               /* ratios within 1 + error and its inverse are no difference */
  enum tn_versus_cause cause;
  int way; /* 1: the second is slower; -1: the second is faster; 0: no difference */
};

/* Neighbouring sizes and numbers of ranks with the same two choices, cause and sign of the
 * difference. */
struct tn_versus_line {
  struct tn_versus_cell far; /* case with the largest difference */
  int64_t ranks_from, ranks_to, size_from, size_to;
  double least, most; /* ratios */
  int n_cells;
};

struct tn_versus {
  const struct tn_versus_terms *terms; /* terms of the comparison, borrowed */
  GArray *lines; /* struct tn_versus_line by context in the order of the rows, then ranks and
                  * size */
  guint n_slower, n_faster, n_within; /* numbers of cases; n_within: within the error */
  guint n_alike;                      /* cases in which both libraries make the same choice */
  guint n_alone;                      /* cases in which only one library has a row */
};

/* Compares the rows of both libraries among rows (struct tn_row). Each library is compared over
 * its own transport or, if rows over these are missing, over a transport that both have rows of.
 * Returns NULL and *error (usage) if a library has no row, no case has rows of both, or a row
 * lacks the time. Rows and terms must outlive the result. Free it with tn_versus_free. */
struct tn_versus *tn_versus_new(const GPtrArray *rows, const struct tn_versus_terms *terms,
                                GError **error);
void tn_versus_free(struct tn_versus *versus);

/* Returns true if each library has its own value of an override: the barrier of its benchmarks. */
bool tn_versus_is_own(const struct tn_value *override);

/* Returns the factor of a cell's ratio that the choice causes; the transport causes the rest.
 * NAN if not known. */
double tn_versus_by_choice(const struct tn_versus *versus, const struct tn_versus_cell *cell);

#endif
