#include "fit.h"

#include <math.h>
#include <string.h>

#include "study/setup.h"

/* Warm-up messages; more than any library's slots per pair. */
enum { WARMUP = 17 };

enum tn_mechanism tn_fit_mechanism(enum tn_fit_assumption assumption)
{
  return assumption < TN_FIT_PARALLEL ? TN_CICO : TN_CMA;
}

bool tn_fit_check(const struct tn_case *asked, const GArray *points, double *ret_seconds,
                  bool *ret_read, GError **error)
{
  const int n_overrides = asked->n_overrides;
  const struct tn_arrival together = { 0 }; /* osu_latency has no barrier between its messages */
  const struct tn_conditions conditions = { .warmup = WARMUP, .arrival = &together };
  const struct tn_method *algorithm = tn_method_find(TN_PATTERN, "message-pingpong");
  enum { DISTANCE }; /* parameters of message-pingpong in their order */
  struct tn_study *study = tn_study_new(&conditions);
  g_autofree struct tn_override *all = g_new(struct tn_override, n_overrides + 1);
  bool ok = true;
  if (n_overrides > 0)
    memcpy(all, asked->overrides, sizeof *all * (size_t)n_overrides);
  all[n_overrides] =
      /* osu_latency calls no collective, so its messages have no call overhead. */
      (struct tn_override){ .param = TN_P_CALL_OVERHEAD, .value = 0 };
  for (guint i = 0; ok && i < points->len; i++) {
    const struct tn_fit_point *p = &g_array_index(points, struct tn_fit_point, i);
    struct tn_case one = { .platform = asked->platform,
                           .algorithm = algorithm,
                           .mechanism = asked->mechanism,
                           .given = 1u << DISTANCE,
                           .mapping = p->distance == TN_SAME_CORE ? "pu" : NULL,
                           .bytes = (size_t)p->bytes,
                           .overrides = all,
                           .n_overrides = n_overrides + 1 };
    one.params[DISTANCE] = 1 + (int64_t)p->distance;
    ok = p->children > 0 || tn_study_add(study, &one, error);
  }
  ok = ok && tn_study_run(study, NULL, error);
  for (guint i = 0; ok && ret_read && i < tn_study_n(study); i++) {
    const struct tn_outcome *o = tn_study_outcome(study, i);
    for (int p = 0; p < TN_N_PARAMS; p++)
      ret_read[p] |= o->state == TN_DONE && tn_sim_has_read(&o->result, (enum tn_param)p);
    tn_setup_add_origins(tn_study_point(study, i)->setup, ret_read);
  }
  for (guint i = 0, n = 0; ok && i < points->len; i++) {
    ret_seconds[i] = NAN;
    if (g_array_index(points, struct tn_fit_point, i).children > 0)
      continue;
    const struct tn_outcome *o = tn_study_outcome(study, n++);
    if (o->state == TN_DONE)
      ret_seconds[i] = o->result.max / 2;
    else
      ok = tn_study_refuse(error, UNSUPPORTED, "message-pingpong: %s",
                           o->message ? o->message : "not simulated");
  }
  tn_study_free(study);
  return ok;
}
