/* Finds the fastest algorithm and parameters for each range of sizes. */
#ifndef TN_TUNE_TUNE_H
#define TN_TUNE_TUNE_H

#include "study/row.h"

/* Two algorithms whose margin is below 2 % are a tie. */
#define TN_TUNE_TIE 0.02
/* Largest margin that jitter can reduce to a tie: 6 %. */
#define TN_TUNE_NEAR 0.06

/* Rows compared with winners, in addition to the best other algorithm. */
enum tn_baseline {
  TN_BASELINE_DEFAULT, /* a library's decision */
  TN_BASELINE_NEAREST, /* best of that library's algorithms */
  TN_BASELINE_ALL,     /* best of all rows but such decisions, if only some rows may win */
  TN_N_BASELINES
};
struct tn_baseline_best {
  const struct tn_row *row; /* the row at the smallest size that has one, or NULL */
  double least, most;       /* its time / the winner's, least and most over the sizes; NAN without a
                             * row */
  bool changes;             /* true if another size has another choice or decision */
};

/* Largest loss in one state of the buffers: time / time of that state's best choice - 1. */
struct tn_state_loss {
  const char *buffers; /* name, borrowed from a row; NULL ends the list */
  double loss;
};
enum { TN_MAX_STATES = 4 };

/* Roles of a row, combined by bitwise or. */
enum { TN_AS_CHOICE = 1, TN_AS_BASELINE = 2 /* TN_AS_BASELINE << enum tn_baseline */ };

/* A winner over neighbouring sizes, or the choice of a range or of a tree's leaf (grid.h), whose
 * points are called sizes here. Rows are borrowed. */
struct tn_winner {
  const struct tn_row *first, *last; /* its rows at the smallest and the largest size */
  int64_t ranks_from, ranks_to;      /* only in leaves; ranks_to is one less than the first
                                      * number of ranks of the next leaf */
  int64_t size_from, size_to;
  int n_empty;                 /* only in leaves: points without rows, not in n_sizes */
  const struct tn_row *second; /* best other algorithm at the smallest size, or NULL */
  /* time of `second` / the winner's - 1, least and most over the sizes; NAN without a rival */
  double margin_min, margin_max;
  const struct tn_row *next; /* best other choice of the winner's algorithm at the smallest size, or
                              * NULL */
  double next_min, next_max; /* time of `next` / the winner's, least and most over the sizes; NAN
                              * without a row */
  bool next_varies;          /* true if `next` has other parameters at another size */
  bool same_second;          /* true if `second` has the same algorithm at every size */
  bool differs;              /* true if every margin reaches TN_TUNE_TIE despite jitter (row.h), or
                              * without a rival */
  const struct tn_row *reference;      /* best row of the reference algorithm at the smallest size,
                                        * or NULL */
  double reference_min, reference_max; /* time of `reference` / the winner's, least and most over
                                        * the sizes; NAN without a row */
  struct tn_baseline_best baseline[TN_N_BASELINES];
  double loss_sum, loss_max; /* only in ranges: sum and maximum over the sizes of time / best time -
                              * 1; 0 for winners */
  struct tn_state_loss states[TN_MAX_STATES]; /* only in simplest tables (tn_tune_simplest) */
  /* Loss to be expected from the model's own error (base/loss.h), least and most over sizes and
   * states; NAN without a prediction or with one choice. */
  double expected_min, expected_max;
  /* true if it is an upper limit, because the rival's run was stopped at a size */
  bool expected_is_bound;
  int n_sizes;
  int n_candidates; /* smallest number of choices at a size */
  int n_noise;      /* sizes at which calls vary by more than the margin, so that intervals
                     * overlap */
  int n_jitter;     /* sizes at which the margin reaches TN_TUNE_TIE but jitter may exchange the
                     * two */
  int n_error;      /* other sizes with a margin within the model's known error */
};

/* Conditions of the search. All zero: all rows compete by average time. */
struct tn_tune_terms {
  enum tn_objective objective;
  const char *reference; /* algorithm; may be NULL */
  /* Returns a row's roles (TN_AS_...); NULL: every row is a choice. `known_error` returns a
   * predicted row's error as a fraction, NAN if not known; may be NULL. */
  unsigned (*role)(const void *data, const struct tn_row *row);
  double (*known_error)(const void *data, const struct tn_row *row);
  const void *data;
  bool is_by_size;  /* true if each size has its own line, even if the next size has the same
                     * winner */
  double most_loss; /* largest loss of a range's choice at a size; 0: winners instead of ranges */
};

/* Returns the winners (struct tn_winner) among rows (struct tn_row *) by an objective. Rows of one
 * context and size (row.h) compete. Winners are sorted by context in row order, then size; a size
 * without a choice is omitted. Of equal rows, the earlier wins. A library's decision (library:*)
 * wins only if it is faster by more than a tie.
 *
 * With most_loss, returns the choices of the fewest ranges of sizes (size_ranges.h), and a
 * library's decision only if a range has no other.
 *
 * Returns NULL and *error (usage) if a row lacks the time or a point occurs twice. The rows must
 * outlive the result. Transfer full. */
GArray *tn_tune_by(const GPtrArray *rows, const struct tn_tune_terms *terms, GError **error);
GArray *tn_tune(const GPtrArray *rows, enum tn_objective objective, GError **error);

/* Returns the simplest tables for all states of the buffers together. Rows that differ only in
 * `buffers` are one choice, which needs rows in all states; its loss is the largest over the
 * states. A table has the fewest ranges that lose at most most_loss at each size, or the least loss
 * where no choice keeps that limit. The library's own decision (TN_AS_BASELINE <<
 * TN_BASELINE_DEFAULT, and a choice) is preferred where it needs no additional range. It needs no
 * range at either end of the sizes. Otherwise like tn_tune_by. */
GArray *tn_tune_simplest(const GPtrArray *rows, const struct tn_tune_terms *terms, GError **error);

/* Returns an empty map for tn_tune_number; free it with g_hash_table_unref. */
GHashTable *tn_tune_numbers_new(void);
/* Returns a number that is equal for rows with equal values in columns of the roles, except column
 * `except` (struct tn_row_key). New rows are added to `known`, borrowed. */
guint tn_tune_number(GHashTable *known, const struct tn_row *row, unsigned roles, int except);

/* Returns true if two rows have the same choice. A library's own choice must also
 * decide the same. */
bool tn_tune_same_choice(const struct tn_row *a, const struct tn_row *b);

/* Returns an expected loss as text: "0.3..20.9 %", "< 3.1 %" if is_bound, NULL for NAN. Transfer
 * full. */
char *tn_expected_text(double least, double most, bool is_bound);

/* Returns time / best; 1 if both are 0. */
double tn_tune_ratio(double time, double best);
/* Returns true if a row is better than another of its context and size. */
bool tn_tune_beats(const struct tn_row *row, const struct tn_row *other,
                   enum tn_objective objective);
/* Marks in wanted[rows->len] the best row of each of the `most` fastest algorithms per context and
 * size. TN_TUNE_NEAR_TWO: the two fastest where their margin is above a tie and at most
 * TN_TUNE_NEAR. */
enum { TN_TUNE_NEAR_TWO = 0 };
void tn_tune_shortlist(const GPtrArray *rows, enum tn_objective objective, int most, bool *wanted);

#endif
