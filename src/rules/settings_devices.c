/* Finds the sizes up to which the library should stage calls on device memory. Compares rows of
 * equal calls that are staged and direct. Direct is what the library runs if it does not stage: for
 * a collective the algorithm that it chooses, for a single message device-ipc. A staged message
 * goes through host memory: by device-mapped (loads and stores, gdr_copy) if the rows have it,
 * otherwise by device-staged. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "algos/registry.h"
#include "rules.h"
#include "study/usage.h"
#include "tune/device_paths.h"
#include "tune/tune.h"

/* For one size: sum of log(staged time / direct time) over the calls, and number of calls. */
struct ratio {
  int64_t size;
  double sum;
  guint n;
};

static const char *name_of(enum tn_mechanism mechanism)
{
  return tn_mechanism_names[mechanism];
}

static bool is_message(const struct tn_row *row)
{
  return strcmp(row->collective, "pattern") == 0;
}

/* Returns true if `row` is direct and otherwise the same call as `staged`. */
static bool is_direct(const struct tn_row *staged, const struct tn_row *row)
{
  if (strcmp(staged->collective, row->collective) != 0 || staged->ranks != row->ranks ||
      staged->size != row->size || strcmp(staged->buffers, row->buffers) != 0)
    return false;
  if (is_message(row))
    return strcmp(row->mechanism, name_of(TN_DEVICE_IPC)) == 0 &&
           strcmp(staged->algorithm, row->algorithm) == 0 && staged->params == row->params;
  return strcmp(tn_device_path_of(row), "direct") == 0 &&
         strcmp(row->mechanism, staged->mechanism) == 0 &&
         tn_device_path_is_decided(row, staged->decision);
}

/* Returns the name of the mechanism that staged messages use in the rows. */
static const char *stages_of(const GPtrArray *rows)
{
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    if (is_message(row) && strcmp(row->mechanism, name_of(TN_DEVICE_MAPPED)) == 0)
      return name_of(TN_DEVICE_MAPPED);
  }
  return name_of(TN_DEVICE_STAGED);
}

/* Returns struct ratio by ascending size. Transfer full. */
static GArray *ratios_of(enum tn_target target, const GPtrArray *rows, const char *collective,
                         enum tn_objective objective)
{
  GArray *ratios = g_array_new(FALSE, FALSE, sizeof(struct ratio));
  const char *stages = stages_of(rows);
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *staged = rows->pdata[i];
    const bool is_staged = is_message(staged)
                               ? strcmp(staged->mechanism, stages) == 0
                               : tn_target_is_own(target, staged->algorithm) &&
                                     strcmp(tn_device_path_of(staged), "staged") == 0;
    if (strcmp(staged->collective, collective) != 0 || !is_staged)
      continue;
    for (guint k = 0; k < rows->len; k++) {
      const double time = tn_row_time(staged, objective);
      const double other = tn_row_time(rows->pdata[k], objective);
      guint at = 0;
      if (!(time > 0 && other > 0 && is_direct(staged, rows->pdata[k])))
        continue;
      while (at < ratios->len && g_array_index(ratios, struct ratio, at).size < staged->size)
        at++;
      if (at == ratios->len || g_array_index(ratios, struct ratio, at).size != staged->size)
        g_array_insert_vals(ratios, at, &(struct ratio){ .size = staged->size }, 1);
      g_array_index(ratios, struct ratio, at).sum += log(time / other);
      g_array_index(ratios, struct ratio, at).n++;
    }
  }
  return ratios;
}

/* Returns the number of sizes to stage, from the smallest on, for which the product of all sizes'
 * times is least. */
static guint n_staged(const GArray *ratios)
{
  double sum = 0, least = 0;
  guint n = 0;
  for (guint i = 0; i < ratios->len; i++) {
    const struct ratio *ratio = &g_array_index(ratios, struct ratio, i);
    sum += ratio->sum / ratio->n;
    if (sum < least) {
      least = sum;
      n = i + 1;
    }
  }
  return n;
}

