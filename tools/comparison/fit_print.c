#include "fit_print.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compare/compare_stats.h"
#include "compare/stats.h"
#include "document/layout.h"
#include "document/wrap.h"
#include "platform/quantity.h"

double tn_fit_digits(enum tn_param p, double value)
{
  char text[32];
  if (tn_params[p].unit == TN_UNIT_BYTES || tn_params[p].unit == TN_UNIT_COUNT)
    return value;
  g_snprintf(text, sizeof text, "%.3g", value);
  return g_ascii_strtod(text, NULL);
}

static const char *const data_names[] = { "messages", "flat trees" };

static struct tn_fit_deviation off_of(const struct tn_fit *fit, const GArray *points, bool trees,
                                      int distance, int size_class)
{
  const struct tn_fit_group group = { trees, distance, size_class };
  return tn_fit_deviation(fit, points, &group);
}

static void print_off(const struct tn_fit *fit, const GArray *points, bool trees)
{
  if (fit->all[trees].n == 0)
    return;
  printf("  median error of %s %.1f%% (%d points)", data_names[trees], fit->all[trees].median * 100,
         fit->all[trees].n);
  for (int c = 0; c < TN_N_SIZE_CLASSES; c++) {
    const struct tn_fit_deviation off = off_of(fit, points, trees, -1, c);
    if (off.n > 0)
      printf("; %s %.1f%%", tn_size_class_names[c], off.median * 100);
  }
  putchar('\n');
}

void tn_fit_print_params(const struct tn_param_value *fitted)
{
  static const char layout[] = "  {=parameter:20} {=value:>14} {=error}";
  struct tn_table *t = tn_table_of(layout);
  for (int p = 0; p < TN_N_PARAMS; p++) {
    const struct tn_param_value *v = &fitted[p];
    if (isnan(v->value))
      continue;
    tn_table_text(t, tn_params[p].name);
    tn_table_take(t, tn_param_format((enum tn_param)p, tn_fit_digits((enum tn_param)p, v->value)));
    tn_table_take(t, tn_param_is_unknown(v)
                         ? g_strdup_printf("unknown, within a factor of %.2g or so", 1 + v->error)
                     : isnan(v->error) ? NULL
                                       : g_strdup_printf("+- %.1f%%", v->error * 100));
  }
  tn_table_write_text(stdout, t, layout);
}

void tn_fit_print(const struct tn_fit *fit, const GArray *points, bool taken)
{
  printf("assumption %s%s%s\n", tn_fit_assumption_names[fit->assumption], taken ? ", chosen" : "",
         fit->converged ? "" : ", not converged: not usable");
  print_off(fit, points, false);
  print_off(fit, points, true);
  if (fit->all[0].n + fit->all[1].n > 0) {
    const double limit = fit->limit[fit->all[1].n > 0];
    if (!isnan(fit->blocking_limit) && fit->all[0].n > 0)
      printf("  messages (blocking) are copied once above %.0f bytes\n", fit->blocking_limit);
    if (limit == fit->least_limit)
      printf("  the data show no change of protocol: the limit is the smallest tried\n");
  }
  tn_fit_print_params(fit->fitted);
  if (taken && fit->joint)
    printf("  errors of each alone; joint_errors in the file has smaller ones of combinations\n");
}

void tn_fit_print_residuals(const struct tn_fit *fit, const GArray *points)
{
  g_autoptr(GString) layout = g_string_new("  {data:10} {distance:8}");
  for (int c = 0; c < TN_N_SIZE_CLASSES; c++)
    g_string_append_printf(layout, "  {%s:>22}", tn_size_class_names[c]);
  struct tn_table *t = tn_table_of(layout->str);
  for (int trees = 0; trees < 2; trees++)
    for (int d = 0; d < TN_N_DISTANCES; d++) {
      if (off_of(fit, points, trees, d, -1).n == 0)
        continue;
      tn_table_texts(t, data_names[trees], tn_distance_names[d]);
      for (int c = 0; c < TN_N_SIZE_CLASSES; c++) {
        const struct tn_fit_deviation off = off_of(fit, points, trees, d, c);
        tn_table_take(t, off.n == 0 ? g_strdup("-")
                                    : g_strdup_printf("%.1f%% %.1f%% %+.1f%%", off.median * 100,
                                                      off.p90 * 100, off.bias * 100));
      }
    }
  printf("residuals of %s (median and 90 %% quantile of the absolute error, median error)\n",
         tn_fit_assumption_names[fit->assumption]);
  tn_table_write_text(stdout, t, layout->str);
}

