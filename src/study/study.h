/* A study: cases are added, run side by side, and their outcomes read. It prints nothing, sets no
 * signal handler and reads no clock. */
#ifndef TN_STUDY_STUDY_H
#define TN_STUDY_STUDY_H

#include "outcome.h"
#include "point.h"

struct tn_study;

/* A study without cases. `conditions` is copied; what it points to must outlive the study. NULL:
 * the defaults. Transfer full. */
struct tn_study *tn_study_new(const struct tn_conditions *conditions);
void tn_study_free(struct tn_study *study);

const struct tn_conditions *tn_study_conditions(const struct tn_study *study);

/* Appends the case as the next point. False and *error (TN_STUDY_ERROR) when it cannot be run;
 * nothing was added then. */
bool tn_study_add(struct tn_study *study, const struct tn_case *asked, GError **error);

/* The two halves of tn_study_add: looks a case up without adding it, and adds what was found. */
bool tn_study_find(struct tn_study *study, const struct tn_case *asked, struct tn_point *ret,
                   GError **error);
void tn_study_take(struct tn_study *study, const struct tn_point *point);
/* Forgets all points from number n on. */
void tn_study_cut(struct tn_study *study, guint n);

/* The number of ranks that a case comes to. */
int tn_case_ranks(const struct tn_case *asked);

/* The values of a platform, the same structure for the same arguments; owned by the study. `kernel`
 * is as in tn_case. NULL and *error. */
const struct tn_setup *tn_study_setup(struct tn_study *study, const struct tn_platform *platform,
                                      int kernel, const struct tn_override *overrides, int n,
                                      GError **error);

/* Points and outcomes by number, in the order in which they were added. Pointers to points hold
 * until the next is added. */
guint tn_study_n(const struct tn_study *study);
const struct tn_point *tn_study_point(const struct tn_study *study, guint i);
/* All points (struct tn_point); borrowed. */
GArray *tn_study_points(const struct tn_study *study);
/* All setups (struct tn_setup) in the order in which they were first asked for; borrowed. */
const GPtrArray *tn_study_setups(const struct tn_study *study);
/* The platforms of the points (struct tn_platform), by tn_point.platform; borrowed. */
const GPtrArray *tn_study_platforms(const struct tn_study *study);

/* What the simulator is told of a point; `arrival` as tn_arrival_delays gives it, or NULL.
 * Everything is borrowed. */
struct tn_sim_point tn_study_sim_point(const struct tn_study *study, const struct tn_point *p,
                                       const double *arrival);

#endif
