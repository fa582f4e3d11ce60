#include "row_case.h"

#include <math.h>
#include <string.h>

#include "algos/kit/reduction.h"
#include "disturb.h"
#include "param.h"
#include "platform/quantity.h"
#include "study/setting.h"
#include "study/study_rows.h"
#include "study/usage.h"

/* Reads a name as TN_JUST of its index in `names`; 0 if the column is empty. */
static bool read_name(const char *where, const char *what, const char *name,
                      const char *const *names, int *ret, GError **error)
{
  *ret = TN_JUST(tn_name_find(names, name));
  return !*name || *ret || tn_usage_unknown(error, where, what, name, names);
}

static bool read_algorithm(const struct tn_row *row, struct tn_row_case *c, GError **error)
{
  struct tn_case *ret = &c->asked;
  const int collective = tn_collective_find(row->collective);
  if (collective < 0)
    return tn_usage_unknown(error, c->where, "collective", row->collective, tn_collective_names);
  ret->algorithm = tn_method_find((enum tn_collective)collective, row->algorithm);
  if (!ret->algorithm)
    return tn_usage(error, "%s: no %s \"%s\" (see turnstile list algorithms)", c->where,
                    row->collective, row->algorithm);
  int mechanism;
  if (!read_name(c->where, "mechanism", row->mechanism, tn_mechanism_names, &mechanism, error) ||
      !read_name(c->where, "memory", row->memory, tn_user_memory_names, &ret->memory, error))
    return false;
  ret->mechanism = mechanism;
  if (mechanism)
    ret->memory = 0;
  ret->root = tn_collective_rooted((enum tn_collective)collective) ? (int)MAX(row->root, 0) : 0;
  return true;
}

static bool read_value(const struct tn_method *a, const char *name, const struct tn_pair *pair,
                       int *ret_param, int64_t *ret, GError **error)
{
  bool is_alias = false;
  *ret_param = a ? tn_alg_params_find(a->params, name, &is_alias) : -1;
  if (*ret_param < 0)
    return tn_usage(error, "%s: %s has no parameter \"%s\"", pair->where, a ? a->name : pair->name,
                    name);
  g_autoptr(GArray) values = tn_param_read(&a->params[*ret_param], pair, is_alias, 0, error);
  if (values)
    *ret = g_array_index(values, int64_t, 0);
  return values != NULL;
}

/* Reads a composition's role, "inner=linear", or a parameter of it, "inner.requests=8"; `param` is
 * NULL for a role. */
static bool read_role(struct tn_row_case *c, int role, const char *param,
                      const struct tn_pair *pair, GError **error)
{
  struct tn_nested_choice *part = &c->nested->part[role];
  int64_t value;
  int n;
  if (!param)
    return tn_case_set(&c->asked, c->nested, pair->name, pair->value, 0, error) ||
           tn_usage_prefix(error, c->where);
  if (!read_value(part->algorithm, param, pair, &n, &value, error))
    return false;
  part->params[n] = value;
  return true;
}

/* Reads a row's parameters "segment=16384;throttle=8"; a composition's role comes before the role's
 * parameters. */
static bool read_params(const struct tn_row *row, struct tn_row_case *c, GError **error)
{
  const struct tn_method *a = c->asked.algorithm;
  if (a->runs->composed)
    c->nested = g_new0(struct tn_nested, 1);
  for (int i = 0; i < row->params->n; i++) {
    const struct tn_value *v = &row->params->at[i];
    const struct tn_pair pair = { v->name, v->value ? v->value : v->name, c->where };
    const char *param = NULL;
    const int role = a->runs->composed ? tn_role_find(a->collective, pair.name, &param) : -1;
    int64_t value;
    int n;
    if (role >= 0) {
      if (!read_role(c, role, param, &pair, error))
        return false;
      continue;
    }
    if (!read_value(a, pair.name, &pair, &n, &value, error))
      return false;
    c->asked.params[n] = value;
    c->asked.given |= 1u << n;
  }
  return true;
}

static bool read_count(const struct tn_row_case *c, const char *text, int *ret, GError **error)
{
  int64_t value;
  if (!tn_parse_int(text, 0, 1000000, &value, error))
    return tn_usage_prefix(error, c->where);
  *ret = value == 0 ? TN_REALLY_ZERO : (int)value;
  return true;
}

