/* export: the winners of rows as a file of decisions that an MPI library reads. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "decide/lint.h"
#include "decide/rules.h"
#include "decide/tuned.h"
#include "rows/row.h"
#include "rows/rows.h"

static GPtrArray *read_rows(const struct tn_settings *s, GError **error)
{
  g_autoptr(GPtrArray) rows = tn_rows_new();
  if (s->rows->len == 0) {
    g_set_error(error, TN_USAGE_ERROR, 0, "export: no ROWS (what run or sweep wrote as CSV)");
    return NULL;
  }
  for (guint i = 0; i < s->rows->len; i++)
    if (!tn_rows_read(rows, s->rows->pdata[i], error))
      return NULL;
  return tn_rows_unique(rows, error) ? g_steal_pointer(&rows) : NULL;
}

static bool read_objective(const struct tn_settings *s, enum tn_objective *ret, GError **error)
{
  const char *name = tn_settings_get(s, TN_OPT_OBJECTIVE);
  const int found = tn_name_find(tn_objective_names, name);
  if (found < 0)
    return tn_usage_unknown(error, tn_settings_where(s, TN_OPT_OBJECTIVE), "objective", name,
                            tn_objective_names);
  *ret = (enum tn_objective)found;
  return true;
}

/* A line without characters that could end it. Takes `line`. */
static void add_line(GPtrArray *lines, char *line)
{
  for (char *c = line; *c; c++)
    if (g_ascii_iscntrl(*c))
      *c = ' ';
  g_ptr_array_add(lines, line);
}

static void add_command(GPtrArray *lines, int n, char *const *words)
{
  GString *text = g_string_new("command: turnstile export");
  for (int i = 0; i < n; i++) {
    const bool is_plain = *words[i] && !strpbrk(words[i], " \t\n'\"\\$`*?[]{}()<>|&;!#~");
    g_autofree char *quoted = is_plain ? g_strdup(words[i]) : g_shell_quote(words[i]);
    g_string_append_printf(text, " %s", quoted);
  }
  add_line(lines, g_string_free(text, FALSE));
}

/* What is known of the error of each collective on the platform of the rows. */
static void add_errors(GPtrArray *lines, const struct tn_rules *rules)
{
  const char *name = rules->example->platform;
  struct tn_platform *platform = tn_platform_load(name, NULL, NULL);
  for (guint i = 0; i < rules->rulings->len; i++) {
    const char *what = tn_tuned_name(((const struct tn_ruling *)rules->rulings->pdata[i])->id);
    const char *known = platform ? tn_platform_known_error(platform, what) : NULL;
    add_line(lines, known
                        ? g_strdup_printf("known error of %s: %s", what, known)
                        : g_strdup_printf("known error: %s on %s has not been compared with "
                                          "measurements%s",
                                          what, name, platform ? "" : ", as far as is known here"));
  }
  tn_platform_free(platform);
}

static bool is_told(int column)
{
  static const char *const told[] = { "source",  "platform",  "kernel",   "backing",
                                      "mapping", "mechanism", "protocol", "buffers",
                                      "noise",   "overrides", NULL };
  return tn_name_find(told, tn_row_columns[column].name) >= 0;
}

/* What the file opens with. NULL-terminated; transfer full. */
static GPtrArray *provenance(const struct tn_rules *rules, int n, char *const *words)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
  add_line(lines, g_strdup_printf("turnstile %s: decisions for %s; rows made by %s", TN_VERSION,
                                  tn_target_names[rules->target], rules->example->version));
  GString *text = g_string_new("rows:");
  for (int c = 0; c < tn_row_n_columns; c++) {
    g_autofree char *value = is_told(c) ? tn_row_text(rules->example, c) : g_strdup("");
    if (*value)
      g_string_append_printf(text, " %s %s", tn_row_columns[c].name, value);
  }
  add_line(lines, g_string_free(text, FALSE));
  add_command(lines, n, words);
  add_errors(lines, rules);
  add_line(lines, g_strdup("for other numbers of ranks, and sizes below the smallest or above the "
                           "largest of the rows, the library decides itself"));
  add_line(lines, g_strdup("to use it: mpirun --mca coll_tuned_use_dynamic_rules 1 --mca "
                           "coll_tuned_dynamic_rules_filename FILE"));
  g_ptr_array_add(lines, NULL);
  return lines;
}

static bool write_rules(const struct tn_settings *s, const struct tn_rules *rules, int n,
                        char *const *words, GError **error)
{
  g_autoptr(GPtrArray) lines = provenance(rules, n, words);
  g_autofree char *text = tn_rules_text(rules, (const char *const *)lines->pdata);
  struct tn_writer w = { 0 };
  for (guint i = 0; i < rules->left->len; i++)
    fprintf(stderr, "turnstile: %s\n", (const char *)rules->left->pdata[i]);
  if (!tn_writer_open(&w, s, error))
    return false;
  fputs(text, w.file);
  return tn_writer_finish(&w, error);
}

static bool export_rules(const struct tn_settings *s, int n, char *const *words, GError **error)
{
  enum tn_target target;
  enum tn_objective objective = TN_OBJECTIVE_AVG;
  if (!tn_target_find(tn_settings_get(s, TN_OPT_FOR), &target, error) ||
      !tn_target_is_written(target, error) ||
      !read_objective(s, &objective, error))
    return false;
  g_autoptr(GPtrArray) rows = read_rows(s, error);
  struct tn_rules *rules = rows ? tn_rules_new(target, rows, objective, error) : NULL;
  const bool ok = rules && write_rules(s, rules, n, words, error);
  tn_rules_free(rules);
  return ok;
}

int tn_cmd_export(int n, char *const *words)
{
  GError *error = NULL;
  struct tn_settings *s = tn_settings_parse(TN_CMD_EXPORT, n, words, &error);
  int status = TN_EXIT_DONE;
  if (!s)
    return tn_fail(error);
  if (s->value[TN_OPT_HELP])
    tn_help_print("export");
  else if (!export_rules(s, n, words, &error))
    status = tn_fail(error);
  tn_settings_free(s);
  return status;
}
