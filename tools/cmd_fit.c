/* platform fit: a platform file from somebody else's measurements. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "compare/compare_stats.h"
#include "compare/fit.h"
#include "compare/fit_rows.h"
#include "compare/trace_file.h"
#include "plan/expand.h"
#include "platform/quantity.h"
#include "rows/rows.h"

/* Everything of one fit. */
struct job {
  const struct tn_settings *settings;
  struct tn_platform *platform;        /* the topology with lent parameters */
  double values[TN_N_PARAMS];          /* lent, set, and what the matrix gives */
  struct tn_param_value known[TN_N_PARAMS]; /* what goes into the file; NAN: lent */
  GArray *points;                      /* struct tn_fit_point */
  GPtrArray *rows;                     /* measured ones of a collective */
  GPtrArray *texts;                    /* char *: notes, owned */
};

static const char *keep(struct job *job, char *text)
{
  g_ptr_array_add(job->texts, text);
  return text;
}

static bool read_lines(struct job *job, GError **error)
{
  const char *file = tn_settings_get(job->settings, TN_OPT_MATRIX), *name;
  struct tn_fit_lines lines;
  gsize length;
  if (!file)
    return true;
  g_autofree char *text = tn_text_read(file, &name, &length, error);
  if (!text || !tn_fit_lines_parse(&lines, job->platform, name, text, length, error))
    return false;
  printf("lines (%s), ns:\n", name);
  for (int d = 0; d < TN_N_DISTANCES; d++) {
    if (lines.n_groups[d] == 0)
      continue;
    printf("  %-8s %7.1f +- %4.1f%%, least of %d groups; the farthest lies %.0f%% above it\n",
           tn_distance_names[d], lines.latency[d] * 1e9, lines.error[d] * 100, lines.n_groups[d],
           lines.asymmetry[d] * 100);
    job->values[TN_P_LINE_LATENCY + d] = lines.latency[d];
    job->known[TN_P_LINE_LATENCY + d] = (struct tn_param_value){
      lines.latency[d], "measured",
      keep(job, g_strdup_printf("core-to-core matrix, least median of %d groups, the farthest "
                                "%.0f%% above", lines.n_groups[d], lines.asymmetry[d] * 100)),
      lines.error[d] };
  }
  return true;
}

/* Where what is said of "FILE:NAME=VALUE,..." begins, or NULL: file names may hold colons. */
static const char *said_of(const char *spec)
{
  const char *colon = strrchr(spec, ':');
  const char *equals = colon ? strchr(colon, '=') : NULL;
  g_autofree char *name = equals ? g_strndup(colon + 1, (gsize)(equals - colon - 1)) : NULL;
  const bool is_said = name && g_strv_contains(tn_fit_said_names, name)
                       && !g_file_test(spec, G_FILE_TEST_EXISTS);
  return is_said ? colon + 1 : NULL;
}

static bool read_file(struct job *job, enum tn_option option, const char *spec, GError **error)
{
  const struct tn_fit_source source = {
    .columns = tn_settings_get(job->settings, TN_OPT_COLUMNS),
    .classes = tn_settings_get(job->settings, TN_OPT_CLASSES), .said = said_of(spec),
    .platform = job->platform };
  g_autofree char *file =
    g_strndup(spec, source.said ? (gsize)(source.said - spec - 1) : strlen(spec));
  const guint before = job->points->len;
  const char *name;
  guint left_out;
  gsize length;
  g_autofree char *text = tn_text_read(file, &name, &length, error);
  if (!text || !tn_fit_points_parse(job->points, &source, option == TN_OPT_TREE, name, text, length,
                                    &left_out, error))
    return false;
  printf("%s: %u points, %u rows left out\n", name, job->points->len - before, left_out);
  return true;
}

static bool read_points(struct job *job, enum tn_option option, GError **error)
{
  const char *files = tn_settings_get(job->settings, option);
  g_auto(GStrv) specs = g_strsplit(files ? files : "", ";", -1);
  bool ok = true;
  for (char **spec = specs; ok && *spec; spec++)
    ok = read_file(job, option, *spec, error);
  return ok;
}

/* What the user says of the machine goes into the file as an assumption. */
static void take_sets(struct job *job)
{
  for (guint i = 0; i < job->settings->sets->len; i++) {
    const struct tn_pair *pair = job->settings->sets->pdata[i];
    const int p = tn_param_find(pair->name);
    if (p >= 0)
      job->known[p] = (struct tn_param_value){ job->values[p], "assumed", "said at the fit (--set)",
                                               NAN };
  }
}

