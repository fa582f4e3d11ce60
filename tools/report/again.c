#include "again.h"

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

/* Appends an item to a list with commas. */
static void append_item(GString *list, const char *item)
{
  g_string_append_printf(list, "%s%s", list->len ? "," : "", item);
}

static void append_algorithms(GString *text, const struct tn_chapter *c)
{
  g_autoptr(GString) list = g_string_new(NULL);
  for (guint a = 0; a < c->algorithms->len; a++)
    append_item(list, c->algorithms->pdata[a]);
  append_word(text, "-a", list->str);
}

/* Only where an algorithm does not use its own. */
static void append_mechanisms(GString *text, const struct tn_chapter *c)
{
  g_autoptr(GString) list = g_string_new(NULL);
  g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);
  bool tells = false;
  for (guint i = 0; i < c->rows->len; i++) {
    const struct tn_row *row = c->rows->pdata[i];
    tells = tells || (*row->mechanism && tn_tune_tells_mechanism(row));
    if (*row->mechanism && g_hash_table_add(known, (void *)row->mechanism))
      append_item(list, row->mechanism);
  }
  if (tells)
    append_word(text, "--mechanism", list->str);
}

static void append_ranks(GString *text, const struct tn_chapter *c)
{
  g_autoptr(GString) list = g_string_new(NULL);
  for (guint r = 0; r < c->ranks->len; r++) {
    g_autofree char *ranks = g_strdup_printf("%" PRId64, tn_chapter_ranks(c, r));
    append_item(list, ranks);
  }
  append_word(text, "-n", list->str);
}

char *tn_again_sizes(const GArray *sizes)
{
  GString *list = g_string_new(NULL);
  for (guint first = 0, last; first < sizes->len; first = last + 1) {
    g_autofree char *from = tn_words_size(g_array_index(sizes, int64_t, first));
    for (last = first; last + 1 < sizes->len; last++)
      if (g_array_index(sizes, int64_t, last + 1) != 2 * g_array_index(sizes, int64_t, last))
        break;
    g_autofree char *to = tn_words_size(g_array_index(sizes, int64_t, last));
    g_autofree char *range = first < last ? g_strdup_printf("%s..%s", from, to) : g_strdup(from);
    append_item(list, range);
  }
  return g_string_free(list, FALSE);
}

/* The values of one parameter, in the order of the rows, whose texts they are. */
struct values {
  const char *name;
  GPtrArray *texts;
};

static void values_clear(void *data)
{
  g_ptr_array_unref(((struct values *)data)->texts);
}

static void add_value(GArray *all, const struct tn_value *v)
{
  guint i = 0;
  while (i < all->len && strcmp(g_array_index(all, struct values, i).name, v->name) != 0)
    i++;
  if (i == all->len) {
    const struct values fresh = { v->name, g_ptr_array_new() };
    g_array_append_val(all, fresh);
  }
  GPtrArray *texts = g_array_index(all, struct values, i).texts;
  if (v->value && !g_ptr_array_find_with_equal_func(texts, v->value, g_str_equal, NULL))
    g_ptr_array_add(texts, (void *)v->value);
}

/* Those that are the default in all rows go without saying. */
static void append_params(GString *text, const struct tn_chapter *c)
{
  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(struct values));
  g_autoptr(GHashTable) unusual = g_hash_table_new(g_str_hash, g_str_equal);
  const struct tn_row *last = NULL;
  g_array_set_clear_func(all, values_clear);
  for (guint i = 0; i < c->rows->len; i++) {
    const struct tn_row *row = c->rows->pdata[i];
    const struct tn_algorithm *a = tn_entry_named(row->collective, row->algorithm);
    if (last && last->algorithm == row->algorithm && last->params == row->params)
      continue;
    last = row;
    for (int k = 0; k < row->params->n; k++) {
      const struct tn_value *v = &row->params->at[k];
      add_value(all, v);
      if (!tn_value_is_preset(a, v))
        g_hash_table_add(unusual, (void *)v->name);
    }
  }
  for (guint i = 0; i < all->len; i++) {
    const struct values *values = &g_array_index(all, struct values, i);
    if (!g_hash_table_contains(unusual, values->name) || values->texts->len == 0)
      continue;
    g_ptr_array_add(values->texts, NULL);
    g_autofree char *texts = g_strjoinv(",", (char **)values->texts->pdata);
    g_autofree char *pair = g_strdup_printf("%s=%s", values->name, texts);
    append_word(text, "-P", pair);
  }
}

