/* tune: the winner per size, from rows that are there or from points run for it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "plan/expand.h"
#include "plot/plot_rivals.h"
#include "plot/script.h"
#include "rows/row.h"
#include "study/csv.h"
#include "tune/field.h"
#include "tune/profile.h"
#include "tune/tune_text.h"

/* Columns of a decision table for programs, after those of the context. */
static const struct tn_column own_columns[] = {
  { "objective", false },    { "size_from", true },  { "size_to", true },
  { "algorithm", false },    { "params", false },    { "mechanism", false },
  { "from_us", true },       { "to_us", true },      { "second", false },
  { "margin_min", true },    { "margin_max", true }, { "differs", false },
  { "candidates", true },    { "reference", false }, { "reference_min", true },
  { "reference_max", true },
};

enum { FORMAT_TEXT, FORMAT_CSV, FORMAT_JSON };
static const char *const formats[] = { "text", "csv", "json", NULL };

static char *ratio(double margin)
{
  return isfinite(margin) ? g_strdup_printf("%.4f", margin) : g_strdup("");
}

static char *time_text(const struct tn_row *row, enum tn_objective objective)
{
  return g_strdup_printf("%.6f", tn_row_microseconds(tn_row_time(row, objective)));
}

/* The texts of own_columns, NULL-terminated. Transfer full. */
static char **own_row(const struct tn_winner *r, enum tn_objective objective)
{
  const int size = tn_row_column("size_bytes");
  GPtrArray *row = g_ptr_array_new();
  g_ptr_array_add(row, g_strdup(tn_objective_names[objective]));
  g_ptr_array_add(row, tn_row_text(r->first, size));
  g_ptr_array_add(row, tn_row_text(r->last, size));
  g_ptr_array_add(row, g_strdup(r->first->algorithm));
  g_ptr_array_add(row, g_strdup(r->first->params));
  g_ptr_array_add(row, g_strdup(r->first->mechanism));
  g_ptr_array_add(row, time_text(r->first, objective));
  g_ptr_array_add(row, time_text(r->last, objective));
  g_ptr_array_add(row, g_strdup(r->second ? r->second->algorithm : ""));
  g_ptr_array_add(row, ratio(r->margin_min));
  g_ptr_array_add(row, ratio(r->margin_max));
  g_ptr_array_add(row, g_strdup(r->differs ? "yes" : "no"));
  g_ptr_array_add(row, g_strdup_printf("%d", r->n_candidates));
  g_ptr_array_add(row, g_strdup(r->reference ? r->reference->algorithm : ""));
  g_ptr_array_add(row, ratio(r->reference_min));
  g_ptr_array_add(row, ratio(r->reference_max));
  g_assert(row->len == G_N_ELEMENTS(own_columns));
  g_ptr_array_add(row, NULL);
  return (char **)g_ptr_array_free(row, FALSE);
}

static bool is_context(int column)
{
  return tn_row_columns[column].role == TN_ROLE_CONTEXT;
}

static void write_csv(FILE *out, const GArray *winners, enum tn_objective objective)
{
  for (int c = 0; c < tn_row_n_columns; c++)
    if (is_context(c))
      fprintf(out, "%s,", tn_row_columns[c].name);
  for (guint c = 0; c < G_N_ELEMENTS(own_columns); c++)
    fprintf(out, "%s%s", own_columns[c].name, c + 1 < G_N_ELEMENTS(own_columns) ? "," : "\n");
  for (guint i = 0; i < winners->len; i++) {
    const struct tn_winner *w = &g_array_index(winners, struct tn_winner, i);
    g_auto(GStrv) own = own_row(w, objective);
    for (int c = 0; c < tn_row_n_columns; c++) {
      if (!is_context(c))
        continue;
      g_autofree char *text = tn_row_text(w->first, c);
      tn_csv_field(out, text);
      fputc(',', out);
    }
    tn_csv_line(out, own);
  }
}

