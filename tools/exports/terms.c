#include "export.h"

#include <math.h>
#include <string.h>

#include "document/wrap.h"
#include "figure/figure_words.h"
#include "plan/expand.h"
#include "report/chapter_command.h"
#include "study/values.h"
#include "tuning/reproducible_rows.h"

GPtrArray *tn_bits_rows(const void *data, const GPtrArray *rows, GError **error)
{
  const struct tn_options *s = data;
  struct tn_bits_asked asked = { .jobs = s->jobs };
  g_autoptr(GPtrArray) remarks = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GPtrArray) own = g_ptr_array_new();
  const char *where = tn_options_where(s, TN_OPT_REPRODUCIBLE);
  for (guint i = 0; i < rows->len; i++)
    if (!tn_is_library(((const struct tn_row *)rows->pdata[i])->algorithm))
      g_ptr_array_add(own, rows->pdata[i]);
  asked.rows = own;
  if (!tn_keeps_read(where, s->reproducible, &asked.keeps, error) ||
      !tn_objective_read(s, &asked.objective, error))
    return NULL;
  g_autoptr(GHashTable) kept = tn_bits_kept(&asked, remarks, error);
  if (!kept)
    return NULL;
  GPtrArray *all = g_ptr_array_new();
  for (guint i = 0; i < own->len; i++)
    if (g_hash_table_contains(kept, own->pdata[i]))
      g_ptr_array_add(all, own->pdata[i]);
  for (guint i = 0; i < remarks->len; i++)
    tn_print_message("%s", (const char *)remarks->pdata[i]);
  if (all->len > 0)
    return all;
  g_ptr_array_unref(all);
  return tn_usage_null(error, "%s: no choice keeps the bits", where);
}

bool tn_for_terms(const struct tn_options *s, enum tn_target target, struct tn_rules_terms *ret,
                  GError **error)
{
  const enum tn_format format = tn_target_format(target);
  g_autoptr(GArray) known = g_array_new(FALSE, FALSE, sizeof(int));
  *ret = (struct tn_rules_terms){ 0 };
  g_autofree char *why =
      g_strdup_printf("not for files of %s, which are not tables", tn_target_names[target]);
  if (((format == TN_FORMAT_MCA || format == TN_FORMAT_UCX) &&
       !(TN_NONE_SAID(s, error, why, TN_OPT_LOSS, TN_OPT_TRANSPORT) &&
         (!s->mapping || tn_usage(error, "%s: %s", tn_options_where(s, TN_OPT_MAPPING), why)))) ||
      !tn_objective_read(s, &ret->objective, error) || !tn_read_transports(s, known, error))
    return false;
  ret->loss = s->loss;
  ret->transport = s->transport ? tn_transport_names[g_array_index(known, int, 0) - 1]
                                : tn_target_transport(target);
  if (s->reproducible) {
    ret->narrow = tn_bits_rows;
    ret->data = s;
  }
  return true;
}

static void add_word(GString *list, const char *word)
{
  g_auto(GStrv) known = g_strsplit(list->str, ",", -1);
  if (!g_strv_contains((const char *const *)known, word))
    g_string_append_printf(list, "%s%s", list->len ? "," : "", word);
}

void tn_for_explain(const struct tn_options *s, const GPtrArray *rows, GError **error)
{
  g_autoptr(GString) platforms = g_string_new(NULL), collectives = g_string_new(NULL);
  g_autoptr(GString) ranks = g_string_new(NULL);
  g_autoptr(GArray) sizes = tn_axis_new();
  if (!g_error_matches(*error, TN_USAGE_ERROR, TN_RULES_TRANSPORT))
    return;
  g_auto(GStrv) names = tn_platform_names();
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, (gint64)row->ranks);
    /* name of the platform file that `platform import` writes */
    g_autofree char *file = g_strconcat(row->platform, ".xml", NULL);
    add_word(platforms,
             g_strv_contains((const char *const *)names, row->platform) ? row->platform : file);
    add_word(collectives, row->collective);
    add_word(ranks, number);
    tn_axis_add(sizes, row->size);
  }
  g_autofree char *bytes = tn_command_sizes(sizes),
                  *platform = tn_shell_word(s->platform ? s->platform : platforms->str);
  g_autofree char *before = (*error)->message;
  const char *memory = ((const struct tn_row *)rows->pdata[0])->memory;
  const bool is_host = strcmp(memory, tn_user_memory_names[TN_MEMORY_HOST]) == 0;
  (*error)->message = g_strdup_printf(
      "%s (make them: turnstile sweep -p %s -c %s -n %s -s %s --for %s%s%s%s%s)", before, platform,
      collectives->str, ranks->str, bytes, s->release, s->transport ? " --transport " : "",
      s->transport ? s->transport : "", is_host ? "" : " --memory ", is_host ? "" : memory);
}
