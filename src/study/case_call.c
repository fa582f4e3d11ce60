#include "case_call.h"

#include "mechanisms.h"

int tn_case_usual_ranks(const struct tn_case *asked)
{
  if (asked->ranks)
    return asked->ranks;
  return tn_case_memory(asked) == TN_MEMORY_DEVICE ? MAX(1, tn_platform_n_devices(asked->platform))
                                                   : tn_platform_default_ranks(asked->platform);
}

struct tn_call tn_case_call(const struct tn_case *asked)
{
  const struct tn_method *a = asked->algorithm;
  struct tn_call call = tn_method_call(a, tn_case_usual_ranks(asked), asked->bytes);
  call.root = asked->root;
  call.in_place = asked->in_place;
  call.op = asked->op;
  if (asked->type)
    call.type = (enum tn_type)(asked->type - 1);
  for (int i = 0; i < tn_alg_params_number(a->params); i++)
    if (asked->given & 1u << i)
      call.params[i] = asked->params[i];
  const int64_t n_ranks = tn_algorithm_ranks(a->runs, &call);
  if (n_ranks > 0 && !asked->ranks)
    call.n_ranks = (int)MIN(n_ranks, G_MAXINT);
  return call;
}

static bool check_params(const struct tn_method *a, unsigned given, const int64_t *params,
                         GError **error)
{
  for (int i = 0; i < tn_alg_params_number(a->params); i++) {
    if (!(given & 1u << i) || tn_alg_param_accepts(&a->params[i], params[i]))
      continue;
    return tn_study_refuse(error, PARAM, "%s: %lld is not a value of %s", a->name,
                           (long long)params[i], a->params[i].name);
  }
  return true;
}

bool tn_case_check_params(const struct tn_case *asked, GError **error)
{
  if (!check_params(asked->algorithm, asked->given, asked->params, error))
    return false;
  for (int role = 0; asked->algorithm->runs->composed && asked->nested && role < TN_N_ROLES;
       role++) {
    const struct tn_nested_choice *c = &asked->nested->part[role];
    unsigned given = 0;
    for (int i = 0; c->algorithm && i < tn_alg_params_number(c->algorithm->params); i++)
      given |= (unsigned)(c->params[i] != c->algorithm->params[i].preset) << i;
    if (c->algorithm && !check_params(c->algorithm, given, c->params, error))
      return false;
  }
  return true;
}