void tn_fit_print_run(const char *file, enum tn_fit_assumption assumption)
{
  static const char *const how[] = {
    [TN_FIT_SERIAL] = " --mechanism cico (kernel copies are not described)",
    [TN_FIT_FRAGMENTS] = " --mechanism cico (kernel copies are not described)",
    [TN_FIT_PARALLEL] = " --mechanism cma",
    [TN_FIT_QUEUED] = " --mechanism cma",
  };
  g_autofree char *quoted = tn_shell_word(file);
  printf("run with: -p %s%s\n", quoted, how[assumption]);
}

void tn_fit_print_rows(const GArray *files, const struct tn_fit_rows_deviation *off)
{
  for (guint g = 0; g < files->len; g++) {
    g_autofree char *name = tn_printable(g_array_index(files, struct tn_fit_file, g).name);
    printf("  median error of %s:", name);
    for (int c = 0; c < 1 + TN_N_SIZE_CLASSES; c++)
      if (off[g].n[c] > 0)
        printf("%s %s %.1f%% (%d)", c ? ";" : "", c ? tn_size_class_names[c - 1] : "all",
               off[g].median[c] * 100, off[g].n[c]);
    putchar('\n');
  }
}

/* Returns true if short messages take longer over the shortest measured distance than over the
 * longest. */
static bool is_upside_down(const GArray *points)
{
  double near = NAN, far = NAN;
  for (int d = 0; d < TN_N_DISTANCES; d++) {
    g_autoptr(GArray) times = g_array_new(FALSE, FALSE, sizeof(double));
    for (guint i = 0; i < points->len; i++) {
      const struct tn_fit_point *p = &g_array_index(points, struct tn_fit_point, i);
      if (p->distance == (enum tn_distance)d && p->children == 0 &&
          tn_size_class_of(p->bytes) == TN_SMALL)
        tn_push(times, p->seconds);
    }
    const double seconds = tn_quantile(times, 0.5);
    near = isnan(near) ? seconds : near;
    far = isnan(seconds) ? far : seconds;
  }
  return near > far;
}

void tn_fit_print_verdict(const struct tn_repeatability *v, const GArray *points)
{
  g_autoptr(GString) text = g_string_new(NULL);
  g_string_append_printf(text, "%s; %d points, ", tn_quality_names[v->calm], v->n_points);
  if (v->n_repeated > 0)
    g_string_append_printf(text,
                           "%d with repeats (%g each, median), which lie %.1f%% from their median "
                           "(nine of ten points: up to %.1f%%); ",
                           v->n_repeated, v->repeats, v->spread * 100, v->p90 * 100);
  else
    g_string_append(text, "single runs, so their spread is unknown (three runs show it); ");
  g_string_append_printf(text, "%d of %d steps to a longer message take less time; ", v->n_falls,
                         v->n_steps);
  g_string_append(
      text,
      v->calm == TN_CALM
          ? "fitted by least squares of the logarithms"
          : "fitted by the least sum of absolute logarithms, robust to single disturbed points");
  if (v->calm == TN_WILD)
    g_string_append(text, "; measure again on a quiet machine before you rely on any of it");
  tn_paragraph(stdout, 2, "data: %s", text->str);
  if (is_upside_down(points))
    tn_paragraph(stdout, 2,
                 "warning: short messages over the shortest distance take longer than over the "
                 "longest: are the ranks' places in the files right?");
}

