#include <unistd.h>

#include "case.h"

G_DEFINE_QUARK(tn-study-error-quark, tn_study_error)

int tn_conditions_warmup(const struct tn_conditions *c)
{
  return c->warmup == 0 ? 1 : MAX(c->warmup, 0);
}

int tn_conditions_repetitions(const struct tn_conditions *c)
{
  return MAX(c->repetitions, 1);
}

uint64_t tn_conditions_seed(const struct tn_conditions *c)
{
  return c->seed == 0 ? 1 : (uint64_t)MAX(c->seed, 0);
}

int tn_conditions_jobs(const struct tn_conditions *c)
{
  return c->jobs > 0 ? c->jobs : (int)MAX(sysconf(_SC_NPROCESSORS_ONLN), 1);
}
