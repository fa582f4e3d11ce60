#include "chapter_command.h"

#include <inttypes.h>
#include <string.h>

#include "document/wrap.h"
#include "figure/figure_words.h"
#include "plan/param.h"
#include "tuning/tune_text.h"

static void append_word(GString *text, const char *option, const char *value)
{
  g_autofree char *word = tn_shell_word(value);
  g_string_append_printf(text, " %s %s", option, word);
}

GPtrArray *tn_command_values(const GPtrArray *rows, int column)
{
  GPtrArray *values = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
  for (guint i = 0; i < rows->len; i++) {
    if (i > 0 && tn_row_same(rows->pdata[i - 1], rows->pdata[i], column))
      continue;
    char *value = tn_row_text(rows->pdata[i], column);
    if (!*value || g_hash_table_contains(known, value)) {
      g_free(value);
      continue;
    }
    g_hash_table_add(known, value);
    g_ptr_array_add(values, value);
  }
  return values;
}

static void append_values(GString *text, const char *option, const struct tn_chapter *c,
                          const char *column)
{
  g_autoptr(GPtrArray) values = tn_command_values(c->rows, tn_row_column(column));
  g_ptr_array_add(values, NULL);
  g_autofree char *list = g_strjoinv(",", (char **)values->pdata);
  append_word(text, option, list);
}

char *tn_command_sizes(const GArray *sizes)
{
  GString *list = g_string_new(NULL);
  for (guint first = 0, last; first < sizes->len; first = last + 1) {
    g_autofree char *from = tn_words_size(g_array_index(sizes, int64_t, first));
    for (last = first; last + 1 < sizes->len; last++)
      if (g_array_index(sizes, int64_t, last + 1) != 2 * g_array_index(sizes, int64_t, last))
        break;
    g_autofree char *to = tn_words_size(g_array_index(sizes, int64_t, last));
    g_autofree char *range = first < last ? g_strdup_printf("%s..%s", from, to) : g_strdup(from);
    g_string_append_printf(list, "%s%s", list->len ? "," : "", range);
  }
  return g_string_free(list, FALSE);
}

/* Appends the parameters of the rows, without those that have their default value in all rows. */
static void append_params(GString *text, const struct tn_chapter *c)
{
  g_autoptr(GPtrArray) names = tn_chapter_params(c->rows);
  for (guint n = 0; n < names->len; n++) {
    g_autoptr(GPtrArray) values = g_ptr_array_new();
    bool is_unusual = false;
    for (guint i = 0; i < c->rows->len; i++) {
      const struct tn_row *row = c->rows->pdata[i];
      const struct tn_method *a = tn_method_named(row->collective, row->algorithm);
      for (int k = 0; k < row->params->n; k++) {
        const struct tn_value *v = &row->params->at[k];
        if (strcmp(v->name, names->pdata[n]) != 0)
          continue;
        is_unusual = is_unusual || !tn_value_is_preset(a, v);
        if (v->value && !g_ptr_array_find_with_equal_func(values, v->value, g_str_equal, NULL))
          g_ptr_array_add(values, (void *)v->value);
      }
    }
    if (!is_unusual || values->len == 0)
      continue;
    g_ptr_array_add(values, NULL);
    g_autofree char *texts = g_strjoinv(",", (char **)values->pdata);
    g_autofree char *pair = g_strdup_printf("%s=%s", (char *)names->pdata[n], texts);
    append_word(text, "-P", pair);
  }
}

/* Appends an option; flags lack a value. */
static void append_option(GString *text, const struct tn_option_info *info, const char *value)
{
  g_autofree char *option = g_strdup_printf("--%s", info->name);
  if (info->kind == TN_OPTION_FLAG)
    g_string_append_printf(text, " %s", option);
  else
    append_word(text, option, value);
}

/* Appends the conditions that all rows share, without those that are the default. */
static void append_conditions(GString *text, const struct tn_row *row)
{
  static const enum tn_option told[] = { TN_OPT_MAPPING, TN_OPT_ROOT,     TN_OPT_IN_PLACE,
                                         TN_OPT_LAW,     TN_OPT_PROTOCOL, TN_OPT_BUFFERS,
                                         TN_OPT_NOISE,   TN_OPT_SEED,     TN_OPT_TRANSPORT,
                                         TN_OPT_MEMORY };
  for (size_t i = 0; i < G_N_ELEMENTS(told); i++) {
    const struct tn_option_info *info = &tn_option_table[told[i]];
    g_autofree char *column = g_strdelimit(g_strdup(info->name), "-", '_');
    g_autofree char *value = tn_row_value(row, column);
    if (value && *value && strcmp(value, info->preset ? info->preset : "none") != 0)
      append_option(text, info, value);
  }
}

