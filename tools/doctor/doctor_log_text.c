#include <string.h>

#include "doctor_log.h"
#include "platform/quantity.h"

char *tn_doctor_log_range(gint64 from, gint64 to)
{
  g_autofree char *a = tn_format_size((size_t)from), *b = tn_format_size((size_t)to);
  return to == G_MAXINT64 ? g_strdup_printf("%s..", a) : g_strdup_printf("%s..%s", a, b);
}

static void show_ompi(GPtrArray *all, const struct tn_log *log)
{
  static const char *const params[] = { "coll_tuned_use_dynamic_rules",
                                        "coll_tuned_dynamic_rules_filename" };
  GHashTableIter each;
  gpointer key, value;
  if (log->components->len) {
    GString *names = g_string_new(NULL);
    /* the item with the highest priority is last */
    for (guint i = log->components->len; i-- > 0;) {
      const struct tn_log_component *c =
          &g_array_index(log->components, struct tn_log_component, i);
      g_string_append_printf(names, "%s %d%s", c->name, c->priority, i ? ", " : "");
    }
    tn_advice_add(all, "coll components", g_string_free(names, FALSE), TN_SEVERITY_NONE, "");
  }
  g_autoptr(GList) collectives =
      g_list_sort(g_hash_table_get_keys(log->takes), (GCompareFunc)strcmp);
  for (GList *c = collectives; c; c = c->next)
    tn_advice_add(
        all, c->data,
        g_strdup_printf("coll/%s", (const char *)g_hash_table_lookup(log->takes, c->data)),
        TN_SEVERITY_NONE, "");
  for (size_t i = 0; i < G_N_ELEMENTS(params); i++)
    if (tn_log_param(log, params[i]))
      tn_advice_add(all, params[i] + strlen("coll_tuned_"), g_strdup(tn_log_param(log, params[i])),
                    TN_SEVERITY_NONE, "");
  g_hash_table_iter_init(&each, log->failed);
  while (g_hash_table_iter_next(&each, &key, &value))
    tn_advice_add(all, key, g_strdup("fails"), TN_SEVERITY_PROBLEM, "the program was aborted");
  if (log->messages)
    tn_advice_add(all, "messages", g_strdup_printf("pml/%s", log->messages), TN_SEVERITY_NONE, "");
}

static void show_ucx(GPtrArray *all, const struct tn_log *log)
{
  if (log->why)
    tn_advice_add(all, "UCX's table", g_strdup("not known"), TN_SEVERITY_NOTE, log->why);
  for (guint i = 0; log->has_limits && i < log->limits.rows->len; i++) {
    const struct tn_ucx_row *row = &g_array_index(log->limits.rows, struct tn_ucx_row, i);
    g_autofree char *range = tn_doctor_log_range(row->from, row->to);
    g_autofree char *what = g_strdup_printf("messages %s", range);
    if (row->table == log->limits.table)
      tn_advice_add(all, what, g_strdup(row->over), TN_SEVERITY_NONE, row->protocol);
  }
  if (log->has_limits && log->limits.adapter) {
    g_autofree char *from = tn_doctor_log_range(log->limits.adapter_from, G_MAXINT64);
    g_autofree char *what =
        g_strdup_printf("carries bytes inside the node, %s: its cost is not predicted; "
                        "UCX_TLS=shm,self keeps a job of one node in shared memory",
                        from);
    tn_advice_add(all, "adapter", g_strdup(log->limits.adapter), TN_SEVERITY_NOTE, what);
  }
}

void tn_doctor_log_show(GPtrArray *all, const struct tn_log *log)
{
  GString *names = g_string_new(NULL);
  for (int i = 0; i < TN_N_LOG_LIBRARIES; i++)
    if (log->has[i])
      g_string_append_printf(names, "%s%s%s%s", names->len ? ", " : "", tn_log_library_names[i],
                             i == TN_LOG_UCX && log->ucx ? " " : "",
                             i == TN_LOG_UCX && log->ucx ? log->ucx : "");
  g_autofree char *ranks = log->n_ranks ? g_strdup_printf("%d ranks", log->n_ranks)
                                        : g_strdup("unknown number of ranks");
  tn_advice_add(all, "library", g_string_free(names, FALSE), TN_SEVERITY_NONE, ranks);
  show_ompi(all, log);
  show_ucx(all, log);
  for (guint i = 0; i < log->calls->len; i++) {
    const struct tn_log_call *call = &g_array_index(log->calls, struct tn_log_call, i);
    tn_advice_add(all, call->collective, g_strdup_printf("%" G_GINT64_FORMAT " calls", call->n),
                  TN_SEVERITY_NONE, call->name);
  }
  for (guint i = 0; i < log->scores->len; i++) {
    const struct tn_log_score *s = &g_array_index(log->scores, struct tn_log_score, i);
    g_autofree char *range = tn_doctor_log_range(s->from, s->to);
    g_autofree char *what = g_strdup_printf("%s %s", s->collective, range);
    tn_advice_add(all, what, g_strdup(s->team), TN_SEVERITY_NONE, "");
  }
  if (log->dropped)
    tn_advice_add(all, "rules", g_strdup("not taken"), TN_SEVERITY_PROBLEM, log->dropped);
}
