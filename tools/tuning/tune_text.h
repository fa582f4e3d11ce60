/* Texts on decisions for people. Returned texts are transferred in full. */
#ifndef TN_TOOLS_TUNING_TUNE_TEXT_H
#define TN_TOOLS_TUNING_TUNE_TEXT_H

#include "decide/library_rows.h"
#include "document/document.h"
#include "tune/buffer_states.h"
#include "tune/grid.h"
#include "tune/rivals.h"
#include "tune/tune.h"

/* Returns a row's parameters for a narrow column. If there are several, returns only those that are
 * not defaults. */
char *tn_tune_params(const struct tn_row *row);
/* Returns true if the row's mechanism is not the algorithm's default. */
bool tn_tune_shows_mechanism(const struct tn_row *row);
/* Returns the subject of a table, as in "bcast on knl, 64 ranks", without the columns `but`
 * (NULL-terminated; may be NULL). */
char *tn_tune_subject(const struct tn_row *row, const char *const *but);
/* Returns the conditions of a row, as in "kernel paper, backing base, buffers unchanged, protocol
 * single, source sim", with non-default mapping, root, in_place, law, noise, seed and memory;
 * without the columns `but` (NULL-terminated; may be NULL). */
char *tn_tune_context(const struct tn_row *row, const char *const *but);
/* Returns a range of sizes in bytes, as "from..to", or as one value if both ends are equal.
 * Transfer full. */
char *tn_tune_size_range(int64_t from, int64_t to);
char *tn_tune_range(double from, double to, int decimals);

/* Contents and options of a decision table. */
struct tn_tune_page {
  enum tn_objective objective;
  /* true if all notes are printed, with the parts of times */
  bool has_notes;
  /* library whose algorithms can win; NULL: all algorithms can */
  const struct tn_library_rows *library;
  const char *keeps; /* what winners keep (--reproducible); NULL: all choices can win */
  bool is_tree;      /* true if winners are leaves over ranks and sizes */
  /* largest accepted loss of ranges or leaves, a fraction; 0: a winner per size */
  double most_loss;
  /* algorithm to which a column compares each winner, or NULL */
  const char *reference;
  /* winners with other states of the buffers; NULL: omitted */
  const struct tn_other_states *states;
  /* struct tn_rivals: times staged, direct and by NCCL (tn_rivals_by, tn_device_path_of), or
   * NULL */
  const GPtrArray *ways;
  /* Fills a winner's columns "of", "key" and "error"; may be NULL. */
  void (*more)(const void *data, struct tn_table *t, const struct tn_winner *w);
  const void *data;
};

/* Returns the conditions and the objective that a table's rows share, without its heading
 * (tn_tune_subject). Transfer full. */
char *tn_tune_conditions(const struct tn_row *row, const struct tn_tune_page *page);
/* Writes the heading of a table. `subject`: text of the heading; NULL: tn_tune_subject of the
 * row. */
void tn_tune_write_heading(struct tn_document *d, const char *subject, const struct tn_row *row,
                           const struct tn_tune_page *page);
/* Return the texts of cells in a winner's line, which are equal in all formats. */
char *tn_tune_sizes(const struct tn_winner *w);
char *tn_tune_ranks(const struct tn_winner *w);
/* Returns a winner's range of sizes as text; if it is a leaf of a decision tree, also its range of
 * ranks. */
char *tn_tune_place(const struct tn_winner *w, const struct tn_tune_page *page);
/* Returns the parameters; "defaults" if all have their default values. */
char *tn_tune_shown_params(const struct tn_winner *w);
/* Returns the error of a row's time in seconds: 0 if measured; if predicted, half the range of the
 * time or, without a range, the fraction TN_USUAL_ERROR of the time. */
double tn_tune_error(const struct tn_row *row);
char *tn_tune_times(const struct tn_winner *w, enum tn_objective objective);
char *tn_tune_margin(const struct tn_winner *w, const struct tn_tune_page *page);
/* Returns the ratio of the reference's time to the winner's, as in "1.50..2.50x". */
char *tn_tune_reference(const struct tn_winner *w);
/* Returns a line per winner: ranks (of leaves), size, winner, mechanism, parameters, time, ratio to
 * the reference under the heading `reference` (NULL: omitted), margin. Then follow the default of
 * the page's library and its loss, the fastest of all, and the loss of the winner. Transfer
 * full. */
struct tn_table *tn_tune_winners(const struct tn_winner *winners, guint n,
                                 const struct tn_tune_page *page, const char *reference);
