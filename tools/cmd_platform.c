/* platform show and check. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "expand.h"
#include "row.h"
#include "platform/quantity.h"

static char *format_value(const struct tn_param_info *info, double value)
{
  if (isinf(value) || isnan(value))
    return g_strdup("none");
  switch (info->unit) {
  case TN_UNIT_SECONDS:
    return tn_format_time(value);
  case TN_UNIT_BYTES:
    return tn_format_size((size_t)value);
  case TN_UNIT_BYTES_PER_SECOND:
    return tn_format_rate(value);
  case TN_UNIT_CHOICE:
    return g_strdup(info->choices[(int)value]);
  default:
    return g_strdup_printf("%g", value);
  }
}

static void show(FILE *out, const struct tn_setup *setup)
{
  const struct tn_platform *pf = setup->platform;
  fprintf(out, "%s: %d packages, %d memory domains, %d cores, %d processing units; kernel %s, "
          "backing %s\n\n", tn_platform_name(pf), tn_platform_n_packages(pf),
          tn_platform_n_numas(pf), tn_platform_n_cores(pf), tn_platform_n_pus(pf),
          tn_kernel_names[setup->kernel], tn_backing_names[tn_platform_backing(pf)]);
  fprintf(out, "%-24s %14s  %-10s %6s  %s\n", "parameter", "value", "source", "error", "note");
  for (int p = 0; p < TN_N_PARAMS; p++) {
    const struct tn_param_value v = tn_platform_param(pf, (enum tn_param)p);
    const bool same = v.value == setup->values[p] || isnan(v.value);
    g_autofree char *text = format_value(&tn_params[p], setup->values[p]);
    g_autofree char *error = isnan(v.error) ? g_strdup("") : g_strdup_printf("%g%%", v.error * 100);
    fprintf(out, "%-24s %14s  %-10s %6s  %s\n", tn_params[p].name, text,
            same ? v.source : "override", same ? error : "",
            same && v.note ? v.note : tn_params[p].summary);
  }
}

static int show_settings(const struct tn_settings *s)
{
  g_autoptr(GArray) kernels = g_array_new(FALSE, FALSE, sizeof(int));
  const char *name = tn_settings_get(s, TN_OPT_PLATFORM);
  const char *format = tn_settings_get(s, TN_OPT_FORMAT);
  GError *error = NULL;
  struct tn_setup setup;
  if (!name || strcmp(format, "text") != 0) {
    g_set_error(&error, TN_USAGE_ERROR, 0, "platform show: %s%s",
                name ? "only text is available yet, not " : "no PLATFORM", name ? format : "");
    return tn_fail(error);
  }
  struct tn_platform *pf = tn_platform_load(name, tn_settings_get(s, TN_OPT_LIKE), &error);
  if (!pf) {
    GError *usage = NULL;
    tn_usage_prefix(&usage, error, "platform show");
    return tn_fail(usage);
  }
  struct tn_writer w;
  int status = TN_EXIT_DONE;
  if (!tn_read_kernels(s, kernels, &error) ||
      !tn_resolve(s, pf, g_array_index(kernels, int, 0), &setup, &error) ||
      !tn_writer_init(&w, s, &error)) {
    status = tn_fail(error);
  } else {
    show(w.file, &setup);
    if (!tn_writer_finish(&w, &error))
      status = tn_fail(error);
  }
  tn_platform_free(pf);
  return status;
}

static int check(const char *file)
{
  g_autoptr(GPtrArray) mistakes = tn_platform_check(file);
  for (guint i = 0; i < mistakes->len; i++)
    printf("%s\n", (const char *)mistakes->pdata[i]);
  if (mistakes->len == 0)
    printf("%s: ok\n", file);
  return fflush(stdout) == 0 && mistakes->len == 0 ? TN_EXIT_DONE : TN_EXIT_FAILED;
}

int tn_cmd_platform(int n, char *const *words)
{
  static const char *const names[] = { "show", "check", NULL };
  GError *error = NULL;
  if (n == 0) {
    fprintf(stderr, "turnstile: platform: show or check?\n");
    return TN_EXIT_USAGE;
  }
  if (strcmp(words[0], "--help") == 0 || strcmp(words[0], "-h") == 0) {
    tn_help_print("platform");
    return TN_EXIT_DONE;
  }
  if (tn_name_find(names, words[0]) < 0)
    return tn_fail_unknown("platform command", words[0], names);
  struct tn_settings *s = tn_settings_parse(TN_CMD_SHOW, n - 1, words + 1, &error);
  int status = TN_EXIT_DONE;
  if (!s)
    return tn_fail(error);
  if (s->value[TN_OPT_HELP]) {
    tn_help_print("platform");
  } else if (strcmp(words[0], "show") == 0) {
    status = show_settings(s);
  } else if (s->value[TN_OPT_PLATFORM]) {
    status = check(s->value[TN_OPT_PLATFORM]);
  } else {
    fprintf(stderr, "turnstile: platform check: no FILE\n");
    status = TN_EXIT_USAGE;
  }
  tn_settings_free(s);
  return status;
}
