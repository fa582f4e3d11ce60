/* Explains a point's time by its run, its critical path and its variants. */
#ifndef TN_WHY_EXPLAIN_H
#define TN_WHY_EXPLAIN_H

#include "document/document.h"
#include "perturb/trials.h"
#include "plan/points.h"

/* A simulated variant of the point: the same point with one difference. */
struct tn_variant {
  enum tn_variant_kind {
    TN_VARIANT_PARAM, /* another value of a parameter of the algorithm */
    TN_VARIANT_MECHANISM,
    TN_VARIANT_KERNEL,
    TN_VARIANT_BACKING, /* another kind of pages */
    TN_VARIANT_NO_NOISE,
    TN_VARIANT_MEETING, /* ranks enter as they leave a barrier */
    /* the call follows another call, and finds its attachments and cache contents */
    TN_VARIANT_LATER,
    TN_VARIANT_IDEAL,    /* ideal run without caches, flags and call overhead */
    TN_VARIANT_ALGORITHM /* another algorithm with default parameters */
  } kind;
  char *name;       /* difference: "throttle=4", "linux-6", "binomial"; owned */
  int param;        /* changed parameter, for TN_VARIANT_PARAM */
  double avg, span; /* seconds */
};
extern const char *const tn_variant_kinds[]; /* names of the kinds, "parameter" and so on */

/* Effect of changing a platform parameter by 10 %, or a share by 0.1. */
struct tn_pull {
  enum tn_param param;
  double value; /* unchanged value */
  /* relative changes of the average if the parameter changes down and up; NAN if it
   * cannot */
  double down, up;
};

struct tn_explanation {
  const struct tn_plan *plan; /* plan with the one point that is explained; borrowed */
  const struct tn_point *point;
  struct tn_sim_result result;
  struct tn_sim_path *path;
  /* [ranks] each rank's entry minus the last rank's entry, in seconds; 0 or negative */
  double *entry;
  /* seconds that ranks wait for the last rank's entry, mean over ranks */
  double waiting;
  int last;
  double form;      /* seconds of the closed form; NAN if there is none */
  GArray *variants; /* struct tn_variant, sorted by kind; only variants that could run */
  GArray *pulls;    /* struct tn_pull, the greatest effect first */
  guint n_runs;     /* number of simulated points */
};

/* Returns false and *error unless the plan has one point with one timed call. */
bool tn_explanation_accepts(const struct tn_plan *plan, GError **error);

/* Runs the plan's point and its variants. Returns NULL and *error after a failure or interruption.
 * Transfer full. */
struct tn_explanation *tn_explanation_new(const struct tn_plan *plan, tn_study_runner *run,
                                          GError **error);
void tn_explanation_free(struct tn_explanation *x);

/* Returns the name of what limits the point's time: the largest part of the critical path ("lock"
 * and so on), "late ranks", or "nothing". Static. */
const char *tn_explanation_bound(const struct tn_explanation *x);
/* Returns the algorithm's expected loss, a fraction of its time, due to the model's own error
 * (base/loss.h); NAN without a rival. *ret_rival: the fastest other algorithm whose time differs
 * from the point's, or, without one, an algorithm with the same time. */
double tn_explanation_loss(const struct tn_explanation *x, const struct tn_variant **ret_rival);
char *tn_explanation_words(const struct tn_explanation *x);

void tn_explanation_write(struct tn_document *d, const struct tn_explanation *x);
/* Returns an empty table for the parts of a time, in us. Transfer full. */
struct tn_table *tn_explain_parts(void);

/* Runs all variants in one batch and adds them to x->variants. Returns false after an
 * interruption. */
bool tn_variants_run(struct tn_explanation *x, struct tn_trials *trials);
void tn_variant_clear(void *variant);

#endif
