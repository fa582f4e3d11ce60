#include "compare_refuse.h"

#include <math.h>
#include <string.h>

#include "compare.h"
#include "study/usage.h"

static const enum tn_same needed[] = { TN_SAME_COLLECTIVE, TN_SAME_RANKS, TN_SAME_SIZE,
                                       TN_SAME_ALGORITHM };

/* For each condition: the option that sets it in predicted rows, and the option's default. */
static const struct {
  const char *option, *preset;
} options[TN_N_SAME] = { [TN_SAME_COLLECTIVE] = { "-c", NULL },
                         [TN_SAME_RANKS] = { "-n", NULL },
                         [TN_SAME_SIZE] = { "-s", NULL },
                         [TN_SAME_ROOT] = { "--root", "0" },
                         [TN_SAME_IN_PLACE] = { "--in-place", "no" },
                         [TN_SAME_MAPPING] = { "--mapping", "core" },
                         [TN_SAME_BACKING] = { "--backing", "base" },
                         [TN_SAME_BUFFERS] = { "--buffers", "unchanged" },
                         [TN_SAME_PROTOCOL] = { "--protocol", "single" },
                         [TN_SAME_TYPE] = { "--type", "float32" },
                         [TN_SAME_MEMORY] = { "--memory", "host" },
                         [TN_SAME_ALGORITHM] = { "-a", NULL },
                         [TN_SAME_MECHANISM] = { "--mechanism", NULL } };

bool tn_compare_is_stated(const GPtrArray *rows, enum tn_same condition)
{
  for (guint i = 0; i < rows->len; i++)
    if (tn_same_is_stated(rows->pdata[i], condition))
      return true;
  return false;
}

/* Returns the distinct values of the condition (char *) in the order of the rows. */
static GPtrArray *refuse_values(const GPtrArray *rows, enum tn_same condition)
{
  GPtrArray *values = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
  for (guint i = 0; i < rows->len; i++) {
    g_autofree char *text = tn_same_is_stated(rows->pdata[i], condition)
                                ? tn_same_text(rows->pdata[i], condition)
                                : NULL;
    if (!text || g_hash_table_contains(known, text))
      continue;
    g_hash_table_add(known, text);
    g_ptr_array_add(values, g_steal_pointer(&text));
  }
  return values;
}

static bool refuse_shares(const GPtrArray *a, const GPtrArray *b, enum tn_same condition)
{
  for (guint i = 0; i < MIN(a->len, 1000); i++)
    for (guint k = 0; k < b->len; k++)
      if (tn_same_agrees(a->pdata[i], b->pdata[k], condition))
        return true;
  return false;
}

/* Appends the conditions that predicted and measured rows state without a common value. */
static void refuse_differences(GString *text, const GPtrArray *predicted, const GPtrArray *measured)
{
  for (int i = 0; i < TN_N_SAME; i++) {
    const enum tn_same c = (enum tn_same)i;
    g_autoptr(GPtrArray) p = refuse_values(predicted, c), m = refuse_values(measured, c);
    if (p->len > 0 && m->len > 0 && !refuse_shares(predicted, measured, c))
      g_string_append_printf(text, "%s%s is \"%s\" in PREDICTED, \"%s\" in MEASURED",
                             text->len ? "; " : "", tn_same_names[i], (char *)p->pdata[0],
                             (char *)m->pdata[0]);
  }
}

/* Returns the transports of the rows as a list for --transport; "" if no row has one. Transfer
 * full. */
static char *refuse_transports(const GPtrArray *rows)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (guint i = 0; i < rows->len; i++) {
    const char *name = ((const struct tn_row *)rows->pdata[i])->transport;
    if (*name && !g_ptr_array_find_with_equal_func(names, name, g_str_equal, NULL))
      g_ptr_array_add(names, (void *)name);
  }
  g_ptr_array_add(names, NULL);
  return g_strjoinv(",", (char **)names->pdata);
}

/* Appends the command that makes matching rows. It has the measured conditions, and those of the
 * predicted rows that the measured rows do not state. */
