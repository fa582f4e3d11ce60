/* Writes Open MPI 6.0's JSON rules, only those with an algorithm, because the library decides
 * itself if no rule matches. The member "$comment", which it does not use, has the provenance. */
#include "decide/tuned.h"
#include "rules.h"
#include "table/json.h"

/* Writes a parameter of a rule, unless it is 0, the library's default. */
static void write_field(GString *text, const char *name, int64_t value)
{
  if (value > 0)
    g_string_append_printf(text, ", \"%s\": %" G_GINT64_FORMAT, name, (gint64)value);
}

static void write_block(GString *text, const struct tn_rule_block *block, bool is_strict)
{
  const char *comma = "";
  g_string_append_printf(text,
                         "      { \"comm_size_min\": %" G_GINT64_FORMAT
                         ", \"comm_size_max\": %" G_GINT64_FORMAT
                         ", \"comm_rank_distribution\": \"single-node\",\n"
                         "        \"rules\": [",
                         (gint64)block->ranks, (gint64)block->ranks);
  for (guint i = 0; i < block->rules->len; i++) {
    const struct tn_rule *rule = &g_array_index(block->rules, struct tn_rule, i);
    if (!rule->name)
      continue;
    g_string_append_printf(text, "%s\n", comma);
    const struct tn_rule *next = i + 1 < block->rules->len ? rule + 1 : NULL;
    g_string_append_printf(text, "          { \"msg_size_min\": %" G_GINT64_FORMAT,
                           (gint64)rule->from);
    if (next)
      g_string_append_printf(text, ", \"msg_size_max\": %" G_GINT64_FORMAT, (gint64)next->from - 1);
    g_string_append(text, ", \"alg\": ");
    tn_json_put_string(text, rule->name);
    write_field(text, "faninout", rule->fanout);
    write_field(text, "seg_size", is_strict ? 0 : rule->segment);
    write_field(text, "reqs", rule->requests);
    g_string_append(text, " }");
    comma = ",";
  }
  g_string_append_printf(text, "%s] }", *comma ? "\n        " : "");
}

void tn_rules_json(GString *text, const struct tn_rules *rules, const char *const *provenance)
{
  g_string_append(text, rules->is_strict ? "{" : "{\n  \"$comment\": [");
  for (int i = 0; provenance[i] && !rules->is_strict; i++) {
    g_string_append(text, i ? ",\n    " : "\n    ");
    tn_json_put_string(text, provenance[i]);
  }
  g_string_append(text, rules->is_strict ? "" : "\n  ],");
  g_string_append(text, "\n  \"rule_file_version\": 3,\n  \"module\": \"tuned\",\n"
                        "  \"collectives\": {");
  for (guint i = 0; i < rules->rulings->len; i++) {
    const struct tn_ruling *ruling = rules->rulings->pdata[i];
    g_string_append_printf(text, "%s\n    \"%s\": [", i ? "," : "", tn_tuned_name(ruling->id));
    for (guint b = 0; b < ruling->blocks->len; b++) {
      g_string_append(text, b ? ",\n" : "\n");
      write_block(text, ruling->blocks->pdata[b], rules->is_strict);
    }
    g_string_append(text, "\n    ]");
  }
  g_string_append(text, "\n  }\n}\n");
}