/* Returns a baseline's best choice at the first size, as in "chain (cma)"; "chain (cma) and others"
 * if other choices are best at larger sizes. */
char *tn_tune_baseline_text(const struct tn_baseline_best *best);
/* Returns the algorithm and parameters of a row, as in "chain fanout=4". Transfer full. */
char *tn_tune_entry(const struct tn_row *row);
/* Returns a row's choice, as in "chain fanout=4 (cma)"; for a library's decision the algorithm that
 * it selects; "none" for NULL. */
char *tn_tune_choice(const struct tn_row *row);
/* Returns how much longer a time is than another time, from the least and the greatest ratio of the
 * two, as in "12..40 %"; "longer" if the other time is 0. Transfer full. */
char *tn_tune_longer(double least, double most);
/* Returns how many of n winners, from the first on, have the first one's context. */
guint tn_tune_end_of_context(const struct tn_winner *winners, guint n);
/* Computes the mean and greatest loss of n ranges or leaves, compared with the best choice at each
 * size. Returns the number of sizes. */
int tn_tune_losses(const struct tn_winner *winners, guint n, double *ret_mean, double *ret_most);
/* Returns a text on the losses of the ranges of one context, as in "3 ranges for 8 sizes: ...".
 * Transfer full. */
char *tn_tune_loss_text(const struct tn_winner *winners, guint n, const struct tn_tune_page *page);

/* Returns a table for programs, with a line per winner. Transfer full. */
struct tn_table *tn_tune_rows(const GArray *winners, const struct tn_tune_page *page);
/* Returns an empty table with the columns of tn_tune_rows, for leaves if is_tree, otherwise for
 * ranges. Transfer full. */
struct tn_table *tn_tune_table(bool is_tree);

/* Adds the winners (of tn_tune) with remarks: a table per context, or per tree of `trees` (struct
 * tn_tune_tree *; may be NULL). The last table's remarks are appended to `remarks`, for the caller.
 * Returns true if --notes would add the parts of the times ("why:"). */
bool tn_tune_write(struct tn_document *d, const GArray *winners, const GPtrArray *trees,
                   const struct tn_tune_page *page, GPtrArray *remarks);

/* Returns the context that a tree's rows share, with all numbers of ranks, as a heading. Transfer
 * full. */
char *tn_tree_subject(const struct tn_tune_tree *tree);
/* Returns paragraphs on a tree's size, loss and points without rows. NULL-terminated; transfer
 * full. */
char **tn_tree_paragraphs(const struct tn_tune_tree *tree, const struct tn_tune_page *page);
/* Adds a line per condition of a tree, with the leaves' choices. */
void tn_tree_write(struct tn_document *d, const struct tn_tune_tree *tree,
                   const struct tn_tune_page *page);

/* Returns in words how the winners in another state of the buffers differ, as in "the best takes
 * 2..3 times as long; at 64K chain (cma) wins ...". */
char *tn_tune_state_text(const struct tn_other_state *state);
/* Adds remarks on the winners in other states of the buffers in the row's context. */
void tn_tune_note_states(GPtrArray *remarks, const struct tn_other_states *states,
                         const struct tn_row *row);
/* Writes, for device memory, which of "staged", "direct" and "NCCL" is fastest at each size, and
 * the loss of the others. Writes nothing if the context has fewer than two of the three
 * (tune/device_paths.h). */
void tn_device_paths_write(struct tn_document *d, const GPtrArray *ways, const struct tn_row *row);
/* Writes what it costs to keep the bits (`keeps`: text of --reproducible): compares n winners of
 * one context with the fastest of all rows. Writes nothing for collectives that do not reduce. */
void tn_tune_write_price(struct tn_document *d, const struct tn_winner *winners, guint n,
                         const char *keeps, enum tn_objective objective);
/* Adds winners as tn_tune_write. Contexts that differ only in the column `name` share a table, with
 * a column for each of its values. */
void tn_tune_write_columns(struct tn_document *d, const GArray *winners, const char *name,
                           enum tn_objective objective);

/* Writes a table per struct tn_rivals: a line per size with each mechanism's best time; the winners
 * by size; and, for each mechanism that wins somewhere, the winners without it. `states` (may be
 * NULL) and `remarks`: as in tn_tune_write. */
void tn_rivals_write(struct tn_document *d, const GPtrArray *rivals,
                     const struct tn_other_states *states, bool all, GPtrArray *remarks);

#endif
