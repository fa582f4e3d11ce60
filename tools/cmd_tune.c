/* tune: the winner per size, from rows that are there or from points run for it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "expand.h"
#include "pool.h"
#include "tune.h"

/* Columns of a decision table for programs, after those of the context. */
static const struct tn_column own_columns[] = {
  { "objective", false },  { "size_from", true },  { "size_to", true },    { "algorithm", false },
  { "params", false },     { "mechanism", false }, { "from_us", true },    { "to_us", true },
  { "second", false },     { "margin_min", true }, { "margin_max", true }, { "differs", false },
  { "candidates", true },
};

static char *ratio(double margin)
{
  return isfinite(margin) ? g_strdup_printf("%.4f", margin) : g_strdup("");
}

/* The texts of own_columns, NULL-terminated. Transfer full. */
static char **own_row(const struct tn_range *r, int objective)
{
  const char *column = tn_objective_columns[objective];
  GPtrArray *row = g_ptr_array_new();
  g_ptr_array_add(row, g_strdup(tn_objective_names[objective]));
  g_ptr_array_add(row, g_strdup(tn_cell(r->first, "size_bytes")));
  g_ptr_array_add(row, g_strdup(tn_cell(r->last, "size_bytes")));
  g_ptr_array_add(row, g_strdup(tn_cell(r->first, "algorithm")));
  g_ptr_array_add(row, g_strdup(tn_cell(r->first, "params")));
  g_ptr_array_add(row, g_strdup(tn_cell(r->first, "mechanism")));
  g_ptr_array_add(row, g_strdup(tn_cell(r->first, column)));
  g_ptr_array_add(row, g_strdup(tn_cell(r->last, column)));
  g_ptr_array_add(row, g_strdup(r->second ? tn_cell(r->second, "algorithm") : ""));
  g_ptr_array_add(row, ratio(r->margin_min));
  g_ptr_array_add(row, ratio(r->margin_max));
  g_ptr_array_add(row, g_strdup(r->differs ? "yes" : "no"));
  g_ptr_array_add(row, g_strdup_printf("%d", r->n_candidates));
  g_assert(row->len == G_N_ELEMENTS(own_columns));
  g_ptr_array_add(row, NULL);
  return (char **)g_ptr_array_free(row, FALSE);
}

static void write_csv(FILE *out, const GArray *ranges, int objective)
{
  for (int c = 0; tn_context_columns[c]; c++)
    fprintf(out, "%s,", tn_context_columns[c]);
  for (guint c = 0; c < G_N_ELEMENTS(own_columns); c++)
    fprintf(out, "%s%s", own_columns[c].name, c + 1 < G_N_ELEMENTS(own_columns) ? "," : "\n");
  for (guint i = 0; i < ranges->len; i++) {
    const struct tn_range *r = &g_array_index(ranges, struct tn_range, i);
    g_auto(GStrv) own = own_row(r, objective);
    for (int c = 0; tn_context_columns[c]; c++) {
      tn_csv_field(out, tn_cell(r->first, tn_context_columns[c]));
      fputc(',', out);
    }
    for (int c = 0; own[c]; c++) {
      tn_csv_field(out, own[c]);
      fputc(own[c + 1] ? ',' : '\n', out);
    }
  }
}

static void write_json(FILE *out, const GArray *ranges, int objective)
{
  fputs("[\n", out);
  for (guint i = 0; i < ranges->len; i++) {
    const struct tn_range *r = &g_array_index(ranges, struct tn_range, i);
    g_auto(GStrv) own = own_row(r, objective);
    fputs("  {", out);
    for (int c = 0; tn_context_columns[c]; c++) {
      tn_json_field(out, tn_context_columns[c], tn_cell(r->first, tn_context_columns[c]),
                    tn_columns[tn_column_find(tn_context_columns[c])].number);
      fputs(", ", out);
    }
    for (int c = 0; own[c]; c++) {
      tn_json_field(out, own_columns[c].name, own[c], own_columns[c].number);
      fputs(own[c + 1] ? ", " : "}", out);
    }
    fputs(i + 1 < ranges->len ? ",\n" : "\n", out);
  }
  fputs("]\n", out);
}

static void write_text(FILE *out, const GArray *ranges, int objective)
{
  tn_tune_write_text(out, ranges, tn_objective_columns[objective]);
}

