/* Reads any words as a command line, or any text as a scenario. The result is an error of one line,
 * or a plan whose points can be named and written. Nothing is simulated. Input: lines. If the first
 * line is "words", each line is a word of the command line; otherwise the whole is a scenario. */
#include <stdlib.h>
#include <string.h>

#include "plan/expand.h"
#include "rows/text_rows.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum { MAX_SHOWN = 100 };

static void check_error(bool ok, GError *error)
{
  g_assert(ok == (error == NULL));
  if (error)
    g_assert(*error->message && !strchr(error->message, '\n'));
}

static void check_points(const struct tn_plan *plan)
{
  struct tn_results results = tn_results_of(plan, TN_SOURCE_SIM);
  g_assert(tn_study_n(plan->study) > 0);
  for (guint i = 0; i < MIN(tn_study_n(plan->study), MAX_SHOWN); i++) {
    const struct tn_point *point = tn_study_point(plan->study, i);
    g_autofree char *what = tn_point_describe(point);
    struct tn_row *row = tn_row_take(&results, i);
    g_assert(row->ranks == point->call.n_ranks && row->root < row->ranks && *what);
    tn_row_free(row);
  }
}

/* Words that name files would make the result depend on existing files. */
static bool names_file(const char *word)
{
  return strstr(word, "file:") || strchr(word, '/') || strstr(word, ".xml");
}

static bool settings_name_files(const struct tn_options *s)
{
  for (int o = 0; o < TN_N_OPTIONS; o++)
    if (s->value[o] && names_file(s->value[o]))
      return true;
  return false;
}

static struct tn_options *read_words(char **words, GError **error)
{
  for (char **word = words; *word; word++)
    if (names_file(*word) || g_str_has_suffix(*word, ".ini"))
      return NULL;
  return tn_options_parse(TN_CMD_RUN | TN_CMD_TUNE, (int)g_strv_length(words), words, error);
}

static struct tn_options *read_scenario(const char *text, size_t size, GError **error)
{
  struct tn_options *s = tn_options_new();
  s->command = TN_CMD_RUN;
  if (tn_scenario_read(s, "fuzz.ini", text, size, error))
    return s;
  tn_options_free(s);
  return NULL;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
  g_autofree char *text = g_strndup((const char *)data, size);
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  const bool has_words = lines[0] && strcmp(lines[0], "words") == 0;
  GError *error = NULL;
  struct tn_options *s =
      has_words ? read_words(lines + 1, &error) : read_scenario((const char *)data, size, &error);
  if (s && !settings_name_files(s)) {
    struct tn_plan *plan = tn_plan_new(s, NULL, &error);
    check_error(plan != NULL, error);
    if (plan)
      check_points(plan);
    tn_plan_free(plan);
  } else if (error) {
    check_error(false, error);
  }
  g_clear_error(&error);
  if (s)
    tn_options_free(s);
  return 0;
}
