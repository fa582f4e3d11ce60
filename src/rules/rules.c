#include "rules.h"

#include <math.h>
#include <string.h>

#include "decide/row_rule.h"
#include "decide/tuned.h"
#include "platform/quantity.h"
#include "rule_lines.h"
#include "study/usage.h"
#include "tune/device_paths.h"

static void block_free(void *data)
{
  struct tn_rule_block *block = data;
  g_array_unref(block->rules);
  g_free(block);
}

static void ruling_free(void *data)
{
  struct tn_ruling *ruling = data;
  g_ptr_array_unref(ruling->blocks);
  g_free(ruling);
}

void tn_rules_free(struct tn_rules *rules)
{
  if (!rules)
    return;
  g_ptr_array_unref(rules->rulings);
  g_ptr_array_unref(rules->settings);
  g_ptr_array_unref(rules->left);
  g_ptr_array_unref(rules->flags);
  g_ptr_array_unref(rules->mapping_losses);
  g_free(rules->buffers);
  g_free(rules);
}

/* Returns true if the column must have the same value in all rows, because rules of the target
 * cannot depend on it. */
static bool must_agree(enum tn_target target, bool on_device, int column)
{
  const char *name = tn_row_columns[column].name;
  if (strcmp(name, "mechanism") == 0)
    return target != TN_FOR_UCX && !on_device;
  return (tn_row_columns[column].role & TN_ROLE_CONTEXT) && strcmp(name, "ranks") != 0 &&
         strcmp(name, "collective") != 0 && strcmp(name, "buffers") != 0;
}

/* Checks that all rows have the same conditions. `mapping`: if rows have several mappings, the one
 * for which rules are made; otherwise NULL. */
static bool check_alike(enum tn_target target, const GPtrArray *rows, const char *mapping,
                        GError **error)
{
  const struct tn_row *first = rows->pdata[0];
  const bool on_device = tn_row_is_on_device(first);
  const bool is_table = tn_target_format(target) != TN_FORMAT_MCA &&
                        tn_target_format(target) != TN_FORMAT_UCX && !on_device;
  const int of_mapping = is_table ? tn_row_column("mapping") : -1;
  for (guint i = 1; i < rows->len; i++)
    for (int c = 0; c < tn_row_n_columns; c++) {
      if ((mapping && c == of_mapping) || !must_agree(target, on_device, c) ||
          tn_row_same(first, rows->pdata[i], c))
        continue;
      g_autofree char *one = tn_row_text(first, c), *other = tn_row_text(rows->pdata[i], c);
      return tn_usage(
          error,
          "export: rows of more than one %s (%s, %s): a rule cannot distinguish them; keep one%s",
          tn_row_columns[c].name, one, other, c == of_mapping ? " (export --mapping)" : "");
    }
  return true;
}

bool tn_rule_same(const struct tn_rule *a, const struct tn_rule *b)
{
  return a->algorithm == b->algorithm && g_strcmp0(a->name, b->name) == 0 &&
         a->fanout == b->fanout && a->segment == b->segment && a->requests == b->requests &&
         a->in_chunks == b->in_chunks && a->radix == b->radix;
}

static void add_rule(GArray *rules, const struct tn_rule *rule, int64_t from)
{
  struct tn_rule next = *rule, *last = NULL;
  next.from = from;
  if (rules->len)
    last = &g_array_index(rules, struct tn_rule, rules->len - 1);
  if (!last || !tn_rule_same(last, rule))
    g_array_append_val(rules, next);
  else {
    /* the previous rule is for sizes below the smallest one of the rows */
    if (!last->states[0].buffers)
      memcpy(last->states, rule->states, sizeof last->states);
    last->expected_min = fmin(last->expected_min, rule->expected_min);
    last->expected_max = fmax(last->expected_max, rule->expected_max);
  }
}

static struct tn_rule rule_of(enum tn_target target, const struct tn_winner *winner)
{
  struct tn_rule rule;
  int id;
  g_autofree char *why = tn_rule_from_row(target, winner->first, &id, &rule);
  g_assert(!why);
  memcpy(rule.states, winner->states, sizeof rule.states);
  rule.expected_min = winner->expected_min;
  rule.expected_max = winner->expected_max;
  return rule;
}

/* Returns one rule for all sizes, for collectives whose rules have no sizes. NULL if winners at
 * different sizes need different rules. */
