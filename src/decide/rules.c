#include "rules.h"

#include <string.h>

#include "express.h"
#include "lines.h"
#include "mpich.h"
#include "settings.h"
#include "study/usage.h"
#include "tune/tune.h"
#include "tuned.h"
#include "ucc.h"

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

enum tn_tuned_size tn_rules_size(enum tn_target target, int id)
{
  switch (tn_target_format(target)) {
  case TN_FORMAT_MPICH:
    return tn_mpich_size(id);
  case TN_FORMAT_UCC:
    return tn_ucc_size(id);
  case TN_FORMAT_CLASSIC:
  case TN_FORMAT_TUNED_JSON:
  case TN_FORMAT_MCA:
  case TN_FORMAT_UCX:
    break;
  }
  return tn_tuned_size(id);
}

void tn_rules_free(struct tn_rules *rules)
{
  if (!rules)
    return;
  g_ptr_array_unref(rules->rulings);
  g_ptr_array_unref(rules->settings);
  g_ptr_array_unref(rules->left);
  g_free(rules);
}

/* Rows of one collective that are left out for one reason. */
struct left {
  const char *collective; /* borrowed of a row */
  char *why;
  GPtrArray *names; /* of algorithms, borrowed of rows */
};

static void left_free(void *data)
{
  struct left *left = data;
  g_free(left->why);
  g_ptr_array_unref(left->names);
  g_free(left);
}

/* Takes `why`. */
static void leave_out(GPtrArray *all, const struct tn_row *row, char *why)
{
  struct left *left = NULL;
  for (guint i = 0; i < all->len && !left; i++) {
    struct left *l = all->pdata[i];
    if (strcmp(l->collective, row->collective) == 0 && strcmp(l->why, why) == 0)
      left = l;
  }
  if (!left) {
    left = g_new(struct left, 1);
    *left = (struct left){ row->collective, g_strdup(why), g_ptr_array_new() };
    g_ptr_array_add(all, left);
  }
  if (!g_ptr_array_find_with_equal_func(left->names, row->algorithm, g_str_equal, NULL))
    g_ptr_array_add(left->names, (void *)row->algorithm);
  g_free(why);
}

static void tell_left(struct tn_rules *rules, const GPtrArray *all)
{
  for (guint i = 0; i < all->len; i++) {
    const struct left *left = all->pdata[i];
    GString *line = g_string_new(NULL);
    g_string_printf(line, "left out of %s: ", left->collective);
    for (guint k = 0; k < left->names->len; k++)
      g_string_append_printf(line, "%s%s", k ? ", " : "", (const char *)left->names->pdata[k]);
    g_string_append_printf(line, " (%s)", left->why);
    g_ptr_array_add(rules->left, g_string_free(line, FALSE));
  }
}

/* The rows that the release can be told of, borrowed. Transfer container. */
static GPtrArray *keep(struct tn_rules *rules, const GPtrArray *rows)
{
  GPtrArray *kept = g_ptr_array_new();
  g_autoptr(GPtrArray) left = g_ptr_array_new_with_free_func(left_free);
  for (guint i = 0; i < rows->len; i++) {
    struct tn_rule unused;
    int id;
    char *why = tn_rule_express(rules->target, rows->pdata[i], &id, &unused);
    if (why)
      leave_out(left, rows->pdata[i], why);
    else
      g_ptr_array_add(kept, rows->pdata[i]);
  }
  tell_left(rules, left);
  return kept;
}

/* Whether a rule cannot tell two values of the column apart. */
static bool must_agree(enum tn_target target, int column)
{
  const char *name = tn_row_columns[column].name;
  if (strcmp(name, "mechanism") == 0)
    return target != TN_FOR_UCX;
  return (tn_row_columns[column].role & TN_ROLE_CONTEXT) && strcmp(name, "ranks") != 0 &&
         strcmp(name, "collective") != 0;
}

static bool check_alike(enum tn_target target, const GPtrArray *rows, GError **error)
{
  const struct tn_row *first = rows->pdata[0];
  for (guint i = 1; i < rows->len; i++)
    for (int c = 0; c < tn_row_n_columns; c++) {
      if (!must_agree(target, c) || tn_row_same(first, rows->pdata[i], c))
        continue;
      g_autofree char *one = tn_row_text(first, c), *other = tn_row_text(rows->pdata[i], c);
      g_set_error(error, TN_USAGE_ERROR, 0,
                  "export: rows of more than one %s (%s, %s): a rule cannot tell these apart; keep "
                  "those of one",
                  tn_row_columns[c].name, one, other);
      return false;
    }
  return true;
}

static bool is_same(const struct tn_rule *a, const struct tn_rule *b)
{
  return a->algorithm == b->algorithm && g_strcmp0(a->name, b->name) == 0 &&
         a->fanout == b->fanout && a->segment == b->segment && a->requests == b->requests &&
         a->in_chunks == b->in_chunks && a->radix == b->radix;
}

static void add_rule(GArray *rules, const struct tn_rule *rule, int64_t from)
{
  struct tn_rule next = *rule;
  next.from = from;
  if (rules->len == 0 || !is_same(&g_array_index(rules, struct tn_rule, rules->len - 1), rule))
    g_array_append_val(rules, next);
}

static struct tn_rule rule_of(enum tn_target target, const struct tn_row *row)
{
  struct tn_rule rule;
  int id;
  g_autofree char *why = tn_rule_express(target, row, &id, &rule);
  g_assert(!why);
  return rule;
}

