/* Writes UCC's file: a section for each number of ranks on one node, with a score string for
 * tl/ucp. A choice's range "A-B" does not include B, because the next choice begins at B and UCC
 * uses the later of two ranges that match (ucc_coll_score_build_map). A radix's range "A-B"
 * includes B, and the first match applies. */

#include "decide/tuned.h"
#include "decide/ucc.h"
#include "rule_lines.h"
#include "rules.h"
#include "study/values.h"

struct writer {
  GString *text;
  const struct tn_rules *rules;
  int64_t ranks;
};

/* Appends the range of rule i, "4096-8193"; the last range ends at "inf". `is_closed`: true if a
 * range includes its end, false if it ends before it. */
static void put_range(GString *text, const GArray *rules, guint i, bool is_closed)
{
  const struct tn_rule *rule = &g_array_index(rules, struct tn_rule, i);
  g_string_append_printf(text, "%" G_GINT64_FORMAT "-", (gint64)rule->from);
  if (i + 1 < rules->len)
    g_string_append_printf(text, "%" G_GINT64_FORMAT, (gint64)(rule + 1)->from - is_closed);
  else
    g_string_append(text, "inf");
}

/* Appends the settings of a radix for a collective's rules. */
static void put_radix(struct writer *w, const struct tn_ruling *ruling, const GArray *rules,
                      const struct tn_ucc_radix *radix)
{
  g_autoptr(GString) value = g_string_new(NULL);
  int64_t single = 0;
  /* number of choices with a radix other than `single` */
  int n_others = 0;
  for (guint i = 0; i < rules->len; i++) {
    const struct tn_rule *rule = &g_array_index(rules, struct tn_rule, i);
    if (!rule->name || tn_ucc_radix(ruling->id, rule->name) != radix || rule->radix == 0)
      continue;
    n_others += !radix->is_ranged && single > 0 && single != rule->radix;
    single = single > 0 ? single : rule->radix;
    if (radix->is_ranged && rules->len > 1) {
      g_string_append(value, value->len ? "," : "");
      put_range(value, rules, i, true);
      g_string_append_printf(value, ":host:%" G_GINT64_FORMAT, (gint64)rule->radix);
    }
  }
  if (n_others > 0)
    g_string_append_printf(w->text, "# %s is one for all sizes: %d choices would have another\n",
                           radix->variable, n_others);
  if (value->len)
    g_string_append_printf(w->text, "UCC_TL_UCP_%s=%s\n", radix->variable, value->str);
  else if (single)
    g_string_append_printf(w->text, "UCC_TL_UCP_%s=%" G_GINT64_FORMAT "\n", radix->variable,
                           (gint64)single);
}

static void put_section(struct writer *w)
{
  g_autoptr(GString) tune = g_string_new(NULL);
  g_string_append_printf(w->text, "\n[team_size=%" G_GINT64_FORMAT " nnodes=1]\n",
                         (gint64)w->ranks);
  for (guint i = 0; i < w->rules->rulings->len; i++) {
    const struct tn_ruling *ruling = w->rules->rulings->pdata[i];
    const GArray *rules = NULL;
    for (guint b = 0; b < ruling->blocks->len && !rules; b++) {
      const struct tn_rule_block *block = ruling->blocks->pdata[b];
      rules = block->ranks == w->ranks ? block->rules : NULL;
    }
    if (!rules)
      continue;
    for (guint k = 0; k < rules->len; k++) {
      const struct tn_rule *rule = &g_array_index(rules, struct tn_rule, k);
      if (!rule->name)
        continue;
      g_string_append_printf(tune, "%s%s:", tune->len ? "#" : "", tn_ucc_collective(ruling->id));
      if (rules->len > 1) {
        put_range(tune, rules, k, false);
        g_string_append_c(tune, ':');
      }
      g_string_append_printf(tune, "host:@%s", rule->name);
    }
    for (const struct tn_ucc_radix *r = tn_ucc_radices; r->variable; r++)
      put_radix(w, ruling, rules, r);
  }
  if (tune->len)
    g_string_append_printf(w->text, "UCC_TL_UCP_TUNE=%s\n", tune->str);
}

void tn_rules_ucc(GString *text, const struct tn_rules *rules, const char *const *provenance)
{
  struct writer w = { .text = text, .rules = rules };
  g_autoptr(GArray) ranks = tn_axis_new();
  for (int i = 0; provenance[i]; i++)
    tn_lines_put_comment(text, provenance[i]);
  for (guint i = 0; i < rules->rulings->len; i++) {
    const GPtrArray *blocks = ((const struct tn_ruling *)rules->rulings->pdata[i])->blocks;
    for (guint b = 0; b < blocks->len; b++)
      tn_axis_add(ranks, ((const struct tn_rule_block *)blocks->pdata[b])->ranks);
  }
  for (guint i = 0; i < ranks->len; i++) {
    w.ranks = tn_axis_at(ranks, i);
    put_section(&w);
  }
}
