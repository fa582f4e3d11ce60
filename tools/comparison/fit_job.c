/* Reads the inputs of a fit. */
#include "fit_job.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "document/layout.h"
#include "document/wrap.h"
#include "fit_read.h"
#include "plan/expand.h"
#include "rows/rows_files.h"
#include "rows/trace_file.h"

const char *tn_fit_job_store_text(struct tn_fit_job *job, char *text)
{
  g_ptr_array_add(job->texts, text);
  return text;
}

/* Reads the matrix of times between processing units, and sets the latencies of cache lines from
 * it. */
static bool read_lines(struct tn_fit_job *job, GError **error)
{
  const char *file = job->settings->matrix, *name;
  g_autoptr(GArray) pairs = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_pair));
  gsize length;
  if (!file)
    return true;
  g_autofree char *text = tn_text_read(file, &name, &length, error);
  if (!text || !tn_fit_pairs_parse(pairs, job->platform, name, text, length, error))
    return false;
  enum tn_distance near, far;
  double share;
  if (!tn_fit_lines_ordered(job->platform, pairs, &near, &far, &share))
    return tn_usage(error,
                    "%s: pairs of distance %s are faster than pairs of distance %s in only %.0f%% "
                    "of the cases (at least %.0f%%): row i and column j are the system's units i "
                    "and j (P# of lstopo -p) in the topology given",
                    name, tn_distance_names[near], tn_distance_names[far], share * 100,
                    TN_LEAST_ORDER * 100);
  const struct tn_fit_lines lines = tn_fit_lines(job->platform, pairs);
  static const char layout[] = "  {=distance:8} {=ns:>7.1} +- {=error:>5.1%}, {=groups}";
  struct tn_table *t = tn_table_of(layout);
  for (int d = 0; d < TN_N_DISTANCES; d++) {
    if (lines.n_groups[d] == 0)
      continue;
    tn_table_text(t, tn_distance_names[d]);
    tn_table_numbers(t, TN_ALL_DIGITS, lines.latency[d] * 1e9, lines.error[d]);
    tn_table_print(t, "least of %d groups; the highest is %.0f%% above it", lines.n_groups[d],
                   lines.asymmetry[d] * 100);
    job->values[TN_P_LINE_LATENCY + d] = lines.latency[d];
    job->is_held[TN_P_LINE_LATENCY + d] = true;
    job->known[TN_P_LINE_LATENCY + d] = (struct tn_param_value){
      lines.latency[d], "measured",
      tn_fit_job_store_text(
          job, g_strdup_printf(
                   "core-to-core matrix, least median of %d groups, the highest %.0f%% above",
                   lines.n_groups[d], lines.asymmetry[d] * 100)),
      lines.error[d]
    };
  }
  printf("lines (%s), ns:\n", name);
  tn_table_write_text(stdout, t, layout);
  return true;
}

/* Returns the files (char *) that an option names, split at semicolons, with column values. A part
 * that is not a file is a column value of the file before it. Transfer full. */
static GPtrArray *specs_of(const struct tn_options *s, enum tn_option option)
{
  const char *files = option == TN_OPT_ROWS ? s->fit_rows : s->messages;
  g_auto(GStrv) parts = g_strsplit(files ? files : "", ";", -1);
  GPtrArray *specs = g_ptr_array_new_with_free_func(g_free);
  for (char **part = parts; *part; part++) {
    char *last = specs->len ? specs->pdata[specs->len - 1] : NULL;
    const bool is_value = last && tn_trace_values(last) && strchr(*part, '=');
    if (is_value && !tn_trace_values(*part)) {
      specs->pdata[specs->len - 1] = g_strjoin(";", last, *part, NULL);
      g_free(last);
    } else {
      g_ptr_array_add(specs, g_strdup(*part));
    }
  }
  return specs;
}