/* Appends median and 90 % quantile of the errors by size, as in "simulated messages to 512 B 5% and
 * 9%". Errors of messages are those of the simulated times `seconds`; errors of trees are those of
 * the fitted form. */
static void append_offs(GString *text, const struct tn_fit *fit, const GArray *points, bool trees,
                        const double *seconds)
{
  if (fit->all[trees].n == 0)
    return;
  g_string_append_printf(text, "%s%s", text->len ? "; " : "",
                         trees ? "flat trees, by the fitted form," : "simulated messages");
  for (int c = 0, n = 0; c < TN_N_SIZE_CLASSES; c++) {
    const struct tn_fit_group group = { trees, -1, c };
    const struct tn_fit_deviation off = trees ? tn_fit_deviation(fit, points, &group)
                                              : tn_fit_deviation_of(points, seconds, &group);
    if (off.n > 0)
      g_string_append_printf(text, "%s %s %.0f%% and %.0f%%", n++ ? "," : "",
                             tn_size_class_names[c], off.median * 100, off.p90 * 100);
  }
}

/* Appends the group of messages for which the simulator has the greatest error. Adds whether the
 * fitted closed form is much closer there. */
static void append_worst(GString *text, const struct tn_fit *fit, const GArray *points,
                         const double *seconds)
{
  struct tn_fit_group worst = { .distance = -1 };
  double most = 0;
  for (int d = 0; d < TN_N_DISTANCES; d++)
    for (int c = 0; c < TN_N_SIZE_CLASSES; c++) {
      const struct tn_fit_group group = { .distance = d, .size_class = c };
      const struct tn_fit_deviation off = tn_fit_deviation_of(points, seconds, &group);
      if (off.n == 0 || !(off.median > most))
        continue;
      most = off.median;
      worst = group;
    }
  if (worst.distance < 0)
    return;
  const double form = tn_fit_deviation(fit, points, &worst).median;
  g_string_append_printf(
      text, " Largest error: distance %s, %s, %.0f%%%s.", tn_distance_names[worst.distance],
      tn_size_class_names[worst.size_class], most * 100,
      most > 2 * form + TN_CALM_SPREAD ? " (the fitted form is closer: it has no caches)" : "");
}

void tn_fit_print_trust(const struct tn_fit *fit, const GArray *points,
                        const struct tn_repeatability *v, const double *seconds)
{
  g_autoptr(GString) text = g_string_new(NULL);
  double largest = 0;
  for (guint i = 0; i < points->len; i++)
    largest = fmax(largest, g_array_index(points, struct tn_fit_point, i).bytes);
  g_autofree char *most = tn_format_size((size_t)largest);
  GString *names = g_string_new(NULL);
  for (int d = TN_SAME_LLC; d < TN_N_DISTANCES; d++) {
    const struct tn_fit_group group = { .distance = d, .size_class = -1 };
    if (tn_fit_deviation(fit, points, &group).n == 0)
      g_string_append_printf(names, "%s%s", names->len ? ", " : "", tn_distance_names[d]);
  }
  g_autofree char *none = g_string_free(names, FALSE);
  append_offs(text, fit, points, false, seconds);
  append_offs(text, fit, points, true, seconds);
  g_string_append(text,
                  " (half of the points within the first figure, nine of ten within the second)");
  if (v->n_repeated > 0)
    g_string_append_printf(text, "; repeats of the data vary by %.0f%%", v->spread * 100);
  g_string_append_c(text, '.');
  append_worst(text, fit, points, seconds);
  g_string_append_printf(text, " No measurements above %s", most);
  if (*none)
    g_string_append_printf(text, ", over the distances %s", none);
  g_string_append(text,
                  fit->all[1].n > 0
                      ? "."
                      : " or with several ranks at a time: collectives also use assumed values.");
  tn_paragraph(stdout, 2, "trust: %s", text->str);
}

