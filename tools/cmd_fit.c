/* platform fit: a platform file from somebody else's measurements. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "compare/fit_case.h"
#include "compare/fit_print.h"
#include "compare/fit_read.h"
#include "compare/fit_take.h"
#include "compare/trace_file.h"
#include "plan/expand.h"
#include "platform/quantity.h"
#include "rows/rows.h"

/* Everything of one fit. */
struct job {
  const struct tn_settings *settings;
  struct tn_platform *platform;        /* the topology with the parameters of --like */
  double values[TN_N_PARAMS];          /* of --like, set, and what the matrix gives */
  struct tn_param_value known[TN_N_PARAMS]; /* what goes into the file; NAN: of --like */
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
  g_autoptr(GArray) pairs = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_pair));
  gsize length;
  if (!file)
    return true;
  g_autofree char *text = tn_text_read(file, &name, &length, error);
  if (!text || !tn_fit_pairs_parse(pairs, job->platform, name, text, length, error))
    return false;
  const struct tn_fit_lines lines = tn_fit_lines(job->platform, pairs);
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
      job->known[p] = (struct tn_param_value){ job->values[p], "assumed", "given at the fit (--set)",
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
    tn_fit_print(&fits[a], a == taken);
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

/* The parameters that --free names (enum tn_param). Transfer full; NULL and *error. */
static GArray *read_free(const struct tn_settings *s, GError **error)
{
  g_auto(GStrv) names = g_strsplit(tn_settings_get(s, TN_OPT_FREE), ",", -1);
  g_autoptr(GArray) unknown = g_array_new(FALSE, FALSE, sizeof(enum tn_param));
  for (char **name = names; *name; name++) {
    const int found = tn_param_find(*name);
    const enum tn_param p = (enum tn_param)found;
    if (found < 0) {
      g_set_error(error, TN_USAGE_ERROR, 0, "--free: \"%s\" is not a parameter (`turnstile "
                  "platform show` lists them)", *name);
      return NULL;
    }
    g_array_append_val(unknown, p);
  }
  return g_steal_pointer(&unknown);
}

static bool any_is_meant(const GPtrArray *rows, const GPtrArray *takes, GError **error)
{
  for (guint t = 0; t < takes->len; t++)
    for (guint i = 0; i < rows->len; i++) {
      const struct tn_row *row = rows->pdata[i];
      if (tn_fit_take_has(takes->pdata[t], row->ranks, (size_t)row->size))
        return true;
    }
  g_set_error(error, TN_USAGE_ERROR, 0, "--take: no row of --rows is meant");
  return false;
}

/* Fits the simulator to the rows; errors name the option. */
static bool fit_to(const struct tn_fit_rows *in, struct tn_param_value *fitted,
                   struct tn_fit_rows_off *off, bool *ret_converged, GError **error)
{
  static const char *const options[] = { [TN_FIT_BAD_ROWS] = "--rows", [TN_FIT_BAD_TAKE] = "--take",
                                         [TN_FIT_BAD_UNKNOWN] = "--free" };
  GError *why = NULL;
  if (tn_fit_rows(in, fitted, off, ret_converged, &why))
    return true;
  if (why->domain == TN_FIT_ERROR)
    return tn_usage_prefix(error, why, options[why->code]);
  g_propagate_error(error, why);
  return false;
}

static bool fit_rows_of(struct job *job, const struct tn_fit_case *of, const GPtrArray *takes,
                        const GArray *unknown, GError **error)
{
  g_autofree struct tn_fit_rows_off *off = g_new0(struct tn_fit_rows_off, takes->len);
  struct tn_param_value fitted[TN_N_PARAMS];
  const struct tn_fit_rows in = { .platform = job->platform, .known = job->known,
                                  .asked = &of->asked, .conditions = &of->conditions,
                                  .rows = job->rows, .takes = takes,
                                  .unknown = (const enum tn_param *)(const void *)unknown->data,
                                  .n_unknowns = (int)unknown->len };
  bool converged;
  if (!any_is_meant(job->rows, takes, error) || !fit_to(&in, fitted, off, &converged, error))
    return false;
  printf("rows%s\n", converged ? "" : ", not converged");
  tn_fit_print_rows(takes, off);
  for (int p = 0; p < TN_N_PARAMS; p++) {
    if (isnan(fitted[p].value))
      continue;
    tn_fit_print_param((enum tn_param)p, &fitted[p]);
    job->known[p] = fitted[p];
    job->known[p].note =
      keep(job, g_strdup_printf("%s: %s", fitted[p].note,
                                tn_settings_get(job->settings, TN_OPT_TAKE)));
  }
  return true;
}

/* Fits the simulator to the rows that --take names. */
static bool fit_rows(struct job *job, GError **error)
{
  g_autoptr(GPtrArray) takes = tn_takes_parse(tn_settings_get(job->settings, TN_OPT_TAKE), error);
  g_autoptr(GArray) unknown = takes ? read_free(job->settings, error) : NULL;
  struct tn_fit_case of;
  if (!unknown)
    return false;
  const bool ok = tn_fit_case_init(&of, job->rows, error) &&
                  fit_rows_of(job, &of, takes, unknown, error);
  tn_fit_case_finish(&of);
  return ok;
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
    job->known[p].value = tn_fit_digits((enum tn_param)p, job->known[p].value);
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
