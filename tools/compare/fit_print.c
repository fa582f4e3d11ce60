#include "fit_print.h"

#include <math.h>
#include <stdio.h>

#include "compare/compare_stats.h"
#include "platform/quantity.h"

double tn_fit_digits(enum tn_param p, double value)
{
  char text[32];
  if (tn_params[p].unit == TN_UNIT_BYTES || tn_params[p].unit == TN_UNIT_COUNT)
    return value;
  g_snprintf(text, sizeof text, "%.3g", value);
  return g_ascii_strtod(text, NULL);
}

static void print_off(const char *what, const struct tn_fit_off *all, const struct tn_fit_off *off)
{
  if (all->n == 0)
    return;
  printf("  median error of %s %.1f%% (%d points)", what, all->median * 100, all->n);
  for (int c = 0; c < TN_N_SIZE_CLASSES; c++)
    if (off[c].n > 0)
      printf("; %s %.1f%%", tn_size_class_names[c], off[c].median * 100);
  putchar('\n');
}

void tn_fit_print_param(enum tn_param p, const struct tn_param_value *fitted)
{
  g_autofree char *value = tn_param_format(p, tn_fit_digits(p, fitted->value));
  printf("  %-20s %14s", tn_params[p].name, value);
  if (!isnan(fitted->error))
    printf(" +- %.1f%%", fitted->error * 100);
  putchar('\n');
}

void tn_fit_print(const struct tn_fit *fit, bool taken)
{
  printf("assumption %s%s%s\n", tn_fit_assumption_names[fit->assumption], taken ? ", taken" : "",
         fit->converged ? "" : ", not converged");
  print_off("messages", &fit->all[0], fit->off[0]);
  print_off("flat trees", &fit->all[1], fit->off[1]);
  if (!isnan(fit->blocking_limit) && fit->all[0].n > 0)
    printf("  messages (blocking) are copied once above %.0f bytes\n", fit->blocking_limit);
  for (int p = 0; p < TN_N_PARAMS; p++)
    if (!isnan(fit->fitted[p].value))
      tn_fit_print_param((enum tn_param)p, &fit->fitted[p]);
}

void tn_fit_print_rows(const GPtrArray *takes, const struct tn_fit_rows_off *off)
{
  for (guint t = 0; t < takes->len; t++) {
    printf("  median error of %s:", ((const struct tn_fit_take *)takes->pdata[t])->text);
    for (int c = 0; c < 1 + TN_N_SIZE_CLASSES; c++)
      if (off[t].n[c] > 0)
        printf("%s %s %.1f%% (%d)", c ? ";" : "", c ? tn_size_class_names[c - 1] : "all",
               off[t].median[c] * 100, off[t].n[c]);
    putchar('\n');
  }
}
