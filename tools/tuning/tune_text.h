/* Decisions as text for people. Returned texts are transferred in full. */
#ifndef TN_TOOLS_TUNING_TUNE_TEXT_H
#define TN_TOOLS_TUNING_TUNE_TEXT_H

#include "decide/library_rows.h"
#include "document/document.h"
#include "tune/buffer_states.h"
#include "tune/grid.h"
#include "tune/rivals.h"
#include "tune/tune.h"

/* Returns a winner's parameters for a narrow column; if several, only those that are not
 * defaults. */
char *tn_tune_params(const struct tn_row *row);
/* Returns true for another mechanism than the algorithm's default. */
bool tn_tune_shows_mechanism(const struct tn_row *row);
/* Returns "bcast on knl, 64 ranks" without the columns `but` (NULL-terminated; may be NULL). */
char *tn_tune_subject(const struct tn_row *row, const char *const *but);
/* Returns "kernel paper, backing base, buffers unchanged, protocol single, source sim" and
 * non-default mapping, root, in_place, law, noise and seed; without the columns `but`
 * (NULL-terminated; may be NULL). */
char *tn_tune_context(const struct tn_row *row, const char *const *but);
/* Returns a range of sizes in bytes, "from..to", or one value if both are equal. Transfer full. */
char *tn_tune_size_range(int64_t from, int64_t to);
char *tn_tune_range(double from, double to, int decimals);

/* Contents and options of a table. */
struct tn_tune_page {
  enum tn_objective objective;
  bool has_notes;                        /* true for all notes with reasons */
  const struct tn_library_rows *library; /* algorithms that can win; NULL: all */
  bool is_tree;                          /* true if winners are leaves over ranks and sizes */
  double most_loss;                      /* largest loss of ranges or leaves, a fraction; 0: a
                                          * winner per size */
  const char *reference;                 /* algorithm to which each winner is compared in a column,
                                          * or NULL */
  const struct tn_other_states *states;  /* winners with other buffers; NULL: omitted */
  const GPtrArray *ways;                 /* struct tn_rivals: staged, direct and NCCL (tn_rivals_by,
                                          * tn_device_path_of), or NULL */
  /* Fills a winner's columns "of", "key" and "error"; may be NULL. */
  void (*more)(const void *data, struct tn_table *t, const struct tn_winner *w);
  const void *data;
};

/* Returns the conditions and the objective that all rows of a table share, without its heading
 * (tn_tune_subject). Transfer full. */
char *tn_tune_conditions(const struct tn_row *row, const struct tn_tune_page *page);
/* Writes the heading of a table. `subject` NULL: tn_tune_subject of the row. */
void tn_tune_write_heading(struct tn_document *d, const char *subject, const struct tn_row *row,
                           const struct tn_tune_page *page);
/* Return cells of a winner's line, equal in all formats. */
char *tn_tune_sizes(const struct tn_winner *w);
char *tn_tune_ranks(const struct tn_winner *w);
/* Returns the range of sizes as text; if the winner is a leaf of a decision tree, also the range of
 * ranks. */
char *tn_tune_place(const struct tn_winner *w, const struct tn_tune_page *page);
char *tn_tune_shown_params(const struct tn_winner *w); /* parameters; "defaults" if all have their
                                                        * default values */
/* Returns the error of a time in seconds: measured 0; predicted by its range, else
 * TN_USUAL_ERROR. */
double tn_tune_error(const struct tn_row *row);
char *tn_tune_times(const struct tn_winner *w, enum tn_objective objective);
char *tn_tune_margin(const struct tn_winner *w, const struct tn_tune_page *page);
char *tn_tune_reference(const struct tn_winner *w); /* relative to the reference: "1.50..2.50x" */
/* Returns a line per winner: ranks (of leaves), size, winner, mechanism, parameters, time, ratio to
 * the reference under that heading (NULL: omitted), margin, default of the page's library and its
 * loss, fastest of all, loss of the winner. Transfer full. */
