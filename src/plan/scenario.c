/* Reads scenarios: lines [group], key = value, and comments after # or ; at the start of a line.
 * Does not use GKeyFile, which merges duplicate keys without an error and has no line numbers. */
#include <string.h>

#include "options.h"

static bool refuse(GError **error, const char *where, const char *what, const char *name,
                   GPtrArray *known)
{
  g_autofree char *hint = NULL;
  g_ptr_array_add(known, NULL);
  hint = tn_hint(name, (const char *const *)known->pdata);
  return tn_usage(error, "%s: unknown %s \"%s\"%s", where, what, name, hint);
}

static bool check_group(const char *group, const char *where, GError **error)
{
  g_autoptr(GPtrArray) known = g_ptr_array_new();
  for (int o = 0; o < TN_N_OPTIONS; o++)
    if (tn_option_table[o].group)
      g_ptr_array_add(known, (void *)tn_option_table[o].group);
  return g_ptr_array_find_with_equal_func(known, group, g_str_equal, NULL) ||
         refuse(error, where, "group", group, known);
}

/* Sets the option or parameter that `key` of `group` means. `where`: file and line for errors. */
static bool set(struct tn_options *s, const char *where, const char *group, const char *key,
                const char *value, GError **error)
{
  g_autofree char *at = g_strdup_printf("%s: [%s] %s", where, group, key);
  for (int o = 0; o < TN_N_OPTIONS; o++)
    if (g_strcmp0(tn_option_table[o].group, group) == 0 && strcmp(tn_option_table[o].key, key) == 0)
      return tn_options_add(s, o, value, at, error);
  if (!check_group(group, where, error))
    return false;
  if (strcmp(group, "platform") == 0 && g_str_has_prefix(key, "set.") && key[4]) {
    tn_options_put_pair(s, s->sets, key + 4, value, at);
    return true;
  }
  const bool has_params = strcmp(group, "collective") == 0;
  if (has_params && tn_names_param(key)) {
    tn_options_put_pair(s, s->params, key, value, at);
    return true;
  }
  g_autoptr(GPtrArray) known = has_params ? tn_all_param_names() : g_ptr_array_new();
  for (int o = 0; o < TN_N_OPTIONS; o++)
    if (g_strcmp0(tn_option_table[o].group, group) == 0)
      g_ptr_array_add(known, (void *)tn_option_table[o].key);
  return refuse(error, at, "key", key, known);
}

bool tn_scenario_put(struct tn_options *s, const char *text, const char *where, GError **error)
{
  const char *equals = strchr(text, '=');
  const char *dot = strchr(text, '.');
  if (!equals || !equals[1] || !dot || dot > equals)
    return tn_usage(error, "%s: \"%s\" is not %s", where, text,
                    tn_option_table[TN_OPT_KEY].argument);
  g_autofree char *group = g_strndup(text, (gsize)(dot - text));
  g_autofree char *key = g_strndup(dot + 1, (gsize)(equals - dot - 1));
  return set(s, where, group, key, equals + 1, error);
}

struct reader {
  struct tn_options *settings;
  const char *file;
  char *group;      /* name of the current group; NULL before the first header */
  GHashTable *seen; /* "group.key" -> number of its line */
};

static bool fail(const struct reader *r, int line, const char *what, GError **error)
{
  return tn_usage(error, "%s:%d: %s", r->file, line, what);
}

static bool read_header(struct reader *r, int line, char *text, GError **error)
{
  char *end = strchr(text, ']');
  if (!end || end[1] || end == text + 1)
    return fail(r, line, "a group header looks like [collective]", error);
  g_free(r->group);
  r->group = g_strndup(text + 1, end - text - 1);
  g_autofree char *where = g_strdup_printf("%s:%d", r->file, line);
  return check_group(r->group, where, error);
}

static bool read_key(struct reader *r, int line, char *text, GError **error)
{
  char *equals = strchr(text, '=');
  if (!equals)
    return fail(r, line, "not [group] or key = value", error);
  if (!r->group)
    return fail(r, line, "a key before the first [group]", error);
  *equals = '\0';
  const char *key = g_strchomp(text), *value = g_strchug(equals + 1);
  if (!*key || !*value)
    return fail(r, line, "a key and its value must not be empty", error);
  char *full = g_strdup_printf("%s.%s", r->group, key);
  const int before = GPOINTER_TO_INT(g_hash_table_lookup(r->seen, full));
  g_hash_table_insert(r->seen, full, GINT_TO_POINTER(line));
  if (before)
    return tn_usage(error, "%s:%d: [%s] %s: given before, on line %d", r->file, line, r->group, key,
                    before);
  return set(r->settings, r->file, r->group, key, value, error);
}

bool tn_scenario_read(struct tn_options *s, const char *file, const char *text, size_t length,
                      GError **error)
{
  struct reader r = { .settings = s, .file = file };
  bool ok = true;
  if (!g_utf8_validate_len(text, length, NULL))
    return fail(&r, 1, "not UTF-8 text", error);
  g_autofree char *copy = g_strndup(text, length);
  g_auto(GStrv) lines = g_strsplit(copy, "\n", -1);
  r.seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (int i = 0; ok && lines[i]; i++) {
    char *line = g_strstrip(lines[i]);
    if (*line == '[')
      ok = read_header(&r, i + 1, line, error);
    else if (*line && *line != '#' && *line != ';')
      ok = read_key(&r, i + 1, line, error);
  }
  g_hash_table_unref(r.seen);
  g_free(r.group);
  return ok;
}