/* Appends overrides; the command line accepts only parameters and the options here. */
static void append_overrides(GString *text, const struct tn_row *row)
{
  static const enum tn_option told[] = {
    TN_OPT_IDEAL,       TN_OPT_ARRIVAL, TN_OPT_WARMUP,        TN_OPT_TYPE,   TN_OPT_OP,
    TN_OPT_REPETITIONS, TN_OPT_COUNTS,  TN_OPT_OVERSUBSCRIBE, TN_OPT_STAGGER
  };
  for (int i = 0; i < row->overrides->n; i++) {
    const struct tn_value *v = &row->overrides->at[i];
    if (v->value && tn_param_find(v->name) >= 0)
      append_word(text, "--set", v->text);
    for (size_t k = 0; v->value && k < G_N_ELEMENTS(told); k++)
      if (strcmp(v->name, tn_option_table[told[k]].name) == 0)
        append_option(text, &tn_option_table[told[k]], v->value);
  }
}

static bool is_verified(const struct tn_chapter *c)
{
  for (guint i = 0; i < c->rows->len; i++)
    if (((const struct tn_row *)c->rows->pdata[i])->verified >= 0)
      return true;
  return false;
}

char *tn_chapter_command_for(const char *command, const struct tn_chapter *c, const char *spec,
                             const struct tn_platform *pf)
{
  const bool is_measured = c->first->source == TN_SOURCE_MEASURED;
  GString *text = g_string_new("turnstile ");
  g_string_append(text, command);
  if (!is_measured)
    append_word(text, "-p", spec ? spec : c->first->platform);
  append_word(text, "-c", c->first->collective);
  append_values(text, "-a", c, "algorithm");
  /* mechanisms only if an algorithm's is not its default; the platform's known kernel and backing
   * are omitted */
  bool tells = false;
  for (guint i = 0; i < c->rows->len; i++) {
    const struct tn_row *row = c->rows->pdata[i];
    tells = tells || (*row->mechanism && tn_tune_shows_mechanism(row));
  }
  if (tells)
    append_values(text, "--mechanism", c, "mechanism");
  append_params(text, c);
  append_values(text, "-n", c, "ranks");
  g_autofree char *sizes = tn_command_sizes(c->sizes);
  append_word(text, "-s", sizes);
  if (!is_measured) {
    if (*c->first->kernel &&
        !(pf && strcmp(c->first->kernel, tn_kernel_names[tn_platform_kernel(pf)]) == 0))
      append_word(text, "--kernel", c->first->kernel);
    if (*c->first->backing &&
        !(pf && strcmp(c->first->backing, tn_backing_names[tn_platform_backing(pf)]) == 0))
      append_word(text, "--backing", c->first->backing);
  }
  append_conditions(text, c->first);
  append_overrides(text, c->first);
  return g_string_free(text, FALSE);
}

char *tn_chapter_command(const struct tn_chapter *c, const char *spec, const struct tn_platform *pf)
{
  static const char *const commands[TN_N_SOURCES] = { [TN_SOURCE_SIM] = "sweep",
                                                      [TN_SOURCE_MODEL] = "run --closed-form",
                                                      [TN_SOURCE_MEASURED] = "measure" };
  const enum tn_source source = c->first->source;
  if (source < 0 || !commands[source])
    return NULL;
  /* sweep does not perturb parameters */
  const bool is_sim = source == TN_SOURCE_SIM, runs = is_sim && tn_chapter_has_ranges(c);
  g_autofree char *command = tn_chapter_command_for(runs ? "run" : commands[source], c, spec, pf);
  return g_strconcat(command, runs ? " --uncertainty" : "", is_verified(c) ? " --verify" : "",
                     runs || !is_sim ? " --format csv" : "", NULL);
}

char *tn_measure_command(const struct tn_row *a, const struct tn_row *b)
{
  static const char none[] = "";
  struct tn_row pair[] = { *a, *b };
  const struct tn_tune_terms terms = { 0 };
  g_autoptr(GPtrArray) rows = g_ptr_array_new();
  for (size_t i = 0; i < G_N_ELEMENTS(pair); i++) {
    pair[i].source = TN_SOURCE_MEASURED;
    pair[i].transport = none; /* measure does not take one */
    g_ptr_array_add(rows, &pair[i]);
  }
  g_autoptr(GPtrArray) chapters = tn_chapters_new(rows, &terms, NULL);
  return chapters ? tn_chapter_command_for("measure", chapters->pdata[0], NULL, NULL) : NULL;
}
