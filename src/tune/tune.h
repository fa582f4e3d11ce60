/* Winners: which algorithm with which parameters is fastest, from which size to which. */
#ifndef TN_TUNE_TUNE_H
#define TN_TUNE_TUNE_H

#include "study/row.h"

/* Below this margin two algorithms are called equal: 2 %. */
#define TN_TUNE_TIE 0.02
/* Up to this margin they may be equal by what jitter does to them, too: 6 %. */
#define TN_TUNE_NEAR 0.06

/* What winners are held against beside the best other algorithm: the best of some rows. */
enum tn_beside {
  TN_BESIDE_DEFAULT, /* a library's own decision */
  TN_BESIDE_NEAREST, /* what that library has */
  TN_BESIDE_ALL,     /* every row but such decisions, where only some may win */
  TN_N_BESIDES
};
struct tn_beside_best {
  const struct tn_row *row; /* at the smallest size that has one; NULL: none has */
  double least, most;       /* its time over the winner's, over the sizes; NAN: no row */
  bool changes;             /* at another size of these it is another choice or decision */
};

/* What a choice loses in one state of the buffers, at most: its time over that of the best choice
 * of that state - 1. */
struct tn_state_loss {
  const char *buffers; /* borrowed of a row; NULL: there are no more states */
  double loss;
};
enum { TN_MOST_STATES = 4 };

/* What a row may be to a decision, or-ed. */
enum { TN_AS_CHOICE = 1, TN_AS_BESIDE = 2 /* TN_AS_BESIDE << enum tn_beside */ };

/* One winner over neighbouring sizes, or the choice of a range, or of a leaf of a tree (trees.h),
 * whose points are called sizes here. Rows are borrowed. */
struct tn_winner {
  const struct tn_row *first, *last; /* the winner's rows at the smallest and the largest size */
  int64_t ranks_from, ranks_to;      /* of a leaf: up to what the next one has, less 1 */
  int64_t size_from, size_to;        /* the smallest and the largest */
  int n_empty;                       /* of a leaf: points in it without rows, which n_sizes lacks */
  const struct tn_row *second; /* best row of another algorithm at the smallest; may be NULL */
  /* Time of that second over the winner's, minus 1: least and most over the sizes; NAN when the
   * winner has no rival at any size. */
  double margin_min, margin_max;
  const struct tn_row *next; /* the best of the winner's algorithm but the winner, likewise */
  double next_min, next_max; /* its time over the winner's; NAN: there is none */
  bool next_varies;          /* it has other parameters at another size */
  bool same_second;          /* one other algorithm is the second best at every size */
  bool differs;              /* margins reach TN_TUNE_TIE, and jitter (row.h) leaves the order as
                                   * it is; true too without rival */
  const struct tn_row *reference;      /* best row of the reference at the smallest; may be NULL */
  double reference_min, reference_max; /* its time over the winner's: NAN when it has no row */
  struct tn_beside_best beside[TN_N_BESIDES];
  double loss_sum, loss_max; /* of a range: its time over the best choice's - 1; 0 for winners */
  struct tn_state_loss states[TN_MOST_STATES]; /* of simplest tables (tn_tune_simplest) only */
  /* Expected loss by the model's own error (base/loss.h): least and most over the sizes and the states of
   * the buffers; NAN: nothing is predicted, or there is one choice. */
  double expected_min, expected_max;
  /* true if the rival was stopped somewhere: the loss there is at most that */
  bool expected_is_bound;
  int n_sizes;
  int n_candidates; /* choices at each size: the fewest over the sizes */
  int n_noise;      /* sizes where the second's interval meets the winner's: calls differ by more */
  int n_jitter; /* where the margin reaches TN_TUNE_TIE, but jitter moves the two past each other */
  int n_error;  /* others where the margin is within the model's known error */
};

/* How winners are found. All zero: among all rows, by their average. */
struct tn_tune_terms {
  enum tn_objective objective;
  const char *reference; /* an algorithm; NULL: none */
  /* What a row is to the decision (TN_AS_...), NULL: a choice; the known error of predictions where
   * it is, as a fraction, NAN where it is not known, NULL: nowhere. */
  unsigned (*role)(const void *data, const struct tn_row *row);
  double (*known_error)(const void *data, const struct tn_row *row);
  const void *data;
  bool is_by_size;  /* winners: a line for each size, even where the next one has the same */
  double most_loss; /* ranges: within this loss of the best choice at each size; 0: winners */
};

/* The winners among rows (struct tn_row *) by an objective, as struct tn_winner: rows of one
 * context and size (row.h) are the choices; contexts come in the order of the rows, sizes
 * ascending; sizes without a choice are left out. Equal times: the earlier row wins; a library's
 * decision (library:*) only when it is faster by more than a tie.
 *
 * With most_loss the choices of the fewest ranges of sizes (size_ranges.h). A library's decision is no
 * choice for a range unless there is nothing else.
 *
 * NULL and *error (usage) when a row lacks the time, or the same point is there twice. The rows must
 * outlive the result. Transfer full. */
GArray *tn_tune_by(const GPtrArray *rows, const struct tn_tune_terms *terms, GError **error);
/* The same among all rows. */
GArray *tn_tune(const GPtrArray *rows, enum tn_objective objective, GError **error);

/* The simplest tables for all states of the buffers together: rows that differ in `buffers` only
 * are one choice, whose loss at a size is the largest of the states. Of the fewest ranges that lose no
 * more than most_loss at any size, or than the choice that loses least there; choices lack a size
 * where they lack one of its states. What the library does by itself (TN_AS_BESIDE <<
 * TN_BESIDE_DEFAULT, and a choice) is taken wherever that costs no range, and at the smallest and
 * the largest sizes costs none itself. Else as tn_tune_by. */
GArray *tn_tune_simplest(const GPtrArray *rows, const struct tn_tune_terms *terms, GError **error);

/* What rows are, and their numbers; g_hash_table_unref. */
GHashTable *tn_tune_numbers_new(void);
/* The number of what a row is in the columns of some roles but `except` (struct tn_row_key): that
 * of the first row like it among the known, or a new one, which is their count; the row is then kept,
 * borrowed. */
guint tn_tune_number(GHashTable *known, const struct tn_row *row, unsigned roles, int except);

/* Whether two rows, of whatever sizes, are of one choice, of a library's decision the same one. */
bool tn_tune_same_choice(const struct tn_row *a, const struct tn_row *b);

/* Returns an expected loss as text: "0.3..20.9 %", "< 3.1 %" where a rival was stopped; NULL: not known (NAN).
 * Transfer full. */
char *tn_expected_text(double least, double most, bool is_bound);

/* A time over another, 1 where both are 0. */
double tn_tune_ratio(double time, double best);
/* Whether a row is to be taken rather than another of its context and size. */
bool tn_tune_beats(const struct tn_row *row, const struct tn_row *other,
                   enum tn_objective objective);
/* Marks in wanted[rows->len] the best row of each algorithm, of the `most` fastest algorithms of
 * each context and size; with TN_TUNE_NEAR_TWO of the two fastest where they are no tie and within
 * TN_TUNE_NEAR of each other. */
enum { TN_TUNE_NEAR_TWO = 0 };
void tn_tune_shortlist(const GPtrArray *rows, enum tn_objective objective, int most, bool *wanted);

#endif
