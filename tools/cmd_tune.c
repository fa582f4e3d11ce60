/* tune: the winner per size, from rows that are there or from points run for it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "plan/expand.h"
#include "plot/plot_contest.h"
#include "plot/script.h"
#include "pool.h"
#include "run_points.h"
#include "rows/notes.h"
#include "signals.h"
#include "tune/contest.h"
#include "tune/tune.h"

/* What the winners are chosen from. */
struct field {
  GPtrArray *rows; /* as tn_rows_new */
  char *notes;     /* what is assumed, as text; NULL for rows that were there */
  bool ok;         /* no point failed; one that does costs only its rows */
};

/* Columns of a decision table for programs, after those of the context. */
static const struct tn_column own_columns[] = {
  { "objective", false },  { "size_from", true },  { "size_to", true },    { "algorithm", false },
  { "params", false },     { "mechanism", false }, { "from_us", true },    { "to_us", true },
  { "second", false },     { "margin_min", true }, { "margin_max", true }, { "differs", false },
  { "candidates", true },
};

enum { FORMAT_TEXT, FORMAT_CSV, FORMAT_JSON };
static const char *const formats[] = { "text", "csv", "json", NULL };

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

/* What is assumed of each platform and profile of the plan. Transfer full. */
static char *notes_of(const struct tn_plan *plan)
{
  char *text = NULL;
  size_t length;
  FILE *file = open_memstream(&text, &length);
  for (guint i = 0; i < plan->setups->len; i++) {
    const struct tn_setup *setup = plan->setups->pdata[i];
    unsigned mechanisms = 0, collectives = 0;
    for (guint p = 0; p < plan->points->len; p++) {
      const struct tn_point *point = &g_array_index(plan->points, struct tn_point, p);
      mechanisms |= point->setup == setup ? 1u << point->mechanism : 0;
      collectives |= point->setup == setup ? 1u << point->call.collective : 0;
    }
    if (plan->setups->len > 1)
      fprintf(file, "%s, kernel %s, ", tn_platform_name(setup->platform),
              tn_kernel_names[setup->kernel]);
    tn_note_assumed(file, setup, mechanisms, true);
    for (int c = 0; c < TN_N_COLLECTIVES; c++)
      if (collectives & 1u << c)
        tn_note_error(file, setup, (enum tn_collective)c);
  }
  fclose(file);
  return text;
}

static bool run_points(const struct tn_settings *s, struct field *field, GError **error)
{
  int jobs;
  if (!tn_jobs_read(s, &jobs, error))
    return false;
  struct tn_plan *plan = tn_plan_new(s, NULL, error);
  if (!plan)
    return false;
  struct tn_results results = { .plan = plan, .source = "sim" };
  results.outcome = g_new0(struct tn_outcome_of, plan->points->len);
  field->ok = tn_run_points(&results, NULL, jobs);
  tn_rows_take(field->rows, &results);
  field->notes = notes_of(plan);
  g_free(results.outcome);
  tn_plan_free(plan);
  if (tn_signal_caught)
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INTR, "tune: interrupted");
  return !tn_signal_caught;
}

static bool collect(const struct tn_settings *s, struct field *field, GError **error)
{
  if (tn_settings_get(s, TN_OPT_TIMELINE)) {
    g_set_error(error, TN_USAGE_ERROR, 0, "--timeline: not for tune (run shows one point)");
    return false;
  }
  if (s->rows->len == 0)
    return run_points(s, field, error);
  for (int o = 0; o < TN_N_OPTIONS; o++) {
    if (!s->value[o] || !tn_options[o].key)
      continue;
    g_set_error(error, TN_USAGE_ERROR, 0, "%s: either ROWS (%s) or a selection, not both",
                tn_settings_where(s, (enum tn_option)o), (const char *)s->rows->pdata[0]);
    return false;
  }
  for (guint i = 0; i < s->rows->len; i++)
    if (!tn_rows_read(field->rows, s->rows->pdata[i], error))
      return false;
  return true;
}

/* The best of each mechanism: asked for, or several were named. */
static bool by_mechanism(const struct tn_settings *s)
{
  const char *beside = tn_settings_get(s, TN_OPT_BESIDE);
  const char *mechanisms = tn_settings_get(s, TN_OPT_MECHANISM);
  return beside ? strcmp(beside, "mechanism") == 0 : mechanisms && strchr(mechanisms, ',');
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
  return by_mechanism(s) || tn_name_find(tn_context_columns, beside) >= 0 ||
         tn_usage_unknown(error, "--beside", "column that parts tables", beside,
                          tn_context_columns);
}

static bool draw(const struct tn_settings *s, const GPtrArray *contests, GError **error)
{
  const char *file = tn_settings_get(s, TN_OPT_PICTURE);
  if (!file)
    return true;
  g_autofree char *script = tn_plot_contests(contests, tn_script_is_png(file), error);
  return script && tn_script_write(script, file, error);
}

static void write_text(FILE *out, const struct tn_settings *s, const struct field *field,
                       const GArray *ranges, const GPtrArray *contests, const char *time)
{
  const char *beside = tn_settings_get(s, TN_OPT_BESIDE);
  if (by_mechanism(s)) {
    tn_contests_write(out, contests);
    fputs(field->notes ? field->notes : "", out);
  } else if (beside) {
    tn_tune_write_beside(out, ranges, beside, time);
  } else {
    tn_tune_write_text(out, ranges, time);
  }
}

static bool write_winners(const struct tn_settings *s, const struct field *field, int format,
                          int objective, GError **error)
{
  const char *time = tn_objective_columns[objective];
  g_autoptr(GArray) ranges = tn_tune(field->rows, time, error);
  struct tn_writer w;
  if (!ranges)
    return false;
  g_autoptr(GPtrArray) contests = tn_contests_new(field->rows, time);
  if (!tn_writer_init(&w, s, error))
    return false;
  if (format == FORMAT_CSV)
    write_csv(w.file, ranges, objective);
  else if (format == FORMAT_JSON)
    write_json(w.file, ranges, objective);
  else
    write_text(w.file, s, field, ranges, contests, time);
  /* The picture last: where it cannot be drawn, what was simulated is not lost. */
  const bool drawn = draw(s, contests, error);
  return tn_writer_finish(&w, drawn ? error : NULL) && drawn;
}

static bool tune(const struct tn_settings *s, bool *ret_ok, GError **error)
{
  const char *objective = tn_settings_get(s, TN_OPT_OBJECTIVE);
  const char *format = tn_settings_get(s, TN_OPT_FORMAT);
  const int o = tn_name_find(tn_objective_names, objective), f = tn_name_find(formats, format);
  struct field field = { .ok = true };
  if (o < 0)
    return tn_usage_unknown(error, tn_settings_where(s, TN_OPT_OBJECTIVE), "objective", objective,
                            tn_objective_names);
  if (f < 0)
    return tn_usage_unknown(error, tn_settings_where(s, TN_OPT_FORMAT), "format of tune", format,
                            formats);
  if (!check_beside(s, format, error) || !tn_script_check_file(s, error))
    return false;
  field.rows = tn_rows_new();
  const bool ok = collect(s, &field, error) && write_winners(s, &field, f, o, error);
  *ret_ok = field.ok;
  g_ptr_array_unref(field.rows);
  free(field.notes);
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
  else if (!tune(s, &ok, &error))
    status = tn_fail(error);
  else if (!ok)
    status = TN_EXIT_FAILED;
  tn_settings_free(s);
  return status;
}
