#include "fit_print.h"

#include <math.h>
#include <stdio.h>

#include "compare/compare_stats.h"
#include "document/wrap.h"

double tn_fit_digits(enum tn_param p, double value)
{
  char text[32];
  if (tn_params[p].unit == TN_UNIT_BYTES || tn_params[p].unit == TN_UNIT_COUNT)
    return value;
  g_snprintf(text, sizeof text, "%.3g", value);
  return g_ascii_strtod(text, NULL);
}

static const char *const data_names[] = { "messages", "flat trees" };

static struct tn_fit_off off_of(const struct tn_fit *fit, const GArray *points, bool trees,
                                int distance, int size_class)
{
  const struct tn_fit_group group = { trees, distance, size_class };
  return tn_fit_off(fit, points, &group);
}

static void print_off(const struct tn_fit *fit, const GArray *points, bool trees)
{
  if (fit->all[trees].n == 0)
    return;
  printf("  median error of %s %.1f%% (%d points)", data_names[trees], fit->all[trees].median * 100,
         fit->all[trees].n);
  for (int c = 0; c < TN_N_SIZE_CLASSES; c++) {
    const struct tn_fit_off off = off_of(fit, points, trees, -1, c);
    if (off.n > 0)
      printf("; %s %.1f%%", tn_size_class_names[c], off.median * 100);
  }
  putchar('\n');
}

void tn_fit_print_param(enum tn_param p, const struct tn_param_value *fitted)
{
  g_autofree char *value = tn_param_format(p, tn_fit_digits(p, fitted->value));
  printf("  %-20s %14s", tn_params[p].name, value);
  if (tn_param_is_unknown(fitted))
    printf(" unknown, within a factor of %.2g or so", 1 + fitted->error);
  else if (!isnan(fitted->error))
    printf(" +- %.1f%%", fitted->error * 100);
  putchar('\n');
}

void tn_fit_print(const struct tn_fit *fit, const GArray *points, bool taken)
{
  printf("assumption %s%s%s\n", tn_fit_assumption_names[fit->assumption], taken ? ", taken" : "",
         fit->converged ? "" : ", not converged: of no use");
  print_off(fit, points, false);
  print_off(fit, points, true);
  if (fit->all[0].n + fit->all[1].n > 0) {
    const double limit = fit->limit[fit->all[1].n > 0];
    if (!isnan(fit->blocking_limit) && fit->all[0].n > 0)
      printf("  messages (blocking) are copied once above %.0f bytes\n", fit->blocking_limit);
    if (limit == fit->least_limit)
      printf("  the data show no change of protocol: the limit is the least that was tried\n");
  }
  for (int p = 0; p < TN_N_PARAMS; p++)
    if (!isnan(fit->fitted[p].value))
      tn_fit_print_param((enum tn_param)p, &fit->fitted[p]);
  if (taken && fit->joint)
    printf("  each alone; together they are known better, in the directions of joint_errors in the "
           "file\n");
}

void tn_fit_print_residuals(const struct tn_fit *fit, const GArray *points)
{
  printf("residuals of %s (median and 90 %% quantile of the absolute error, median error)\n  %-10s "
         "%-8s",
         tn_fit_assumption_names[fit->assumption], "data", "distance");
  for (int c = 0; c < TN_N_SIZE_CLASSES; c++)
    printf("  %22s", tn_size_class_names[c]);
  putchar('\n');
  for (int trees = 0; trees < 2; trees++)
    for (int d = 0; d < TN_N_DISTANCES; d++) {
      if (off_of(fit, points, trees, d, -1).n == 0)
        continue;
      printf("  %-10s %-8s", data_names[trees], tn_distance_names[d]);
      for (int c = 0; c < TN_N_SIZE_CLASSES; c++) {
        const struct tn_fit_off off = off_of(fit, points, trees, d, c);
        if (off.n == 0)
          printf("  %22s", "-");
        else
          printf("  %6.1f%% %6.1f%% %+6.1f%%", off.median * 100, off.p90 * 100, off.bias * 100);
      }
      putchar('\n');
    }
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

void tn_fit_print_rows(const GArray *files, const struct tn_fit_rows_off *off)
{
  for (guint g = 0; g < files->len; g++) {
    g_autofree char *name = tn_shown(g_array_index(files, struct tn_fit_file, g).name);
    printf("  median error of %s:", name);
    for (int c = 0; c < 1 + TN_N_SIZE_CLASSES; c++)
      if (off[g].n[c] > 0)
        printf("%s %s %.1f%% (%d)", c ? ";" : "", c ? tn_size_class_names[c - 1] : "all",
               off[g].median[c] * 100, off[g].n[c]);
    putchar('\n');
  }
}
