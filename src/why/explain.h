/* Explanation of the time of one point by its run, its critical path and its variants. */
#ifndef TN_WHY_EXPLAIN_H
#define TN_WHY_EXPLAIN_H

#include "document/document.h"
#include "perturb/trials.h"
#include "plan/points.h"

/* A simulated variant of the point: the same point with one difference. */
struct tn_variant {
  enum tn_variant_kind {
    TN_VARIANT_PARAM, /* another value of an algorithm's parameter */
    TN_VARIANT_MECHANISM,
    TN_VARIANT_KERNEL,
    TN_VARIANT_NO_NOISE,
    TN_VARIANT_MEETING,  /* ranks enter at the times at which they leave a barrier */
    TN_VARIANT_LATER,    /* the call follows an earlier call, with its attachments and caches */
    TN_VARIANT_IDEAL,    /* ideal run without caches, flags and call overhead */
    TN_VARIANT_ALGORITHM /* another algorithm with its default parameters */
  } kind;
  char *name;       /* "throttle=4", "linux-6", "binomial"; owned */
  int param;        /* number of the changed parameter, for TN_VARIANT_PARAM */
  double avg, span; /* times in seconds */
};
extern const char *const tn_variant_kinds[]; /* names of the kinds: "parameter", ... */

/* Effect of changing a platform parameter by 10 %. */
struct tn_pull {
  enum tn_param param;
  double value;    /* unchanged value */
  double down, up; /* relative changes of the average by -10 % and +10 %; NAN if the parameter
                    * cannot change */
};

struct tn_explanation {
  const struct tn_plan *plan; /* borrowed; has one point */
  const struct tn_point *point;
  struct tn_sim_result result;
  struct tn_sim_path *path;
  double *entry;    /* [ranks] entry of each rank in seconds after the last rank's entry, at most
                     * 0 */
  double waiting;   /* seconds for which ranks wait for the last rank, mean over ranks */
  int last;         /* the rank that enters last */
  double form;      /* seconds of the closed form; NAN if there is none */
  GArray *variants; /* struct tn_variant, by kind; without variants that cannot be run */
  GArray *pulls;    /* struct tn_pull, the strongest first */
  guint n_runs;     /* number of simulated points */
};

/* Returns true if the plan has one point with one timed call, else false and *error. */
bool tn_explanation_accepts(const struct tn_plan *plan, GError **error);

/* Runs the point of the plan and its variants. Returns NULL and *error if the point fails or the
 * run is interrupted. Transfer full (tn_explanation_free). */
struct tn_explanation *tn_explanation_new(const struct tn_plan *plan, tn_study_runner *run,
                                          GError **error);
void tn_explanation_free(struct tn_explanation *x); /* NULL is allowed */

/* Returns what limits the point: the largest part of the critical path ("lock", ...), "late ranks",
 * or "nothing" if the call takes no time. Static. */
const char *tn_explanation_bound(const struct tn_explanation *x);
/* Returns the expected loss of the point as a fraction that follows from the model's own error
 * (base/loss.h). *ret_rival: the fastest algorithm with another time, or with the same time if no
 * time differs. NAN if there is no rival. */
double tn_explanation_loss(const struct tn_explanation *x, const struct tn_variant **ret_rival);
/* Returns the explanation as a paragraph. Transfer full. */
char *tn_explanation_words(const struct tn_explanation *x);

void tn_explanation_write(struct tn_document *d, const struct tn_explanation *x);
/* Returns the empty table of the parts of the time, in us. Transfer full. */
struct tn_table *tn_explain_parts(void);

/* Simulates all variants in one round and adds them to x->variants. Returns false after an
 * interruption. */
bool tn_variants_run(struct tn_explanation *x, struct tn_trials *trials);
void tn_variant_clear(void *variant);

#endif
