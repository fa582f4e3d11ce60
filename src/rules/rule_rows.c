/* Selects the rows from which rules are made, and records why the other rows are skipped. */
#include <string.h>

#include "decide/row_rule.h"
#include "rules.h"
#include "tune/device_paths.h"

/* Records a skipped row. Rows of one collective that are skipped for the same reason share a line
 * "omitted from COLLECTIVE: ALGORITHM, ... (REASON)". */
static void leave_out(GPtrArray *lines, const struct tn_row *row, const char *why)
{
  g_autofree char *head = g_strdup_printf("omitted from %s: ", row->collective);
  g_autofree char *tail = g_strdup_printf(" (%s)", why);
  char *line = g_strconcat(head, row->algorithm, tail, NULL);
  for (guint i = 0; i < lines->len; i++) {
    char *known = lines->pdata[i];
    if (!g_str_has_prefix(known, head) || !g_str_has_suffix(known, tail))
      continue;
    g_free(line);
    g_autofree char *list =
        g_strndup(known + strlen(head), strlen(known) - strlen(head) - strlen(tail));
    g_auto(GStrv) names = g_strsplit(list, ", ", -1);
    if (g_strv_contains((const char *const *)names, row->algorithm))
      return;
    lines->pdata[i] = g_strconcat(head, list, ", ", row->algorithm, tail, NULL);
    g_free(known);
    return;
  }
  g_ptr_array_add(lines, line);
}

GPtrArray *tn_rules_select_rows(struct tn_rules *rules, const GPtrArray *rows,
                                const char *transport, bool *ret_others)
{
  GPtrArray *kept = g_ptr_array_new();
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    struct tn_rule unused;
    int id;
    g_autofree char *why = NULL;
    if (!tn_row_is_on_device(row))
      why = tn_rule_from_row(rules->target, row, &id, &unused);
    else if (!tn_threshold_of(rules->target, row->collective))
      why = g_strdup_printf("on device memory, for which %s has no setting",
                            tn_target_names[rules->target]);
    if (!why && transport && row->source == TN_SOURCE_SIM &&
        strcmp(row->transport, transport) != 0) {
      why = g_strdup_printf("simulated by %s; messages of %s use %s",
                            *row->transport ? row->transport : "the platform's own messages",
                            tn_target_names[rules->target], transport);
      *ret_others = true;
    }
    if (why)
      leave_out(rules->left, row, why);
    else
      g_ptr_array_add(kept, rows->pdata[i]);
  }
  return kept;
}
