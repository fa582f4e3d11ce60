#include "library.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/names.h"

struct tn_decision tn_decision_make(const struct tn_algorithm *algorithm, const char *name)
{
  struct tn_decision decision = { .algorithm = algorithm, .name = name };
  for (int i = 0; algorithm && i < tn_algorithm_n_params(algorithm); i++)
    decision.params[i] = algorithm->params[i].preset;
  return decision;
}

void tn_decision_set(struct tn_decision *decision, const char *param, int64_t value)
{
  bool is_alias;
  const int i = tn_algorithm_param(decision->algorithm, param, &is_alias);
  assert(i >= 0 && !is_alias);
  decision->params[i] = value;
}

int tn_decision_find(const struct tn_decision *decision, const char *param, const char *value)
{
  bool is_alias;
  const int i = tn_algorithm_param(decision->algorithm, param, &is_alias);
  const char *const *names = decision->algorithm->params[i].choices;
  return tn_name_find(names, value);
}

const char *tn_decided_unsupported(tn_decide *decide, const struct tn_call *call)
{
  static _Thread_local char text[96];
  const struct tn_decision decision = decide(call);
  if (!decision.algorithm) {
    snprintf(text, sizeof text, "the library takes %s here, which is not among the algorithms",
             decision.name);
    return text;
  }
  const struct tn_call own = tn_decision_call(&decision, call);
  return decision.algorithm->unsupported(&own);
}

int tn_decided_slots(tn_decide *decide, const struct tn_call *call)
{
  const struct tn_decision decision = decide(call);
  const struct tn_call own = tn_decision_call(&decision, call);
  return decision.algorithm->n_slots(&own);
}

struct tn_sizes tn_decided_scratch(tn_decide *decide, const struct tn_call *call)
{
  const struct tn_decision decision = decide(call);
  const struct tn_call own = tn_decision_call(&decision, call);
  return decision.algorithm->scratch ? decision.algorithm->scratch(&own) : (struct tn_sizes){ 0 };
}

void tn_decided_run(tn_decide *decide, struct tn_strand *r)
{
  const struct tn_call *asked = r->call;
  const struct tn_decision decision = decide(asked);
  const struct tn_call own = tn_decision_call(&decision, asked);
  r->call = &own;
  decision.algorithm->run(r);
  if (own.entries > 0 && own.n_ranks == 1)
    r->transport->compute(r, own.compute);
  r->call = asked;
}
