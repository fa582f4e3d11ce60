/* Rules that export makes for a library, and their losses. */
#include "figure/figure_words.h"
#include "page.h"

static void put_rule(struct tn_table *t, const struct tn_rules *rules,
                     const struct tn_ruling *ruling, const struct tn_rule_block *block,
                     const struct tn_rule *rule)
{
  g_autofree char *ranks = tn_words_ranks(block->ranks);
  g_autoptr(GString) what = g_string_new(rule->name ? rule->name : "its own decision");
  g_autoptr(GString) loses = g_string_new(NULL);
  g_autofree char *segment = tn_words_size(rule->segment);
  if (rule->segment > 0)
    g_string_append_printf(what, ", segment %s", segment);
  if (rule->fanout > 0)
    g_string_append_printf(what, ", fan-out %" G_GINT64_FORMAT, (gint64)rule->fanout);
  bool is_hot = false;
  for (int i = 0; i < TN_MAX_STATES && rule->states[i].buffers; i++) {
    const struct tn_state_loss *state = &rule->states[i];
    g_string_append_printf(loses, "%s%s%s%.1f %%", i ? ", " : "", state->buffers,
                           *state->buffers ? " " : "", 100 * state->loss);
    is_hot = is_hot || state->loss > TN_RULE_FLAGGED;
  }
  g_string_prepend(loses, is_hot ? "! " : "");
  tn_table_takes(t, g_strdup_printf("%s, %s", tn_tuned_name(ruling->id), ranks),
                 tn_rule_from(rules->target, ruling->id, block->ranks, rule));
  tn_table_texts(t, what->str, loses->str);
  tn_table_take(t, tn_expected_text(rule->expected_min, rule->expected_max, false));
}

static void write_table(const struct tn_page *p, const struct tn_rules *rules)
{
  static const char layout[] = "{collective:*}{from:>*}{algorithm}{loses}{expected loss:>*}";
  struct tn_table *t = tn_table_of(layout);
  for (guint r = 0; r < rules->rulings->len; r++) {
    const struct tn_ruling *ruling = rules->rulings->pdata[r];
    for (guint b = 0; b < ruling->blocks->len; b++) {
      const struct tn_rule_block *block = ruling->blocks->pdata[b];
      for (guint k = 0; k < block->rules->len; k++) {
        const struct tn_rule *rule = &g_array_index(block->rules, struct tn_rule, k);
        if (rule->name || rule->states[0].buffers) /* rules for sizes that the rows do not contain
                                                    * are omitted */
          put_rule(t, rules, ruling, block, rule);
      }
    }
  }
  g_autofree char *caption = g_strdup_printf(
      "Largest predicted loss of each rule to the best choice, by the state of the buffers; "
      "expected loss: %s. In brackets: the blocks of all ranks, if the library counts these.",
      tn_expected_basis(rules->example));
  tn_document_captioned(p->d, caption, t, layout);
}

void tn_page_rules(const struct tn_page *p)
{
  const struct tn_rules *rules = p->report->rules;
  if (!rules)
    return;
  g_autofree char *heading = g_strdup_printf("Rules for %s", tn_target_names[rules->target]);
  tn_document_begin(p->d, TN_GROUP_SECTION, "rules", heading);
  const bool is_table = rules->settings->len == 0;
  if (is_table)
    write_table(p, rules);
  for (guint i = 0; i < rules->settings->len; i++)
    tn_document_add(p->d, TN_CODE, "%s", (const char *)rules->settings->pdata[i]);
  for (guint i = 0; is_table && i < rules->flags->len; i++)
    tn_document_add(p->d, TN_ITEM, "%s", (const char *)rules->flags->pdata[i]);
  for (guint i = 0; is_table && i < rules->left->len; i++)
    tn_document_add(p->d, TN_ITEM, "%s", (const char *)rules->left->pdata[i]);
  tn_document_end(p->d);
}
