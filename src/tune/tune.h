/* Finds winners: the fastest algorithm and parameters for each range of sizes. */
#ifndef TN_TUNE_TUNE_H
#define TN_TUNE_TUNE_H

#include "study/row.h"

/* Two algorithms whose margin is below 2 % are a tie. */
#define TN_TUNE_TIE 0.02
/* Largest margin that jitter can reduce to a tie: 6 %. */
#define TN_TUNE_NEAR 0.06

/* Rows with which winners are compared in addition to the best other algorithm. */
enum tn_baseline {
  TN_BASELINE_DEFAULT, /* decision of a library */
  TN_BASELINE_NEAREST, /* best row among the algorithms of that library */
  TN_BASELINE_ALL,     /* best of all rows except such decisions, if only some rows may win */
  TN_N_BASELINES
};
struct tn_baseline_best {
  const struct tn_row *row; /* the compared row at the smallest size that has one; NULL if no
                             * size has one */
  double least, most;       /* its time divided by the winner's time, least and most over the
                             * sizes; NAN if there is no row */
  bool changes;             /* true if another size of the range has another choice or decision */
};

/* Largest loss of a choice in one state of the buffers: the choice's time divided by the time of
 * that state's best choice, minus 1. */
struct tn_state_loss {
  const char *buffers; /* name of the state, borrowed from a row; NULL ends the list */
  double loss;
};
enum { TN_MAX_STATES = 4 };

/* Roles of a row in a decision, combined by bitwise or. */
enum { TN_AS_CHOICE = 1, TN_AS_BASELINE = 2 /* TN_AS_BASELINE << enum tn_baseline */ };

/* One winner over neighbouring sizes, or the choice of a range or of a leaf of a tree (grid.h).
 * The points of a leaf are called sizes here. Rows are borrowed. */
struct tn_winner {
  const struct tn_row *first, *last; /* the winner's rows at the smallest and at the largest size */
  int64_t ranks_from, ranks_to;      /* only in leaves; ranks_to is one less than the first
                                      * number of ranks of the next leaf */
  int64_t size_from, size_to;        /* smallest and largest size */
  int n_empty;                       /* only in leaves: number of points without rows, which are
                                      * not counted in n_sizes */
  const struct tn_row *second; /* best row of another algorithm at the smallest size; may be NULL */
  /* Time of `second` over the winner's, minus 1: least and most over the sizes; NAN if the
   * winner has no rival at any size. */
  double margin_min, margin_max;
  const struct tn_row *next; /* best other choice of the winner's algorithm at the smallest size;
                              * may be NULL */
  double next_min, next_max; /* time of `next` divided by the winner's time, least and most over
                              * the sizes; NAN if there is no such row */
  bool next_varies;          /* true if `next` has other parameters at another size */
  bool same_second;          /* true if the second-best algorithm is the same at every size */
  bool differs;              /* true if every margin reaches TN_TUNE_TIE and jitter (row.h) does
                              * not change the order, or if there is no rival */
  const struct tn_row *reference;      /* best row of the reference algorithm at the smallest size;
                                        * may be NULL */
  double reference_min, reference_max; /* time of `reference` divided by the winner's time, least
                                        * and most over the sizes; NAN if there is no row */
  struct tn_baseline_best baseline[TN_N_BASELINES];
  double loss_sum, loss_max; /* only in ranges: sum and maximum over the sizes of the time
                              * divided by the best choice's, minus 1; 0 for winners */
  struct tn_state_loss states[TN_MAX_STATES]; /* only in simplest tables (tn_tune_simplest) */
  /* Loss to be expected because of the model's own error (base/loss.h): least and most over the
   * sizes and the states of the buffers; NAN if no row is a prediction or there is only one
   * choice. */
  double expected_min, expected_max;
  /* true if the rival's run was stopped at a size, where the expected loss is then an upper
   * limit */
  bool expected_is_bound;
  int n_sizes;
  int n_candidates; /* smallest number of choices at any size */
  int n_noise;      /* number of sizes at which the intervals of `second` and of the winner
                     * overlap, because calls vary by more than the margin */
  int n_jitter;     /* number of sizes at which the margin reaches TN_TUNE_TIE but jitter may
                     * exchange the two */
  int n_error;      /* number of other sizes at which the margin is within the model's known
                     * error */
};

