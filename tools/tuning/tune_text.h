/* Decisions as text for people. */
#ifndef TN_TOOLS_TUNING_TUNE_TEXT_H
#define TN_TOOLS_TUNING_TUNE_TEXT_H

#include "decide/library_rows.h"
#include "document/document.h"
#include "tune/buffer_states.h"
#include "tune/grid.h"
#include "tune/rivals.h"
#include "tune/tune.h"

/* Returns the parameters of a winner for a narrow column; omits parameters with default values if
 * there are several parameters. Transfer full. */
char *tn_tune_params(const struct tn_row *row);
/* Returns true if the row's mechanism is not the default mechanism of its algorithm. */
bool tn_tune_shows_mechanism(const struct tn_row *row);
/* Returns a heading "bcast on knl, 64 ranks" without the columns that `but` names (NULL-terminated;
 * may be NULL). Transfer full. */
char *tn_tune_subject(const struct tn_row *row, const char *const *but);
/* Returns the conditions for a heading: "kernel paper, backing base, buffers unchanged, protocol
 * single, source sim", and the values of mapping, root, in_place, law, noise and seed that are not
 * the default; without the columns `but` (NULL-terminated; may be NULL). Transfer full. */
char *tn_tune_context(const struct tn_row *row, const char *const *but);
/* Returns a range of sizes in bytes, "from..to", or one value if both are equal. Transfer full. */
char *tn_tune_size_range(int64_t from, int64_t to);
char *tn_tune_range(double from, double to, int decimals);

/* Contents and options of a decision table. */
struct tn_tune_page {
  enum tn_objective objective;
  bool has_notes;                        /* true if all notes are printed, with their reasons */
  const struct tn_library_rows *library; /* algorithms that can win; NULL: all */
  bool is_tree;                          /* true if winners are leaves of trees over ranks and
                                          * sizes */
  double most_loss;                      /* upper limit of the loss of ranges or leaves, as a
                                          * fraction; 0: each size has its own winner */
  const char *reference;                 /* algorithm to which each winner is compared in a column,
                                          * or NULL */
  const struct tn_other_states *states;  /* winners with other buffer states; NULL: omitted */
  const GPtrArray *ways;                 /* struct tn_rivals, by staged, direct and NCCL
                                          * (tn_rivals_by, tn_device_path_of), or NULL */
  /* Fills the columns "of", "key" and "error" of a winner; may be NULL. */
  void (*more)(const void *data, struct tn_table *t, const struct tn_winner *w);
  const void *data;
};

/* Returns the conditions and the objective that all rows of a table share, without its heading
 * (tn_tune_subject). Transfer full. */
char *tn_tune_conditions(const struct tn_row *row, const struct tn_tune_page *page);
/* Writes the heading of a table. `subject` NULL: tn_tune_subject of the row. */
void tn_tune_write_heading(struct tn_document *d, const char *subject, const struct tn_row *row,
                           const struct tn_tune_page *page);
/* Return cells of a winner's line, equal in all formats. Transfer full. */
char *tn_tune_sizes(const struct tn_winner *w);
char *tn_tune_ranks(const struct tn_winner *w);
/* Returns the range of sizes as text; if the winner is a leaf of a decision tree, also the range of
 * ranks. */
char *tn_tune_place(const struct tn_winner *w, const struct tn_tune_page *page);
char *tn_tune_shown_params(const struct tn_winner *w); /* parameters of the winner; "defaults" if
                                                        * all have their default values */
/* Returns the error of a row's time in seconds: 0 for a measured time; for a prediction from its
 * range, else from TN_USUAL_ERROR. */
double tn_tune_error(const struct tn_row *row);
char *tn_tune_times(const struct tn_winner *w, enum tn_objective objective);
char *tn_tune_margin(const struct tn_winner *w, const struct tn_tune_page *page);
char *tn_tune_reference(const struct tn_winner *w); /* time relative to the reference:
                                                     * "1.50..2.50x" */
/* Returns one line for each of n winners: ranks (of leaves), size, winner, mechanism, parameters,
 * time, ratio to the reference under that heading (NULL: omitted), margin, default of the page's
 * library and its loss, fastest of all, loss of the winner. Transfer full. */
