/* Properties of one entry of the registry (registry.h): its parameters and their values, the
 * decision of a library, numbers of ranks, mechanisms. */
#include <string.h>

#include "algos/kit/rounds.h"
#include "entries.h"

int tn_alg_params_number(const struct tn_alg_param *params)
{
  int n = 0;
  while (n < TN_MAX_PARAMS && params[n].name)
    n++;
  return n;
}

void tn_alg_params_defaults(const struct tn_alg_param *params, int64_t ret_params[TN_MAX_PARAMS])
{
  for (int i = 0; i < TN_MAX_PARAMS; i++)
    ret_params[i] = params[i].preset;
}

int tn_alg_params_find(const struct tn_alg_param *params, const char *name, bool *is_alias)
{
  const int n = tn_alg_params_number(params);
  for (int i = 0; i < n; i++) {
    const char *alias = params[i].alias;
    *is_alias = alias && strcmp(alias, name) == 0;
    if (*is_alias || strcmp(params[i].name, name) == 0)
      return i;
  }
  return -1;
}

static bool is_list_of(int n_choices, int64_t value)
{
  unsigned seen = 0;
  for (int i = 0; i < tn_list_length(value); i++) {
    const int item = tn_list_item(value, i);
    if (item < 0 || item >= n_choices || seen & 1u << item)
      return false;
    seen |= 1u << item;
  }
  return value > 0;
}

int64_t tn_alg_param_most(const struct tn_alg_param *param)
{
  const bool is_size = param->kind == TN_PARAM_SIZE || param->kind == TN_PARAM_SIZES;
  const int64_t most = is_size ? (int64_t)1 << 40 : 1 << 30;
  return param->max > 0 ? param->max : most;
}

bool tn_alg_param_accepts(const struct tn_alg_param *param, int64_t value)
{
  int n_choices = 0;
  while (param->choices && param->choices[n_choices])
    n_choices++;
  if (param->kind == TN_PARAM_CHOICE)
    return value >= 0 && value < n_choices;
  if (param->kind == TN_PARAM_LIST)
    return is_list_of(n_choices, value);
  if ((value == 0 && param->at_zero) || (value == param->min - 1 && param->word))
    return true;
  for (int i = 1; param->kind == TN_PARAM_SIZES && i < tn_sizes_length(value); i++)
    if (tn_sizes_item(value, i) < param->min)
      return false;
  const int64_t first = param->kind == TN_PARAM_SIZES ? tn_sizes_item(value, 0) : value;
  return first >= param->min && first <= tn_alg_param_most(param);
}

struct tn_decision tn_chooser_decide(const struct tn_chooser *chooser, const struct tn_call *call)
{
  struct tn_decision decision = chooser->decide(call);
  if (call->memory == TN_IN_DEVICE && chooser->stage)
    decision.staging = chooser->stage(call);
  return decision;
}

struct tn_call tn_decision_call(const struct tn_decision *decision, const struct tn_call *call)
{
  struct tn_call own = *call;
  memcpy(own.params, decision->params, sizeof own.params);
  own.nested = decision->nested;
  own.entries = decision->entries;
  if (call->memory == TN_IN_DEVICE && decision->staging != TN_STAGE_NOTHING) {
    own.memory = TN_STAGED;
    own.p2p = call->host_p2p;
  }
  if (decision->algorithm && !tn_algorithm_is_of(decision->algorithm, call->collective))
    own.collective = decision->algorithm->collective;
  return own;
}

enum { ITEM_BITS = 4, ITEM_MASK = 15 };

int tn_list_length(int64_t value)
{
  int n = 0;
  for (; value > 0; value >>= ITEM_BITS)
    n++;
  return n;
}

int tn_list_item(int64_t value, int i)
{
  return (int)(value >> (i * ITEM_BITS) & ITEM_MASK) - 1;
}

int64_t tn_list_append(int64_t value, int choice)
{
  return value | (int64_t)(choice + 1) << (tn_list_length(value) * ITEM_BITS);
}

/* If a value holds several sizes, one more bit is set, above the bits of all sizes. */
enum { SIZE_BITS = 15, SIZE_MASK = (1 << SIZE_BITS) - 1 };
static const int64_t several = (int64_t)1 << (TN_SIZES_MAX * SIZE_BITS);

int64_t tn_sizes_make(const int64_t *sizes, int n)
{
  int64_t value = several;
  for (int i = 0; i < n && n > 1; i++) {
    if (i == TN_SIZES_MAX || sizes[i] % TN_SIZES_UNIT != 0 || sizes[i] < TN_SIZES_UNIT ||
        sizes[i] > TN_SIZES_LARGEST)
      return -1;
    value |= sizes[i] / TN_SIZES_UNIT << (i * SIZE_BITS);
  }
  return n > 1 ? value : sizes[0];
}

int tn_sizes_length(int64_t value)
{
  int n = 1;
  while (value >= several && n < TN_SIZES_MAX && value >> (n * SIZE_BITS) & SIZE_MASK)
    n++;
  return n;
}

int64_t tn_sizes_item(int64_t value, int i)
{
  const int last = tn_sizes_length(value) - 1;
  const int64_t packed = value >> ((i < last ? i : last) * SIZE_BITS) & SIZE_MASK;
  return value < several ? value : packed * TN_SIZES_UNIT;
}

int64_t tn_algorithm_ranks(const struct tn_algorithm *a, const struct tn_call *call)
{
  return a->rank_count.more + a->rank_count.per * call->params[a->rank_count.param];
}

void tn_algorithm_fit(const struct tn_algorithm *a, struct tn_call *call)
{
  const int n = (call->n_ranks - a->rank_count.more) / (a->rank_count.per ? a->rank_count.per : 1);
  if (a->rank_count.per)
    call->params[a->rank_count.param] = n > 1 ? n : 1;
}

struct tn_call tn_method_call(const struct tn_method *e, int n_ranks, size_t bytes)
{
  struct tn_call call = { .collective = e->collective,
                          .n_ranks = n_ranks,
                          .pattern = e->runs->pattern,
                          .type = TN_FLOAT32,
                          .block = e->sizeless ? 0 : bytes };
  tn_alg_params_defaults(e->params, call.params);
  tn_algorithm_fit(e->runs, &call);
  return call;
}

bool tn_algorithm_form(const struct tn_algorithm *a, const struct tn_call *call,
                       struct tn_steps *ret_steps)
{
  struct tn_steps steps = { 0 };
  struct tn_call own = *call;
  own.variant = a->variant;
  if ((!a->form && !a->rounds) || call->counts)
    return false;
  if (call->n_ranks > 1 && a->form && !a->form(&own, &steps))
    return false;
  if (call->n_ranks > 1 && !a->form)
    tn_rounds_form(a->rounds, a->posts & TN_POST_AT_ONCE, &own, &steps);
  *ret_steps = steps;
  return true;
}

bool tn_method_has(const struct tn_method *e, enum tn_mechanism mechanism)
{
  for (int i = 0; i < e->n_mechanisms; i++)
    if (e->mechanisms[i] == mechanism)
      return true;
  return false;
}

bool tn_method_sends(const struct tn_method *e)
{
  return tn_method_has(e, TN_CICO) && !e->runs->pattern;
}