static GArray *rules_without_size(enum tn_target target, const struct tn_winner *w, guint n)
{
  GArray *rules = g_array_new(FALSE, FALSE, sizeof(struct tn_rule));
  for (guint i = 0; i < n; i++) {
    const struct tn_rule rule = rule_of(target, &w[i]);
    add_rule(rules, &rule, 0);
  }
  if (rules->len == 1)
    return rules;
  g_array_unref(rules);
  return NULL;
}

/* Returns n winners of one context as rules. At sizes below and above those of the winners the
 * library decides itself. */
static GArray *rules_by_size(enum tn_target target, int id, const struct tn_winner *w, guint n)
{
  static const struct tn_rule own = { .expected_min = NAN, .expected_max = NAN };
  const int64_t scale =
      tn_tuned_size(tn_target_format(target), id) == TN_TUNED_ALL ? w[0].first->ranks : 1;
  GArray *rules = g_array_new(FALSE, FALSE, sizeof(struct tn_rule));
  const int64_t least = w[0].first->size <= 1 ? 0 : w[0].first->size * scale;
  if (least > 0)
    add_rule(rules, &own, 0);
  for (guint i = 0; i < n; i++) {
    const struct tn_rule rule = rule_of(target, &w[i]);
    add_rule(rules, &rule, i == 0 ? least : w[i].first->size * scale);
  }
  add_rule(rules, &own, w[n - 1].last->size * scale + 1);
  return rules;
}

static struct tn_ruling *ruling_of(struct tn_rules *rules, int id)
{
  for (guint i = 0; i < rules->rulings->len; i++) {
    struct tn_ruling *ruling = rules->rulings->pdata[i];
    if (ruling->id == id)
      return ruling;
  }
  struct tn_ruling *ruling = g_new(struct tn_ruling, 1);
  *ruling = (struct tn_ruling){ id, g_ptr_array_new_with_free_func(block_free) };
  g_ptr_array_add(rules->rulings, ruling);
  return ruling;
}

char *tn_rule_from(enum tn_target target, int id, int64_t ranks, const struct tn_rule *rule)
{
  g_autofree char *total = tn_format_size((size_t)rule->from);
  g_autofree char *block = tn_format_size((size_t)(rule->from / ranks));
  return tn_tuned_size(tn_target_format(target), id) == TN_TUNED_ALL
             ? g_strdup_printf("%s (%s in all)", block, total)
             : g_steal_pointer(&total);
}

/* Adds to rules->flags each rule that loses more than TN_RULE_FLAGGED in one state of the
 * buffers. */
static void flag(struct tn_rules *rules, const struct tn_row *row, const GArray *of)
{
  for (guint i = 0; i < of->len; i++) {
    const struct tn_rule *rule = &g_array_index(of, struct tn_rule, i);
    bool is_flagged = false;
    g_autoptr(GString) losses = g_string_new(NULL);
    for (int k = 0; k < TN_MAX_STATES && rule->states[k].buffers; k++) {
      is_flagged = is_flagged || rule->states[k].loss > TN_RULE_FLAGGED;
      if (*rule->states[k].buffers)
        g_string_append_printf(losses, "%s%.1f %% with %s buffers", k ? ", " : "",
                               100 * rule->states[k].loss, rule->states[k].buffers);
    }
    if (!is_flagged)
      continue;
    g_autofree char *from =
        tn_rule_from(rules->target, tn_tuned_id(row->collective), row->ranks, rule);
    g_ptr_array_add(
        rules->flags,
        g_strdup_printf("%s of %" G_GINT64_FORMAT " ranks from %s on: %s loses up to %s",
                        row->collective, (gint64)row->ranks, from,
                        rule->name ? rule->name : "the library's own decision", losses->str));
  }
}