struct tn_table *tn_tune_winners(const struct tn_winner *winners, guint n,
                                 const struct tn_tune_page *page, const char *reference);
/* Returns the best other choice at the first size; adds "and others" if another choice is best at
 * later sizes: "chain (cma) and others". Transfer full. */
char *tn_tune_baseline_text(const struct tn_baseline_best *best);
/* Returns the algorithm and parameters of a row: "chain fanout=4". Transfer full. */
char *tn_tune_entry(const struct tn_row *row);
/* Returns the choice of a row: "chain fanout=4 (cma)"; for a library's decision the algorithm that
 * it takes; "none" for NULL. Transfer full. */
char *tn_tune_choice(const struct tn_row *row);
/* Returns how much longer a time is than another time, from the least and the greatest ratio of the
 * two: "12..40 %", "0 %"; "longer" if the other time is 0. Transfer full. */
char *tn_tune_longer(double least, double most);
/* Returns the index after the last of the n winners that have the same context as the first. */
guint tn_tune_end_of_context(const struct tn_winner *winners, guint n);
/* Computes the mean and greatest relative loss over the sizes of n ranges or leaves, compared with
 * the best choice at each size. Returns the number of sizes. */
int tn_tune_losses(const struct tn_winner *winners, guint n, double *ret_mean, double *ret_most);
/* Returns a text with the total loss of the ranges of one context: "3 ranges for 8 sizes lose ...".
 * Transfer full. */
char *tn_tune_loss_text(const struct tn_winner *winners, guint n, const struct tn_tune_page *page);

/* Returns the table for programs: one line per winner. Transfer full. */
struct tn_table *tn_tune_rows(const GArray *winners, const struct tn_tune_page *page);
/* Returns the table of tn_tune_rows without rows, for ranges of sizes or leaves of trees. Transfer
 * full. */
struct tn_table *tn_tune_table(bool is_tree);

/* Adds the winners (of tn_tune) to a document: one table per context, or per tree of `trees`
 * (struct tn_tune_tree *; NULL: winners without trees). Remarks follow each table; those on the
 * last one are appended to `remarks`, for the caller to write. */
void tn_tune_write(struct tn_document *d, const GArray *winners, const GPtrArray *trees,
                   const struct tn_tune_page *page, GPtrArray *remarks);

/* Returns the context that a tree's rows share apart from the ranks, for a heading. Transfer
 * full. */
char *tn_tree_subject(const struct tn_tune_tree *tree);
/* Returns paragraphs on the size of a tree, its loss, and points without rows; NULL-terminated.
 * Transfer full. */
char **tn_tree_paragraphs(const struct tn_tune_tree *tree, const struct tn_tune_page *page);
/* Adds one line per condition of a tree; text output also has the choices of its leaves. */
void tn_tree_write(struct tn_document *d, const struct tn_tune_tree *tree,
                   const struct tn_tune_page *page);

/* Returns "the best takes 2..3 times as long; 64K chain (cma) wins, ...". Transfer full. */
char *tn_tune_state_text(const struct tn_other_state *state);
/* Adds a remark for each other buffer state of the row's context with the winners in that state. */
void tn_tune_note_states(GPtrArray *remarks, const struct tn_other_states *states,
                         const struct tn_row *row);
/* Writes, for device memory, which of "staged", "direct" and "NCCL" is fastest at each size, and
 * the loss of the others. Writes nothing if the rows of the row's context have fewer than two of
 * them (tune/device_paths.h). */
void tn_device_paths_write(struct tn_document *d, const GPtrArray *ways, const struct tn_row *row);
/* Adds the winners as tn_tune_write does; contexts that differ only in the column `name` become
 * columns of one table. */
void tn_tune_write_columns(struct tn_document *d, const GArray *winners, const char *name,
                           enum tn_objective objective);

/* Writes a table for each of the rivals (tn_rivals_new): one line per size with the best time of
 * each mechanism, the winners by ranges of sizes, and the winners without mechanisms that not
 * every system has. `states` (may be NULL) become remarks, written as tn_tune_write does. */
void tn_rivals_write(struct tn_document *d, const GPtrArray *rivals,
                     const struct tn_other_states *states, bool all, GPtrArray *remarks);

#endif
