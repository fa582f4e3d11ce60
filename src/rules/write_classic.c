/* Writes Open MPI's classic rules for the rows' numbers of ranks; for numbers between them, blocks
 * leave the decision to the library. Before 6.0 a block applies from its communicator size on, the
 * first block also below its size. In 6.0 a block ends below its size, the last block also applies
 * above its size (lint_classic.c). */
#include <math.h>

#include "decide/tuned.h"
#include "parsed_rules.h"
#include "rules.h"

/* A block of the file. If `block` is NULL, it leaves the decision to the library. */
struct written {
  int64_t size;
  const struct tn_rule_block *block;
};

static void add(GArray *list, int64_t size, const struct tn_rule_block *block)
{
  const struct written w = { size, block };
  g_array_append_val(list, w);
}

static void write_rule(GString *text, const struct tn_rule *rule, bool has_requests)
{
  g_string_append_printf(text, "%" G_GINT64_FORMAT " %d %" G_GINT64_FORMAT " %" G_GINT64_FORMAT,
                         (gint64)rule->from, rule->algorithm, (gint64)rule->fanout,
                         (gint64)rule->segment);
  if (has_requests)
    g_string_append_printf(text, " %" G_GINT64_FORMAT, (gint64)rule->requests);
  g_autofree char *loss = tn_expected_text(rule->expected_min, rule->expected_max, false);
  g_string_append_printf(text, "  # %s%s%s%s\n",
                         rule->name ? rule->name : "the library's own decision",
                         loss ? " (expected loss " : "", loss ? loss : "", loss ? ")" : "");
}

static void write_block(GString *text, const struct written *w, bool has_requests)
{
  static const struct tn_rule own = { .expected_min = NAN, .expected_max = NAN };
  g_string_append_printf(text, "%" G_GINT64_FORMAT " %u", (gint64)w->size,
                         w->block ? w->block->rules->len : 1);
  if (!w->block) {
    g_string_append(text, "  # other numbers of ranks\n");
    write_rule(text, &own, has_requests);
    return;
  }
  g_string_append_printf(text,
                         "  # %" G_GINT64_FORMAT " ranks: bytes, algorithm, fan-out, segment%s\n",
                         (gint64)w->block->ranks, has_requests ? ", requests" : "");
  for (guint i = 0; i < w->block->rules->len; i++)
    write_rule(text, &g_array_index(w->block->rules, struct tn_rule, i), has_requests);
}

bool tn_rules_have_requests(const struct tn_rules *rules)
{
  for (guint i = 0; i < rules->rulings->len; i++) {
    const struct tn_ruling *ruling = rules->rulings->pdata[i];
    for (guint b = 0; b < ruling->blocks->len; b++) {
      const GArray *of = ((const struct tn_rule_block *)ruling->blocks->pdata[b])->rules;
      for (guint k = 0; k < of->len; k++)
        if (g_array_index(of, struct tn_rule, k).requests > 0)
          return true;
    }
  }
  return false;
}

void tn_rules_classic(GString *text, const struct tn_rules *rules, const char *const *provenance)
{
  const bool requests = tn_rules_have_requests(rules);
  /* The version word must come first. Files without it can be read by older releases, too. */
  if (requests)
    g_string_append(text, "rule-file-version-2\n");
  for (int i = 0; provenance[i]; i++)
    g_string_append_printf(text, "# %s\n", provenance[i]);
  g_string_append_printf(text, "# " TN_CLASSIC_MARK "%s\n%u  # collectives\n",
                         tn_target_names[rules->target], rules->rulings->len);
  for (guint i = 0; i < rules->rulings->len; i++) {
    const struct tn_ruling *ruling = rules->rulings->pdata[i];
    g_autoptr(GArray) list = g_array_new(FALSE, FALSE, sizeof(struct written));
    const struct tn_rule_block *first = ruling->blocks->pdata[0];
    /* smallest number of ranks for which no block has been added yet */
    int64_t next = first->ranks == 1;
    for (guint k = 0; k < ruling->blocks->len; k++) {
      const struct tn_rule_block *block = ruling->blocks->pdata[k];
      if (next < block->ranks)
        add(list, next, NULL);
      add(list, block->ranks, block);
      next = block->ranks + 1;
    }
    add(list, next, NULL);
    /* in 6.0 a block's size is where the block ends; for the last block any larger size will do */
    for (guint b = 0; rules->target == TN_FOR_OMPI_6_0_CLASSIC && b < list->len; b++) {
      struct written *w = &g_array_index(list, struct written, b);
      w->size = b + 1 < list->len ? g_array_index(list, struct written, b + 1).size : w->size + 1;
    }
    g_string_append_printf(text,
                           "%d  # %s\n%u  # communicator sizes, each with its number of rules\n",
                           ruling->id, tn_tuned_name(ruling->id), list->len);
    for (guint b = 0; b < list->len; b++)
      write_block(text, &g_array_index(list, struct written, b), requests);
  }
}
