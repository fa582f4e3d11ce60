/* Compares two libraries' own decisions. Finds where the second library takes more or less time
 * than the first by more than the prediction error, and whether the choice or the transport of
 * messages causes the difference. */
#ifndef TN_TUNE_VERSUS_H
#define TN_TUNE_VERSUS_H

#include "known_errors.h"

/* A library: its name, the entry for its own decision, an alias of the entry (may be NULL), and its
 * transport. */
struct tn_diff_library {
  const char *name, *entry, *newest, *transport;
};

struct tn_versus_terms {
  enum tn_objective objective;
  /* the two libraries; ratios are times of the second divided by times of the first */
  struct tn_diff_library sides[2];
  struct tn_known_errors *known; /* errors of predictions; borrowed */
};

enum tn_versus_cause { TN_BY_NOTHING, TN_BY_CHOICE, TN_BY_TRANSPORT, TN_BY_BOTH };
extern const char *const tn_versus_cause_names[]; /* names of the causes: "", "choice" and so on */

/* A case: rows of both libraries with the same context, ranks and size; borrowed. */
struct tn_versus_cell {
  const struct tn_row *rows[2];
  /* row of the first library's choice over the second library's transport; NULL if there is none */
  const struct tn_row *mixed;
  double ratio; /* time of the second library / time of the first */
  double error; /* ratios from 1 / (1 + error) to 1 + error count as equal times */
  enum tn_versus_cause cause;
  int way; /* 1: the second library is slower; -1: it is faster; 0: no difference */
};

/* Range of neighbouring sizes and ranks with equal choices, cause and sign of the difference. */
struct tn_versus_line {
  struct tn_versus_cell far; /* case with the largest difference */
  int64_t ranks_from, ranks_to, size_from, size_to;
  double least, most; /* smallest and largest ratio */
  int n_cells;
};

struct tn_versus {
  const struct tn_versus_terms *terms; /* terms of the comparison, borrowed */
  /* struct tn_versus_line, by context in the order of rows, then ranks and size */
  GArray *lines;
  /* numbers of cases in which the second library is slower, faster, or equal within the error */
  guint n_slower, n_faster, n_within;
  guint n_alike; /* number of cases in which both libraries make the same
                                       * choice */
  guint n_alone; /* number of cases in which only one library has a row */
};

/* Compares the rows of both libraries among `rows` (struct tn_row), over their own transports or,
 * if these lack rows, over one that both have. Returns NULL and *error (usage) if a library has no
 * row, no case has rows of both, or a row lacks the objective's time. Rows and terms must outlive
 * the result. */
struct tn_versus *tn_versus_new(const GPtrArray *rows, const struct tn_versus_terms *terms,
                                GError **error);
void tn_versus_free(struct tn_versus *versus);

/* Returns true if the override sets a barrier of the libraries' benchmarks, and therefore may
 * differ between the libraries. */
bool tn_versus_is_own(const struct tn_value *override);

/* Returns the factor of the ratio of times that the choice of algorithms causes; the transport
 * causes the remaining factor. NAN if it is not known. */
double tn_versus_by_choice(const struct tn_versus *versus, const struct tn_versus_cell *cell);

#endif
