/* Notes under tables of times: assumed parameters and the known error. */
#ifndef TN_TOOLS_NOTES_H
#define TN_TOOLS_NOTES_H

#include "document/document.h"
#include "text_rows.h"

/* Relative error of a predicted time if no other error is known. */
#define TN_USUAL_ERROR 0.1

/* Assumed parameters, and their effect on the times of some points (perturb/assumed.h). */
struct tn_assumption {
  GArray *list;    /* list of assumed parameters, owned */
  int n_effective; /* number of parameters that affect the times; they are first in the list; -1 if
                    * unknown */
  double error;    /* relative error of the times that these parameters cause; 0 if no parameter is
                    * assumed */
};
/* Returns the assumed parameters of the points. `run` simulates the effects of the parameters,
 * which sort the list. The caller owns the list. */
struct tn_assumption tn_assumption_of(const struct tn_results *results, const GArray *points,
                                      tn_study_runner *run);

/* Adds the first cells of a line ("size mark name more") under a table of times: a winner or rival,
 * and the text that distinguishes it from other columns of its algorithm (""). A long text goes to
 * a line of its own. */
void tn_label_put(struct tn_table *t, size_t size, const char *mark, const char *algorithm,
                  const char *apart);
/* Returns the empty table for `why:`. Each line has a label, the mean time over ranks, the last
 * rank's time, and its parts (parts[TN_N_PARTS]), which add up to it. Times are in seconds with the
 * uncertainty `error`. */
struct tn_table *tn_path_table(void);
void tn_path_put(struct tn_table *t, double avg, double span, const double *parts, double error);
void tn_path_write(struct tn_document *d, struct tn_table *t); /* writes the table and frees it */

/* The following functions append to a list of remarks (tn_document_remarks). */

/* Names the assumed parameters that affect the times of points of one setup: at most `most`, in
 * descending order of effect, and the number of the others. */
void tn_note_assumed(GPtrArray *remarks, const struct tn_setup *setup,
                     const struct tn_assumption *a, guint most);
struct tn_block;
/* Adds a warning if noise was requested but no call met it. */
void tn_note_noise(GPtrArray *remarks, const struct tn_block *b);
/* Adds a warning if times jump between two neighbouring sizes. */
void tn_note_cliff(GPtrArray *remarks, const struct tn_block *b);
/* Adds the hit rates of the registration caches. */
void tn_note_hits(GPtrArray *remarks, const struct tn_block *b);
/* Returns a remark that no noise hit n_unhit of n calls, and how many repetitions would meet the
 * noise. shortest: least time of these calls in seconds; noise: text of --noise. Transfer full;
 * NULL if there is no remark. */
char *tn_note_no_noise(const char *noise, guint n_no_noise, guint n, double shortest);
/* Returns the remark of tn_note_no_noise for the noise of entry `at` of `all` (struct tn_slowdown);
 * NULL also if an earlier entry has the same noise (slowdown_text.c). Transfer full. */
char *tn_slowdown_note_no_noise(const GArray *all, guint at);
/* Adds the name of the release whose device kernels the model describes; adds nothing for other
 * collectives. */
void tn_note_release(GPtrArray *remarks, const struct tn_method *a);
/* Adds a text on the errors of earlier predictions of this collective, if any were measured. */
void tn_note_error(GPtrArray *remarks, const struct tn_setup *setup, enum tn_collective collective);
/* Adds a remark for each column that is a library's decision: which algorithm it takes at which
 * sizes (tn_point_decision). */
void tn_note_decisions(GPtrArray *remarks, const struct tn_block *b);
/* Adds the number of approximate means and their precision, if there are any. */
void tn_note_precision(GPtrArray *remarks, const struct tn_block *b);

/* Writes the ranges of the times of each size's winner and best rival; the results must have
 * doubts. */
void tn_uncertainty_write(struct tn_document *d, const struct tn_block *b);
/* Writes the cell whose time jitter spreads most, and this spread. */
void tn_jitter_write(struct tn_document *d, const struct tn_block *b);

#endif
