#include "same_point.h"

#include <string.h>

#include "algos/registry.h"
#include "values.h"

const char *const tn_same_names[] = { "collective", "ranks",   "size_bytes", "root",
                                      "in_place",   "mapping", "backing",    "buffers",
                                      "protocol",   "kernel",  "type",       "memory",
                                      "algorithm",  "params",  "mechanism",  NULL };

/* Returns the element type, "" if unknown. This program's rows state it only if it differs from the
 * default. */
static const char *same_type(const struct tn_row *row)
{
  const int c = tn_collective_find(row->collective);
  const char *type = tn_values_get(row->overrides, "type");
  if (c < 0 || !tn_collective_reduces((enum tn_collective)c))
    return "";
  return type ? type : *row->version || tn_source_predicts(row->source) ? "float32" : "";
}

/* Returns the length of the system's name with its major version: 7, of "linux-6", for the kernel
 * "linux-6.1". Returns 0 if the kernel's name has no version. */
static size_t same_kernel_length(const char *kernel)
{
  static const char linux_[] = "linux-";
  const size_t n = strlen(linux_);
  const size_t digits = g_str_has_prefix(kernel, linux_) ? strspn(kernel + n, "0123456789") : 0;
  return digits ? n + digits : 0;
}

static int same_column(enum tn_same condition)
{
  static int columns[TN_N_SAME];
  static gsize is_ready;
  if (g_once_init_enter(&is_ready)) {
    for (int i = 0; i < TN_N_SAME; i++)
      columns[i] = tn_row_column(tn_same_names[i]);
    g_once_init_leave(&is_ready, 1);
  }
  return columns[condition];
}

bool tn_same_is_stated(const struct tn_row *row, enum tn_same condition)
{
  const int c = tn_collective_find(row->collective);
  if (condition == TN_SAME_TYPE)
    return *same_type(row);
  if (condition == TN_SAME_KERNEL)
    return same_kernel_length(row->kernel) > 0;
  if (condition == TN_SAME_ROOT && c >= 0 && !tn_collective_rooted((enum tn_collective)c))
    return false;
  return tn_row_has_value(row, same_column(condition));
}

bool tn_same_agrees(const struct tn_row *a, const struct tn_row *b, enum tn_same condition)
{
  if (condition == TN_SAME_TYPE)
    return strcmp(same_type(a), same_type(b)) == 0;
  if (condition != TN_SAME_KERNEL)
    return tn_row_same(a, b, same_column(condition));
  const size_t n = same_kernel_length(a->kernel);
  return n == same_kernel_length(b->kernel) && strncmp(a->kernel, b->kernel, n) == 0;
}

guint tn_same_hash(const struct tn_row *row, enum tn_same condition)
{
  if (condition == TN_SAME_TYPE || condition == TN_SAME_KERNEL)
    return 0; /* all rows get one hash, because the column has few values */
  return tn_row_hash_column(row, same_column(condition));
}

char *tn_same_text(const struct tn_row *row, enum tn_same condition)
{
  return condition == TN_SAME_TYPE ? g_strdup(same_type(row))
                                   : tn_row_text(row, same_column(condition));
}

enum tn_same tn_same_differs(const struct tn_row *measured, const struct tn_row *point,
                             unsigned ignored)
{
  for (int i = 0; i < TN_N_SAME; i++) {
    const enum tn_same c = (enum tn_same)i;
    if (!(ignored >> i & 1) && tn_same_is_stated(measured, c) && tn_same_is_stated(point, c) &&
        !tn_same_agrees(measured, point, c))
      return c;
  }
  return TN_N_SAME;
}
