/* Decisions as text for people. */
#ifndef TN_TOOLS_TUNING_TUNE_TEXT_H
#define TN_TOOLS_TUNING_TUNE_TEXT_H

#include "decide/among.h"
#include "document/document.h"
#include "tune/buffer_states.h"
#include "tune/grid.h"
#include "tune/rivals.h"
#include "tune/tune.h"

/* The parameters of a winner for a narrow column: defaults among several go without saying.
 * Transfer full. */
char *tn_tune_params(const struct tn_row *row);
/* Whether its mechanism is another than the algorithm's own. */
bool tn_tune_tells_mechanism(const struct tn_row *row);
/* "bcast on knl, 64 ranks", for headings, without the columns `but` (NULL-terminated; may be NULL).
 * Transfer full. */
char *tn_tune_subject(const struct tn_row *row, const char *const *but);
/* "kernel paper, backing base, buffers unchanged, protocol single, source sim", for headings, and
 * of mapping, root, in_place, law, noise and seed what is not the default; without the columns
 * `but` (NULL-terminated; may be NULL). Transfer full. */
char *tn_tune_context(const struct tn_row *row, const char *const *but);
/* "from..to", or one of them when they are equal. Transfer full. */
char *tn_tune_size_range(int64_t from, int64_t to); /* bytes */
char *tn_tune_range(double from, double to, int decimals);

/* What goes into a decision table. */
struct tn_tune_page {
  enum tn_objective objective;
  const struct tn_among *library;       /* only what it has can win; NULL: everything */
  bool is_tree;                         /* leaves of trees over ranks and sizes */
  double most_loss;                     /* of ranges or leaves; 0: winners of each size */
  const char *reference;                /* its column is shown; NULL: none */
  const struct tn_other_states *states; /* of the rows; NULL: says nothing of them */
  const GPtrArray *ways;                /* of tn_rivals_by and tn_way_of: the same */
  /* Fills the columns "of", "key" and "error" of a winner; NULL: none. */
  void (*more)(const void *data, struct tn_table *t, const struct tn_winner *w);
  const void *data;
};

/* What all rows of a table share but its subject, and what they are chosen by. Transfer full. */
char *tn_tune_conditions(const struct tn_row *row, const struct tn_tune_page *page);
/* The line over a table; `subject` NULL: the row's. */
void tn_tune_write_heading(struct tn_document *d, const char *subject, const struct tn_row *row,
                           const struct tn_tune_page *page);
/* The parts of a line, as every format has them. Transfer full. */
char *tn_tune_sizes(const struct tn_winner *w);
char *tn_tune_ranks(const struct tn_winner *w);
/* Its sizes; of a leaf its ranks, too. */
char *tn_tune_place(const struct tn_winner *w, const struct tn_tune_page *page);
char *tn_tune_shown_params(const struct tn_winner *w); /* "defaults" where all are */
/* The error (seconds) of a row's time: none of what was measured, of a prediction the range that it
 * has or TN_USUAL_ERROR. */
double tn_tune_error(const struct tn_row *row);
char *tn_tune_times(const struct tn_winner *w, enum tn_objective objective);
char *tn_tune_margin(const struct tn_winner *w, const struct tn_tune_page *page);
char *tn_tune_reference(const struct tn_winner *w); /* "1.50..2.50x" */
/* A line for each of n winners: ranks (of leaves), size, winner, mechanism, parameters, time, over the
 * reference's under that heading (NULL: none), margin; what the page's
 * library takes by default, what that loses, the fastest of all, what the winner loses. Transfer full. */
struct tn_table *tn_tune_winners(const struct tn_winner *winners, guint n,
                                 const struct tn_tune_page *page, const char *reference);
/* Returns the choice at the first size, "chain (cma) and others" where others follow. Transfer full. */
char *tn_tune_beside(const struct tn_beside_best *best);
/* "chain fanout=4". Transfer full. */
char *tn_tune_entry(const struct tn_row *row);
/* "chain fanout=4 (cma)"; of a library's decision what it takes; "none" of NULL. Transfer full. */
char *tn_tune_choice(const struct tn_row *row);
/* "12..40 %", "0 %": least and most time over another, as what it is longer; "longer" than what
 * takes no time. Transfer full. */
char *tn_tune_longer(double least, double most);
/* The end of the n winners that have the context of the first. */
guint tn_tune_end_of_context(const struct tn_winner *winners, guint n);
/* Over the sizes of n ranges or leaves, which are counted, by what factor of the best choice's they take
 * longer in the mean and at most. */
int tn_tune_losses(const struct tn_winner *winners, guint n, double *ret_mean, double *ret_most);
/* What the ranges of one context lose together: "3 ranges for 8 sizes lose ...". Transfer full. */
char *tn_tune_loss_says(const struct tn_winner *winners, guint n, const struct tn_tune_page *page);

/* The table for programs: a line for each winner. Transfer full. */
struct tn_table *tn_tune_rows(const GArray *winners, const struct tn_tune_page *page);
/* The same without rows: of ranges of sizes, or of the leaves of trees. Transfer full. */
struct tn_table *tn_tune_table(bool is_tree);

/* Adds the winners (of tn_tune) to a document: a table for each context or, of trees (struct tn_tune_tree *;
 * NULL: the winners are of none), for each tree. */
void tn_tune_tell(struct tn_document *d, const GArray *winners, const GPtrArray *trees,
                  const struct tn_tune_page *page);

/* What a tree's rows share but their ranks, for a heading. Transfer full. */
char *tn_tree_subject(const struct tn_tune_tree *tree);
/* What it needs, loses and leaves open: paragraphs, NULL-terminated. Transfer full. */
char **tn_tree_says(const struct tn_tune_tree *tree, const struct tn_tune_page *page);
/* Adds a line for each condition of a tree, in text with what its leaves choose. */
void tn_tree_write(struct tn_document *d, const struct tn_tune_tree *tree,
                   const struct tn_tune_page *page);

/* Returns "the best takes 2..3 times as long; 64K chain (cma) wins, ...". Transfer full. */
char *tn_tune_state_text(const struct tn_other_state *state);
/* A paragraph for each other state of the buffers of the row's context: who wins there. */
void tn_tune_write_states(struct tn_document *d, const struct tn_other_states *states,
                          const struct tn_row *row);
/* Where the page's rows of the row's context are of several ways (tune/ways.h): from which size on which
 * is the fastest, and what the others lose. */
void tn_ways_write(struct tn_document *d, const GPtrArray *ways, const struct tn_row *row);
/* The same as tn_tune_tell, contexts that differ in the column `name` only beside each other. */
void tn_tune_write_beside(struct tn_document *d, const GArray *winners, const char *name,
                          enum tn_objective objective);

/* Writes a table for each of the rivals (tn_rivals_new): a line per size with what each mechanism's
 * best takes, the winners by ranges of sizes, and what wins without a mechanism that not everybody
 * has; under it tn_tune_write_states (NULL: not). */
void tn_rivals_write(struct tn_document *d, const GPtrArray *rivals,
                     const struct tn_other_states *states);

#endif