/* Whether a matrix is all there is: nothing is fitted then. */
static bool lines_alone(const struct job *job)
{
  return tn_settings_get(job->settings, TN_OPT_MATRIX) &&
         !tn_settings_get(job->settings, TN_OPT_MESSAGES) &&
         !tn_settings_get(job->settings, TN_OPT_TREE) &&
         !tn_settings_get(job->settings, TN_OPT_ROWS);
}

/* Whether what --rows goes with is said, and nothing else. */
static bool check_rows(const struct tn_settings *s, GError **error)
{
  if (!tn_settings_get(s, TN_OPT_ROWS))
    return true;
  if (tn_settings_get(s, TN_OPT_MESSAGES) || tn_settings_get(s, TN_OPT_TREE)) {
    g_set_error(error, TN_USAGE_ERROR, 0, "platform fit: --rows goes without --p2p and --tree");
    return false;
  }
  if (!tn_settings_get(s, TN_OPT_FREE)) {
    g_set_error(error, TN_USAGE_ERROR, 0, "platform fit: what is to be fitted to --rows? (--free "
                "PARAM,...)");
    return false;
  }
  return true;
}

static bool read_rows(struct job *job, GError **error)
{
  const struct tn_settings *s = job->settings;
  const char *spec = tn_settings_get(s, TN_OPT_ROWS);
  g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
  if (!spec)
    return true;
  if (!tn_trace_read(job->rows, notes, spec, tn_settings_get(s, TN_OPT_COLUMNS), error))
    return false;
  for (guint i = 0; i < notes->len; i++)
    fprintf(stderr, "%s\n", (const char *)notes->pdata[i]);
  return true;
}

static bool prepare(struct job *job, const char *spec, const char *like, GError **error)
{
  g_auto(GStrv) sets = tn_settings_sets(job->settings);
  GError *why = NULL;
  job->platform = tn_platform_load(spec, like, &why);
  if (!job->platform || !tn_platform_resolve(job->platform, tn_platform_kernel(job->platform),
                                             (const char *const *)sets, job->values, &why))
    return tn_usage_prefix(error, why, "platform fit");
  for (int p = 0; p < TN_N_PARAMS; p++)
    job->known[p].value = NAN;
  take_sets(job);
  if (!check_rows(job->settings, error) || !read_lines(job, error) ||
      !read_points(job, TN_OPT_MESSAGES, error) || !read_points(job, TN_OPT_TREE, error) ||
      !read_rows(job, error))
    return false;
  if (job->points->len > 0 || job->rows->len > 0 || lines_alone(job))
    return true;
  g_set_error(error, TN_USAGE_ERROR, 0, "platform fit: nothing to fit to (--p2p FILE, and --tree "
              "FILE if there is one; --rows FILE; --matrix FILE for lines alone)");
  return false;
}

/* Three digits: no fit here is better than that. Bytes and counts are whole. */
static double in_digits(enum tn_param p, double value)
{
  char text[32];
  if (tn_params[p].unit == TN_UNIT_BYTES || tn_params[p].unit == TN_UNIT_COUNT)
    return value;
  g_snprintf(text, sizeof text, "%.3g", value);
  return g_ascii_strtod(text, NULL);
}

static void say_off(const char *what, const struct tn_fit_off *all, const struct tn_fit_off *off)
{
  if (all->n == 0)
    return;
  printf("  median error of %s %.1f%% (%d points)", what, all->median * 100, all->n);
  for (int c = 0; c < TN_N_SIZE_CLASSES; c++)
    if (off[c].n > 0)
      printf("; %s %.1f%%", tn_size_class_names[c], off[c].median * 100);
  putchar('\n');
}

static void say_param(enum tn_param p, const struct tn_param_value *fitted)
{
  g_autofree char *value = tn_param_format(p, in_digits(p, fitted->value));
  printf("  %-20s %14s", tn_params[p].name, value);
  if (!isnan(fitted->error))
    printf(" +- %.1f%%", fitted->error * 100);
  putchar('\n');
}