static bool read_points(struct tn_fit_job *job, enum tn_option option, FILE *out, GError **error)
{
  const struct tn_fit_source source = { .columns = job->settings->columns,
                                        .platform = job->platform,
                                        .windows = job->windows,
                                        .is_tree = option == TN_OPT_ROWS,
                                        .rows = option == TN_OPT_ROWS ? job->rows : NULL };
  g_autoptr(GPtrArray) specs = specs_of(job->settings, option);
  for (guint i = 0; i < specs->len; i++) {
    const char *spec = specs->pdata[i];
    g_autoptr(GString) summary = g_string_new(NULL);
    const guint before = source.rows ? source.rows->len : 0;
    if (!tn_fit_points_read(job->points, &source, spec, summary, error))
      return false;
    if (out)
      fputs(summary->str, out);
    if (source.rows && source.rows->len > before) {
      const struct tn_fit_file file = { tn_fit_job_store_text(job, g_strdup(spec)),
                                        source.rows->len };
      g_array_append_val(job->files, file);
    }
  }
  return true;
}

bool tn_fit_job_messages(struct tn_fit_job *job, FILE *out, GError **error)
{
  return read_points(job, TN_OPT_MESSAGES, out, error);
}

/* Reads the initial values; values from --set are assumptions in the fitted file. */
static bool take_values(struct tn_fit_job *job, GError **error)
{
  struct tn_setup setup;
  if (!tn_resolve(job->settings, job->platform, -1, &setup, error))
    return false;
  memcpy(job->values, setup.values, sizeof job->values);
  job->transport = tn_setup_transport(&setup) - 1;
  for (int p = 0; p < TN_N_PARAMS; p++)
    job->known[p].value = NAN;
  for (int i = 0; i < setup.n_overrides; i++) {
    const struct tn_override *o = &setup.overrides[i];
    job->known[o->param] = (struct tn_param_value){ job->values[o->param], "assumed",
                                                    "given at the fit (--set)", NAN };
    job->is_transports[o->param] = o->transport != 0;
    /* The fit must not change values that the user set, and sizes in bytes that the transport sets.
     * It may change the transport's queue. */
    job->is_held[o->param] = !o->transport || tn_params[o->param].unit == TN_UNIT_BYTES;
  }
  g_free(setup.overrides);
  return true;
}

bool tn_fit_job_read(struct tn_fit_job *job, const char *spec, GError **error)
{
  job->platform = tn_platform_load(spec, job->like, error);
  if (!job->platform)
    return tn_usage_prefix(error, "platform fit");
  if (!take_values(job, error))
    return false;
  if (isfinite(job->settings->max_error) && !job->settings->messages)
    return tn_usage(error, "platform fit: --max-error needs --p2p FILE");
  job->max_error = job->settings->max_error;
  static const enum tn_param limits[] = { TN_P_EAGER_LIMIT, TN_P_RENDEZVOUS_LIMIT,
                                          TN_P_BLOCKING_LIMIT };
  for (size_t i = 0; i < G_N_ELEMENTS(limits); i++) {
    const double value = job->known[limits[i]].value;
    if (!(value > 0 && value < TN_LEAST_LIMIT))
      continue;
    return tn_usage(error,
                    "platform fit: --set %s=%g: no library has a limit of so "
                    "few bytes (0, or %g and more)",
                    tn_params[limits[i]].name, value, TN_LEAST_LIMIT);
  }
  if (!read_lines(job, error) || !tn_fit_job_messages(job, stdout, error) ||
      !read_points(job, TN_OPT_ROWS, stdout, error))
    return false;
  if (job->rows->len > 0 && !job->settings->free)
    return tn_usage(error, "platform fit: which parameters for --rows? (--free PARAM,...; a flat "
                           "tree has a column children)");
  return job->points->len > 0 || job->rows->len > 0 ||
         (job->settings->matrix && !job->settings->messages && !job->settings->fit_rows) ||
         tn_usage(error,
                  "platform fit: nothing to fit to (--p2p FILE; --rows FILE; --matrix FILE for "
                  "lines alone)");
}

char *tn_fit_job_files(const struct tn_options *s)
{
  static const enum tn_option options[] = { TN_OPT_MESSAGES, TN_OPT_ROWS };
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  for (size_t i = 0; i < G_N_ELEMENTS(options); i++) {
    g_autoptr(GPtrArray) specs = specs_of(s, options[i]);
    for (guint k = 0; k < specs->len; k++) {
      const char *spec = specs->pdata[k], *values = tn_trace_values(spec);
      g_autofree char *file = g_strndup(spec, values ? (gsize)(values - spec - 1) : strlen(spec));
      g_ptr_array_add(names, g_path_get_basename(file));
    }
  }
  g_ptr_array_add(names, NULL);
  return g_strjoinv(", ", (char **)names->pdata);
}