/* Adds the block of rules for one number of ranks. Returns false if the block is skipped. */
static bool add_block(struct tn_rules *rules, const struct tn_winner *w, guint n)
{
  const struct tn_row *row = w[0].first;
  const int id = tn_tuned_id(row->collective);
  const enum tn_tuned_size kind = tn_tuned_size(tn_target_format(rules->target), id);
  const bool has_size = kind != TN_TUNED_NONE && kind != TN_TUNED_ELEMENT;
  GArray *of =
      has_size ? rules_by_size(rules->target, id, w, n) : rules_without_size(rules->target, w, n);
  if (!of) {
    g_ptr_array_add(rules->left,
                    g_strdup_printf("omitted: %s of %" G_GINT64_FORMAT
                                    " ranks (winners depend on its size, which %s does not use)",
                                    row->collective, (gint64)row->ranks,
                                    tn_target_names[rules->target]));
    return false;
  }
  flag(rules, row, of);
  struct tn_rule_block *block = g_new(struct tn_rule_block, 1);
  *block = (struct tn_rule_block){ row->ranks, of };
  g_ptr_array_add(ruling_of(rules, id)->blocks, block);
  return true;
}

/* Removes blocks that leave all decisions to the library, but keeps one if all blocks are such. */
static void drop_own(struct tn_rules *rules)
{
  g_autoptr(GPtrArray) kept = g_ptr_array_new();
  for (guint i = 0; i < rules->rulings->len; i++) {
    struct tn_ruling *ruling = rules->rulings->pdata[i];
    for (guint b = ruling->blocks->len; b-- > 0;) {
      const struct tn_rule_block *block = ruling->blocks->pdata[b];
      if (block->rules->len != 1 || g_array_index(block->rules, struct tn_rule, 0).name)
        continue;
      g_ptr_array_add(rules->left,
                      g_strdup_printf("no rule for %s of %" G_GINT64_FORMAT
                                      " ranks: the library's own choice is good enough",
                                      tn_tuned_name(ruling->id), (gint64)block->ranks));
      if (i + 1 < rules->rulings->len || ruling->blocks->len > 1 || kept->len)
        g_ptr_array_remove_index(ruling->blocks, b);
    }
    if (ruling->blocks->len)
      g_ptr_array_add(kept, ruling);
  }
  for (guint i = rules->rulings->len; i-- > 0;)
    if (((struct tn_ruling *)rules->rulings->pdata[i])->blocks->len == 0)
      g_ptr_array_remove_index(rules->rulings, i);
}

static int by_ranks(const void *a, const void *b)
{
  const struct tn_rule_block *x = *(void *const *)a, *y = *(void *const *)b;
  return x->ranks < y->ranks ? -1 : x->ranks > y->ranks;
}

static int by_id(const void *a, const void *b)
{
  const struct tn_ruling *x = *(void *const *)a, *y = *(void *const *)b;
  return x->id < y->id ? -1 : x->id > y->id;
}

/* Adds the winners' blocks of rules. Returns the winners that rules can express. Transfer full. */
static GArray *add_blocks(struct tn_rules *rules, const GArray *winners)
{
  GArray *ruled = g_array_new(FALSE, FALSE, sizeof(struct tn_winner));
  const struct tn_winner *w = (const void *)winners->data;
  const int buffers = tn_row_column("buffers");
  for (guint from = 0, to; from < winners->len; from = to) {
    for (to = from + 1;
         to < winners->len && tn_row_agrees(w[from].first, w[to].first, TN_ROLE_CONTEXT, buffers);
         to++)
      ;
    if (add_block(rules, w + from, to - from))
      g_array_append_vals(ruled, w + from, to - from);
  }
  for (guint i = 0; i < rules->rulings->len; i++)
    g_ptr_array_sort(((struct tn_ruling *)rules->rulings->pdata[i])->blocks, by_ranks);
  g_ptr_array_sort(rules->rulings, by_id);
  drop_own(rules);
  return ruled;
}

/* Adds collectives for formats that only have settings. */
static void add_rulings(struct tn_rules *rules, const GPtrArray *rows)
{
  for (guint i = 0; i < rows->len; i++) {
    const int id = tn_tuned_id(((const struct tn_row *)rows->pdata[i])->collective);
    if (id >= 0)
      ruling_of(rules, id);
  }
  g_ptr_array_sort(rules->rulings, by_id);
}

