#include "study_point.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "platform/params.h"

G_DEFINE_QUARK(tn_study_error, tn_study_error)

const char *tn_usual_mapping(enum tn_user_memory memory)
{
  return memory == TN_MEMORY_DEVICE ? "device" : TN_DEFAULT_MAPPING;
}

int tn_conditions_jobs(const struct tn_conditions *c)
{
  return c->jobs > 0 ? c->jobs : (int)MAX(sysconf(_SC_NPROCESSORS_ONLN), 1);
}

int tn_setup_transport(const struct tn_setup *setup)
{
  return setup->n_overrides > 0 ? setup->overrides[0].transport : 0;
}

/* Returns the last override of the parameter, which is the one in effect, or NULL. */
static const struct tn_override *override_of(const struct tn_setup *setup, enum tn_param p)
{
  for (int i = setup->n_overrides; i > 0; i--)
    if (setup->overrides[i - 1].param == p)
      return &setup->overrides[i - 1];
  return NULL;
}

struct tn_param_value tn_setup_param(const struct tn_setup *setup, enum tn_param p)
{
  struct tn_param_value v = tn_platform_param(setup->platform, p), of_kernel;
  const struct tn_override *o = override_of(setup, p);
  if (tn_platform_kernel_param(setup->platform, setup->kernel, p, &of_kernel))
    v = of_kernel;
  if (o && o->transport) {
    tn_transport_param((enum tn_transport_profile)(o->transport - 1),
                       (enum tn_mechanism)o->mechanism, p, &v);
    if (tn_param_is_software(p))
      v.value *= setup->values[TN_P_SOFTWARE_SCALE];
  }
  if (v.value != setup->values[p] && !isnan(v.value))
    v = (struct tn_param_value){ .source = "override", .error = NAN };
  v.value = setup->values[p];
  return v;
}

void tn_point_under(struct tn_point *point, const struct tn_conditions *c)
{
#define CONDITION(KEY, type, name) point->name = c->name;
#include "sim/point.def"
  point->warmup = c->warmup == 0 ? TN_AS_MANY_AS_SLOTS : MAX(c->warmup, 0);
  point->repetitions = MAX(c->repetitions, 0);
  if (point->repetitions == 0)
    point->repetitions = tn_protocol_calls(point->protocol);
  point->precision = c->precision < 0.0 ? 0.0 : c->precision > 0.0 ? c->precision : TN_PRECISION;
  point->seed = c->seed == 0 ? 1 : MAX(c->seed, 0);
}

int tn_point_warmup(const struct tn_point *point)
{
  const double of_osu = 200; /* largest number of warm-up calls in OSU's benchmarks */
  if (point->warmup != TN_AS_MANY_AS_SLOTS)
    return point->warmup;
  if (point->protocol != TN_OSU || !tn_method_sends(point->algorithm))
    return tn_protocol_warmup(point->protocol);
  const double *values = point->setup->values;
  return (int)fmin(fmax(values[TN_P_EAGER_SLOTS], values[TN_P_FRAGMENTS_IN_FLIGHT]), of_osu);
}

char *tn_param_text(const struct tn_alg_param *p, int64_t value)
{
  if (p->word && value == p->min - 1)
    return g_strdup(p->word);
  if (p->kind == TN_PARAM_CHOICE)
    return g_strdup(p->choices[value]);
  GString *text = g_string_new(NULL);
  for (int i = 0; p->kind == TN_PARAM_LIST && i < tn_list_length(value); i++)
    g_string_append_printf(text, "%s%s", i ? "+" : "", p->choices[tn_list_item(value, i)]);
  for (int i = 0; p->kind != TN_PARAM_LIST && i < tn_sizes_length(value); i++)
    g_string_append_printf(text, "%s%lld", i ? "+" : "", (long long)tn_sizes_item(value, i));
  return g_string_free(text, FALSE);
}

/* Appends "prefix.throttle=8" for each parameter; `brief` omits defaults. */
static void add_params(GPtrArray *all, const char *prefix, const struct tn_method *a,
                       const int64_t *params, bool brief)
{
  for (int i = 0; i < tn_alg_params_number(a->params); i++) {
    g_autofree char *value = tn_param_text(&a->params[i], params[i]);
    if (!brief || params[i] != a->params[i].preset)
      g_ptr_array_add(
          all, g_strdup_printf("%s%s%s=%s", prefix, *prefix ? "." : "", a->params[i].name, value));
  }
}

static int by_name(const void *x, const void *y)
{
  const char *const *a = x, *const *b = y;
  const char *p = *a, *q = *b;
  while (*p == *q && *p != '=')
    p++, q++;
  return (*p == '=' ? 0 : *p) - (*q == '=' ? 0 : *q);
}

void tn_add_nested(GPtrArray *all, enum tn_collective collective, const struct tn_nested *nested,
                   bool brief)
{
  for (int role = 0; nested && role < TN_N_ROLES; role++) {
    char name[TN_ROLE_NAME];
    if (!nested->part[role].algorithm)
      continue;
    tn_role_name(collective, role, name);
    g_ptr_array_add(all, g_strdup_printf("%s=%s", name, nested->part[role].algorithm->name));
    add_params(all, name, nested->part[role].algorithm, nested->part[role].params, brief);
  }
}

char *tn_point_params(const struct tn_point *point)
{
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(g_free);
  add_params(all, "", point->algorithm, point->call.params, false);
  tn_add_nested(all, point->call.collective, point->call.nested, false);
  g_ptr_array_sort(all, by_name);
  g_ptr_array_add(all, NULL);
  return g_strjoinv(";", (char **)all->pdata);
}

char *tn_point_describe(const struct tn_point *point)
{
  g_autofree char *params = tn_point_params(point);
  const int n = point->call.n_ranks;
  const size_t block = point->call.block;
  return g_strdup_printf(
      "%s %s %s%s%s, %d rank%s, %zu byte%s%s%s", tn_platform_name(point->setup->platform),
      tn_collective_names[point->call.collective], point->algorithm->name, *params ? " " : "",
      params, n, n == 1 ? "" : "s", block, block == 1 ? "" : "s", point->counts ? ", counts " : "",
      point->counts ? point->counts : "");
}

char *tn_point_context(const struct tn_point *point)
{
  GString *text = g_string_new(NULL);
  const int transport = tn_setup_transport(point->setup);
  if (transport)
    g_string_append_printf(text, ", transport %s", tn_transport_names[transport - 1]);
  for (int i = 0; i < point->setup->n_overrides; i++) {
    const struct tn_override *o = &point->setup->overrides[i];
    if (o->varies)
      g_string_append_printf(text, ", %s=%s", tn_params[o->param].name, o->text);
  }
  const enum tn_user_memory memory = tn_mechanism_memory(point->mechanism);
  if (memory == TN_MEMORY_DEVICE)
    g_string_append(text, ", device memory");
  if (strcmp(point->mapping, tn_usual_mapping(memory)) != 0)
    g_string_append_printf(text, ", mapping %s", point->mapping);
  if (point->call.root != 0)
    g_string_append_printf(text, ", root %d", point->call.root);
  if (point->counts)
    g_string_append_printf(text, ", counts %s", point->counts);
  if (point->buffers != TN_BUFFERS_UNCHANGED)
    g_string_append_printf(text, ", buffers %s", tn_buffers_names[point->buffers]);
  return g_string_free(text, FALSE);
}
