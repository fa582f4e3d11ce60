#include "replay_text.h"
#include "rules/rules.h"
#include "tune/tune.h"

/* Rows with the first and the last size of each class of calls that gains: the library's own choice
 * wins a tie. */
static GPtrArray *gaining_rows(const struct tn_replay_report *r)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func((GDestroyNotify)tn_row_free);
  const struct tn_assignment *own = r->variants->pdata[0];
  const struct tn_assignment *best = r->variants->pdata[r->variants->len - 1];
  for (guint c = 0; c < r->replay->classes->all->len; c++) {
    const struct tn_call_class *class = tn_call_class(r->replay->classes, c);
    const struct tn_class_times *before = &own->times->classes[c],
                                *after = &best->times->classes[c];
    if (!best->choices[c].algorithm || best->choices[c].algorithm->decide ||
        after->inside - after->waiting > (1.0 - TN_TUNE_TIE) * (before->inside - before->waiting))
      continue;
    for (int last = 0; last <= (class->most > class->least); last++) {
      struct tn_row *row = tn_choice_row(class->name, &best->choices[c]);
      row->ranks = class->n_ranks;
      row->size = (int64_t)(last ? class->most : class->least);
      row->avg = after->inside / class->n_calls;
      g_ptr_array_add(rows, row);
    }
  }
  return rows;
}

/* MPICH's tables are made of its own (export --base): here only their entries. */
static void tell_names(struct tn_document *d, const struct tn_rules *rules)
{
  for (guint i = 0; i < rules->rulings->len; i++) {
    const struct tn_ruling *ruling = rules->rulings->pdata[i];
    for (guint b = 0; b < ruling->blocks->len; b++) {
      const struct tn_rule_block *block = ruling->blocks->pdata[b];
      for (guint k = 0; k + 1 < block->rules->len; k++) {
        const struct tn_rule *rule = &g_array_index(block->rules, struct tn_rule, k);
        if (rule->name && block->ranks > 0)
          tn_document_add(d, TN_CODE,
                          "  %s, %" G_GINT64_FORMAT " ranks, %" G_GINT64_FORMAT
                          "..%" G_GINT64_FORMAT " bytes: %s",
                          tn_tuned_name(ruling->id), block->ranks, rule->from, rule[1].from - 1,
                          rule->name);
      }
    }
  }
}

void tn_replay_tell_settings(struct tn_document *d, const struct tn_replay_report *r)
{
  static const char *const provenance[] = { NULL };
  const char *name = r->among->name;
  g_autoptr(GPtrArray) rows = gaining_rows(r);
  g_autoptr(GError) why = NULL;
  const struct tn_rules_terms terms = { .objective = TN_OBJECTIVE_AVG };
  struct tn_rules *rules = rows->len ? tn_rules_new(r->among->target, rows, &terms, &why) : NULL;
  if (!rules) {
    tn_document_say(d, -1, "\nnothing to set in %s: %s", name,
                    why ? why->message
                        : "its own choices are as good for this program, within 2 %");
    return;
  }
  tn_document_say(d, -1, "\nto set in %s, as export --for writes it for rows:", name);
  if (tn_target_format(rules->target) == TN_FORMAT_MPICH) {
    tell_names(d, rules);
  } else {
    g_autofree char *text = tn_rules_text(rules, provenance);
    tn_document_add(d, TN_CODE, "%s", g_strchomp(text));
  }
  tn_rules_free(rules);
}
