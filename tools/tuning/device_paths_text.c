/* Writes at which sizes a collective on device memory is fastest staged, direct or by NCCL. */

#include <string.h>

#include "algos/library/library.h"
#include "decide/target.h"
#include "platform/quantity.h"
#include "tune/device_paths.h"
#include "tune_text.h"

/* Returns the times in the row's context by kind of transfer (staged, direct, NCCL), or NULL if
 * there are fewer than two kinds. */
static const struct tn_rivals *paths_of(const GPtrArray *paths, const struct tn_row *row)
{
  for (guint i = 0; paths && i < paths->len; i++) {
    const struct tn_rivals *its = paths->pdata[i];
    if (its->mechanisms->len > 1 && tn_row_context_equal(its->rows->pdata[0], row))
      return its;
  }
  return NULL;
}

/* Returns the loss of one kind of transfer in a range of sizes as text. Transfer full. */
static char *loss_text(const struct tn_rivals *paths, const struct tn_device_path_range *range,
                       const char *name)
{
  double least, most;
  guint path;
  if (!g_ptr_array_find(paths->mechanisms, name, &path))
    return g_strdup("");
  if (path == range->path)
    return g_strdup("fastest");
  return tn_device_path_loss(paths, range, path, &least, &most) ? tn_tune_longer(least, most)
                                                                : g_strdup("not run");
}

/* Returns the library, among those with rows, that cannot be made to run the range's direct
 * algorithms: by itself it runs others, or always stages. NULL: there is none. */
static const char *unable(const struct tn_rivals *paths, const struct tn_device_path_range *range)
{
  enum tn_target target;
  if (strcmp(paths->mechanisms->pdata[range->path], "direct") != 0)
    return NULL;
  for (guint i = 0; i < paths->rows->len; i++) {
    const struct tn_row *own = paths->rows->pdata[i];
    if (!g_str_has_prefix(own->algorithm, TN_LIBRARY_PREFIX) ||
        strcmp(tn_device_path_of(own), "NCCL") == 0)
      continue;
    const char *library = own->algorithm + strlen(TN_LIBRARY_PREFIX);
    const bool can_change =
        strcmp(tn_device_path_of(own), "staged") != 0 ||
        (tn_target_find(library, &target, NULL) && tn_threshold_of(target, own->collective));
    for (guint size = range->first; size <= range->last; size++) {
      const struct tn_row *row = tn_rivals_best(paths, size, range->path);
      if (row->size == own->size && row->algorithm != own->algorithm &&
          !(can_change && tn_device_path_is_decided(row, own->decision)))
        return library;
    }
  }
  return NULL;
}

/* Returns a line per range of sizes: the fastest kind of transfer, its algorithm, and the losses of
 * the others. *ret_unable: library that cannot be made to run a line's algorithm, else NULL. */
static struct tn_table *table_of(const struct tn_rivals *paths, const char **ret_unable)
{
  g_autoptr(GArray) ranges = tn_device_path_ranges(paths);
  struct tn_table *t = tn_table_new("size take by");
  for (int w = 0; tn_device_path_names[w]; w++)
    tn_table_heads(t, tn_device_path_names[w]);
  for (guint i = 0; i < ranges->len; i++) {
    const struct tn_device_path_range *range =
        &g_array_index(ranges, struct tn_device_path_range, i);
    tn_table_take(t, tn_tune_size_range(tn_rivals_size(paths, range->first),
                                        tn_rivals_size(paths, range->last)));
    tn_table_text(t, paths->mechanisms->pdata[range->path]);
    const struct tn_row *row = tn_rivals_best(paths, range->first, range->path);
    g_autofree char *entry = tn_tune_entry(row);
    const char *library = unable(paths, range);
    *ret_unable = library ? library : *ret_unable;
    tn_table_take(t, g_strdup_printf("%s%s (%s)%s", library ? "! " : "", entry, row->mechanism,
                                     range->changes ? " and others" : ""));
    for (int w = 0; tn_device_path_names[w]; w++)
      tn_table_take(t, loss_text(paths, range, tn_device_path_names[w]));
  }
  return t;
}

void tn_device_paths_write(struct tn_document *d, const GPtrArray *paths, const struct tn_row *row)
{
  const struct tn_rivals *its = paths_of(paths, row);
  if (!its)
    return;
  tn_document_paragraph(d, -1, "  staged, direct or NCCL, and the loss of the others:");
  const char *library = NULL;
  tn_document_table(d, table_of(its, &library),
                    "  {size:*}  {take:*}  {by:*}  {staged:*?}  {direct:*?}  {NCCL:*?}");
  if (library)
    tn_document_paragraph(d, 4,
                          "  ! %s does not run it, or not at all of these sizes, and no setting "
                          "for device memory selects it (export compares what it runs)",
                          library);
}
