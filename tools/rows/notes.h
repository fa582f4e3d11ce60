/* What stands under tables of times: what is assumed, and what is known of the error. */
#ifndef TN_TOOLS_NOTES_H
#define TN_TOOLS_NOTES_H

#include "document/document.h"
#include "text_rows.h"

/* The relative error of a predicted time where nothing better is known. */
#define TN_USUAL_ERROR 0.1

/* The assumed parameters that the times of some points rest on (perturb/assumed.h). */
struct tn_assumption {
  GArray *list;    /* owned */
  int n_effective; /* the first so many have an effect; -1: that is not known */
  double error;    /* of the times, relative; 0: nothing is assumed */
};
/* `run` simulates for their order. Transfer full, by the list. */
struct tn_assumption tn_assumption_of(const struct tn_results *results, const GArray *points,
                                      tn_study_runner *run);

/* The first cells of a line below a table of times ("size mark name more"): a winner or a rival, and
 * what tells it from others of its algorithm (""), which stands below where it is long. */
void tn_label_put(struct tn_table *t, size_t size, const char *mark, const char *algorithm,
                  const char *apart);
/* The table below `why:`. After a label the mean over ranks, the last rank's time, and the parts that
 * this is the sum of (parts[TN_N_PARTS]), all in seconds and known within `error`. */
struct tn_table *tn_path_table(void);
void tn_path_put(struct tn_table *t, double avg, double span, const double *parts, double error);
void tn_path_write(struct tn_document *d, struct tn_table *t); /* and frees it */

/* Writes which assumed parameters the times of points of one setup rest on: at most five, those first that
 * decide most, and how many more. */
void tn_note_assumed(struct tn_document *d, const struct tn_setup *setup,
                     const struct tn_assumption *a);
struct tn_block;
/* Writes what may have been overlooked: noise that hit no call, times that jump between two sizes. */
void tn_remarks_write(struct tn_document *d, const struct tn_block *b);
/* Returns that noise hit none of the calls of n_unhit of n points, the shortest of which takes `shortest`
 * seconds, and how many repetitions would meet the noise (--noise's text). Transfer full; NULL: nothing. */
char *tn_note_unhit(const char *noise, guint n_unhit, guint n, double shortest);
/* slowdown_text.c: the same of the noise of number `at` among `all` (struct tn_slowdown); NULL also if an
 * earlier number is of this noise. */
char *tn_slowdown_unhit(const GArray *all, guint at);
/* Names the release that a collective by kernels of devices stands for; nothing of any other. */
void tn_note_release(struct tn_document *d, const struct tn_method *a);
/* Writes how far predictions of the collective were off where they were compared. */
void tn_note_error(struct tn_document *d, const struct tn_setup *setup,
                   enum tn_collective collective);

/* A paragraph for each column of such an entry: sizes and decisions (tn_point_decision). */
void tn_decisions_write(struct tn_document *d, const struct tn_block *b);

/* Writes the ranges of each size's winner and its best rival; the results must have doubts. */
void tn_doubts_write(struct tn_document *d, const struct tn_block *b);
/* Writes how far apart a time gets at most by jitter, and which. */
void tn_jitter_write(struct tn_document *d, const struct tn_block *b);
/* Says how many means are not exact, if any. */
void tn_precision_write(struct tn_document *d, const struct tn_block *b);

#endif
