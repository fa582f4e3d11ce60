/* Notes under tables of times: assumed parameters and the known error. */
#ifndef TN_TOOLS_NOTES_H
#define TN_TOOLS_NOTES_H

#include "document/document.h"
#include "text_rows.h"

/* Relative error of a prediction without a known error. */
#define TN_USUAL_ERROR 0.1

/* Assumed parameters and their effect on some points (perturb/assumed.h). */
struct tn_assumption {
  GArray *list;    /* assumed parameters, owned */
  int n_effective; /* parameters that affect the times, first in `list`; -1 if unknown */
  double error;    /* relative error by these parameters; 0 if nothing is assumed */
};
/* Returns the points' assumed parameters; `run` simulates the effects, by which they are sorted.
 * The caller owns the list. */
struct tn_assumption tn_assumption_of(const struct tn_results *results, const GArray *points,
                                      tn_study_runner *run);

/* Adds the first cells of a line ("size mark name more"): a winner or rival, and what distinguishes
 * it from its algorithm's other columns (""). A long text gets a line of its own. */
void tn_label_put(struct tn_table *t, size_t size, const char *mark, const char *algorithm,
                  const char *apart);
/* Returns the empty table of `why:`: label, mean over ranks, last rank's time and its
 * parts[TN_N_PARTS], which add up to it. Seconds with the uncertainty `error`. */
struct tn_table *tn_path_table(void);
void tn_path_put(struct tn_table *t, double avg, double span, const double *parts, double error);
void tn_path_write(struct tn_document *d, struct tn_table *t); /* writes and frees the table */

/* Append to a list of remarks (tn_document_remarks): */

/* Names at most `most` assumed parameters of one setup by descending effect, and the number of the
 * others. */
void tn_note_assumed(GPtrArray *remarks, const struct tn_setup *setup,
                     const struct tn_assumption *a, guint most);
struct tn_block;
/* Adds a warning if noise was requested but no call met it. */
void tn_note_noise(GPtrArray *remarks, const struct tn_block *b);
/* Warns if times jump between neighbouring sizes. */
void tn_note_cliff(GPtrArray *remarks, const struct tn_block *b);
void tn_note_hits(GPtrArray *remarks, const struct tn_block *b);
/* Returns a remark that no noise hit n_unhit of n calls, and which repetitions would meet it.
 * shortest: seconds; noise: text of --noise. Transfer full; may be NULL. */
char *tn_note_no_noise(const char *noise, guint n_no_noise, guint n, double shortest);
/* Returns tn_note_no_noise for entry `at` of `all` (struct tn_slowdown); NULL also if an earlier
 * entry has this noise (slowdown_text.c). Transfer full. */
char *tn_slowdown_note_no_noise(const GArray *all, guint at);
/* Adds the name of the release whose device kernels the model describes; adds nothing for other
 * collectives. */
void tn_note_release(GPtrArray *remarks, const struct tn_method *a);
/* Adds the errors of earlier predictions of this collective, if measured. */
void tn_note_error(GPtrArray *remarks, const struct tn_setup *setup, enum tn_collective collective);
/* Adds a remark for each column that is a library's decision: which algorithm it takes at which
 * sizes (tn_point_decision). */
void tn_note_decisions(GPtrArray *remarks, const struct tn_block *b);
/* Adds number and precision of approximate means, if any. */
void tn_note_precision(GPtrArray *remarks, const struct tn_block *b);

/* Writes the ranges of each size's winner and best rival; the results must have doubts. */
void tn_uncertainty_write(struct tn_document *d, const struct tn_block *b);
/* Writes the cell with the largest spread by jitter. */
void tn_jitter_write(struct tn_document *d, const struct tn_block *b);

#endif
