/* Outcomes of points that other commands have simulated by the same model: for the project's tests,
 * which run many points again when only texts have changed. */
#ifndef TN_STORE_OUTCOMES_H
#define TN_STORE_OUTCOMES_H

#include "study/study.h"

struct tn_outcomes;

/* Opens the file of this program's model in a folder, which is made. A point is known there by its
 * key in stores (key.h). NULL and *error: the file cannot be read or made. Transfer full; the study
 * must outlive it. */
struct tn_outcomes *tn_outcomes_open(const struct tn_study *study, const char *folder,
                                     GError **error);
/* NULL is accepted. */
void tn_outcomes_close(struct tn_outcomes *outcomes);

/* Fills the outcome of pending point i and returns true if the file has its result. */
bool tn_outcomes_recall(struct tn_outcomes *outcomes, struct tn_study *study, guint i);

/* Appends the result of point i if it has been simulated. Results that cannot be written are lost. */
void tn_outcomes_keep(struct tn_outcomes *outcomes, guint i);

#endif