static void say(const struct tn_fit *fit, bool taken)
{
  printf("assumption %s%s%s\n", tn_fit_assumption_names[fit->assumption], taken ? ", taken" : "",
         fit->converged ? "" : ", not converged");
  say_off("messages", &fit->all[0], fit->off[0]);
  say_off("flat trees", &fit->all[1], fit->off[1]);
  if (!isnan(fit->blocking_limit) && fit->all[0].n > 0)
    printf("  messages (blocking) are copied once above %.0f bytes\n", fit->blocking_limit);
  for (int p = 0; p < TN_N_PARAMS; p++)
    if (!isnan(fit->fitted[p].value))
      say_param((enum tn_param)p, &fit->fitted[p]);
}

/* The worse of the two medians: a fit has to explain both kinds of data. One that does not
 * settle (too few points for its unknowns) explains nothing. */
static double badness(const struct tn_fit *fit)
{
  if (!fit->converged)
    return INFINITY;
  return fmax(fit->all[0].n ? fit->all[0].median : 0, fit->all[1].n ? fit->all[1].median : 0);
}

/* Fits under all assumptions, says all, takes the one asked for or else the best. */
static bool fit_all(struct job *job, GError **error)
{
  const char *asked = tn_settings_get(job->settings, TN_OPT_ASSUME);
  struct tn_fit fits[TN_N_FIT_ASSUMPTIONS];
  int taken = tn_name_find(tn_fit_assumption_names, asked);
  if (taken < 0 && strcmp(asked, "best") != 0)
    return tn_usage_unknown(error, tn_settings_where(job->settings, TN_OPT_ASSUME), "assumption",
                            asked, tn_fit_assumption_names);
  for (int a = 0; a < TN_N_FIT_ASSUMPTIONS; a++)
    fits[a] = tn_fit(job->points, (enum tn_fit_assumption)a, job->values);
  for (int a = 0; taken < 0 || (strcmp(asked, "best") == 0 && a < TN_N_FIT_ASSUMPTIONS); a++)
    if (taken < 0 || badness(&fits[a]) < badness(&fits[taken]))
      taken = a;
  for (int a = 0; a < TN_N_FIT_ASSUMPTIONS; a++)
    say(&fits[a], a == taken);
  if (!fits[taken].converged) {
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "platform fit: the fit does not settle "
                "(too few points, or points of one size only)");
    return false;
  }
  for (int p = 0; p < TN_N_PARAMS; p++)
    if (!isnan(fits[taken].fitted[p].value))
      job->known[p] = fits[taken].fitted[p];
  return true;
}

/* The names of all files, without folders and what was said of them; transfer full. */
static char *files_of(const struct tn_settings *s)
{
  static const enum tn_option options[] = { TN_OPT_MESSAGES, TN_OPT_TREE, TN_OPT_ROWS };
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  for (size_t i = 0; i < G_N_ELEMENTS(options); i++) {
    const char *files = tn_settings_get(s, options[i]);
    g_auto(GStrv) specs = g_strsplit(files ? files : "", ";", -1);
    for (char **spec = specs; *spec; spec++) {
      const char *said = said_of(*spec);
      g_autofree char *file = g_strndup(*spec, said ? (gsize)(said - *spec - 1) : strlen(*spec));
      g_ptr_array_add(names, g_path_get_basename(file));
    }
  }
  g_ptr_array_add(names, NULL);
  return g_strjoinv(", ", (char **)names->pdata);
}

static void say_rows(const GPtrArray *takes, const struct tn_fit_rows_off *off)
{
  for (guint t = 0; t < takes->len; t++) {
    printf("  median error of %s:", ((const struct tn_take *)takes->pdata[t])->text);
    for (int c = 0; c < 1 + TN_N_SIZE_CLASSES; c++)
      if (off[t].n[c] > 0)
        printf("%s %s %.1f%% (%d)", c ? ";" : "", c ? tn_size_class_names[c - 1] : "all",
               off[t].median[c] * 100, off[t].n[c]);
    putchar('\n');
  }
}

