/* Fits the simulator's parameters to measured rows. */
#include "fit_job.h"

#include <math.h>
#include <stdio.h>

#include "fit_print.h"
#include "plan/row_case.h"

/* Returns the parameters that --free names (enum tn_param). Transfer full. Returns NULL and sets
 * *error on failure. */
static GArray *read_free(const struct tn_options *s, GError **error)
{
  g_auto(GStrv) names = g_strsplit(s->free, ",", -1);
  g_autoptr(GArray) unknown = g_array_new(FALSE, FALSE, sizeof(enum tn_param));
  for (char **name = names; *name; name++) {
    const int found = tn_param_find(*name);
    const enum tn_param p = (enum tn_param)found;
    if (found < 0)
      return tn_usage_null(
          error, "--free: \"%s\" is not a parameter (`turnstile platform show` lists them)", *name);
    g_array_append_val(unknown, p);
  }
  return g_steal_pointer(&unknown);
}

/* Fits the simulator to the rows. Errors name the option, --rows or --free. */
static bool fit_to(const struct tn_fit_rows *in, struct tn_param_value *fitted,
                   struct tn_fit_rows_deviation *off, struct tn_fit_rows_end *ret_end,
                   GError **error)
{
  static const char *const options[] = {
    [TN_FIT_BAD_ROWS] = "--rows", [TN_FIT_BAD_UNKNOWN] = "--free"
  };
  GError *why = NULL;
  if (tn_fit_rows(in, fitted, off, ret_end, &why))
    return true;
  const char *option = why->domain == TN_FIT_ERROR ? options[why->code] : NULL;
  g_propagate_error(error, why);
  return option && tn_usage_prefix(error, option);
}

/* Returns true if the search converged or its result is closer to the rows than the initial
 * values. */
static bool judge_end(const struct tn_fit_rows_end *end, GError **error)
{
  if (end->converged)
    return true;
  if (!(end->after < end->before))
    return tn_refuse(error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
                     "platform fit: the search did not converge and is as far from the rows as "
                     "--like (fewer parameters under --free, or more rows)");
  printf("  not converged: these values are where the search stopped (root mean square error "
         "%.1f%%, %.1f%%\n  where it began), their errors are not known; do not compare them with "
         "other machines', and give\n  fewer parameters under --free, or more rows\n",
         end->after * 100, end->before * 100);
  return true;
}

static bool fit_rows_of(struct tn_fit_job *job, const struct tn_row_case *of, const GArray *unknown,
                        GError **error)
{
  g_autofree struct tn_fit_rows_deviation *off =
      g_new0(struct tn_fit_rows_deviation, job->files->len);
  struct tn_param_value fitted[TN_N_PARAMS];
  const struct tn_fit_rows in = { .platform = job->platform,
                                  .known = job->known,
                                  .asked = &of->asked,
                                  .conditions = &of->conditions,
                                  .rows = job->rows,
                                  .files = job->files,
                                  .unknown = (const enum tn_param *)(const void *)unknown->data,
                                  .n_unknowns = (int)unknown->len };
  struct tn_fit_rows_end end;
  if (!fit_to(&in, fitted, off, &end, error))
    return false;
  printf("rows%s\n", end.converged ? "" : ", not converged");
  tn_fit_print_rows(job->files, off);
  if (!judge_end(&end, error))
    return false;
  tn_fit_print_params(fitted);
  /* the joint errors of the parameters belong to the values before this fit */
  g_clear_pointer(&job->fit.joint, g_free);
  for (int p = 0; p < TN_N_PARAMS; p++) {
    if (isnan(fitted[p].value))
      continue;
    job->known[p] = fitted[p];
    if (!end.converged)
      job->known[p].note = tn_fit_job_store_text(
          job, g_strdup_printf("%s, where the search stopped", fitted[p].note));
  }
  return true;
}

/* Reads the conditions of the measurement, which must be the same for all rows. */
static bool read_case(const GPtrArray *rows, struct tn_row_case *ret, GError **error)
{
  static const char *const columns[] = { "collective", "algorithm", "mechanism", "protocol",
                                         "buffers",    "mapping",   "root",      "params",
                                         "overrides",  "transport" };
  const struct tn_row *first = rows->pdata[0];
  for (size_t i = 0; i < G_N_ELEMENTS(columns); i++) {
    const int column = tn_row_column(columns[i]);
    for (guint k = 1; k < rows->len; k++) {
      if (tn_row_same(first, rows->pdata[k], column))
        continue;
      g_autofree char *x = tn_row_text(first, column), *y = tn_row_text(rows->pdata[k], column);
      return tn_usage(error, "--rows: %s is \"%s\" and \"%s\" (one at a time)", columns[i], x, y);
    }
  }
  return tn_row_case_init(ret, rows->pdata[rows->len - 1], "--rows", error);
}

bool tn_fit_job_rows(struct tn_fit_job *job, GError **error)
{
  g_autoptr(GArray) unknown = read_free(job->settings, error);
  struct tn_row_case of = { 0 };
  if (!unknown)
    return false;
  const bool ok = read_case(job->rows, &of, error) && fit_rows_of(job, &of, unknown, error);
  tn_row_case_finish(&of);
  return ok;
}

bool tn_fit_job_fresh(const struct tn_fit_job *job, GError **error)
{
  g_autoptr(GArray) unknown = job->rows->len > 0 ? read_free(job->settings, error) : NULL;
  if (job->rows->len > 0 && !unknown)
    return false;
  if (job->is_fitted)
    tn_fit_print_fresh(job->rows,
                       unknown ? (const enum tn_param *)(const void *)unknown->data : NULL,
                       unknown ? (int)unknown->len : 0);
  return true;
}
