/* Cache of simulated outcomes for commands that use the same model. The project's tests, which run
 * many points again, use it. */
#ifndef TN_STORE_OUTCOMES_H
#define TN_STORE_OUTCOMES_H

#include "study/study.h"

struct tn_outcomes;

/* Opens the cache file of this model in a folder; creates both if missing. Keys are as in key.h.
 * Returns NULL and *error if it cannot be opened. Transfer full; the study must outlive the
 * result. */
struct tn_outcomes *tn_outcomes_open(const struct tn_study *study, const char *folder,
                                     GError **error);
/* Closes the cache, which may be NULL. */
void tn_outcomes_close(struct tn_outcomes *outcomes);

/* Returns true and sets the outcome of pending point i if the file has it. */
bool tn_outcomes_recall(struct tn_outcomes *outcomes, struct tn_study *study, guint i);

/* Appends the result of point i to the file if the point was simulated. If writing fails, the
 * result is not cached, and no error is reported. */
void tn_outcomes_store(struct tn_outcomes *outcomes, guint i);

#endif