/* Fits the simulator to the rows. */
static bool fit_rows(struct job *job, GError **error)
{
  const struct tn_settings *s = job->settings;
  g_autoptr(GPtrArray) takes = tn_takes_parse(tn_settings_get(s, TN_OPT_TAKE), error);
  struct tn_param_value fitted[TN_N_PARAMS];
  bool converged;
  if (!takes)
    return false;
  g_autofree struct tn_fit_rows_off *off = g_new0(struct tn_fit_rows_off, takes->len);
  const struct tn_fit_rows in = { .platform = job->platform,
                                  .known = job->known, .rows = job->rows, .takes = takes,
                                  .names = tn_settings_get(s, TN_OPT_FREE) };
  if (!tn_fit_rows(&in, fitted, off, &converged, error))
    return false;
  printf("rows%s\n", converged ? "" : ", not converged");
  say_rows(takes, off);
  for (int p = 0; p < TN_N_PARAMS; p++) {
    if (isnan(fitted[p].value))
      continue;
    say_param((enum tn_param)p, &fitted[p]);
    job->known[p] = fitted[p];
    job->known[p].note = keep(job, g_strdup_printf("%s: %s", fitted[p].note,
                                                   tn_settings_get(s, TN_OPT_TAKE)));
  }
  return true;
}

/* Adds where the data come from to what every fitted value says of itself; the plain copy_rate is
 * that of the nearest class. */
static void finish_values(struct job *job)
{
  g_autofree char *files = files_of(job->settings);
  for (int d = TN_N_DISTANCES - 1; d >= 0; d--)
    if (!isnan(job->known[TN_P_COPY_RATE_CLASS + d].value))
      job->known[TN_P_COPY_RATE] = job->known[TN_P_COPY_RATE_CLASS + d];
  for (int p = 0; p < TN_N_PARAMS; p++) {
    if (isnan(job->known[p].value))
      continue;
    job->known[p].value = in_digits((enum tn_param)p, job->known[p].value);
    if (strcmp(job->known[p].source, "fitted") == 0)
      job->known[p].note = keep(job, g_strdup_printf("%s (%s)", job->known[p].note, files));
  }
  job->known[TN_P_DEFAULT_RANKS] = (struct tn_param_value){
    tn_platform_n_cores(job->platform), "assumed", "one per core", NAN };
}

static bool write_file(const struct job *job, const char *topology, const char *like,
                       const char *file, GError **error)
{
  g_autofree char *base = g_path_get_basename(file), *folder = g_path_get_dirname(file);
  g_autofree char *name = g_strndup(base, strlen(base) - strlen(".xml"));
  GError *why = NULL;
  g_autofree char *text =
    tn_platform_import_fitted(topology, like, name, folder, job->known, &why);
  if (!text)
    return tn_usage_prefix(error, why, "platform fit");
  return g_file_set_contents(file, text, -1, error);
}

static bool fit(const struct tn_settings *s, GError **error)
{
  const char *topology = s->rows->len == 1 ? s->rows->pdata[0] : NULL;
  const char *like = tn_settings_get(s, TN_OPT_LIKE), *file = tn_settings_get(s, TN_OPT_OUTPUT);
  struct job job = { .settings = s };
  if (!topology || !like || !file || !g_str_has_suffix(file, ".xml")) {
    g_set_error(error, TN_USAGE_ERROR, 0, "platform fit: %s",
                !topology ? "wants one FILE.xml or synthetic string"
                : !like   ? "which platform gives the parameters that the data do not? (--like NAME)"
                          : "where to? (-o FILE.xml)");
    return false;
  }
  if (g_str_has_prefix(topology, "synthetic:"))
    topology += strlen("synthetic:");
  g_autofree char *spec = g_strconcat("synthetic:", topology, NULL);
  job.points = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_point));
  job.texts = g_ptr_array_new_with_free_func(g_free);
  job.rows = tn_rows_new();
  bool ok = prepare(&job, spec, like, error) &&
            (job.rows->len > 0 ? fit_rows(&job, error) :
             lines_alone(&job) || fit_all(&job, error));
  if (ok) {
    finish_values(&job);
    ok = write_file(&job, topology, like, file, error);
  }
  tn_platform_free(job.platform);
  g_array_unref(job.points);
  g_ptr_array_unref(job.rows);
  g_ptr_array_unref(job.texts);
  return ok;
}

int tn_cmd_platform_fit(int n, char *const *words)
{
  GError *error = NULL;
  struct tn_settings *s = tn_settings_parse(TN_CMD_FIT, n, words, &error);
  int status = TN_EXIT_DONE;
  if (!s)
    return tn_fail(error);
  if (s->value[TN_OPT_HELP])
    tn_help_print("platform fit");
  else if (!fit(s, &error))
    status = tn_fail(error);
  else
    status = tn_finish_stdout();
  tn_settings_free(s);
  return status;
}
