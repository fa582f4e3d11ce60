/* Notes under tables of times: assumed parameters, known errors, parts of times. */
#ifndef TN_TOOLS_NOTES_H
#define TN_TOOLS_NOTES_H

#include "document/document.h"
#include "text_rows.h"

/* Relative error of a prediction whose error is unknown. */
#define TN_USUAL_ERROR 0.1

/* Assumed parameters and their effect on some points (perturb/assumed.h). */
struct tn_assumption {
  GArray *list; /* enum tn_param: assumed parameters, first those that affect the times; owned */
  /* number of parameters in `list` that affect the times; -1 if unknown */
  int n_effective;
  double error; /* relative error that the assumed parameters cause; 0 without assumed parameters */
};
/* Returns the points' assumed parameters, sorted by their effects. `run` simulates the effects. The
 * caller owns the list. */
struct tn_assumption tn_assumption_of(const struct tn_results *results, const GArray *points,
                                      tn_study_runner *run);

/* Adds the first cells of a line ("size mark name more"). `apart`: text by which the column differs
 * from the other columns with its algorithm, or "". If `name` would be too long with it, `more` has
 * it in a line of its own. */
void tn_label_put(struct tn_table *t, size_t size, const char *mark, const char *algorithm,
                  const char *apart);
/* tn_path_table returns the empty table that is printed under "why:". tn_path_put adds three kinds
 * of cells after the label: the mean over ranks, the last rank's time, and the parts[TN_N_PARTS] of
 * the latter. Times are seconds with the uncertainty `error`. */
struct tn_table *tn_path_table(void);
void tn_path_put(struct tn_table *t, double avg, double span, const double *parts, double error);
void tn_path_write(struct tn_document *d, struct tn_table *t); /* writes and frees the table */

/* Functions that append to a list of remarks (tn_document_remarks): */

/* Adds at most `most` assumed parameters of one setup by descending effect, and the number of
 * omitted ones. */
void tn_note_assumed(GPtrArray *remarks, const struct tn_setup *setup,
                     const struct tn_assumption *a, guint most);
struct tn_block;
/* Adds how disturbed the host was, by the calls of each cell; means include all interruptions. */
void tn_note_host(GPtrArray *remarks, const struct tn_block *b);
/* Adds how many points were verified. Adds nothing without --verify. */
void tn_note_verified(GPtrArray *remarks, const struct tn_block *b);
/* Warns if noise was requested but hit no call. */
void tn_note_noise(GPtrArray *remarks, const struct tn_block *b);
/* Warns if times jump between neighbouring sizes. */
void tn_note_cliff(GPtrArray *remarks, const struct tn_block *b);
void tn_note_hits(GPtrArray *remarks, const struct tn_block *b);
/* Returns a remark that no noise hit n_no_noise of n calls, and how many repetitions would suffice.
 * shortest: seconds of the shortest call; noise: text of --noise. Transfer full; may be NULL. */
char *tn_note_no_noise(const char *noise, guint n_no_noise, guint n, double shortest);
/* Returns tn_note_no_noise for the noise of entry `at` of `all` (struct tn_slowdown), or NULL if an
 * earlier entry has this noise (slowdown_text.c). Transfer full. */
char *tn_slowdown_note_no_noise(const GArray *all, guint at);
/* Adds the release of the library after which a device kernel is modelled; adds nothing for other
 * algorithms. */
void tn_note_release(GPtrArray *remarks, const struct tn_method *a);
/* Adds the known error of predictions for this collective, or the remark that no measurement
 * exists. */
void tn_note_error(GPtrArray *remarks, const struct tn_setup *setup, enum tn_collective collective);
/* Adds, for each column that is a library's decision, a remark on which algorithm the library
 * selects at which sizes (tn_point_decision). */
void tn_note_decisions(GPtrArray *remarks, const struct tn_block *b);
/* Adds how many mean times are approximate, and their precision. Adds nothing if all are exact. */
void tn_note_precision(GPtrArray *remarks, const struct tn_block *b);

/* Writes the ranges of each size's winner and best rival; the results must have uncertainties. */
void tn_uncertainty_write(struct tn_document *d, const struct tn_block *b);
/* Writes the largest change of a mean time by jitter, and in which cell it is. */
void tn_jitter_write(struct tn_document *d, const struct tn_block *b);

#endif