static bool decide(struct tn_rules *rules, const GPtrArray *rows,
                   const struct tn_rules_terms *terms, GError **error)
{
  const enum tn_format format = tn_target_format(rules->target);
  g_autoptr(GPtrArray) kept = g_ptr_array_new(), mappings = g_ptr_array_new();
  if (!tn_rules_part(rows, terms->mapping, kept, mappings, error))
    return false;
  rules->example = kept->pdata[0];
  g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < kept->len; i++) {
    const char *buffers = ((const struct tn_row *)kept->pdata[i])->buffers;
    if (*buffers && g_hash_table_add(known, (void *)buffers))
      g_string_append_printf(text, "%s%s", text->len ? ", " : "", buffers);
  }
  rules->buffers = g_string_free(text, FALSE);
  if (tn_row_is_on_device(rules->example)) {
    if (!tn_settings_devices(rules->settings, rules->target, kept, terms->objective, error))
      return false;
    add_rulings(rules, kept);
    return true;
  }
  if (format == TN_FORMAT_MCA || format == TN_FORMAT_UCX) {
    if (!(format == TN_FORMAT_MCA ? tn_settings_xhc : tn_settings_ucx)(rules->settings, kept,
                                                                       terms->objective, error))
      return false;
    add_rulings(rules, kept);
    return true;
  }
  const double usual = isnan(rules->example->loss) ? TN_RULE_LOSS : TN_ADVICE_LOSS;
  const struct tn_tune_terms simplest = { .objective = terms->objective,
                                          .role = tn_rule_role,
                                          .data = &rules->target,
                                          .most_loss =
                                              isfinite(terms->loss) ? terms->loss : usual };
  g_autoptr(GArray) winners = tn_tune_simplest(kept, &simplest, error);
  if (!winners)
    return false;
  g_autoptr(GArray) ruled = add_blocks(rules, winners);
  tn_rules_add_mapping_losses(rules, ruled, rows, mappings, terms->objective);
  return true;
}

struct tn_rules *tn_rules_new(enum tn_target target, const GPtrArray *rows,
                              const struct tn_rules_terms *terms, GError **error)
{
  struct tn_rules *rules = g_new(struct tn_rules, 1);
  *rules = (struct tn_rules){ .target = target,
                              .rows = rows,
                              .rulings = g_ptr_array_new_with_free_func(ruling_free),
                              .settings = g_ptr_array_new_with_free_func(g_free),
                              .left = g_ptr_array_new_with_free_func(g_free),
                              .flags = g_ptr_array_new_with_free_func(g_free),
                              .mapping_losses = g_ptr_array_new_with_free_func(g_free) };
  bool others = false;
  g_autoptr(GPtrArray) kept = tn_rules_select_rows(rules, rows, terms->transport, &others);
  g_autoptr(GPtrArray) narrowed =
      terms->narrow ? terms->narrow(terms->data, kept, error) : g_ptr_array_ref(kept);
  const bool ok =
      narrowed && (kept->len == 0 || (check_alike(target, narrowed, terms->mapping, error) &&
                                      decide(rules, narrowed, terms, error)));
  if (rules->rulings->len + rules->settings->len > 0)
    return rules;
  if (ok && others && kept->len == 0)
    g_set_error(error, TN_USAGE_ERROR, TN_RULES_TRANSPORT,
                "export: no row of %s is simulated by its transport %s", tn_target_names[target],
                terms->transport);
  else if (ok)
    tn_usage(error, "export: no row is usable for %s: %s", tn_target_names[target],
             rules->left->len ? (const char *)rules->left->pdata[0] : "there are none");
  tn_rules_free(rules);
  return NULL;
}

char *tn_rules_text(const struct tn_rules *rules, const char *const *provenance)
{
  GString *text = g_string_new(NULL);
  if (rules->settings->len) {
    for (int i = 0; provenance[i]; i++)
      tn_lines_put_comment(text, provenance[i]);
    for (guint i = 0; i < rules->settings->len; i++)
      g_string_append_printf(text, "%s\n", (const char *)rules->settings->pdata[i]);
    return g_string_free(text, FALSE);
  }
  switch (tn_target_format(rules->target)) {
  case TN_FORMAT_CLASSIC:
    tn_rules_classic(text, rules, provenance);
    break;
  case TN_FORMAT_TUNED_JSON:
    tn_rules_json(text, rules, provenance);
    break;
  case TN_FORMAT_UCC:
    tn_rules_ucc(text, rules, provenance);
    break;
  case TN_FORMAT_MCA: /* formats that only have settings */
  case TN_FORMAT_UCX:
  case TN_FORMAT_MPICH: /* inserted into the default table by patch.h */
    g_assert_not_reached();
  }
  return g_string_free(text, FALSE);
}
