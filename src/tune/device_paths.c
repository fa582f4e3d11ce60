#include "device_paths.h"

#include <math.h>
#include <string.h>

#include "algos/library/library.h"
#include "algos/registry.h"
#include "tune.h"

enum { STAGED, DIRECT, NCCL };
const char *const tn_device_path_names[] = { "staged", "direct", "NCCL", NULL };

bool tn_row_is_on_device(const struct tn_row *row)
{
  return strcmp(row->memory, tn_user_memory_names[TN_MEMORY_DEVICE]) == 0;
}

const char *tn_device_path_of(const struct tn_row *row)
{
  if (!tn_row_is_on_device(row))
    return NULL;
  const bool is_library = g_str_has_prefix(row->algorithm, TN_LIBRARY_PREFIX);
  const char *name = row->algorithm + (is_library ? strlen(TN_LIBRARY_PREFIX) : 0);
  const bool is_nccl = g_str_has_prefix(name, "nccl") || g_str_has_prefix(name, "rccl");
  /* The decision of a library that stages ends in "staged": "name = entry;...;staged". */
  g_auto(GStrv) words = g_strsplit_set(row->decision, "; ", -1);
  const bool is_staged = strcmp(row->mechanism, tn_mechanism_names[TN_DEVICE_STAGED]) == 0 ||
                         g_strv_contains((const char *const *)words, "staged");
  return tn_device_path_names[is_nccl ? NCCL : is_staged ? STAGED : DIRECT];
}

bool tn_device_path_is_decided(const struct tn_row *row, const char *decision)
{
  const char *from = strpbrk(decision, "=~");
  g_auto(GStrv) words = g_strsplit_set(from && from[1] ? from + 2 : "", "; ", -1);
  const struct tn_method *a =
      tn_method_find((enum tn_collective)tn_collective_find(row->collective), row->algorithm);
  if (!a || !words[0] || strcmp(words[0], row->algorithm) != 0)
    return false;
  for (int i = 0; i < row->params->n; i++) {
    const struct tn_value *param = &row->params->at[i];
    if (!g_strv_contains((const char *const *)words, param->text) && !tn_value_is_preset(a, param))
      return false;
  }
  return true;
}

GArray *tn_device_path_ranges(const struct tn_rivals *paths)
{
  GArray *ranges = g_array_new(FALSE, FALSE, sizeof(struct tn_device_path_range));
  struct tn_device_path_range *last = NULL;
  for (guint size = 0; size < paths->sizes->len; size++) {
    const guint path = tn_rivals_winner(paths, size, TN_NO_MECHANISM);
    if (last && last->path == path) {
      last->changes = last->changes || !tn_tune_same_choice(tn_rivals_best(paths, last->last, path),
                                                            tn_rivals_best(paths, size, path));
      last->last = size;
      continue;
    }
    const struct tn_device_path_range next = { size, size, path, false };
    g_array_append_val(ranges, next);
    last = &g_array_index(ranges, struct tn_device_path_range, ranges->len - 1);
  }
  return ranges;
}

bool tn_device_path_loss(const struct tn_rivals *paths, const struct tn_device_path_range *range,
                         guint path, double *ret_least, double *ret_most)
{
  *ret_least = INFINITY;
  *ret_most = 0;
  for (guint size = range->first; size <= range->last; size++) {
    if (!tn_rivals_best(paths, size, path))
      continue;
    const double over =
        tn_tune_ratio(tn_rivals_time(paths, size, path), tn_rivals_time(paths, size, range->path));
    *ret_least = fmin(*ret_least, over);
    *ret_most = fmax(*ret_most, over);
  }
  return *ret_most > 0;
}
