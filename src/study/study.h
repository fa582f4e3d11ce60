/* Study: add cases, run them in parallel, read their outcomes. A study prints nothing and installs
 * no signal handler in the caller's process. */
#ifndef TN_STUDY_STUDY_H
#define TN_STUDY_STUDY_H

#include "study_point.h"

#include "sim/sim.h"

enum tn_state {
  TN_PENDING,
  TN_DONE,
  TN_FAILED,
  TN_SKIPPED, /* the machine cannot measure the point */
  TN_KEPT     /* a store already has the point's row; `result` is unset */
};

struct tn_outcome {
  enum tn_state state;
  struct tn_sim_result result; /* set if TN_DONE; unknown values are NAN and -1 */
  /* machine before and after a measurement (tn_fingerprint_span), or NULL; owned */
  char *fingerprints;
  /* lowest and highest average, in seconds, within the stated errors of parameters; both 0:
   * unknown */
  double low, high;
  /* lowest and highest average, seconds, over exact and jittered setups (tn_setup_jittered); high
   * 0: unknown */
  double jitter_low, jitter_high;
  int calls;     /* number of timed calls; 0: as in the conditions */
  char *message; /* why a point failed or was skipped, else NULL; owned */
};

struct tn_study;

/* Returns a study without cases. Copies `conditions` (NULL: defaults), whose pointers must outlive
 * the study. Transfer full. */
struct tn_study *tn_study_new(const struct tn_conditions *conditions);
void tn_study_free(struct tn_study *study);

const struct tn_conditions *tn_study_conditions(const struct tn_study *study);

/* Appends the case as the study's next point. Returns false and *error (TN_STUDY_ERROR) if it
 * cannot run. */
bool tn_study_add(struct tn_study *study, const struct tn_case *asked, GError **error);

/* tn_study_find resolves a case into a point. tn_study_take adds a point that was resolved for this
 * study or for a study that lives longer. The point keeps its conditions except `verify`. */
bool tn_study_find(struct tn_study *study, const struct tn_case *asked, struct tn_point *ret,
                   GError **error);
void tn_study_take(struct tn_study *study, const struct tn_point *point);

/* Returns the setup, owned by the study; equal arguments give the same pointer. Returns NULL and
 * *error on failure. `kernel`: as in tn_case. */
const struct tn_setup *tn_study_setup(struct tn_study *study, const struct tn_platform *platform,
                                      int kernel, const struct tn_override *overrides, int n,
                                      GError **error);

/* Returns the case's setup without values that depend on its algorithm. */
const struct tn_setup *tn_study_case_setup(struct tn_study *study, const struct tn_case *asked,
                                           GError **error);

/* Return points and outcomes in the order of addition. Pointers are valid until the next
 * addition. */
guint tn_study_n(const struct tn_study *study);
const struct tn_point *tn_study_point(const struct tn_study *study, guint i);
/* Returns all setups (struct tn_setup) in the order of their requests; borrowed. */
const GPtrArray *tn_study_setups(const struct tn_study *study);

const struct tn_outcome *tn_study_outcome(const struct tn_study *study, guint i);
/* Returns all outcomes, for callers that set them; tn_study_run then skips their points, which are
 * not TN_PENDING. Valid until the next point is added. */
struct tn_outcome *tn_study_outcomes(struct tn_study *study);

/* Callbacks in the caller's thread; each may be NULL. */
struct tn_watch {
  void *data;
  /* Called when the outcome of a point is known; points come in any order. */
  void (*known)(void *data, guint point);
  /* Called at least twice a second with the number of known outcomes; returns false to end the
   * run. */
  bool (*may_continue)(void *data, guint n_known);
  /* receives the share of the expected work that is done, 0 to 1; may be NULL */
  double *ret_share;
};

/* Runs the points that are TN_PENDING as tasks of tn_pool_run, on at most 1024 workers. A point is
 * TN_FAILED if it fails, its worker dies, or it exceeds the time limit. With `verify`, points that
 * run at one time share data_limit; a point above it fails. `watch` may be NULL. Returns false and
 * *error if no worker can be started; the remaining points are then TN_PENDING, as after
 * may_continue ended the run. */
bool tn_study_run(struct tn_study *study, const struct tn_watch *watch, GError **error);

/* Returns the simulator's input, which borrows pointers. `delays`: from tn_arrival_delays, or
 * NULL. */
struct tn_sim_point tn_study_sim_point(const struct tn_study *study, const struct tn_point *p,
                                       const double *delays);

#endif