static bool read_override(struct tn_row_case *c, const struct tn_value *v, GError **error)
{
  const char *name = v->name, *value = v->value ? v->value : "", *word = v->text;
  int op;
  if (strcmp(word, TN_SHARED_BY_SYSTEM) == 0)
    return tn_usage(error,
                    "%s: %s: core sharing by the operating system is not simulated (give "
                    "FILE:overrides=core_sharing=fold)",
                    c->where, word);
  if (tn_param_find(name) >= 0) {
    struct tn_override set;
    if (!tn_override_parse(word, &set, error))
      return tn_usage_prefix(error, c->where);
    set.text = value;
    g_array_append_val(c->overrides, set);
    return true;
  }
  if (strcmp(name, "warmup") == 0)
    return read_count(c, value, &c->conditions.warmup, error);
  if (strcmp(name, "repetitions") == 0)
    return read_count(c, value, &c->conditions.repetitions, error);
  if (strcmp(name, "ideal") == 0) {
    c->conditions.ideal = strcmp(value, "yes") == 0;
    return true;
  }
  if (strcmp(name, "working-set") == 0)
    return tn_parse_size(value, &c->conditions.working_set, error) ||
           tn_usage_prefix(error, c->where);
  if (strcmp(name, "type") == 0)
    return read_name(c->where, name, value, tn_type_names, &c->asked.type, error);
  if (strcmp(name, "op") == 0) {
    if (!read_name(c->where, name, value, tn_op_names, &op, error))
      return false;
    c->asked.op = (enum tn_op)MAX(op - 1, 0);
    return true;
  }
  if (strcmp(name, "arrival") == 0 && !c->arrival) {
    c->conditions.arrival = c->arrival = tn_arrival_parse(value, error);
    return c->arrival || tn_usage_prefix(error, c->where);
  }
  return tn_usage(error, "%s: override \"%s\" is not simulated", c->where, word);
}

bool tn_row_case_init(struct tn_row_case *c, const struct tn_row *row, const char *where,
                      GError **error)
{
  int protocol, buffers;
  *c = (struct tn_row_case){ .where = where,
                             .overrides = g_array_new(FALSE, FALSE, sizeof(struct tn_override)) };
  if (!read_algorithm(row, c, error) ||
      !read_name(c->where, "protocol", row->protocol, tn_protocol_names, &protocol, error) ||
      !read_name(c->where, "buffers", row->buffers, tn_buffers_names, &buffers, error) ||
      !read_name(c->where, "transport", row->transport, tn_transport_names, &c->asked.transport,
                 error) ||
      !read_params(row, c, error))
    return false;
  for (int i = 0; i < row->overrides->n; i++)
    if (!read_override(c, &row->overrides->at[i], error))
      return false;
  c->conditions.protocol = protocol ? (enum tn_protocol)(protocol - 1) : TN_SINGLE;
  c->asked.buffers = buffers ? (enum tn_buffers)(buffers - 1) : TN_BUFFERS_UNCHANGED;
  c->asked.mapping = *row->mapping ? row->mapping : NULL;
  c->asked.overrides = (const struct tn_override *)(const void *)c->overrides->data;
  c->asked.n_overrides = (int)c->overrides->len;
  return true;
}

bool tn_row_case_complete(struct tn_row_case *c, const struct tn_row *row, const char *where,
                          GError **error)
{
  int law;
  if (!tn_row_case_init(c, row, where, error) ||
      !read_name(c->where, "law", row->law, tn_law_names, &law, error) ||
      !read_name(c->where, "kernel", row->kernel, tn_kernel_names, &c->asked.kernel, error) ||
      !read_name(c->where, "backing", row->backing, tn_backing_names, &c->asked.backing, error))
    return false;
  if (*row->noise && strcmp(row->noise, "none") != 0 &&
      !(c->noise = tn_noises_parse(row->noise, error)))
    return tn_usage_prefix(error, c->where);
  c->conditions.noise = c->noise;
  c->conditions.law = (enum tn_law)(law ? law - 1 : 0);
  c->conditions.seed = row->seed == 0 ? TN_REALLY_ZERO : MAX(row->seed, 0);
  if (!isnan(row->precision))
    c->conditions.precision = row->precision > 0.0 ? row->precision : TN_REALLY_ZERO;
  c->asked.ranks = (int)CLAMP(row->ranks, 0, TN_MAX_COUNT);
  c->asked.in_place = row->in_place > 0;
  c->asked.bytes = (size_t)MAX(row->size, 0);
  return true;
}

bool tn_row_case_add(struct tn_study *study, const struct tn_row *row, const struct tn_platform *pf,
                     const char *where, GError **error)
{
  struct tn_row_case c;
  bool ok = tn_row_case_complete(&c, row, where, error);
  c.asked.platform = pf;
  ok = ok && tn_study_add(study, &c.asked, error);
  tn_row_case_finish(&c);
  return ok;
}

bool tn_row_names_files(const struct tn_row *row)
{
  return strstr(row->noise, "file:") || strstr(row->overrides->text, "file:") ||
         tn_values_get(row->overrides, "counts");
}

void tn_row_case_finish(struct tn_row_case *c)
{
  g_clear_pointer(&c->overrides, g_array_unref);
  g_clear_pointer(&c->nested, g_free);
  tn_arrival_free(c->arrival);
  tn_noises_free(c->noise);
  c->arrival = NULL;
  c->noise = NULL;
}
