/* Reads options that are names or lists of names. */
#include <string.h>

#include "expand.h"
#include "platform/quantity.h"
#include "study/mechanisms.h"

/* Appends a word's mechanisms, "xpmem" or "xpmem/cico", to the list in *ret. */
static bool read_mechanism(const struct tn_options *s, const char *word, int64_t *ret,
                           GError **error)
{
  g_auto(GStrv) names = g_strsplit(word, "/", -1);
  for (int i = 0; i == 0 || names[i]; i++) {
    const char *name = names[i] ? names[i] : "";
    const int found = i < TN_N_MECHANISMS ? tn_name_find(tn_mechanism_names, name) : -1;
    if (found < 0)
      return tn_usage_unknown(error, tn_options_where(s, TN_OPT_MECHANISM), "mechanism", name,
                              tn_mechanism_names);
    *ret = tn_list_append(*ret, found);
  }
  return true;
}

/* Sets *ret to the memory of the buffers that the list's mechanisms need, as in tn_case; 0 for an
 * empty list. Fails if a mechanism needs another memory than `wanted` or, if `wanted` is 0, than
 * the list's first mechanism. */
static bool find_memory(const struct tn_options *s, int64_t list, int wanted, int *ret,
                        GError **error)
{
  *ret = wanted;
  for (int i = 0; i < tn_list_length(list); i++) {
    const enum tn_mechanism m = (enum tn_mechanism)tn_list_item(list, i);
    const int own = TN_JUST(tn_mechanism_memory(m));
    if (*ret && own != *ret) {
      g_autofree char *known = tn_mechanisms_in((enum tn_user_memory)(*ret - 1));
      return tn_usage(error, "%s: %s has no buffers in %s memory (%s have)",
                      tn_options_where(s, TN_OPT_MECHANISM), tn_mechanism_names[m],
                      tn_user_memory_names[*ret - 1], known);
    }
    *ret = own;
  }
  return true;
}

bool tn_read_memory(const struct tn_options *s, const GArray *mechanisms, int *ret, GError **error)
{
  int all = 0;
  for (guint i = 0; i < mechanisms->len; i++) {
    int own;
    if (!find_memory(s, g_array_index(mechanisms, int64_t, i), s->memory, &own, error))
      return false;
    all = i == 0 || own == all ? own : 0;
  }
  *ret = all;
  return true;
}

bool tn_read_mechanisms(const struct tn_options *s, GArray *ret, GError **error)
{
  const char *text = s->mechanism;
  g_auto(GStrv) words = g_strsplit(text ? text : "", ",", -1);
  const guint n = text ? g_strv_length(words) : 0;
  const int64_t own = 0;
  if (n == 0)
    g_array_append_val(ret, own);
  for (guint i = 0; i < n; i++) {
    int64_t list = 0;
    if (!read_mechanism(s, words[i], &list, error))
      return false;
    g_array_append_val(ret, list);
  }
  return true;
}

char **tn_list_words(const char *text, const char *open)
{
  GPtrArray *words = g_ptr_array_new();
  const char *comma;
  while ((comma = strchr(text, ',')) && !g_strstr_len(text, comma - text, open)) {
    g_ptr_array_add(words, g_strndup(text, (gsize)(comma - text)));
    text = comma + 1;
  }
  g_ptr_array_add(words, g_strdup(text));
  g_ptr_array_add(words, NULL);
  return (char **)g_ptr_array_free(words, FALSE);
}

bool tn_read_names(const struct tn_options *s, enum tn_option o, int preset, GArray *ret,
                   GError **error)
{
  const char *text = tn_options_text(s, o);
  const char *const *names = tn_option_table[o].names;
  if (!text) {
    g_array_append_val(ret, preset);
    return true;
  }
  g_auto(GStrv) words = g_strsplit(text, ",", -1);
  for (int i = 0; words[i]; i++) {
    const int found = tn_name_find(names, words[i]);
    if (found < 0)
      return tn_usage_unknown(error, tn_options_where(s, o), tn_option_table[o].name, words[i],
                              names);
    g_array_append_val(ret, found);
  }
  return true;
}

bool tn_read_single(const struct tn_options *s, enum tn_option o, const char *why, int *ret,
                    GError **error)
{
  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(int));
  if (!tn_read_names(s, o, -1, all, error))
    return false;
  *ret = g_array_index(all, int, 0);
  return all->len == 1 || tn_usage(error, "%s: %s", tn_options_where(s, o), why);
}

bool tn_read_name(const struct tn_options *s, enum tn_option o, const char *const *names, int *ret,
                  GError **error)
{
  const char *text = tn_options_text(s, o);
  *ret = tn_name_find(names, text);
  return *ret >= 0 ||
         tn_usage_unknown(error, tn_options_where(s, o), tn_option_table[o].name, text, names);
}

bool tn_read_int(const struct tn_options *s, enum tn_option o, int64_t min, int64_t max,
                 int64_t *ret, GError **error)
{
  const char *text = tn_options_text(s, o);
  return !text || tn_parse_int(text, min, max, ret, error) ||
         tn_usage_prefix(error, tn_options_where(s, o));
}

bool tn_read_ints(const struct tn_options *s, enum tn_option o, int64_t most, GArray **ret,
                  GError **error)
{
  return tn_parse_ints(tn_options_text(s, o), 0, most, 0, ret, error) ||
         tn_usage_prefix(error, tn_options_where(s, o));
}

bool tn_options_require_defaults(const struct tn_options *s, const enum tn_option *options,
                                 const char *why, GError **error)
{
  for (int i = 0; options[i] != TN_N_OPTIONS; i++)
    if (tn_options_changed(s, options[i]))
      return tn_usage(error, "%s: %s", tn_options_where(s, options[i]), why);
  return true;
}

bool tn_read_transport(const char *where, const char *word, int *ret, GError **error)
{
  const char *name = strcmp(word, "mpich-5") == 0 ? "mpich-5.0" : word;
  *ret = 1 + tn_name_find(tn_transport_names, name);
  return *ret || tn_usage_unknown(error, where, "transport", name, tn_transport_names);
}

bool tn_read_transports(const struct tn_options *s, GArray *ret, GError **error)
{
  g_auto(GStrv) words = g_strsplit(s->transport ? s->transport : "", ",", -1);
  const int none = 0;
  if (!s->transport)
    g_array_append_val(ret, none);
  bool ok = true;
  for (int i = 0; ok && words[i]; i++) {
    int found;
    ok = tn_read_transport(tn_options_where(s, TN_OPT_TRANSPORT), words[i], &found, error);
    g_array_append_val(ret, found);
  }
  return ok;
}
