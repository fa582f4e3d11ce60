#include "library.h"

#include <assert.h>

#include "base/names.h"

struct tn_decision tn_decide_as(const char *chooser, const struct tn_call *call)
{
  return tn_method_find(call->collective, chooser)->chooser->decide(call);
}

struct tn_decision tn_decision_make(const struct tn_algorithm *algorithm, const char *name)
{
  struct tn_decision decision = { .algorithm = algorithm, .name = name };
  if (algorithm)
    tn_alg_params_defaults(algorithm->params, decision.params);
  return decision;
}

void tn_decision_set(struct tn_decision *decision, const char *param, int64_t value)
{
  bool is_alias;
  const int i = tn_alg_params_find(decision->algorithm->params, param, &is_alias);
  assert(i >= 0 && !is_alias);
  decision->params[i] = value;
}

struct tn_decision tn_decision_with(const struct tn_algorithm *algorithm, const char *name,
                                    const char *param, int64_t value)
{
  struct tn_decision decision = tn_decision_make(algorithm, name);
  tn_decision_set(&decision, param, value);
  return decision;
}

struct tn_decision tn_decision_like(const struct tn_algorithm *algorithm, const char *name)
{
  struct tn_decision decision = tn_decision_make(algorithm, name);
  decision.is_substitute = true;
  return decision;
}

int tn_decision_find(const struct tn_decision *decision, const char *param, const char *value)
{
  bool is_alias;
  const int i = tn_alg_params_find(decision->algorithm->params, param, &is_alias);
  const char *const *names = decision->algorithm->params[i].choices;
  return tn_name_find(names, value);
}
