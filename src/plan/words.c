/* Reads the words of a command line, and the scenario that one of them may name. */
#include <string.h>

#include "for_library.h"
#include "platform/data_files.h"
#include "replaced.h"
#include "user_file.h"

/* Commands for which words except *.ini are no scenarios, but e.g. files of rows. */
#define TAKES_WORDS                                                                                \
  (TN_CMD_TUNE | TN_CMD_PLOT | TN_CMD_COMPARE | TN_CMD_FIT | TN_CMD_REPLAY | TN_CMD_TRACE |        \
   TN_CMD_DOCTOR | TN_CMD_LINT | TN_CMD_EXPORT | TN_CMD_REPORT | TN_CMD_LIST | TN_CMD_ADVISE |     \
   TN_CMD_HELP | TN_CMD_DIFF)

static bool matches_option(const struct tn_option_info *info, const char *word, size_t length)
{
  if (info->alias && strlen(info->alias) == length && strncmp(word, info->alias, length) == 0)
    return true;
  if (strncmp(word, "--", 2) == 0)
    return strlen(info->name) == length - 2 && strncmp(word + 2, info->name, length - 2) == 0;
  return info->letter && length == 2 && word[1] == info->letter[0];
}

/* Sets *error for a word that is not an option. Returns false. */
static bool refuse_option(unsigned command, const char *word, size_t length, GError **error)
{
  const char *names[TN_N_OPTIONS + 1];
  g_autofree char *name = g_strndup(word, length);
  g_autofree char *hint = NULL;
  const char *bare = name + strspn(name, "-");
  int n = 0;
  bool is_another = false;
  if (tn_refuse_replaced(command, name, error))
    return false;
  for (int o = 0; o < TN_N_OPTIONS; o++) {
    is_another |= matches_option(&tn_option_table[o], name, strlen(name));
    if (tn_option_table[o].commands & command)
      names[n++] = tn_option_table[o].name;
  }
  names[n] = NULL;
  hint = is_another ? g_strdup("") : tn_hint(bare, names);
  return tn_usage(error, "%s: no such option here%s", name, hint);
}

/* Returns the command's option that the first `length` characters of the word spell, or
 * TN_N_OPTIONS. Options of different commands may have the same name. */
static int option_find(unsigned command, const char *word, size_t length)
{
  int o = 0;
  while (o < TN_N_OPTIONS && !(tn_option_table[o].commands & command &&
                               matches_option(&tn_option_table[o], word, length)))
    o++;
  return o;
}

/* Returns the value that an option's word contains, as in --jobs=4 and -j4; NULL if it has none.
 * *ret_length: length of the option's name in the word. */
static const char *value_inside(unsigned command, const char *word, size_t *ret_length)
{
  const bool is_long = strncmp(word, "--", 2) == 0;
  const char *equals = is_long ? strchr(word, '=') : NULL;
  const int letter = is_long ? TN_N_OPTIONS : option_find(command, word, 2);
  *ret_length = equals ? (size_t)(equals - word) : strlen(word);
  if (equals)
    return equals + 1;
  if (letter == TN_N_OPTIONS || !word[2] ||
      option_find(command, word, *ret_length) != TN_N_OPTIONS ||
      tn_option_table[letter].kind == TN_OPTION_FLAG)
    return NULL;
  *ret_length = 2;
  return word + 2;
}

/* Reads an option and its value: the next word, unless it is a flag or has the value in its
 * word. */
static bool take_option(struct tn_options *s, unsigned command, int n, char *const *words, int *i,
                        GError **error)
{
  const char *word = words[*i];
  size_t length;
  const char *value = value_inside(command, word, &length);
  const int o = option_find(command, word, length);
  if (o == TN_N_OPTIONS)
    return refuse_option(command, word, length, error);
  g_autofree char *where = g_strndup(word, length);
  if (tn_option_table[o].kind == TN_OPTION_FLAG)
    return tn_options_put(s, o, value ? value : "yes", where, error);
  if (!value && *i + 1 >= n)
    return tn_usage(error, "%s: needs %s", where, tn_option_table[o].argument);
  const char *text = value ? value : words[++*i];
  return o == TN_OPT_KEY ? tn_scenario_put(s, text, where, error)
                         : tn_options_add(s, o, text, where, error);
}

