#include "setting.h"

#include "base/names.h"
#include "platform/quantity.h"

struct tn_case *tn_case_with(const struct tn_case *asked, enum tn_param p, double value)
{
  const int n = asked->n_overrides;
  struct tn_override *overrides;
  /* The case and its overrides are one allocation. */
  struct tn_case *own = g_malloc(sizeof *own + (gsize)(n + 1) * sizeof *overrides);
  overrides = (struct tn_override *)(void *)(own + 1);
  for (int i = 0; i < n; i++)
    overrides[i] = asked->overrides[i];
  overrides[n] = (struct tn_override){ .param = p, .value = value };
  *own = *asked;
  own->overrides = overrides;
  own->n_overrides = n + 1;
  return own;
}

static bool refuse(GError **error, const char *what, const char *name)
{
  return tn_study_refuse(error, PARAM, "no %s \"%s\"", what, name ? name : "(null)");
}

bool tn_sizes_read(const struct tn_alg_param *p, const char *text, int64_t *ret, GError **error)
{
  g_auto(GStrv) words = g_strsplit(text, "+", TN_SIZES_MAX + 1);
  int64_t sizes[TN_SIZES_MAX + 1];
  int n = 0;
  for (size_t bytes; words[n]; sizes[n++] = (int64_t)MIN(bytes, G_MAXINT64))
    if (!tn_parse_size(words[n], &bytes, error))
      return false;
  const int64_t value = n > 0 ? tn_sizes_make(sizes, n) : -1;
  if (tn_alg_param_accepts(p, value))
    *ret = value;
  else
    g_set_error(error, TN_STUDY_ERROR, TN_STUDY_PARAM,
                "%s=%s is out of range (up to %d sizes from %lld to %d, multiples of %d)", p->name,
                text, TN_SIZES_MAX, (long long)p->min, TN_SIZES_LARGEST, TN_SIZES_UNIT);
  return tn_alg_param_accepts(p, value);
}

static bool read_word(const struct tn_alg_param *p, const char *word, int64_t *ret, GError **error)
{
  g_auto(GStrv) words = g_strsplit(word, p->kind == TN_PARAM_LIST ? "+" : "\n", -1);
  int64_t value = 0;
  if (p->kind == TN_PARAM_SIZES)
    return tn_sizes_read(p, word, ret, error);
  if (g_strv_length(words) > TN_LIST_MAX)
    return refuse(error, p->name, word);
  for (int i = 0; words[i]; i++) {
    const int choice = p->choices ? tn_name_find(p->choices, words[i]) : -1;
    if (choice < 0)
      return refuse(error, p->name, words[i]);
    value = p->kind == TN_PARAM_LIST ? tn_list_append(value, choice) : choice;
  }
  *ret = value;
  return true;
}

/* Sets the parameter `name`. Returns its index, or -1 and *error. */
static int set_param(const struct tn_method *a, const char *name, const char *word, int64_t number,
                     int64_t *params, GError **error)
{
  bool is_alias = false;
  const int i = name && a ? tn_alg_params_find(a->params, name, &is_alias) : -1;
  if (i < 0) {
    refuse(error, "parameter of the algorithm", name);
    return -1;
  }
  /* Limits far outside the accepted values, so that the sum below cannot overflow. */
  params[i] =
      CLAMP(number, G_MININT64 / 2, G_MAXINT64 / 2) + (is_alias ? a->params[i].alias_offset : 0);
  return !word || read_word(&a->params[i], word, &params[i], error) ? i : -1;
}

bool tn_case_set(struct tn_case *ret, struct tn_nested *nested, const char *name, const char *word,
                 int64_t number, GError **error)
{
  const char *param = NULL;
  const int role = name && ret->algorithm->runs->composed
                       ? tn_role_find(ret->algorithm->collective, name, &param)
                       : -1;
  if (role >= 0 && !param) {
    enum tn_collective collective = ret->algorithm->collective;
    tn_role_find_collective(ret->algorithm->collective, role, &collective);
    const struct tn_method *a = word ? tn_method_find(collective, word) : NULL;
    if (!a || a->runs->composed)
      return refuse(error, tn_collective_names[collective], word);
    nested->part[role] = tn_nested_choice_make(a);
    ret->nested = nested;
    return true;
  }
  if (role >= 0)
    return set_param(nested->part[role].algorithm, param, word, number, nested->part[role].params,
                     error) >= 0;
  const int i = set_param(ret->algorithm, name, word, number, ret->params, error);
  if (i < 0)
    return false;
  ret->given |= 1u << i;
  return true;
}
