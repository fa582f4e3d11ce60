/* calibrate: measures this machine and writes a platform file and a table. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "document/layout.h"
#include "inherited.h"
#include "measure/real_cases.h"
#include "plan/expand.h"
#include "platform/quantity.h"
#include "plot/plot.h"
#include "progress.h"
#include "real/lockscope.h"
#include "real/processes.h"
#include "signals.h"

#define USUAL_BUDGET 30.0 /* default budget in seconds */

/* Number of steps of the displayed progress. */
enum { STEPS = 100 };

static void show_progress(void *context, double done, const char *probe)
{
  (void)probe;
  tn_progress_show((guint)(done * STEPS), STEPS, done, *(const gint64 *)context);
}

/* Returns the unit of the parameter `name`. For other values it is the unit of the first of
 * `families` that matches the name. */
static enum tn_unit unit_of(const char *name)
{
  static const struct {
    const char *pattern;
    enum tn_unit unit;
  } families[] = {
    { "lock.*", TN_UNIT_SECONDS },
    { "line.*", TN_UNIT_SECONDS },
    { "call_overhead", TN_UNIT_SECONDS },
    { "noise.*.longest", TN_UNIT_SECONDS },
    { "device.duplex", TN_UNIT_NONE },
    { "device.*.rate", TN_UNIT_BYTES_PER_SECOND },
    { "device.*", TN_UNIT_SECONDS },
    { "*.one-core", TN_UNIT_BYTES_PER_SECOND },
    { "*.one-thread", TN_UNIT_BYTES_PER_SECOND },
  };
  const int p = tn_param_find(name);
  if (p >= 0)
    return tn_params[p].unit;
  for (size_t i = 0; i < G_N_ELEMENTS(families); i++)
    if (g_pattern_match_simple(families[i].pattern, name))
      return families[i].unit;
  return TN_UNIT_NONE;
}

/* Returns a measured value as four digits and its unit. Transfer full. */
static char *format_value(const struct tn_measured *m)
{
  g_autofree char *digits = g_strdup_printf("%.4g", m->value);
  const double shown = g_ascii_strtod(digits, NULL);
  const enum tn_unit unit = unit_of(m->name);
  if (unit == TN_UNIT_SECONDS) {
    /* differences of measured times can be negative */
    g_autofree char *time = tn_format_time(fabs(shown));
    return g_strconcat(shown < 0 ? "-" : "", time, NULL);
  }
  return unit == TN_UNIT_BYTES_PER_SECOND ? tn_format_rate(shown) : g_steal_pointer(&digits);
}

static char *percent_text(double share)
{
  return isfinite(share) ? g_strdup_printf("%.2g%%", 100 * share) : NULL;
}

static const char *const lock_words[TN_N_LOCK_CASES] = {
  "(no second reader)",      "same pages",      "same page-table page",
  "another page-table page", "another process",
};

/* Prints how much longer two concurrent readers take than one reader because of lock contention. In
 * each line their pages have less in common than in the line before. */
static void print_locks(FILE *out, const struct tn_calibration *c)
{
  const struct tn_measured *alone = tn_calibration_find(c, tn_lock_case_names[TN_LOCK_ALONE]);
  if (!alone)
    return;
  static const char layout[] = "{second reader on:26} {ns per page:>11} {ratio:>6}";
  struct tn_table *t = tn_table_of(layout);
  for (int i = 0; i < TN_N_LOCK_CASES; i++) {
    const struct tn_measured *m = tn_calibration_find(c, tn_lock_case_names[i]);
    if (!m)
      continue;
    tn_table_text(t, lock_words[i]);
    tn_table_print(t, "%.4g", 1e9 * m->value);
    tn_table_print(t, "%.3g", m->value / alone->value);
  }
  fputc('\n', out);
  tn_table_write_text(out, t, layout);
}

static bool read_options(const struct tn_options *s, struct tn_calibrate *ret, char ***ret_only,
                         GError **error)
{
  const char *file = s->output;
  if (!file || !g_str_has_suffix(file, ".xml"))
    return tn_usage(error, "calibrate: where to? (-o FILE.xml%s%s)", file ? ", not " : "",
                    file ? file : "");
  ret->seconds = s->budget > 0 ? s->budget : USUAL_BUDGET;
  /* an unknown platform must fail here, not after half a minute of measurements */
  struct tn_platform *pf = tn_platform_load(s->like, NULL, error);
  if (!pf)
    return tn_usage_prefix(error, tn_options_where(s, TN_OPT_LIKE));
  tn_platform_free(pf);
  ret->device = s->memory == TN_JUST(TN_MEMORY_DEVICE);
  *ret_only = s->only ? g_strsplit(s->only, ",", -1) : NULL;
  ret->only = (const char *const *)*ret_only;
  return true;
}

bool tn_cmd_calibrate(struct tn_options *s, GError **error)
{
  gint64 start = g_get_monotonic_time();
  struct tn_calibrate what = { .stop = &tn_signal_caught,
                               .progress = show_progress,
                               .context = &start };
  g_auto(GStrv) only = NULL;
  if (!s->like)
    s->like = tn_calibration_usual_like;
  tn_signals_catch();
  if (!read_options(s, &what, &only, error))
    return false;
  struct tn_calibration *c = tn_calibration_new(&what, error);
  tn_progress_wipe();
  if (!c) {
    if (g_error_matches(*error, TN_REAL_ERROR, TN_REAL_WRONG))
      return tn_usage_prefix(error, tn_options_where(s, TN_OPT_ONLY));
    g_prefix_error(error, "calibrate: ");
    return false;
  }
  const char *file = s->output;
  bool ok = tn_calibration_write(c, s->like, file, error);
  if (ok) {
    static const char layout[] =
        "{measured:22} {value:>12} {error:>8} {residual:>9} {rounds:>7}  {probe}";
    struct tn_table *t = tn_table_of(layout);
    for (guint i = 0; i < c->measured->len; i++) {
      const struct tn_measured *m = &g_array_index(c->measured, struct tn_measured, i);
      tn_table_text(t, m->name);
      tn_table_takes(t, format_value(m), percent_text(m->error), percent_text(m->residual));
      tn_table_count(t, m->n_rounds);
      tn_table_text(t, m->probe->name);
    }
    tn_table_write_text(stdout, t, layout);
    print_locks(stdout, c);
    const struct tn_not_measured *all = (void *)c->not_measured->data;
    for (guint i = 0; i < c->not_measured->len; i++) {
      fprintf(stdout, "%sskipped: %s", i == 0 ? "\n" : "", all[i].probe->name);
      while (tn_probe_is_of_device(all[i].probe) && i + 1 < c->not_measured->len &&
             strcmp(all[i].reason, all[i + 1].reason) == 0)
        fprintf(stdout, ", %s", all[++i].probe->name);
      fprintf(stdout, ": %s\n", all[i].reason);
    }
    for (guint i = 0; i < c->remarks->len; i++)
      fprintf(stdout, "%s%s\n", i == 0 ? "\n" : "", (const char *)c->remarks->pdata[i]);
    ok = tn_inherited_write(stdout, file, s->like, error);
  } else if ((*error)->domain != G_FILE_ERROR) {
    tn_usage_prefix(error, "calibrate");
  }
  if (ok)
    tn_next_write(stdout, file);
  tn_calibration_free(c);
  return ok;
}
