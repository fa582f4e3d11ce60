/* Why one point takes its time: what is found by running it, its critical path, and variants. */
#ifndef TN_WHY_EXPLAIN_H
#define TN_WHY_EXPLAIN_H

#include "document/document.h"
#include "perturb/trials.h"
#include "plan/points.h"

/* What the point would take if something were different; simulated. */
struct tn_variant {
  enum tn_variant_kind {
    TN_VARIANT_PARAM, /* another value of a parameter of the algorithm */
    TN_VARIANT_MECHANISM,
    TN_VARIANT_KERNEL,
    TN_VARIANT_NO_NOISE,
    TN_VARIANT_MEETING,  /* ranks enter as a barrier leaves them */
    TN_VARIANT_LATER,    /* a call before it: what is attached, cached and touched stays */
    TN_VARIANT_IDEAL,    /* without caches, flags and call overhead */
    TN_VARIANT_ALGORITHM /* another one, with its default parameters */
  } kind;
  char *name;       /* "throttle=4", "linux-6", "binomial"; owned */
  int param;        /* of the first kind: its number */
  double avg, span; /* seconds */
};
extern const char *const tn_variant_kinds[]; /* "parameter", ... */

/* What 10 % of a parameter do to the point. */
struct tn_pull {
  enum tn_param param;
  double value, down, up; /* relative change of the average; NAN: it cannot be moved there */
};

struct tn_explanation {
  const struct tn_plan *plan; /* borrowed: of one point */
  const struct tn_point *point;
  struct tn_sim_result result;
  struct tn_sim_path *path;
  double *entry;  /* [ranks] seconds before the last rank's (0 of that) at which it enters */
  double waiting; /* seconds: mean over ranks of that */
  int last;       /* the rank that enters last */
  double form;    /* closed form, seconds; NAN: none */
  GArray
      *variants; /* struct tn_variant, by kind, as tried; those that cannot be run are not there */
  GArray *pulls; /* struct tn_pull, the strongest first */
  guint n_runs;  /* points that were run for it */
};

/* Whether the plan is one call of one point, whose critical path is what is explained. */
bool tn_explanation_accepts(const struct tn_plan *plan, GError **error);

/* Runs the one point of the plan and its variants. NULL and *error: what failed, or interrupted.
 * Transfer full (tn_explanation_free). */
struct tn_explanation *tn_explanation_new(const struct tn_plan *plan, tn_study_runner *run,
                                          GError **error);
void tn_explanation_free(struct tn_explanation *x); /* NULL: nothing */

/* What binds the point, "lock", "late ranks": the part that is largest, told by what the path
 * shows; "nothing" where nothing takes time. Static. */
const char *tn_explanation_bound(const struct tn_explanation *x);
/* Returns the expected loss of the point by the model's own error (base/loss.h) against the fastest other
 * algorithm, or one that is slower where that takes the very same time; NAN: there is none. */
double tn_explanation_loss(const struct tn_explanation *x, const struct tn_variant **ret_rival);
/* The paragraph in words. Transfer full. */
char *tn_explanation_words(const struct tn_explanation *x);

void tn_explanation_tell(struct tn_document *d, const struct tn_explanation *x);
/* The table of its parts_us without rows. Transfer full. */
struct tn_table *tn_explain_parts(void);

/* Adds x->variants, each simulated in a round of the trials; false: interrupted. */
bool tn_variants_run(struct tn_explanation *x, struct tn_trials *trials);
void tn_variant_clear(void *variant);

#endif
