#include "fit_check.h"

#include <math.h>

#include "study/study.h"

/* More calls than any library has slots for one pair. */
enum { WARMUP = 17 };

/* The case of one message; `algorithm` is message-pingpong, whose parameters are in this order. */
static struct tn_case case_of(const struct tn_platform *pf, const struct tn_algorithm *algorithm,
                              enum tn_mechanism mechanism, const struct tn_fit_point *p)
{
  enum { DISTANCE };
  struct tn_case asked = { .platform = pf,
                           .algorithm = algorithm,
                           .mechanism = TN_JUST(mechanism),
                           .given = 1u << DISTANCE,
                           .mapping = p->distance == TN_SAME_CORE ? "pu" : NULL,
                           .bytes = (size_t)p->bytes };
  asked.params[DISTANCE] = 1 + (int64_t)p->distance;
  return asked;
}

static bool take_outcome(const struct tn_outcome *o, double *ret, GError **error)
{
  if (o->state == TN_DONE) {
    *ret = o->result.max / 2;
    return true;
  }
  g_set_error(error, TN_STUDY_ERROR, TN_STUDY_UNSUPPORTED, "message-pingpong: %s",
              o->message ? o->message : "not simulated");
  return false;
}

bool tn_fit_check(const struct tn_platform *pf, const GArray *points, enum tn_mechanism mechanism,
                  double *ret_seconds, GError **error)
{
  const struct tn_arrival together = { 0 }; /* osu_latency has no barrier between its messages */
  const struct tn_conditions conditions = { .warmup = WARMUP, .arrival = &together };
  const struct tn_algorithm *algorithm = tn_algorithm_find(TN_PATTERN, "message-pingpong");
  struct tn_study *study = tn_study_new(&conditions);
  bool ok = true;
  for (guint i = 0; ok && i < points->len; i++) {
    const struct tn_fit_point *p = &g_array_index(points, struct tn_fit_point, i);
    const struct tn_case asked = case_of(pf, algorithm, mechanism, p);
    ok = p->children > 0 || tn_study_add(study, &asked, error);
  }
  ok = ok && tn_study_run(study, NULL, error);
  for (guint i = 0, n = 0; ok && i < points->len; i++) {
    ret_seconds[i] = NAN;
    if (g_array_index(points, struct tn_fit_point, i).children == 0)
      ok = take_outcome(tn_study_outcome(study, n++), &ret_seconds[i], error);
  }
  tn_study_free(study);
  return ok;
}