/* What all rows share and is not the default. */
static void append_conditions(GString *text, const struct tn_row *row)
{
  static const enum tn_option told[] = { TN_OPT_MAPPING, TN_OPT_ROOT,     TN_OPT_IN_PLACE,
                                         TN_OPT_LAW,     TN_OPT_PROTOCOL, TN_OPT_BUFFERS,
                                         TN_OPT_NOISE,   TN_OPT_SEED,     TN_OPT_TRANSPORT,
                                         TN_OPT_MEMORY };
  for (size_t i = 0; i < G_N_ELEMENTS(told); i++) {
    const struct tn_option_info *info = &tn_options[told[i]];
    g_autofree char *option = g_strdup_printf("--%s", info->name);
    g_autofree char *column = g_strdelimit(g_strdup(info->name), "-", '_');
    g_autofree char *value = tn_row_value(row, column);
    if (!value || !*value || strcmp(value, info->preset ? info->preset : "none") == 0)
      continue;
    if (info->kind == TN_OPTION_FLAG)
      g_string_append_printf(text, " %s", option);
    else
      append_word(text, option, value);
  }
}

/* The option that rows tell of by that name; TN_N_OPTIONS: none. Any other name is no word for a
 * command line. */
static enum tn_option told_option(const char *name)
{
  static const enum tn_option told[] = {
    TN_OPT_IDEAL,       TN_OPT_ARRIVAL, TN_OPT_WARMUP,        TN_OPT_TYPE,   TN_OPT_OP,
    TN_OPT_REPETITIONS, TN_OPT_COUNTS,  TN_OPT_OVERSUBSCRIBE, TN_OPT_STAGGER
  };
  for (size_t i = 0; i < G_N_ELEMENTS(told); i++)
    if (strcmp(name, tn_options[told[i]].name) == 0)
      return told[i];
  return TN_N_OPTIONS;
}

static void append_overrides(GString *text, const struct tn_row *row)
{
  for (int i = 0; i < row->overrides->n; i++) {
    const struct tn_value *v = &row->overrides->at[i];
    const enum tn_option o = told_option(v->name);
    g_autofree char *option = g_strdup_printf("--%s", v->name);
    if (!v->value)
      continue;
    if (tn_param_find(v->name) >= 0)
      append_word(text, "--set", v->text);
    else if (o < TN_N_OPTIONS && tn_options[o].kind == TN_OPTION_FLAG)
      g_string_append_printf(text, " %s", option);
    else if (o < TN_N_OPTIONS)
      append_word(text, option, v->value);
  }
}

/* The platform's own kernel and backing go without saying, where they are known. */
static void append_kernel(GString *text, const struct tn_row *row, const struct tn_platform *pf)
{
  if (*row->kernel && !(pf && strcmp(row->kernel, tn_kernel_names[tn_platform_kernel(pf)]) == 0))
    append_word(text, "--kernel", row->kernel);
  if (*row->backing &&
      !(pf && strcmp(row->backing, tn_backing_names[tn_platform_backing(pf)]) == 0))
    append_word(text, "--backing", row->backing);
}

static bool is_verified(const struct tn_chapter *c)
{
  for (guint i = 0; i < c->rows->len; i++)
    if (((const struct tn_row *)c->rows->pdata[i])->verified >= 0)
      return true;
  return false;
}

char *tn_again_by(const char *command, const struct tn_chapter *c, const char *spec,
                  const struct tn_platform *pf)
{
  const bool is_measured = c->first->source == TN_SOURCE_MEASURED;
  GString *text = g_string_new("turnstile ");
  g_string_append(text, command);
  if (!is_measured)
    append_word(text, "-p", spec ? spec : c->first->platform);
  append_word(text, "-c", c->first->collective);
  append_algorithms(text, c);
  append_mechanisms(text, c);
  append_params(text, c);
  append_ranks(text, c);
  g_autofree char *sizes = tn_again_sizes(c->sizes);
  append_word(text, "-s", sizes);
  if (!is_measured)
    append_kernel(text, c->first, pf);
  append_conditions(text, c->first);
  append_overrides(text, c->first);
  return g_string_free(text, FALSE);
}

char *tn_again_command(const struct tn_chapter *c, const char *spec, const struct tn_platform *pf)
{
  static const char *const commands[TN_N_SOURCES] = { [TN_SOURCE_SIM] = "sweep",
                                                      [TN_SOURCE_MODEL] = "run --closed-form",
                                                      [TN_SOURCE_MEASURED] = "measure" };
  const enum tn_source source = c->first->source;
  if (source < 0 || !commands[source])
    return NULL;
  /* A sweep does not move parameters. */
  const bool is_sim = source == TN_SOURCE_SIM, runs = is_sim && tn_chapter_has_ranges(c);
  g_autofree char *command = tn_again_by(runs ? "run" : commands[source], c, spec, pf);
  return g_strconcat(command, runs ? " --uncertainty" : "", is_verified(c) ? " --verify" : "",
                     runs || !is_sim ? " --format csv" : "", NULL);
}