/* Returns a text that lists the sizes at which the setting is slower than the other choice, and by
 * how much; "" if there are none. `n`: number of sizes that are staged. Transfer full. */
static char *losses_text(const GArray *ratios, guint n)
{
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < ratios->len; i++) {
    const struct ratio *r = &g_array_index(ratios, struct ratio, i);
    const double loss = expm1((i < n ? 1 : -1) * r->sum / r->n);
    if (loss > TN_TUNE_TIE)
      g_string_append_printf(text, "%s%" PRId64 " (%.0f %% slower)",
                             text->len ? ", " : ", except at ", r->size, 100 * loss);
  }
  return g_string_free(text, FALSE);
}

/* Returns a comment that lists the sizes at which staged or direct calls are faster. `stages`:
 * mechanism of the staged messages. Transfer full. */
static char *threshold_line(const struct tn_threshold *t, const GArray *ratios, const char *stages)
{
  const bool is_messages = strcmp(t->collective, "pattern") == 0;
  const char *what = is_messages ? "messages" : t->collective;
  const char *staged = is_messages ? stages : "staged";
  const char *direct = is_messages ? name_of(TN_DEVICE_IPC) : "direct";
  const struct ratio *r = (const void *)ratios->data;
  const guint n = n_staged(ratios);
  g_autofree char *losses = losses_text(ratios, n);
  if (n == 0)
    return g_strdup_printf("# %s: %s is faster at all sizes of the rows, from %" PRId64
                           " bytes on%s",
                           what, direct, r[0].size, losses);
  if (n == ratios->len)
    return g_strdup_printf("# %s: %s is faster at all sizes that rows have of both, up to %" PRId64
                           " bytes%s",
                           what, staged, r[n - 1].size, losses);
  return g_strdup_printf("# %s: %s is faster up to %" PRId64 " bytes, %s from %" PRId64 " on%s",
                         what, staged, r[n - 1].size, direct, r[n].size, losses);
}

static void put(GPtrArray *lines, const struct tn_threshold *t, const GArray *ratios,
                const char *stages)
{
  const guint n = n_staged(ratios);
  const struct ratio *r = (const void *)ratios->data;
  const char *equals = g_str_has_prefix(t->name, "coll_") ? " = " : "=";
  g_ptr_array_add(lines, threshold_line(t, ratios, stages));
  if (t->never && n == ratios->len) {
    g_ptr_array_add(lines, g_strdup(t->never));
    return;
  }
  if (t->memory == TN_THRESHOLD_OF_ALL)
    g_ptr_array_add(lines, g_strdup("# it holds for messages of the host's memory, too"));
  const int64_t size = t->kind == TN_THRESHOLD_FROM ? r[n].size : n ? r[n - 1].size : 0;
  g_ptr_array_add(lines, g_strdup_printf("%s%s%" PRId64, t->name, equals, size));
}

bool tn_settings_devices(GPtrArray *lines, enum tn_target target, const GPtrArray *rows,
                         enum tn_objective objective, GError **error)
{
  g_autoptr(GPtrArray) done = g_ptr_array_new();
  for (guint i = 0; i < rows->len; i++) {
    const char *collective = ((const struct tn_row *)rows->pdata[i])->collective;
    if (g_ptr_array_find_with_equal_func(done, collective, g_str_equal, NULL))
      continue;
    g_ptr_array_add(done, (void *)collective);
    g_autoptr(GArray) ratios = ratios_of(target, rows, collective, objective);
    if (ratios->len)
      put(lines, tn_threshold_of(target, collective), ratios, stages_of(rows));
  }
  if (lines->len == 0)
    return tn_usage(error, "export: needs rows of the same calls staged and direct (messages: "
                           "--mechanism device-staged,device-ipc; collectives: the library's own "
                           "entry and the one that it chooses)");
  return true;
}
