/* Explains a point's time by its run, its critical path and its variants. */
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
    TN_VARIANT_MEETING,  /* ranks enter as they leave a barrier */
    TN_VARIANT_LATER,    /* the call follows another, with its attachments and caches */
    TN_VARIANT_IDEAL,    /* ideal run without caches, flags and call overhead */
    TN_VARIANT_ALGORITHM /* another one with default parameters */
  } kind;
  char *name;       /* "throttle=4", "linux-6", "binomial"; owned */
  int param;        /* changed parameter, for TN_VARIANT_PARAM */
  double avg, span; /* seconds */
};
extern const char *const tn_variant_kinds[]; /* "parameter", ... */

/* A platform parameter changed by 10 %. */
struct tn_pull {
  enum tn_param param;
  double value;    /* unchanged */
  double down, up; /* relative changes of the average by -10 % and +10 %; NAN if impossible */
};

struct tn_explanation {
  const struct tn_plan *plan; /* borrowed; has one point */
  const struct tn_point *point;
  struct tn_sim_result result;
  struct tn_sim_path *path;
  double *entry;  /* [ranks] seconds after the last rank's entry, at most 0 */
  double waiting; /* seconds that ranks wait for the last one, mean over ranks */
  int last;
  double form;      /* seconds of the closed form; NAN without one */
  GArray *variants; /* struct tn_variant by kind, only those that ran */
  GArray *pulls;    /* struct tn_pull, the strongest first */
  guint n_runs;     /* simulated points */
};

/* Returns false and *error unless the plan has one point with one timed call. */
bool tn_explanation_accepts(const struct tn_plan *plan, GError **error);

/* Runs the plan's point and its variants. Returns NULL and *error after a failure or interruption.
 * Transfer full. */
struct tn_explanation *tn_explanation_new(const struct tn_plan *plan, tn_study_runner *run,
                                          GError **error);
void tn_explanation_free(struct tn_explanation *x);

/* Returns what limits the point: the largest part of the critical path ("lock", ...), "late ranks",
 * or "nothing". Static. */
const char *tn_explanation_bound(const struct tn_explanation *x);
/* Returns the expected loss, a fraction, due to the model's own error (base/loss.h); NAN without a
 * rival. *ret_rival: the fastest algorithm with another time, otherwise with the same. */
double tn_explanation_loss(const struct tn_explanation *x, const struct tn_variant **ret_rival);
char *tn_explanation_words(const struct tn_explanation *x);

void tn_explanation_write(struct tn_document *d, const struct tn_explanation *x);
/* Returns the empty table of a time's parts, in us. Transfer full. */
struct tn_table *tn_explain_parts(void);

/* Adds all variants to x->variants in one round. Returns false after an interruption. */
bool tn_variants_run(struct tn_explanation *x, struct tn_trials *trials);
void tn_variant_clear(void *variant);

#endif
