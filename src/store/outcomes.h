/* Cache of simulated outcomes between commands of one model. The project's tests use it: they run
 * many points again when only texts have changed. */
#ifndef TN_STORE_OUTCOMES_H
#define TN_STORE_OUTCOMES_H

#include "study/study.h"

struct tn_outcomes;

/* Opens or creates the file of this program's model in a folder, which is created if needed. Points
 * are found by their keys in stores (key.h). Returns NULL and *error if the file cannot be opened.
 * Transfer full; the study must outlive it. */
struct tn_outcomes *tn_outcomes_open(const struct tn_study *study, const char *folder,
                                     GError **error);
/* NULL is allowed. */
void tn_outcomes_close(struct tn_outcomes *outcomes);

/* Fills the outcome of pending point i and returns true if the file has its result. */
bool tn_outcomes_recall(struct tn_outcomes *outcomes, struct tn_study *study, guint i);

/* Appends the result of point i if it has been simulated. Write errors are ignored: such results
 * are not cached. */
void tn_outcomes_keep(struct tn_outcomes *outcomes, guint i);

#endif