/* Reads a scenario from its file, else by its name in `list scenarios`. */
static bool read_scenario(struct tn_options *s, const char *word, GError **error)
{
  const bool is_file = g_file_test(word, G_FILE_TEST_EXISTS) || strchr(word, '/');
  g_autofree char *name =
      g_str_has_suffix(word, ".ini") ? g_strndup(word, strlen(word) - 4) : g_strdup(word);
  g_autofree char *found = is_file ? NULL : tn_data_find(&tn_data_scenarios, name);
  gsize length;
  if (!is_file && !found) {
    g_auto(GStrv) names = tn_data_names(&tn_data_scenarios);
    g_autofree char *hint = tn_hint(name, (const char *const *)names);
    return tn_usage(error, "%s: not a file or a name of `list scenarios`%s", word, hint);
  }
  const char *file = found ? found : word;
  g_autofree char *text = tn_contents(file, &length, error);
  return text && tn_scenario_read(s, file, text, length, error);
}

/* Returns true if a word is a scenario: a file *.ini, or for plot a name in `list scenarios`. */
static bool is_scenario(unsigned command, const char *word)
{
  if (!(command & TAKES_WORDS) || g_str_has_suffix(word, ".ini"))
    return true;
  g_autofree char *found =
      command & TN_CMD_PLOT && !strchr(word, '/') && !g_file_test(word, G_FILE_TEST_EXISTS)
          ? tn_data_find(&tn_data_scenarios, word)
          : NULL;
  return found != NULL;
}

/* Sets in `s` the options that `given` sets. */
static void overlay(struct tn_options *s, const struct tn_options *given)
{
  const GPtrArray *pairs[] = { given->params, given->sets };
  for (int o = 0; o < TN_N_OPTIONS; o++)
    if (given->value[o])
      tn_options_put(s, o, given->value[o], given->where[o], NULL);
  for (int k = 0; k < 2; k++)
    for (guint i = 0; i < pairs[k]->len; i++) {
      const struct tn_pair *p = pairs[k]->pdata[i];
      tn_options_put_pair(s, k ? s->sets : s->params, p->name, p->value, p->where);
    }
}

struct tn_options *tn_options_parse(unsigned command, int n, char *const *words, GError **error)
{
  struct tn_options *given = tn_options_new(), *s = tn_options_new();
  const char *scenario = NULL;
  bool ok = true;
  s->command = command;
  s->words = words;
  for (int i = 0; ok && i < n; i++) {
    if (words[i][0] == '-' && words[i][1]) {
      ok = take_option(given, command, n, words, &i, error);
    } else if (!is_scenario(command, words[i])) {
      g_ptr_array_add(s->rows, tn_options_store_text(s, words[i]));
    } else if (scenario) {
      ok = tn_usage(error, "%s: one argument is enough (%s came first)", words[i], scenario);
    } else {
      scenario = words[i];
    }
  }
  if (ok && scenario && !(command & TN_CMD_SHOW))
    ok = read_scenario(s, scenario, error);
  if (ok && scenario && (command & TN_CMD_SHOW))
    ok = tn_options_put(s, TN_OPT_PLATFORM, scenario, "platform", error);
  if (ok)
    overlay(s, given); /* options of the command line have precedence */
  if (ok && command & (TN_CMD_ALONE | TN_CMD_MEASURE | TN_CMD_SWEEP | TN_CMD_TUNE | TN_CMD_EXPLAIN))
    ok = tn_for_library(s, error);
  tn_options_free(given);
  if (ok) {
    tn_reference_translate(s);
    return s;
  }
  tn_options_free(s);
  return NULL;
}