struct tn_table *tn_tune_winners(const struct tn_winner *winners, guint n,
                                 const struct tn_tune_page *page, const char *reference);
/* Returns the best other choice at the first size, "chain (cma) and others" if others are best
 * later. */
char *tn_tune_baseline_text(const struct tn_baseline_best *best);
/* Returns the algorithm and parameters of a row: "chain fanout=4". Transfer full. */
char *tn_tune_entry(const struct tn_row *row);
/* Returns "chain fanout=4 (cma)"; for a library's decision the algorithm that it takes; "none" for
 * NULL. */
char *tn_tune_choice(const struct tn_row *row);
/* Returns how much longer a time is than another time, from the least and the greatest ratio of the
 * two: "12..40 %", "0 %"; "longer" if the other time is 0. Transfer full. */
char *tn_tune_longer(double least, double most);
/* Returns the index after the n winners with the first one's context. */
guint tn_tune_end_of_context(const struct tn_winner *winners, guint n);
/* Computes mean and greatest loss of n ranges or leaves against the best at each size. Returns the
 * number of sizes. */
int tn_tune_losses(const struct tn_winner *winners, guint n, double *ret_mean, double *ret_most);
/* Returns a text with the total loss of the ranges of one context: "3 ranges for 8 sizes lose ...".
 * Transfer full. */
char *tn_tune_loss_text(const struct tn_winner *winners, guint n, const struct tn_tune_page *page);

/* Returns a line per winner for programs. Transfer full. */
struct tn_table *tn_tune_rows(const GArray *winners, const struct tn_tune_page *page);
/* Returns the empty table of tn_tune_rows, for ranges or leaves. Transfer full. */
struct tn_table *tn_tune_table(bool is_tree);

/* Adds the winners (of tn_tune): a table per context, or per tree of `trees` (struct tn_tune_tree
 * *; may be NULL), with remarks. The last table's are appended to `remarks`, for the caller.
 * Returns true if --notes prints why. */
bool tn_tune_write(struct tn_document *d, const GArray *winners, const GPtrArray *trees,
                   const struct tn_tune_page *page, GPtrArray *remarks);

/* Returns the context that a tree's rows share apart from the ranks, for a heading. Transfer
 * full. */
char *tn_tree_subject(const struct tn_tune_tree *tree);
/* Returns paragraphs on a tree's size, loss and points without rows; NULL-terminated. */
char **tn_tree_paragraphs(const struct tn_tune_tree *tree, const struct tn_tune_page *page);
/* Adds a line per condition of a tree; in text also the leaves' choices. */
void tn_tree_write(struct tn_document *d, const struct tn_tune_tree *tree,
                   const struct tn_tune_page *page);

/* Returns "the best takes 2..3 times as long; 64K chain (cma) wins, ...". */
char *tn_tune_state_text(const struct tn_other_state *state);
/* Adds the winners in each other buffer state of the row's context. */
void tn_tune_note_states(GPtrArray *remarks, const struct tn_other_states *states,
                         const struct tn_row *row);
/* Writes, for device memory, which of "staged", "direct" and "NCCL" is fastest at each size, and
 * the others' loss; nothing if the context has fewer than two (tune/device_paths.h). */
void tn_device_paths_write(struct tn_document *d, const GPtrArray *ways, const struct tn_row *row);
/* Adds winners as tn_tune_write; contexts that differ only in `name` are columns of one table. */
void tn_tune_write_columns(struct tn_document *d, const GArray *winners, const char *name,
                           enum tn_objective objective);

/* Writes a table per tn_rivals_new: a line per size with each mechanism's best time, the winners by
 * size, and the winners without mechanisms that some systems lack. `states` (may be NULL): as
 * tn_tune_write. */
void tn_rivals_write(struct tn_document *d, const GPtrArray *rivals,
                     const struct tn_other_states *states, bool all, GPtrArray *remarks);

#endif
