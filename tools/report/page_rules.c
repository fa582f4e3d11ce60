/* What export writes for a library, and what each rule loses. */

#include "document/markup.h"
#include "figure/figure_words.h"
#include "page.h"

static void append_loss(GString *s, const struct tn_rule *rule, const char *buffers)
{
  int i = 0;
  while (i < TN_MOST_STATES && g_strcmp0(rule->states[i].buffers, buffers) != 0)
    i++;
  if (i == TN_MOST_STATES)
    g_string_append(s, "<td class=\"n\"></td>");
  else
    tn_markup(s, "<td class=\"n%s\">%.1f %%</td>",
              rule->states[i].loss > TN_RULE_FLAGGED ? " hot" : "", 100 * rule->states[i].loss);
}

static void append_rule(GString *s, const struct tn_rules *rules, const struct tn_ruling *ruling,
                        const struct tn_rule_block *block, const struct tn_rule *rule, GStrv states)
{
  g_autofree char *ranks = tn_words_ranks(block->ranks),
                  *size = tn_rule_from(rules->target, ruling->id, block->ranks, rule);
  tn_markup(s, "<tr><th scope=\"row\" class=\"w\">%s, %s</th><td class=\"n\">%s</td><td>%s",
            tn_tuned_name(ruling->id), ranks, size, rule->name ? rule->name : "its own decision");
  if (rule->segment > 0)
    tn_markup(s, ", segment %" G_GINT64_FORMAT, (gint64)rule->segment);
  if (rule->fanout > 0)
    tn_markup(s, ", fan-out %" G_GINT64_FORMAT, (gint64)rule->fanout);
  g_string_append(s, "</td>");
  for (int i = 0; states[i]; i++)
    append_loss(s, rule, states[i]);
  g_autofree char *loss = tn_expected_text(rule->expected_min, rule->expected_max, false);
  tn_markup(s, "<td class=\"n\">%s</td></tr>\n", loss ? loss : "");
}

static void append_table(GString *s, const struct tn_rules *rules)
{
  g_auto(GStrv) states = g_strsplit(rules->buffers, ", ", -1);
  g_string_append(s, "<div class=\"scroll\" tabindex=\"0\"><table>\n<caption>What each rule loses "
                     "to the best choice by the predicted times, at most, by what calls find in "
                     "their buffers; expected loss: by the model's own error, to which "
                     "<code>turnstile explain --sensitivity</code> and <code>advise</code> add the "
                     "parameters'. In brackets: the blocks of all ranks, where the library counts "
                     "these.</caption>\n<thead><tr><th scope=\"col\">collective</th><th "
                     "scope=\"col\" class=\"n\">from</th><th scope=\"col\">algorithm</th>");
  for (int i = 0; states[i]; i++)
    tn_markup(s, "<th scope=\"col\" class=\"n\">%s</th>", states[i]);
  g_string_append(s, "<th scope=\"col\" class=\"n\">expected loss</th></tr></thead>\n<tbody>\n");
  for (guint r = 0; r < rules->rulings->len; r++) {
    const struct tn_ruling *ruling = rules->rulings->pdata[r];
    for (guint b = 0; b < ruling->blocks->len; b++) {
      const struct tn_rule_block *block = ruling->blocks->pdata[b];
      for (guint k = 0; k < block->rules->len; k++) {
        const struct tn_rule *rule = &g_array_index(block->rules, struct tn_rule, k);
        if (rule->name || rule->states[0].buffers) /* else beyond the rows */
          append_rule(s, rules, ruling, block, rule, states);
      }
    }
  }
  g_string_append(s, "</tbody></table></div>\n");
}

void tn_page_append_rules(const struct tn_page *p)
{
  const struct tn_rules *rules = p->report->rules;
  if (!rules)
    return;
  tn_markup(p->s, "<section id=\"rules\"><h2>Rules for %s</h2>\n", tn_target_names[rules->target]);
  if (rules->settings->len == 0)
    append_table(p->s, rules);
  g_string_append(p->s, rules->settings->len ? "<pre>" : "<ul>\n");
  for (guint i = 0; i < rules->settings->len; i++)
    tn_markup(p->s, "%s\n", (const char *)rules->settings->pdata[i]);
  for (guint i = 0; rules->settings->len == 0 && i < rules->flags->len; i++)
    tn_markup(p->s, "<li><strong>%s</strong></li>\n", (const char *)rules->flags->pdata[i]);
  for (guint i = 0; rules->settings->len == 0 && i < rules->left->len; i++)
    tn_markup(p->s, "<li>%s</li>\n", (const char *)rules->left->pdata[i]);
  g_string_append(p->s, rules->settings->len ? "</pre>\n</section>\n" : "</ul>\n</section>\n");
}