static void write_json(FILE *out, const GArray *winners, enum tn_objective objective)
{
  fputs("[\n", out);
  for (guint i = 0; i < winners->len; i++) {
    const struct tn_winner *w = &g_array_index(winners, struct tn_winner, i);
    g_auto(GStrv) own = own_row(w, objective);
    fputs("  {", out);
    for (int c = 0; c < tn_row_n_columns; c++) {
      if (!is_context(c))
        continue;
      tn_row_write_json_field(out, w->first, c);
      fputs(", ", out);
    }
    for (int c = 0; own[c]; c++) {
      tn_json_field(out, own_columns[c].name, own[c], own_columns[c].number);
      fputs(own[c + 1] ? ", " : "}", out);
    }
    fputs(i + 1 < winners->len ? ",\n" : "\n", out);
  }
  fputs("]\n", out);
}

/* The best of each mechanism: asked for, or several were named. */
static bool by_mechanism(const struct tn_settings *s)
{
  const char *beside = tn_settings_get(s, TN_OPT_BESIDE);
  const char *mechanisms = tn_settings_get(s, TN_OPT_MECHANISM);
  return beside ? strcmp(beside, "mechanism") == 0 : mechanisms && strchr(mechanisms, ',');
}

/* The names of the columns that make a context, NULL-terminated; container owned. */
static GPtrArray *context_names(void)
{
  GPtrArray *names = g_ptr_array_new();
  for (int c = 0; c < tn_row_n_columns; c++)
    if (is_context(c))
      g_ptr_array_add(names, (void *)tn_row_columns[c].name);
  g_ptr_array_add(names, NULL);
  return names;
}

/* --beside must name what parts tables, and needs a page, not a file for programs. */
static bool check_beside(const struct tn_settings *s, const char *format, GError **error)
{
  const char *beside = tn_settings_get(s, TN_OPT_BESIDE);
  g_autoptr(GPtrArray) names = context_names();
  const char *const *known = (const char *const *)names->pdata;
  if (!beside)
    return true;
  if (strcmp(format, "text") != 0) {
    g_set_error(error, TN_USAGE_ERROR, 0, "--beside: only for text, not %s", format);
    return false;
  }
  return by_mechanism(s) || tn_name_find(known, beside) >= 0 ||
         tn_usage_unknown(error, "--beside", "column that parts tables", beside, known);
}

static bool draw(const struct tn_settings *s, const GPtrArray *rivals, GError **error)
{
  const char *file = tn_settings_get(s, TN_OPT_PICTURE);
  if (!file)
    return true;
  g_autofree char *script = tn_plot_rivals(rivals, tn_script_is_png(file), error);
  return script && tn_script_write(script, file, error);
}

static void write_text(FILE *out, const struct tn_settings *s, const struct tn_field *field,
                       const GArray *winners, const GPtrArray *rivals, enum tn_objective objective)
{
  const char *beside = tn_settings_get(s, TN_OPT_BESIDE);
  struct tn_other_states *states = tn_other_states_new(field->rows, field->more, objective);
  const struct tn_tune_page page = { .objective = objective,
                                     .states = states,
                                     .reference = tn_settings_get(s, TN_OPT_REFERENCE) };
  if (by_mechanism(s)) {
    tn_rivals_write(out, rivals, states);
    fputs(field->notes ? field->notes : "", out);
  } else if (beside) {
    tn_tune_write_beside(out, winners, beside, objective);
  } else {
    tn_tune_write_text(out, winners, &page);
  }
  tn_other_states_free(states);
}

