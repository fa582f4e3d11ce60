#include "param.h"

#include <string.h>

#include "platform/quantity.h"
#include "study/setting.h"

/* Returns the index of `word` among the parameter's words, or -1 and *error. */
static int find_choice(const struct tn_alg_param *p, const struct tn_pair *pair, const char *word,
                       GError **error)
{
  const int found = tn_name_find(p->choices, word);
  if (found < 0)
    tn_usage_unknown(error, pair->where, pair->name, word, p->choices);
  return found;
}

/* Reads a list of words, "numa+socket", into one number, as tn_list_append makes it (0x43 here).
 * Returns -1 and *error on failure. */
static int64_t read_list(const struct tn_alg_param *p, const struct tn_pair *pair, const char *text,
                         GError **error)
{
  g_auto(GStrv) words = g_strsplit(text, "+", -1);
  int64_t value = 0;
  for (int i = 0; words[i]; i++) {
    const int choice = find_choice(p, pair, words[i], error);
    if (choice < 0)
      return -1;
    for (int k = 0; k < i; k++) {
      if (tn_list_item(value, k) != choice)
        continue;
      tn_usage(error, "%s: %s=%s names %s twice (once)", pair->where, pair->name, text, words[i]);
      return -1;
    }
    value = tn_list_append(value, choice);
  }
  if (value == 0)
    tn_usage(error, "%s: %s names nothing", pair->where, pair->name);
  return value > 0 ? value : -1;
}

static bool read_words(const struct tn_alg_param *p, const struct tn_pair *pair, GArray *ret,
                       GError **error)
{
  g_auto(GStrv) words = g_strsplit(pair->value, ",", -1);
  for (int i = 0; words[i]; i++) {
    const int64_t value = p->kind == TN_PARAM_LIST ? read_list(p, pair, words[i], error)
                                                   : find_choice(p, pair, words[i], error);
    if (value < 0)
      return false;
    g_array_append_val(ret, value);
  }
  return true;
}

static bool read_sizes(const struct tn_alg_param *p, const struct tn_pair *pair, GArray *ret,
                       GError **error)
{
  g_autoptr(GArray) sizes = NULL;
  if (!tn_parse_sizes(pair->value, &sizes, error))
    return tn_usage_prefix(error, pair->where);
  for (guint i = 0; i < sizes->len; i++) {
    const size_t bytes = g_array_index(sizes, size_t, i);
    const int64_t value = (int64_t)bytes;
    if (bytes > (size_t)tn_alg_param_most(p))
      return tn_usage(error, "%s: %s=%zu is out of range (at most %lld)", pair->where, pair->name,
                      bytes, (long long)tn_alg_param_most(p));
    if (!tn_alg_param_accepts(p, value))
      return tn_usage(error, "%s: %s=%zu is out of range (at least %lld%s%s)", pair->where,
                      pair->name, bytes, (long long)p->min, p->at_zero ? ", or 0: " : "",
                      p->at_zero ? p->at_zero : "");
    g_array_append_val(ret, value);
  }
  return true;
}

/* Reads values of a parameter by level: a size for all levels, or a list "16K+64K". */
static bool read_levels(const struct tn_alg_param *p, const struct tn_pair *pair, GArray *ret,
                        GError **error)
{
  g_auto(GStrv) words = g_strsplit(pair->value, ",", -1);
  bool ok = true;
  for (int i = 0; words[i] && ok; i++) {
    const struct tn_pair one = { pair->name, words[i], pair->where };
    int64_t value = 0;
    if (!strchr(words[i], '+'))
      ok = read_sizes(p, &one, ret, error);
    else if (tn_sizes_read(p, words[i], &value, error))
      g_array_append_val(ret, value);
    else
      ok = tn_usage_prefix(error, pair->where);
  }
  return ok;
}

static bool read_numbers(const struct tn_alg_param *p, const struct tn_pair *pair, int offset,
                         int n_ranks, GArray *ret, GError **error)
{
  g_autoptr(GArray) numbers = NULL;
  if (!tn_parse_ints(pair->value, p->min - offset, tn_alg_param_most(p) - offset, n_ranks, &numbers,
                     error)) {
    if (p->word)
      g_prefix_error(error, "%s (or %s): ", pair->name, p->word);
    return tn_usage_prefix(error, pair->where);
  }
  for (guint i = 0; i < numbers->len; i++) {
    const int64_t value = g_array_index(numbers, int64_t, i) + offset;
    g_array_append_val(ret, value);
  }
  return true;
}

/* Reads values of a parameter: numbers, or its word in place of a number. */
static bool read_ints(const struct tn_alg_param *p, const struct tn_pair *pair, int offset,
                      int n_ranks, GArray *ret, GError **error)
{
  if (!p->word)
    return read_numbers(p, pair, offset, n_ranks, ret, error);
  g_auto(GStrv) pieces = g_strsplit(pair->value, ",", -1);
  for (int i = 0; pieces[i]; i++) {
    const struct tn_pair one = { pair->name, pieces[i], pair->where };
    const int64_t value = p->min - 1;
    if (strcmp(pieces[i], p->word) == 0)
      g_array_append_val(ret, value);
    else if (!read_numbers(p, &one, offset, n_ranks, ret, error))
      return false;
  }
  return true;
}

GArray *tn_param_read(const struct tn_alg_param *p, const struct tn_pair *pair, bool is_alias,
                      int n_ranks, GError **error)
{
  g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(int64_t));
  bool ok = false;
  switch (p->kind) {
  case TN_PARAM_CHOICE:
  case TN_PARAM_LIST:
    ok = read_words(p, pair, values, error);
    break;
  case TN_PARAM_INT:
    ok = read_ints(p, pair, is_alias ? p->alias_offset : 0, n_ranks, values, error);
    break;
  case TN_PARAM_SIZE:
    ok = read_sizes(p, pair, values, error);
    break;
  case TN_PARAM_SIZES:
    ok = read_levels(p, pair, values, error);
    break;
  }
  return ok ? g_steal_pointer(&values) : NULL;
}

const struct tn_method *tn_method_named(const char *collective, const char *algorithm)
{
  const int c = tn_collective_find(collective);
  return c < 0 ? NULL : tn_method_find((enum tn_collective)c, algorithm);
}