static void refuse_command(GString *text, const GPtrArray *predicted, const GPtrArray *measured)
{
  const struct tn_row *first = predicted->len ? predicted->pdata[0] : NULL;
  g_autofree char *platform = tn_shell_word(first ? first->platform : "");
  g_string_append(text, "; for matching rows: turnstile sweep");
  if (first && *first->platform)
    g_string_append_printf(text, " -p %s", platform);
  for (int i = 0; i < TN_N_SAME; i++) {
    const enum tn_same c = (enum tn_same)i;
    g_autoptr(GPtrArray) m = refuse_values(measured, c), p = refuse_values(predicted, c);
    GPtrArray *values = m->len || (options[i].preset && p->len > 1) ? m : p;
    if (!options[i].option || values->len == 0 || (c == TN_SAME_MECHANISM && m->len == 0) ||
        (values->len == 1 && g_strcmp0(values->pdata[0], options[i].preset) == 0) ||
        (c == TN_SAME_IN_PLACE && values->len > 1))
      continue;
    g_ptr_array_add(values, NULL);
    g_autofree char *list = g_strjoinv(",", (char **)values->pdata), *word = tn_shell_word(list);
    g_string_append_printf(text, " %s%s%s", options[i].option, c == TN_SAME_IN_PLACE ? "" : " ",
                           c == TN_SAME_IN_PLACE ? "" : word);
  }
  g_autofree char *transports = refuse_transports(predicted), *word = tn_shell_word(transports);
  g_string_append_printf(text, "%s%s -o matching.csv", *transports ? " --transport " : "",
                         *transports ? word : "");
}

/* Appends the conditions that the rows do not state, and for each the option that states it. */
static void refuse_lacks(GString *text, const char *name, const GPtrArray *rows,
                         enum tn_objective objective)
{
  g_autoptr(GString) lacks = g_string_new(NULL), statements = g_string_new(NULL);
  bool has_time = false;
  if (rows->len == 0) {
    g_string_append_printf(text, "%sno row of %s", text->len ? "; " : "", name);
    return;
  }
  for (size_t i = 0; i < G_N_ELEMENTS(needed); i++)
    if (!tn_compare_is_stated(rows, needed[i])) {
      g_string_append_printf(lacks, "%s%s", lacks->len ? ", " : "", tn_same_names[needed[i]]);
      g_string_append_printf(statements, "%s%s=...", statements->len ? "," : "",
                             tn_same_names[needed[i]]);
    }
  if (lacks->len)
    g_string_append_printf(text, "%s%s: no row has its %s (give it: FILE:%s)",
                           text->len ? "; " : "", name, lacks->str, statements->str);
  for (guint i = 0; i < rows->len && !has_time; i++)
    has_time = !isnan(tn_row_time(rows->pdata[i], objective));
  if (!has_time)
    g_string_append_printf(text, "%s%s: no row has a %s (averages are not compared with spans)",
                           text->len ? "; " : "", name, tn_objective_column(objective));
}

bool tn_compare_check(const GPtrArray *predicted, const GPtrArray *measured,
                      enum tn_objective objective, GError **error)
{
  g_autoptr(GString) text = g_string_new(NULL);
  refuse_lacks(text, "PREDICTED", predicted, objective);
  refuse_lacks(text, "MEASURED", measured, objective);
  if (text->len == 0)
    return true;
  const gsize before = text->len;
  refuse_differences(text, predicted, measured);
  if (text->len > before)
    refuse_command(text, predicted, measured);
  return tn_usage(error, "%s", text->str);
}

bool tn_compare_refuse(const GPtrArray *predicted, const GPtrArray *measured, GError **error)
{
  g_autoptr(GString) text = g_string_new(NULL);
  refuse_differences(text, predicted, measured);
  if (text->len == 0)
    g_string_append(text, "both sides share a value of each condition, but no two rows match");
  refuse_command(text, predicted, measured);
  return tn_refuse(error, TN_USAGE_ERROR, TN_COMPARE_NO_POINT, "no point is in both files: %s",
                   text->str);
}