bool tn_fit_simulate(const char *file, const GArray *points, enum tn_fit_assumption assumption,
                     double *ret_seconds, GError **error)
{
  struct tn_platform *pf = tn_platform_load(file, NULL, error);
  const struct tn_case asked = { .platform = pf,
                                 .mechanism = TN_JUST(tn_fit_mechanism(assumption)) };
  const bool ok = pf && tn_fit_check(&asked, points, ret_seconds, NULL, error);
  tn_platform_free(pf);
  return ok;
}

void tn_fit_print_fresh(const GPtrArray *rows, const enum tn_param *unknown, int n_unknowns)
{
  /* algorithms whose ranks forward what they have just received */
  static const char *const names[] = { "chain",        "pipeline",    "binary", "binomial",
                                       "split-binary", "knomial-p2p", "ring",   NULL };
  bool fitted = false, told = false;
  for (int i = 0; i < n_unknowns; i++)
    fitted |= unknown[i] >= TN_P_LINE_RATE && unknown[i] < TN_P_LINE_RATE + TN_N_DISTANCES;
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    told |= strcmp(row->buffers, "rewritten") == 0 || g_strv_contains(names, row->algorithm);
  }
  if (fitted && told)
    return;
  tn_paragraph(stdout, 2,
               "not known: how fast a rank reads freshly written bytes. osu_latency never rewrites "
               "its buffer: the rates above are of unchanged bytes, and forwarded data (chain, "
               "pipeline, trees; most above 64 KiB) may be too fast. One row shows it: a broadcast "
               "by a chain of a few ranks on one package (`turnstile measure -c bcast -a chain "
               "--buffers rewritten`, or osu_bcast with Open MPI's algorithm 2), given as --rows "
               "FILE:collective=bcast,algorithm=chain,ranks=N --free line_rate.llc with --p2p");
}

bool tn_fit_print_check(const GArray *points, const double *seconds, double max_error)
{
  bool ok = true;
  static const char layout[] =
      "  {distance:8} {size:>8} {measured us:>12.2} {simulated:>12.2} {error:>8+.1%}";
  static const char groups[] = "  {=distance:8} {=size:12}  {=median:>7.1%} {=p90:>7.1%} "
                               "{=bias:>7+.1%}  {=points}";
  struct tn_table *t = tn_table_of(layout);
  for (guint i = 0; i < points->len; i++) {
    const struct tn_fit_point *p = &g_array_index(points, struct tn_fit_point, i);
    if (p->children > 0)
      continue;
    tn_table_text(t, tn_distance_names[p->distance]);
    tn_table_take(t, tn_format_size((size_t)p->bytes));
    tn_table_numbers(t, TN_ALL_DIGITS, p->seconds * 1e6, seconds[i] * 1e6,
                     seconds[i] / p->seconds - 1);
  }
  printf("check: osu_latency in the simulator (pattern message-pingpong, blocking sends)\n");
  tn_table_write_text(stdout, t, layout);
  t = tn_table_of(groups);
  printf("errors by distance and size (median and 90 %% quantile of the absolute error, median "
         "error)\n");
  for (int d = 0; d < TN_N_DISTANCES; d++)
    for (int c = 0; c < TN_N_SIZE_CLASSES; c++) {
      const struct tn_fit_group group = { false, d, c };
      const struct tn_fit_deviation off = tn_fit_deviation_of(points, seconds, &group);
      if (off.n == 0)
        continue;
      tn_table_texts(t, tn_distance_names[d], tn_size_class_names[c]);
      tn_table_numbers(t, TN_ALL_DIGITS, off.median, off.p90, off.bias);
      tn_table_print(t, "(%d)%s", off.n, off.median > max_error ? "  beyond --max-error" : "");
      ok = ok && !(off.median > max_error);
    }
  tn_table_write_text(stdout, t, groups);
  return ok;
}
