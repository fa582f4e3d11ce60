/* Names the sizes of a file of rules between which a reduction's order of additions changes. */
#include <stdio.h>
#include <string.h>

#include "export.h"
#include "plan/expand.h"
#include "platform/quantity.h"
#include "rules/parsed_rules.h"
#include "run_points.h"
#include "study/reproducible.h"

/* Node on which the rules run; the orders of the algorithms that rules can name hardly depend on it.
 */
static const char node[] = "epyc-7763";
enum { USUAL_RANKS = 16, MOST_RANKS = 32, ELEMENT = 4, LAST_SIZE = 1 << 20 };

/* A rule at one size, in bytes as the library counts them. */
struct use {
  const struct tn_parsed_rule *rule;
  const struct tn_method *method;
  gint64 size;
  int ranks;
  guint run, n_runs; /* first run of the study, and number of runs */
};

/* Adds the rule at one size, if it can run there. */
static void add_use(struct tn_study *study, GArray *uses, const struct tn_platform *platform,
                    struct use use)
{
  const bool has_blocks = use.method->collective == TN_REDUCE_SCATTER_BLOCK ||
                          use.method->collective == TN_REDUCE_SCATTER;
  struct tn_case of = { .platform = platform,
                        .algorithm = use.method,
                        .ranks = use.ranks,
                        .bytes = (size_t)use.size / (has_blocks ? (size_t)use.ranks : 1) };
  of.bytes = MAX(of.bytes / ELEMENT, 1) * ELEMENT;
  for (int p = 0; p < tn_alg_params_number(use.method->params); p++)
    if (use.rule->fanout > 0 && strcmp(use.method->params[p].name, "fanout") == 0) {
      of.given |= 1u << p;
      of.params[p] = use.rule->fanout;
    }
  use.run = tn_study_n(study);
  if (tn_kept_add(study, &of, 0, &use.n_runs, NULL))
    g_array_append_val(uses, use);
}

/* Prints the change between two uses of neighbouring sizes. */
static void print_change(const char *file, const struct use *a, const struct use *b)
{
  g_autofree char *from = tn_format_size((size_t)a->size), *to = tn_format_size((size_t)b->size);
  printf(
      "%s:%d: note: %s, %d ranks: the order of additions changes between %s (%s) and %s (%s), so "
      "that results may have other bits\n",
      file, b->rule->line, tn_collective_names[b->method->collective], b->ranks, from,
      a->method->name, to, b->method->name);
}

bool tn_lint_orders(const char *file, enum tn_target target, const GArray *rules, GError **error)
{
  struct tn_platform *platform = tn_platform_load(node, NULL, error);
  struct tn_study *study = tn_kept_study(0);
  g_autoptr(GArray) uses = g_array_new(FALSE, FALSE, sizeof(struct use));
  for (guint i = 0; platform && i < rules->len; i++) {
    const struct tn_parsed_rule *rule = &g_array_index(rules, struct tn_parsed_rule, i);
    const struct tn_method *method = tn_parsed_rule_algorithm(target, rule);
    if (!method || !tn_collective_reduces(method->collective) || rule->from > LAST_SIZE ||
        rule->to < ELEMENT)
      continue;
    const gint64 from = rule->least > 2 ? rule->least : USUAL_RANKS;
    const gint64 ranks = MIN(from, MIN(rule->most, MOST_RANKS));
    struct use use = { .rule = rule, .method = method, .ranks = (int)ranks };
    use.size = MAX(rule->from, ELEMENT);
    add_use(study, uses, platform, use);
    use.size = MIN(rule->to, LAST_SIZE);
    if (use.size > MAX(rule->from, ELEMENT))
      add_use(study, uses, platform, use);
  }
  const bool ok = platform && tn_run_quietly(study);
  const struct use *before = NULL;
  uint64_t order = 0;
  for (guint i = 0; ok && i < uses->len; i++) {
    const struct use *use = &g_array_index(uses, struct use, i);
    const struct tn_kept kept = tn_kept_find(study, use->run, use->n_runs, 0);
    if (kept.message) {
      g_free(kept.message);
      continue;
    }
    const bool is_own = before && before->method->chooser && use->method->chooser;
    const bool follows = before && !is_own && before->rule->id == use->rule->id &&
                         before->rule->least == use->rule->least && before->size < use->size;
    if (follows && kept.order != order)
      print_change(file, before, use);
    order = kept.order;
    before = use;
  }
  tn_study_free(study);
  tn_platform_free(platform);
  return ok;
}
