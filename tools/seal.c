#include "seal.h"

#include <link.h>
#include <math.h>
#include <string.h>

#include "compare/compare_stats.h"
#include "document/wrap.h"
#include "plan/expand.h"
#include "store/key.h"

static const char format[] = "1\n", sum_line[] = "# sha256 ";
enum { SUM_LENGTH = 64 };

G_DEFINE_QUARK(tn_seal_error, tn_seal_error)

bool tn_seal_check_plan(const struct tn_plan *plan, GError **error)
{
  for (guint i = 0; i < tn_study_n(plan->study); i++) {
    const struct tn_point *p = tn_study_point(plan->study, i);
    const bool is_device = tn_mechanism_memory(p->mechanism) == TN_MEMORY_DEVICE;
    if (is_device || p->places->n_nodes > 1)
      return tn_usage(error, "--seal: no range is known for times %s (only for one node's cores)",
                      is_device ? "on devices" : "on several nodes");
  }
  return true;
}

/* Writes checksums of the executable (first, without a name), SimGrid and hwloc, which affect times
 * or the ranks' places. */
static int put_loaded(struct dl_phdr_info *info, G_GNUC_UNUSED size_t size, void *out)
{
  const bool is_own = !*info->dlpi_name;
  if (!is_own && !strstr(info->dlpi_name, "simgrid") && !strstr(info->dlpi_name, "hwloc"))
    return 0;
  g_autofree char *name = g_path_get_basename(is_own ? "turnstile" : info->dlpi_name);
  g_autofree char *bytes = NULL, *sum = NULL;
  gsize length;
  if (g_file_get_contents(is_own ? "/proc/self/exe" : info->dlpi_name, &bytes, &length, NULL))
    sum = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)bytes, length);
  fprintf(out, "# file: %s sha256 %s\n", name, sum ? sum : "unknown");
  return 0;
}

static bool put_platforms(FILE *out, const struct tn_study *study, GError **error)
{
  const GPtrArray *setups = tn_study_setups(study);
  for (guint i = 0; i < setups->len; i++) {
    const struct tn_setup *setup = setups->pdata[i];
    g_autofree char *sum = tn_store_platform_sum(setup, error);
    if (!sum)
      return false;
    fprintf(out, "# platform: %s, kernel %s, values and topology sha256 %s\n",
            tn_platform_name(setup->platform), tn_kernel_names[setup->kernel], sum);
  }
  return true;
}

/* Writes the columns that identify points, and the columns of times. */
static void put_rows(FILE *out, const struct tn_study *study, const GPtrArray *rows)
{
  static const char *const results[] = { "version", "avg_us", "min_us",  "max_us",
                                         "span_us", "low_us", "high_us", NULL };
  g_autofree bool *has = g_new(bool, tn_row_n_columns);
  struct tn_table *t = tn_table_new_empty();
  for (int c = 0; c < tn_row_n_columns; c++) {
    const struct tn_row_column *column = &tn_row_columns[c];
    has[c] = strcmp(column->name, "params") == 0;
    for (guint i = 0; i < rows->len; i++)
      has[c] = has[c] || tn_row_has_value(rows->pdata[i], c);
    has[c] = has[c] && (column->role != TN_ROLE_RESULT || g_strv_contains(results, column->name));
    if (has[c])
      tn_row_add_column(t, c);
  }
  tn_table_columns(t, TN_RANGE_LOW ":d " TN_RANGE_HIGH ":d");
  for (guint i = 0; i < rows->len; i++) {
    double low, high;
    for (int c = 0; c < tn_row_n_columns; c++)
      if (has[c])
        tn_table_take(t, tn_row_text(rows->pdata[i], c));
    tn_stated_range(rows->pdata[i], tn_reach_of(tn_study_point(study, i)->places), &low, &high);
    tn_table_numbers(t, 6, isnan(high) ? NAN : 1e6 * low, isnan(low) ? NAN : 1e6 * high);
  }
  tn_table_write(out, t, false);
}

/* Returns the text after the checksum of a sealed file. Transfer full. Returns NULL and *error on
 * failure. */
static char *body_of(const struct tn_results *results, GError **error)
{
  const struct tn_plan *plan = results->plan;
  g_autoptr(GPtrArray) rows = tn_rows_new();
  char *text = NULL;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  tn_rows_take(rows, results);
  fprintf(out, "# program: turnstile %s\n", tn_store_program());
  dl_iterate_phdr(put_loaded, out);
  const bool ok = put_platforms(out, plan->study, error);
  g_autofree char *command = tn_command_text("run", plan->settings->words);
  g_autofree char *shown = tn_printable(command);
  fprintf(out,
          "# command: %s\n# range: " TN_RANGE_LOW " to " TN_RANGE_HIGH
          " is what a measured avg_us is to lie within in 8 of 10 cases\n",
          shown);
  put_rows(out, plan->study, rows);
  fclose(out);
  if (!ok)
    g_clear_pointer(&text, free);
  return text;
}

char *tn_seal_text(const struct tn_results *results, GError **error)
{
  char *body = body_of(results, error);
  if (!body)
    return NULL;
  g_autofree char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, body, -1);
  char *text = g_strconcat(TN_ROWS_SEAL, format, sum_line, sum, "\n", body, NULL);
  free(body);
  return text;
}

bool tn_seal_check(const char *file, const char *text, gsize length, bool *ret_sealed,
                   GError **error)
{
  const char *at = text + strlen(TN_ROWS_SEAL), *const end = text + length;
  *ret_sealed = g_str_has_prefix(text, TN_ROWS_SEAL);
  if (!*ret_sealed)
    return true;
  if (!g_str_has_prefix(at, format))
    return tn_usage_at(file, 1, error, "a seal of format \"%.*s\" (1 is accepted)",
                       (int)MIN(strcspn(at, "\r\n"), 20), at);
  at += strlen(format);
  const size_t head = strlen(sum_line) + SUM_LENGTH;
  const bool has_sum =
      (size_t)(end - at) > head && g_str_has_prefix(at, sum_line) && at[head] == '\n';
  const char *sum = has_sum ? at + strlen(sum_line) : "", *body = at + (has_sum ? head + 1 : 0);
  g_autofree char *own =
      g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)body, (gsize)(end - body));
  return (has_sum && strncmp(own, sum, SUM_LENGTH) == 0) ||
         tn_refuse(error, TN_SEAL_ERROR, 0,
                   "%s: the seal is broken: edited since it was sealed (its SHA-256 %s)", file,
                   has_sum ? "is another" : "is not there");
}