/* Conditions of the search for winners. If all members are zero, all rows compete by their average
 * time. */
struct tn_tune_terms {
  enum tn_objective objective;
  const char *reference; /* name of an algorithm; may be NULL */
  /* `role` returns the roles of a row (TN_AS_...); if it is NULL, every row is a choice.
   * `known_error` returns the known error of a predicted row as a fraction, NAN if not known; if it
   * is NULL, no errors are known. */
  unsigned (*role)(const void *data, const struct tn_row *row);
  double (*known_error)(const void *data, const struct tn_row *row);
  const void *data;
  bool is_by_size;  /* true if each size has its own line, even if the next size has the same
                     * winner */
  double most_loss; /* largest loss that a range's choice may have at a size; 0: find winners
                     * instead of ranges */
};

/* Returns the winners (struct tn_winner) among rows (struct tn_row *) by an objective. Rows of one
 * context and size (row.h) compete. The winners are in the order of the rows' contexts, then by
 * ascending size; a size without a choice is omitted. Of equal rows, the earlier one wins. A
 * library's decision (library:*) wins only if it is faster by more than a tie.
 *
 * If most_loss is set, returns the choices of the fewest ranges of sizes (size_ranges.h). A
 * library's decision is a choice for a range only if there is no other.
 *
 * Returns NULL and *error (usage) if a row lacks the time or a point occurs twice. The rows must
 * outlive the result. Transfer full. */
GArray *tn_tune_by(const GPtrArray *rows, const struct tn_tune_terms *terms, GError **error);
/* Returns the winners among all rows by an objective. */
GArray *tn_tune(const GPtrArray *rows, enum tn_objective objective, GError **error);

/* Returns the simplest tables for all states of the buffers together. Rows that differ only in
 * `buffers` are one choice; its loss at a size is the largest over the states. A choice is
 * available at a size only if it has rows in all states. The table has the fewest ranges that lose
 * at most most_loss at each size, or the least possible loss at sizes where no choice keeps that
 * limit. The library's own decision (TN_AS_BASELINE << TN_BASELINE_DEFAULT, and a choice) is
 * preferred where it needs no additional range. At the smallest and the largest sizes it needs no
 * range. Otherwise like tn_tune_by. */
GArray *tn_tune_simplest(const GPtrArray *rows, const struct tn_tune_terms *terms, GError **error);

/* Returns an empty map from rows to numbers; free it with g_hash_table_unref. */
GHashTable *tn_tune_numbers_new(void);
/* Returns a number that is equal for rows with equal values in the columns of the given roles,
 * without column `except` (struct tn_row_key). A new combination of values gets the next number;
 * its row is added to `known`, borrowed. */
guint tn_tune_number(GHashTable *known, const struct tn_row *row, unsigned roles, int except);

/* Returns true if two rows, of any sizes, have the same choice. If the choice is a library's own,
 * what the library decided must be equal too. */
bool tn_tune_same_choice(const struct tn_row *a, const struct tn_row *b);

/* Returns an expected loss as text: "0.3..20.9 %", or "< 3.1 %" if is_bound; NULL if the loss is
 * not known (NAN). Transfer full. */
char *tn_expected_text(double least, double most, bool is_bound);

/* Returns time / best; 1 if both are 0. */
double tn_tune_ratio(double time, double best);
/* Returns true if a row is better than another row of its context and size. */
bool tn_tune_beats(const struct tn_row *row, const struct tn_row *other,
                   enum tn_objective objective);
/* Marks in wanted[rows->len] the best row of each of the `most` fastest algorithms, for each
 * context and size. If `most` is TN_TUNE_NEAR_TWO, marks the two fastest algorithms where their
 * margin is above a tie and at most TN_TUNE_NEAR. */
enum { TN_TUNE_NEAR_TWO = 0 };
void tn_tune_shortlist(const GPtrArray *rows, enum tn_objective objective, int most, bool *wanted);

#endif
