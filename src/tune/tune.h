/* Finds the fastest algorithm and parameters for each range of sizes. */
#ifndef TN_TUNE_TUNE_H
#define TN_TUNE_TUNE_H

#include "study/row.h"

/* Margin (relative difference of times) below which two algorithms are a tie: 2 %. */
#define TN_TUNE_TIE 0.02
/* Largest margin that jitter could turn into a tie: 6 %. */
#define TN_TUNE_NEAR 0.06

/* Sets of rows. The best row of each set is compared with the winner, in addition to the best other
 * algorithm. */
enum tn_baseline {
  TN_BASELINE_DEFAULT, /* a library's own decision (algorithm library:*) */
  TN_BASELINE_NEAREST, /* algorithms of the library of TN_BASELINE_DEFAULT */
  TN_BASELINE_ALL,     /* all rows except libraries' decisions; used if only some rows may win */
  TN_N_BASELINES
};
struct tn_baseline_best {
  const struct tn_row *row; /* best row at the smallest size that has one, or NULL */
  /* time of `row` / the winner's, smallest and largest over the sizes; NAN without a row */
  double least, most;
  /* true if the best row at another size has another choice, or another decision of the library */
  bool changes;
};

/* Largest loss in one state of the buffers: time / time of the state's best choice - 1. */
struct tn_state_loss {
  const char *buffers; /* name, borrowed from a row; NULL ends the list */
  double loss;
};
enum { TN_MAX_STATES = 4 };

/* Roles of a row, combined by bitwise or. */
enum { TN_AS_CHOICE = 1, TN_AS_BASELINE = 2 /* TN_AS_BASELINE << enum tn_baseline */ };

/* A winner over neighbouring sizes; also the choice of a range (with most_loss) or of a tree's leaf
 * (grid.h), whose points are called sizes here. Rows are borrowed. */
struct tn_winner {
  const struct tn_row *first, *last; /* rows of the winner at the smallest and the largest size */
  /* numbers of ranks from ranks_from to ranks_to, only for leaves; ranks_to is one less than the
   * first number of ranks of the next leaf */
  int64_t ranks_from, ranks_to;
  int64_t size_from, size_to;
  /* number of the leaf's points without rows, which n_sizes does not count; only in leaves */
  int n_empty;
  const struct tn_row *second; /* best other algorithm at the smallest size, or NULL */
  /* time of `second` / the winner's - 1, smallest and largest over the sizes; NAN if there is no
   * `second` */
  double margin_min, margin_max;
  /* best other choice with the winner's algorithm at the smallest size, or NULL */
  const struct tn_row *next;
  /* time of `next` / the winner's, smallest and largest over the sizes; NAN if there is no
   * `next` */
  double next_min, next_max;
  bool next_varies; /* true if `next` at another size has other parameters */
  bool same_second; /* true if `second` has the same algorithm at every size */
  /* true if every margin is at least TN_TUNE_TIE despite jitter (row.h), or there is no `second` */
  bool differs;
  /* best row with the algorithm tn_tune_terms.reference at the smallest size, or NULL */
  const struct tn_row *reference;
  /* time of `reference` / the winner's, smallest and largest over the sizes; NAN if there is no
   * row */
  double reference_min, reference_max;
  struct tn_baseline_best baseline[TN_N_BASELINES];
  /* sum and maximum, over the sizes, of the range's time / the size's best time - 1; 0 unless
   * most_loss is set */
  double loss_sum, loss_max;
  struct tn_state_loss states[TN_MAX_STATES]; /* set only in simplest tables (tn_tune_simplest) */
  /* Loss that is expected because of the model's own error (base/loss.h), smallest and largest over
   * sizes and states; NAN without a prediction or with one choice only. */
  double expected_min, expected_max;
  /* true if expected_max is an upper limit, because a race stopped the rival's run at a size */
  bool expected_is_bound;
  int n_sizes;
  int n_candidates; /* smallest number of choices at one of the sizes */
  /* number of sizes at which calls vary by more than the margin, so that the intervals of winner
   * and second overlap */
  int n_noise;
  /* number of sizes at which the margin is at least TN_TUNE_TIE, but jitter may make `second`
   * win */
  int n_jitter;
  /* number of sizes, not counted in n_noise, at which the margin is within the known error */
  int n_error;
};

