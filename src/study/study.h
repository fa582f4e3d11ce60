/* A study: cases are added, run side by side, and their outcomes read. It prints nothing and sets no
 * signal handler in the calling process. */
#ifndef TN_STUDY_STUDY_H
#define TN_STUDY_STUDY_H

#include "study_point.h"

#include "sim/sim.h"

enum tn_state {
  TN_PENDING,
  TN_DONE,
  TN_FAILED,
  TN_SKIPPED, /* the machine cannot do what the point needs */
  TN_KEPT     /* the store has its row; `result` is unset */
};

struct tn_outcome {
  enum tn_state state;
  struct tn_sim_result result;    /* valid when done; NAN and -1: unknown */
  char *fingerprints;             /* of a measured one: fingerprints of the machine before and after
                                  (tn_fingerprint_span), NULL: none; owned */
  double low, high;               /* seconds: what the average is within by the stated errors of its
                                  parameters; both 0: not known */
  double jitter_low, jitter_high; /* seconds: the average with rates and times jittered
                                     (tn_setup_jittered), and as they are; high > 0 where known */
  int calls;                      /* timed calls; 0: as many as the conditions ask for */
  char *message;                  /* why it failed or was skipped, else NULL; owned */
};

struct tn_study;

/* A study without cases. `conditions` is copied; what it points to must outlive the study. NULL:
 * the defaults. Transfer full. */
struct tn_study *tn_study_new(const struct tn_conditions *conditions);
void tn_study_free(struct tn_study *study);

const struct tn_conditions *tn_study_conditions(const struct tn_study *study);

/* Appends the case as the next point. False and *error (TN_STUDY_ERROR) when it cannot be run;
 * nothing was added then. */
bool tn_study_add(struct tn_study *study, const struct tn_case *asked, GError **error);

/* The two halves of tn_study_add: looks a case up without adding it, and adds what was found, by
 * this study or by another that outlives this one. What is added keeps its conditions, but for
 * `verify`, which is the study's. */
bool tn_study_find(struct tn_study *study, const struct tn_case *asked, struct tn_point *ret,
                   GError **error);
void tn_study_take(struct tn_study *study, const struct tn_point *point);

/* The number of ranks that a case has unless its parameters ask for another, and that it comes to. */
int tn_case_usual_ranks(const struct tn_case *asked);
int tn_case_ranks(const struct tn_case *asked);

/* The values of a platform, the same structure for the same arguments; owned by the study. `kernel`
 * is as in tn_case. NULL and *error. */
const struct tn_setup *tn_study_setup(struct tn_study *study, const struct tn_platform *platform,
                                      int kernel, const struct tn_override *overrides, int n,
                                      GError **error);

/* The values of a case, as far as they do not depend on its algorithm. */
const struct tn_setup *tn_study_case_setup(struct tn_study *study, const struct tn_case *asked,
                                           GError **error);

/* Points and outcomes by number, in the order in which they were added. Pointers to points hold
 * until the next is added. */
guint tn_study_n(const struct tn_study *study);
const struct tn_point *tn_study_point(const struct tn_study *study, guint i);
/* All setups (struct tn_setup) in the order in which they were first asked for; borrowed. */
const GPtrArray *tn_study_setups(const struct tn_study *study);

/* What is known of a point. */
const struct tn_outcome *tn_study_outcome(const struct tn_study *study, guint i);
/* The outcomes of all points, for who comes to them by other ways than tn_study_run, which leaves
 * alone what is not TN_PENDING. Valid until the next point is added. */
struct tn_outcome *tn_study_outcomes(struct tn_study *study);

/* What the caller of tn_study_run learns while it goes on, in the caller's own process and thread.
 * Both may be NULL. */
struct tn_watch {
  void *data;
  /* The outcome of the point is known; points come in any order. */
  void (*known)(void *data, guint point);
  /* Asked at least twice a second, with the number of points known: false ends the run. */
  bool (*goes_on)(void *data, guint n_known);
};

/* Runs the points whose outcome is TN_PENDING on up to as many worker processes as the conditions
 * say (1024 at most), which are forked off and end with the calling thread. A point that fails, or
 * whose worker dies, is marked TN_FAILED; the others go on. A worker that cannot be started leaves
 * its points to the others, one that was stopped is continued, and the point of one that was killed
 * is tried once more. One that takes longer than the conditions allow is marked TN_FAILED. Under
 * `verify` no more points run at a time than the conditions' data_limit has room for; one that
 * alone exceeds it is marked TN_FAILED. `watch` may be NULL. False and *error when no worker can be
 * started; as when the run is ended, points are left TN_PENDING then. */
bool tn_study_run(struct tn_study *study, const struct tn_watch *watch, GError **error);

/* What the simulator is told of a point; `delays` as tn_arrival_delays gives them, or NULL.
 * Everything is borrowed. */
struct tn_sim_point tn_study_sim_point(const struct tn_study *study, const struct tn_point *p,
                                       const double *delays);

#endif
