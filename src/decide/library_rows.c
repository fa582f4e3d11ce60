#include "library_rows.h"

#include <string.h>

#include "algos/library/library.h"
#include "platform/transports.h"
#include "row_rule.h"
#include "study/usage.h"

bool tn_library_rows_find(const char *where, const char *word, struct tn_library_rows *ret,
                          GError **error)
{
  g_autoptr(GString) list = g_string_new(NULL);
  enum tn_target found;
  if (tn_target_find(word, &found, NULL) && tn_releases[found].own &&
      found != TN_FOR_OMPI_6_0_CLASSIC) {
    const char *name = tn_target_names[found], *newest = tn_releases[found].newest;
    *ret = (struct tn_library_rows){ found, strcmp(word, name) == 0
                                                ? name
                                                : newest + strlen(TN_LIBRARY_PREFIX) };
    return true;
  }
  for (int t = 0; t < TN_N_TARGETS; t++) {
    const struct tn_release *release = &tn_releases[t];
    if (!release->own || t == TN_FOR_OMPI_6_0_CLASSIC)
      continue;
    if (release->newest)
      g_string_append_printf(list, "%s, ", release->newest + strlen(TN_LIBRARY_PREFIX));
    g_string_append_printf(list, "%s%s", tn_target_names[t], t < TN_FOR_XHC ? ", " : "");
  }
  return tn_usage(error, "%s: no library \"%s\" (there are: %s)", where, word, list->str);
}

/* Releases whose own decision is in the registry, but for which no files can be written. Open MPI's
 * main branch of 2026 is assumed to use the transport of 6.0. */
static const struct {
  const char *name, *entry;
  enum tn_transport_profile transport;
} further[] = {
  { "ompi-main", TN_RELEASE_OF("ompi", "main"), TN_TRANSPORT_OMPI_OB1 },
  { "mpich-4.2", TN_RELEASE_OF("mpich", "4.2"), TN_TRANSPORT_MPICH_4_2 },
};

bool tn_diff_library_find(const char *where, const char *word, struct tn_diff_library *ret,
                          GError **error)
{
  struct tn_library_rows library_rows;
  GError *why = NULL;
  for (guint i = 0; i < G_N_ELEMENTS(further); i++)
    if (strcmp(further[i].name, word) == 0) {
      *ret = (struct tn_diff_library){ .name = further[i].name,
                                       .entry = further[i].entry,
                                       .transport = tn_transport_names[further[i].transport] };
      return true;
    }
  if (tn_library_rows_find(where, word, &library_rows, &why)) {
    const struct tn_release *release = &tn_releases[library_rows.target];
    *ret = (struct tn_diff_library){ library_rows.name, release->own, release->newest,
                                     tn_target_transport(library_rows.target) };
    return true;
  }
  g_autoptr(GString) text = g_string_new(why->message);
  g_string_truncate(text, text->len - 1); /* remove the closing parenthesis so that the list can
                                           * be extended */
  for (guint i = 0; i < G_N_ELEMENTS(further); i++)
    g_string_append_printf(text, ", %s", further[i].name);
  g_error_free(why);
  return tn_usage(error, "%s)", text->str);
}

bool tn_library_rows_is_decision(const struct tn_library_rows *library_rows,
                                 const struct tn_row *row)
{
  return tn_target_is_own(library_rows->target, row->algorithm);
}

const struct tn_method *tn_library_rows_decision(const struct tn_library_rows *library_rows,
                                                 const char *collective)
{
  const int c = tn_collective_find(collective);
  return c < 0 ? NULL
               : tn_method_find((enum tn_collective)c, tn_releases[library_rows->target].own);
}

char *tn_library_rows_refusal(const struct tn_library_rows *library_rows, const struct tn_row *row)
{
  int id;
  struct tn_rule rule;
  return tn_library_rows_is_decision(library_rows, row)
             ? NULL
             : tn_rule_from_row(library_rows->target, row, &id, &rule);
}