/* Conditions of the search for winners. All zero: all rows compete by average time. */
struct tn_tune_terms {
  enum tn_objective objective;
  const char *reference; /* algorithm to compare with; may be NULL */
  /* `role` returns a row's roles (TN_AS_...); NULL: every row is a choice. `known_error` returns a
   * predicted row's error as a fraction, NAN if unknown; may be NULL. */
  unsigned (*role)(const void *data, const struct tn_row *row);
  double (*known_error)(const void *data, const struct tn_row *row);
  const void *data;
  /* true if each size has its own winner, even if neighbouring sizes have the same */
  bool is_by_size;
  /* largest loss of a range's choice at a size; 0: returns winners by size in place of ranges */
  double most_loss;
};

/* Returns the winners (struct tn_winner) among rows (struct tn_row *) by an objective. Rows of one
 * context and size (row.h) compete. Winners are sorted by context in the order of rows, then by
 * size; a size without a choice is omitted. Of equally fast rows, the first wins. A library's
 * decision (library:*) wins only if it is faster by more than a tie.
 *
 * With most_loss, returns the choices of the fewest ranges of sizes (size_ranges.h), and a
 * library's decision only if a range has no other.
 *
 * Returns NULL and *error (usage) if a row lacks the objective's time or a point occurs twice. The
 * rows must outlive the result. Transfer full. */
GArray *tn_tune_by(const GPtrArray *rows, const struct tn_tune_terms *terms, GError **error);
GArray *tn_tune(const GPtrArray *rows, enum tn_objective objective, GError **error);

/* Returns the simplest tables for all states of the buffers together. Rows that differ only in
 * `buffers` are one choice, which needs rows in all states; the loss of a choice is the largest
 * over the states. A table has the fewest ranges that lose at most most_loss at each size, or the
 * least loss at sizes where no choice keeps this limit. The library's own decision (TN_AS_BASELINE
 * << TN_BASELINE_DEFAULT, and a choice) is preferred where it needs no additional range. It needs
 * no range at either end of the sizes. Otherwise like tn_tune_by. */
GArray *tn_tune_simplest(const GPtrArray *rows, const struct tn_tune_terms *terms, GError **error);

/* Returns an empty map for tn_tune_number; free it with g_hash_table_unref. */
GHashTable *tn_tune_numbers_new(void);
/* Returns a number that is equal for rows with equal values in columns of the roles, except column
 * `except` (struct tn_row_key). New rows are added to `known`, borrowed. */
guint tn_tune_number(GHashTable *known, const struct tn_row *row, unsigned roles, int except);

/* Returns true if two rows have the same choice. Two decisions of libraries must also choose the
 * same algorithm. */
bool tn_tune_same_choice(const struct tn_row *a, const struct tn_row *b);

/* Returns a range of expected losses as text: "0.3..20.9 %", or "< 3.1 %" if is_bound. Returns NULL
 * if it is NAN. Transfer full. */
char *tn_expected_text(double least, double most, bool is_bound);
/* Returns which errors the expected losses of a row and its rivals contain, as in "by ...".
 * Static. */
const char *tn_expected_basis(const struct tn_row *row);

/* Returns time / best; 1 if both are 0. */
double tn_tune_ratio(double time, double best);
/* Returns true if the first row is better than the second row, which is of the same context and
 * size. */
bool tn_tune_beats(const struct tn_row *row, const struct tn_row *other,
                   enum tn_objective objective);
/* Sets wanted[rows->len] to true for the best rows of the `most` fastest algorithms of each context
 * and size. TN_TUNE_NEAR_TWO: the two fastest, where their margin is at least TN_TUNE_TIE and at
 * most TN_TUNE_NEAR. */
enum { TN_TUNE_NEAR_TWO = 0 };
void tn_tune_shortlist(const GPtrArray *rows, enum tn_objective objective, int most, bool *wanted);

#endif