/* One rule for all sizes, where the library knows none; NULL when winners differ. */
static GArray *rules_without_size(enum tn_target target, const struct tn_winner *w, guint n)
{
  GArray *rules = g_array_new(FALSE, FALSE, sizeof(struct tn_rule));
  for (guint i = 0; i < n; i++) {
    const struct tn_rule rule = rule_of(target, w[i].first);
    add_rule(rules, &rule, 0);
  }
  if (rules->len == 1)
    return rules;
  g_array_unref(rules);
  return NULL;
}

/* The n winners of one context as rules; what lies outside of their sizes is the library's. */
static GArray *rules_by_size(enum tn_target target, int id, const struct tn_winner *w, guint n)
{
  static const struct tn_rule own = { 0 };
  const int64_t scale = tn_rules_size(target, id) == TN_TUNED_ALL ? w[0].first->ranks : 1;
  GArray *rules = g_array_new(FALSE, FALSE, sizeof(struct tn_rule));
  const int64_t least = w[0].first->size <= 1 ? 0 : w[0].first->size * scale;
  if (least > 0)
    add_rule(rules, &own, 0);
  for (guint i = 0; i < n; i++) {
    const struct tn_rule rule = rule_of(target, w[i].first);
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

static void add_block(struct tn_rules *rules, const struct tn_winner *w, guint n)
{
  const struct tn_row *row = w[0].first;
  const int id = tn_tuned_id(row->collective);
  const enum tn_tuned_size kind = tn_rules_size(rules->target, id);
  const bool has_size = kind != TN_TUNED_NONE && kind != TN_TUNED_ELEMENT;
  GArray *of =
      has_size ? rules_by_size(rules->target, id, w, n) : rules_without_size(rules->target, w, n);
  if (!of) {
    g_ptr_array_add(rules->left,
                    g_strdup_printf("left out: %s of %" G_GINT64_FORMAT " ranks (%s does not "
                                    "look at its size, by which winners change)",
                                    row->collective, (gint64)row->ranks,
                                    tn_target_names[rules->target]));
    return;
  }
  struct tn_rule_block *block = g_new(struct tn_rule_block, 1);
  *block = (struct tn_rule_block){ row->ranks, of };
  g_ptr_array_add(ruling_of(rules, id)->blocks, block);
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

static void add_blocks(struct tn_rules *rules, const GArray *winners)
{
  const struct tn_winner *w = (const void *)winners->data;
  for (guint from = 0, to; from < winners->len; from = to) {
    for (to = from + 1; to < winners->len && tn_row_context_equal(w[from].first, w[to].first); to++)
      ;
    add_block(rules, w + from, to - from);
  }
  for (guint i = 0; i < rules->rulings->len; i++)
    g_ptr_array_sort(((struct tn_ruling *)rules->rulings->pdata[i])->blocks, by_ranks);
  g_ptr_array_sort(rules->rulings, by_id);
}

/* Collectives without rules, of which settings are. */
static void add_rulings(struct tn_rules *rules, const GPtrArray *rows)
{
  for (guint i = 0; i < rows->len; i++) {
    const int id = tn_tuned_id(((const struct tn_row *)rows->pdata[i])->collective);
    if (id >= 0)
      ruling_of(rules, id);
  }
  g_ptr_array_sort(rules->rulings, by_id);
}

static bool decide(struct tn_rules *rules, const GPtrArray *kept, enum tn_objective objective,
                   GError **error)
{
  const enum tn_format format = tn_target_format(rules->target);
  rules->example = kept->pdata[0];
  if (format == TN_FORMAT_MCA || format == TN_FORMAT_UCX) {
    if (!(format == TN_FORMAT_MCA ? tn_settings_xhc : tn_settings_ucx)(rules->settings, kept,
                                                                       objective, error))
      return false;
    add_rulings(rules, kept);
    return true;
  }
  g_autoptr(GArray) winners = tn_tune(kept, objective, error);
  if (winners)
    add_blocks(rules, winners);
  return winners != NULL;
}

struct tn_rules *tn_rules_new(enum tn_target target, const GPtrArray *rows,
                              enum tn_objective objective, GError **error)
{
  struct tn_rules *rules = g_new(struct tn_rules, 1);
  *rules = (struct tn_rules){ .target = target,
                              .rulings = g_ptr_array_new_with_free_func(ruling_free),
                              .settings = g_ptr_array_new_with_free_func(g_free),
                              .left = g_ptr_array_new_with_free_func(g_free) };
  g_autoptr(GPtrArray) kept = keep(rules, rows);
  const bool ok =
      kept->len == 0 || (check_alike(target, kept, error) && decide(rules, kept, objective, error));
  if (rules->rulings->len + rules->settings->len > 0)
    return rules;
  if (ok)
    g_set_error(error, TN_USAGE_ERROR, 0, "export: no row is of use to %s: %s",
                tn_target_names[target],
                rules->left->len ? (const char *)rules->left->pdata[0] : "there are none");
  tn_rules_free(rules);
  return NULL;
}

static void put_settings(GString *text, const struct tn_rules *rules, const char *const *provenance)
{
  for (int i = 0; provenance[i]; i++)
    tn_lines_put_comment(text, provenance[i]);
  for (guint i = 0; i < rules->settings->len; i++)
    g_string_append_printf(text, "%s\n", (const char *)rules->settings->pdata[i]);
}

char *tn_rules_text(const struct tn_rules *rules, const char *const *provenance)
{
  GString *text = g_string_new(NULL);
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
  case TN_FORMAT_MCA:
  case TN_FORMAT_UCX:
    put_settings(text, rules, provenance);
    break;
  case TN_FORMAT_MPICH: /* needs a table: patch.h */
    g_assert_not_reached();
  }
  return g_string_free(text, FALSE);
}