/* `profile`: of the program that is tuned for; NULL: none. */
static bool write_winners(const struct tn_settings *s, const struct tn_field *field, int format,
                          const struct tn_profile *profile, GError **error)
{
  const enum tn_objective objective = field->objective;
  const bool needs_rivals = by_mechanism(s) || tn_settings_get(s, TN_OPT_PICTURE);
  g_autoptr(GArray) winners =
      tn_tune_against(field->rows, objective, tn_settings_get(s, TN_OPT_REFERENCE), error);
  struct tn_writer w;
  if (!winners)
    return false;
  g_autoptr(GPtrArray) rivals =
      needs_rivals ? tn_rivals_new(field->rows, objective, error) : NULL;
  if (needs_rivals && !rivals)
    return false;
  if (!tn_writer_init(&w, s, error))
    return false;
  if (format == FORMAT_CSV)
    write_csv(w.file, winners, objective);
  else if (format == FORMAT_JSON)
    write_json(w.file, winners, objective);
  else
    write_text(w.file, s, field, winners, rivals, objective);
  if (profile && format == FORMAT_TEXT)
    tn_profile_write(w.file, profile);
  /* The picture last: where it cannot be drawn, what was simulated is not lost. */
  const bool drawn = draw(s, rivals, error);
  return tn_writer_finish(&w, drawn ? error : NULL) && drawn;
}

/* The ratios to a reference stand in one kind of text, and in the files for programs. */
static bool check_reference(const struct tn_settings *s, GError **error)
{
  if (!tn_settings_get(s, TN_OPT_REFERENCE) ||
      (!by_mechanism(s) && !tn_settings_get(s, TN_OPT_BESIDE)))
    return true;
  g_set_error(error, TN_USAGE_ERROR, 0,
              "--reference: not with %s (its tables have no place for "
              "ratios)",
              tn_settings_get(s, TN_OPT_BESIDE) ? "--beside" : "several mechanisms");
  return false;
}

/* The winners for what a traced program calls, and after them its classes. */
static bool tune_profile(const struct tn_settings *s, char *const *words, int format,
                         struct tn_field *field, bool tells_states, GError **error)
{
  struct tn_profile *profile = tn_profile_load(s, error);
  const bool ok = profile && tn_profile_collect(profile, field, s, words, tells_states, error) &&
                  write_winners(s, field, format, profile, error);
  tn_profile_free(profile);
  return ok;
}

static bool tune(const struct tn_settings *s, char *const *words, bool *ret_ok, GError **error)
{
  const char *objective = tn_settings_get(s, TN_OPT_OBJECTIVE);
  const char *format = tn_settings_get(s, TN_OPT_FORMAT);
  const int o = tn_name_find(tn_objective_names, objective), f = tn_name_find(formats, format);
  if (o < 0)
    return tn_usage_unknown(error, tn_settings_where(s, TN_OPT_OBJECTIVE), "objective", objective,
                            tn_objective_names);
  if (f < 0)
    return tn_usage_unknown(error, tn_settings_where(s, TN_OPT_FORMAT), "format of tune", format,
                            formats);
  if (!check_beside(s, format, error) || !check_reference(s, error) ||
      !tn_script_check_file(s, error))
    return false;
  struct tn_field field = { .objective = (enum tn_objective)o };
  const bool tells_states = f == FORMAT_TEXT && (by_mechanism(s) || !s->value[TN_OPT_BESIDE]);
  const bool ok = tn_settings_get(s, TN_OPT_PROFILE) ?
    tune_profile(s, words, f, &field, tells_states, error) :
    tn_field_collect(&field, s, words, tells_states, error) &&
      write_winners(s, &field, f, NULL, error);
  *ret_ok = field.ok;
  tn_field_clear(&field);
  return ok;
}

int tn_cmd_tune(int n, char *const *words)
{
  GError *error = NULL;
  struct tn_settings *s = tn_settings_parse(TN_CMD_RUN | TN_CMD_TUNE, n, words, &error);
  int status = TN_EXIT_DONE;
  bool ok = true;
  if (!s)
    return tn_fail(error);
  if (s->value[TN_OPT_HELP])
    tn_help_print("tune");
  else if (!tune(s, words, &ok, &error))
    status = tn_fail(error);
  else if (!ok)
    status = TN_EXIT_FAILED;
  tn_settings_free(s);
  return status;
}
