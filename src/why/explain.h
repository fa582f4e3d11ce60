/* Explanation of one point's time, from its run, its critical path and its variants. */
#ifndef TN_WHY_EXPLAIN_H
#define TN_WHY_EXPLAIN_H

#include "document/document.h"
#include "perturb/trials.h"
#include "plan/points.h"

/* A simulated variant of the point. */
struct tn_variant {
  enum tn_variant_kind {
    TN_VARIANT_PARAM, /* another value of an algorithm's parameter */
    TN_VARIANT_MECHANISM,
    TN_VARIANT_KERNEL,
    TN_VARIANT_NO_NOISE,
    TN_VARIANT_MEETING,  /* ranks enter as they leave a barrier */
    TN_VARIANT_LATER,    /* after an earlier call, with its attachments and caches */
    TN_VARIANT_IDEAL,    /* without caches, flags and call overhead */
    TN_VARIANT_ALGORITHM /* another algorithm with default parameters */
  } kind;
  char *name;       /* "throttle=4", "linux-6", "binomial"; owned */
  int param;        /* number of the parameter for TN_VARIANT_PARAM */
  double avg, span; /* seconds */
};
extern const char *const tn_variant_kinds[]; /* "parameter", ... */

/* Effect of moving a parameter by 10 %. */
struct tn_pull {
  enum tn_param param;
  double value;    /* unchanged value */
  double down, up; /* relative changes of the average; NAN if the parameter cannot move */
};

struct tn_explanation {
  const struct tn_plan *plan; /* borrowed; has one point */
  const struct tn_point *point;
  struct tn_sim_result result;
  struct tn_sim_path *path;
  double *entry;    /* [ranks] seconds of each entry relative to the last rank's entry, <= 0 */
  double waiting;   /* seconds that ranks wait for the last rank, mean over ranks */
  int last;         /* the rank that enters last */
  double form;      /* closed form, seconds; NAN without one */
  GArray *variants; /* struct tn_variant, by kind; those that cannot be run are missing */
  GArray *pulls;    /* struct tn_pull, the strongest first */
  guint n_runs;     /* number of simulated points */
};

/* Returns true if the plan is one call of one point, else false and *error. */
bool tn_explanation_accepts(const struct tn_plan *plan, GError **error);

/* Runs the point of the plan and its variants. Returns NULL and *error if the point fails or the
 * run is interrupted. Transfer full (tn_explanation_free). */
struct tn_explanation *tn_explanation_new(const struct tn_plan *plan, tn_study_runner *run,
                                          GError **error);
void tn_explanation_free(struct tn_explanation *x); /* NULL is allowed */

/* Returns what limits the point, "lock" or "late ranks": the largest part of the critical path, or
 * "nothing" if it takes no time. Static. */
const char *tn_explanation_bound(const struct tn_explanation *x);
/* Returns the expected loss of the point by the model's own error (base/loss.h) against *ret_rival: the
 * fastest algorithm with another time, or with the same time if there is no other. NAN without a rival. */
double tn_explanation_loss(const struct tn_explanation *x, const struct tn_variant **ret_rival);
/* Returns the explanation as a paragraph. Transfer full. */
char *tn_explanation_words(const struct tn_explanation *x);

void tn_explanation_tell(struct tn_document *d, const struct tn_explanation *x);
/* Returns the table of the parts of time, parts_us, without rows. Transfer full. */
struct tn_table *tn_explain_parts(void);

/* Adds x->variants, all simulated in one round. Returns false if interrupted. */
bool tn_variants_run(struct tn_explanation *x, struct tn_trials *trials);
void tn_variant_clear(void *variant);

#endif
