#include <unistd.h>

#include "case.h"

GQuark tn_study_error_quark(void)
{
  return g_quark_from_static_string("tn-study-error-quark");
}

bool tn_conditions_check(const struct tn_conditions *c, GError **error)
{
  if ((unsigned)c->law < TN_N_LAWS && (unsigned)c->protocol <= TN_IMB_OLD &&
      c->warmup >= TN_REALLY_ZERO && c->warmup <= TN_MAX_COUNT && c->repetitions >= 0 &&
      c->repetitions <= TN_MAX_COUNT && c->precision <= TN_LEAST_PRECISION && c->jobs >= 0 &&
      c->jobs <= TN_MAX_JOBS && c->point_limit >= 0.0 && c->point_limit <= TN_LONGEST_LIMIT)
    return true;
  g_set_error(error, TN_STUDY_ERROR, TN_STUDY_UNSUPPORTED,
              "law %d, protocol %d, warmup %d, repetitions %d, jobs %d, %g s for a case: out of "
              "range (%d calls, %d jobs and %g s are the most)",
              (int)c->law, (int)c->protocol, c->warmup, c->repetitions, c->jobs, c->point_limit,
              TN_MAX_COUNT, TN_MAX_JOBS, TN_LONGEST_LIMIT);
  return false;
}

int tn_conditions_jobs(const struct tn_conditions *c)
{
  return c->jobs > 0 ? c->jobs : (int)MAX(sysconf(_SC_NPROCESSORS_ONLN), 1);
}
