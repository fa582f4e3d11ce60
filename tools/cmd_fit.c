/* platform fit: fits a platform file to published measurements. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "comparison/fit_job.h"
#include "comparison/fit_print.h"
#include "inherited.h"
#include "plan/expand.h"
#include "table/save.h"

/* Rounds the fitted values and adds the sources of the data. `copy_rate`, which has no distance,
 * gets the value of the nearest distance. */
static void finish_values(struct tn_fit_job *job)
{
  g_autofree char *files = tn_fit_job_files(job->settings);
  for (int d = TN_N_DISTANCES - 1; d >= 0; d--)
    if (!isnan(job->known[TN_P_COPY_RATE_CLASS + d].value) && !job->is_held[TN_P_COPY_RATE])
      job->known[TN_P_COPY_RATE] = job->known[TN_P_COPY_RATE_CLASS + d];
  for (int p = 0; p < TN_N_PARAMS; p++) {
    if (job->is_transports[p] && strcmp(job->known[p].source, "fitted") != 0)
      job->known[p].value = NAN;
    if (isnan(job->known[p].value))
      continue;
    job->known[p].value = tn_fit_digits((enum tn_param)p, job->known[p].value);
    if (strcmp(job->known[p].source, "fitted") == 0)
      job->known[p].note =
          tn_fit_job_store_text(job, g_strdup_printf("%s (%s)", job->known[p].note, files));
  }
  if (!job->is_held[TN_P_DEFAULT_RANKS])
    job->known[TN_P_DEFAULT_RANKS] = (struct tn_param_value){ tn_platform_n_cores(job->platform),
                                                              "assumed", "one per core", NAN };
}

static bool write_file(const struct tn_fit_job *job, const char *topology, const char *file,
                       GError **error)
{
  g_autofree char *base = g_path_get_basename(file), *folder = g_path_get_dirname(file);
  g_autofree char *name = g_strndup(base, strlen(base) - strlen(".xml"));
  const struct tn_fitted_values found = { job->known, job->fit.joint, 1 + job->transport };
  g_autofree char *text = tn_platform_import(topology, job->like, name, folder, &found, error);
  if (!text)
    return tn_usage_prefix(error, "platform fit");
  return tn_save_write(file, text, -1, error);
}

static bool write_unmeasured(struct tn_fit_job *job, const char *file, GError **error)
{
  if (!job->is_fitted)
    return tn_unmeasured_write(stdout, file, job->like, error);
  g_autofree double *seconds = g_new0(double, job->points->len);
  if (!tn_fit_simulate(file, job->points, job->fit.assumption, seconds, error))
    return false;
  if (isfinite(job->max_error))
    job->ok = tn_fit_print_check(job->points, seconds, job->max_error);
  tn_fit_print_trust(&job->fit, job->points, &job->verdict, seconds);
  if (!tn_fit_job_fresh(job, error))
    return false;
  if (!tn_unmeasured_write(stdout, file, job->like, error))
    return false;
  tn_fit_print_run(file, job->fit.assumption);
  return true;
}

/* Returns false without *error if the file is less accurate than the user requires. */
bool tn_cmd_platform_fit(struct tn_options *s, GError **error)
{
  const char *topology = s->rows->len == 1 ? s->rows->pdata[0] : NULL;
  const char *like = s->like, *file = s->output;
  struct tn_fit_job job = { .settings = s, .ok = true };
  if (!topology || !file || !g_str_has_suffix(file, ".xml"))
    return tn_usage(error, "platform fit: %s",
                    !topology ? "needs one FILE.xml or synthetic string"
                              : "where to? (-o FILE.xml)");
  if (g_str_has_prefix(topology, "synthetic:"))
    topology += strlen("synthetic:");
  g_autofree char *chosen = like ? NULL : tn_relative_choose(s, topology, stdout, error);
  g_autofree char *spec = g_strconcat("synthetic:", topology, NULL);
  job.like = like ? like : chosen;
  if (!job.like)
    return false;
  job.points = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_point));
  job.windows = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_point));
  job.texts = g_ptr_array_new_with_free_func(g_free);
  job.rows = tn_rows_new();
  job.files = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_file));
  bool ok = tn_fit_job_read(&job, spec, error) &&
            (job.points->len == 0 || tn_fit_job_points(&job, error)) &&
            (job.rows->len == 0 || tn_fit_job_rows(&job, error));
  if (ok) {
    finish_values(&job);
    ok = write_file(&job, topology, file, error) && write_unmeasured(&job, file, error);
  }
  ok = ok && job.ok;
  g_free(job.fit.joint);
  tn_platform_free(job.platform);
  g_array_unref(job.points);
  g_array_unref(job.windows);
  g_ptr_array_unref(job.rows);
  g_array_unref(job.files);
  g_ptr_array_unref(job.texts);
  return ok;
}