/* Runs the points asked for; *ret_ok is false when some failed, which costs only their rows. */
static bool run_points(const struct tn_settings *s, GPtrArray *rows, bool *ret_ok, GError **error)
{
  struct tn_writer silent = { .file = stderr, .name = "standard error" };
  int jobs, signal_number;
  if (!tn_jobs_read(s, &jobs, error))
    return false;
  struct tn_plan *plan = tn_plan_new(s, NULL, error);
  if (!plan)
    return false;
  struct tn_results results = { .plan = plan, .source = "sim" };
  results.outcome = g_new0(struct tn_outcome_of, plan->points->len);
  *ret_ok = tn_pool_run(&results, &silent, jobs, &signal_number);
  tn_rows_take(rows, &results);
  g_free(results.outcome);
  tn_plan_free(plan);
  if (signal_number)
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INTR, "tune: interrupted");
  return !signal_number;
}

static bool collect(const struct tn_settings *s, GPtrArray *rows, bool *ret_ok, GError **error)
{
  *ret_ok = true;
  if (tn_settings_get(s, TN_OPT_TIMELINE)) {
    g_set_error(error, TN_USAGE_ERROR, 0, "--timeline: not for tune (run shows one point)");
    return false;
  }
  if (s->rows->len == 0)
    return run_points(s, rows, ret_ok, error);
  for (int o = 0; o < TN_N_OPTIONS; o++) {
    if (!s->value[o] || !tn_options[o].key)
      continue;
    g_set_error(error, TN_USAGE_ERROR, 0, "%s: either ROWS (%s) or a selection, not both",
                tn_settings_where(s, (enum tn_option)o), (const char *)s->rows->pdata[0]);
    return false;
  }
  for (guint i = 0; i < s->rows->len; i++)
    if (!tn_rows_read(rows, s->rows->pdata[i], error))
      return false;
  return true;
}

/* --beside must name what parts tables, and needs a page, not a file for programs. */
static bool check_beside(const struct tn_settings *s, const char *format, GError **error)
{
  const char *beside = tn_settings_get(s, TN_OPT_BESIDE);
  if (!beside)
    return true;
  if (strcmp(format, "text") != 0) {
    g_set_error(error, TN_USAGE_ERROR, 0, "--beside: only for text, not %s", format);
    return false;
  }
  return tn_name_find(tn_context_columns, beside) >= 0 ||
         tn_usage_unknown(error, "--beside", "column that parts tables", beside,
                          tn_context_columns);
}

static bool tune(const struct tn_settings *s, bool *ret_ok, GError **error)
{
  static const char *const formats[] = { "text", "csv", "json", NULL };
  static void (*const writers[])(FILE *, const GArray *, int) = { write_text, write_csv,
                                                                  write_json };
  const char *objective = tn_settings_get(s, TN_OPT_OBJECTIVE);
  const int o = tn_name_find(tn_objective_names, objective);
  const int f = tn_name_find(formats, tn_settings_get(s, TN_OPT_FORMAT));
  const char *beside = tn_settings_get(s, TN_OPT_BESIDE);
  g_autoptr(GPtrArray) rows = tn_rows_new();
  struct tn_writer w;
  if (o < 0)
    return tn_usage_unknown(error, tn_settings_where(s, TN_OPT_OBJECTIVE), "objective", objective,
                            tn_objective_names);
  if (f < 0)
    return tn_usage_unknown(error, tn_settings_where(s, TN_OPT_FORMAT), "format of tune",
                            tn_settings_get(s, TN_OPT_FORMAT), formats);
  if (!check_beside(s, formats[f], error) || !collect(s, rows, ret_ok, error))
    return false;
  g_autoptr(GArray) ranges = tn_tune(rows, tn_objective_columns[o], error);
  if (!ranges || !tn_writer_init(&w, s, error))
    return false;
  if (beside)
    tn_tune_write_beside(w.file, ranges, beside, tn_objective_columns[o]);
  else
    writers[f](w.file, ranges, o);
  return tn_writer_finish(&w, error);
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
  else if (!tune(s, &ok, &error))
    status = tn_fail(error);
  else if (!ok)
    status = TN_EXIT_FAILED;
  tn_settings_free(s);
  return status;
}
