/* Study: add cases, run them in parallel, read their outcomes. A study prints nothing and installs
 * no signal handler in the calling process. */
#ifndef TN_STUDY_STUDY_H
#define TN_STUDY_STUDY_H

#include "study_point.h"

#include "sim/sim.h"

enum tn_state {
  TN_PENDING,
  TN_DONE,
  TN_FAILED,
  TN_SKIPPED, /* the machine cannot run the point */
  TN_KEPT     /* the store has its row; `result` is unset */
};

struct tn_outcome {
  enum tn_state state;
  struct tn_sim_result result; /* valid if the state is TN_DONE; NAN and -1: unknown values */
  /* fingerprints of the machine before and after a measurement (tn_fingerprint_span), or NULL;
   * owned */
  char *fingerprints;
  /* seconds: bounds of the average that follow from the stated errors of the parameters; both 0:
   * unknown */
  double low, high;
  /* seconds: bounds of the average over the exact and the jittered setups (tn_setup_jittered); high
   * is 0: unknown */
  double jitter_low, jitter_high;
  int calls;     /* number of timed calls; 0: the number in the conditions */
  char *message; /* reason of a failure or a skipped point, otherwise NULL; owned */
};

struct tn_study;

/* Returns a study without cases. `conditions` is copied (NULL: defaults); memory that it points to
 * must outlive the study. Transfer full. */
struct tn_study *tn_study_new(const struct tn_conditions *conditions);
void tn_study_free(struct tn_study *study);

const struct tn_conditions *tn_study_conditions(const struct tn_study *study);

/* Appends the case as the next point. Returns false, sets *error (TN_STUDY_ERROR) and adds no point
 * if the case cannot run. */
bool tn_study_add(struct tn_study *study, const struct tn_case *asked, GError **error);

/* Carries out the two steps of tn_study_add. tn_study_find resolves a case into a point.
 * tn_study_take adds a point that tn_study_find resolved for this study or for a study that lives
 * longer. The point keeps its conditions except `verify`, which is that of this study. */
bool tn_study_find(struct tn_study *study, const struct tn_case *asked, struct tn_point *ret,
                   GError **error);
void tn_study_take(struct tn_study *study, const struct tn_point *point);

/* Returns the setup with the platform's values, the same pointer for the same arguments; owned by
 * the study. `kernel` is as in tn_case. Returns NULL and sets *error on failure. */
const struct tn_setup *tn_study_setup(struct tn_study *study, const struct tn_platform *platform,
                                      int kernel, const struct tn_override *overrides, int n,
                                      GError **error);

/* Returns the setup of a case without the values that depend on its algorithm. */
const struct tn_setup *tn_study_case_setup(struct tn_study *study, const struct tn_case *asked,
                                           GError **error);

/* Points and outcomes by number, in the order of addition. Pointers to points are valid until the
 * next point is added. */
guint tn_study_n(const struct tn_study *study);
const struct tn_point *tn_study_point(const struct tn_study *study, guint i);
/* Returns all setups (struct tn_setup) in the order of their first request; borrowed. */
const GPtrArray *tn_study_setups(const struct tn_study *study);

const struct tn_outcome *tn_study_outcome(const struct tn_study *study, guint i);
/* Returns the outcomes of all points, for callers that set outcomes themselves; tn_study_run skips
 * points that are not TN_PENDING. Valid until the next point is added. */
struct tn_outcome *tn_study_outcomes(struct tn_study *study);

/* Callbacks of tn_study_run, in the caller's process and thread. Both may be NULL. */
struct tn_watch {
  void *data;
  /* Called when the outcome of a point is known; points come in any order. */
  void (*known)(void *data, guint point);
  /* Called at least twice a second with the number of known points; false ends the run. */
  bool (*may_continue)(void *data, guint n_known);
};

/* Runs the points whose outcome is TN_PENDING like tasks of tn_pool_run, on at most 1024 workers. A
 * point is marked TN_FAILED if it fails, if its worker dies, or if it exceeds the conditions' time
 * limit. Under `verify`, the running points share data_limit; a point that exceeds it alone is
 * marked TN_FAILED. `watch` may be NULL. Returns false and sets *error if no worker can be started.
 * The remaining points then have the state TN_PENDING. The same is true after an early end of the
 * run. */
bool tn_study_run(struct tn_study *study, const struct tn_watch *watch, GError **error);

/* Returns the simulator's input for a point; `delays` are those of tn_arrival_delays, or NULL. All
 * pointers are borrowed. */
struct tn_sim_point tn_study_sim_point(const struct tn_study *study, const struct tn_point *p,
                                       const double *delays);

#endif
