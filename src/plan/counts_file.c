/* Reads the block sizes of the ranks from the file that --counts names. */
#include "expand.h"
#include "platform/quantity.h"
#include "user_file.h"

/* Reads one size per line, for at most as many lines as pairs of ranks. */
static GArray *read_lines(const char *path, const char *text, GError **error)
{
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  g_autoptr(GArray) counts = g_array_new(FALSE, FALSE, sizeof(size_t));
  for (int i = 0; lines[i]; i++) {
    GError *why = NULL;
    size_t count;
    const char *line = g_strstrip(lines[i]);
    if (!*line || *line == '#')
      continue;
    if (!tn_parse_size(line, &count, &why)) {
      tn_usage(error, "%s:%d: %s", path, i + 1, why->message);
      g_error_free(why);
      return NULL;
    }
    g_array_append_val(counts, count);
  }
  if (counts->len > 0)
    return g_steal_pointer(&counts);
  return tn_usage_null(error, "%s: no counts (one size on each line is accepted)", path);
}

bool tn_read_counts(struct tn_plan *plan, GError **error)
{
  const char *path = plan->settings->counts;
  const struct tn_counts *fixed = plan->kind->replacements.counts;
  if (fixed) {
    plan->counts = g_memdup2(fixed, sizeof *fixed);
    plan->counts->name = g_strdup(fixed->name);
    plan->counts->bytes = g_memdup2(fixed->bytes, fixed->n * sizeof *fixed->bytes);
  }
  if (!path || fixed)
    return true;
  g_autofree char *text = tn_contents(path, NULL, error);
  g_autoptr(GArray) counts = text ? read_lines(path, text, error) : NULL;
  if (!counts)
    return tn_usage_prefix(error, tn_options_where(plan->settings, TN_OPT_COUNTS));
  plan->counts = g_new0(struct tn_counts, 1);
  plan->counts->name = g_path_get_basename(path);
  plan->counts->n = counts->len;
  plan->counts->bytes = (const size_t *)(void *)g_array_free(g_steal_pointer(&counts), FALSE);
  return true;
}

void tn_plan_counts_free(struct tn_counts *counts)
{
  if (!counts)
    return;
  g_free((char *)counts->name);
  g_free((size_t *)counts->bytes);
  g_free(counts);
}
