/* Checks Open MPI 6.0's JSON rules, read as in ompi_coll_tuned_read_rules_json of
 * coll_tuned_dynamic_file.c: the first block that matches the communicator, and in it the first
 * rule that matches the size. Functions return false where the library stops reading. */
#include <limits.h>
#include <string.h>

#include "decide/tuned.h"
#include "lint.h"
#include "parsed_rules.h"
#include "study/usage.h"
#include "table/json.h"

static const char dropped[] = "the whole file is dropped";
/* Means "no upper limit"; larger than all numbers of ranks or bytes. */
#define NO_LIMIT G_MAXINT64

struct range {
  gint64 min, max; /* limits of the range, inclusive */
  const char *where;
  int line;
};

struct reader {
  GArray *flaws, *parsed; /* lists that receive flaws and rules; parsed may be NULL */
  const struct range *block;
  const char *collective;
  int id;
};

static const char *const top_names[] = { "collectives", "rule_file_version", "module",
                                         "$schema",     "$comment",          NULL };
static const char *const block_names[] = { "comm_size_min", "comm_size_max",
                                           "comm_rank_distribution", "rules", NULL };
static const char *const rule_names[] = { "msg_size_min", "msg_size_max", "alg", "faninout",
                                          "seg_size",     "reqs",         NULL };
static const char *const distributions[] = { "any", "one-per-node", "single-node", NULL };

/* Reports members that the library ignores, and members that occur twice. */
static void check_names(struct reader *r, const struct tn_json *object, const char *const *names)
{
  for (guint i = 0; i < object->items->len; i++) {
    const struct tn_json *item = object->items->pdata[i];
    if (tn_json_get(object, item->name) != item)
      tn_flaws_add(r->flaws, item->line, "\"%s\" for the second time: one of them is never read",
                   item->name);
    if (tn_name_find(names, item->name) >= 0)
      continue;
    g_autofree char *hint = tn_hint(item->name, names);
    tn_flaws_add(r->flaws, item->line, "\"%s\" is never read%s%s", item->name, hint,
                 strcmp(item->name, "segsize") == 0 ? ": the segment size is lost"
                 : strcmp(item->name, block_names[2]) == 0
                     ? " there: it belongs in each block, next to \"comm_size_min\""
                     : "");
  }
}

/* Reads a number of a block or rule; if it is missing, *ret is unchanged. "inf" becomes `infinite`.
 * Returns false if the library stops reading here. */
static bool read_number(struct reader *r, const struct tn_json *object, const char *name,
                        gint64 infinite, gint64 *ret)
{
  const struct tn_json *item = tn_json_get(object, name);
  if (!item)
    return true;
  if (item->kind == TN_JSON_INTEGER) {
    *ret = item->value;
    if (item->value < 0)
      tn_flaws_add(r->flaws, item->line, "\"%s\" is negative (%" G_GINT64_FORMAT ")", name,
                   item->value);
    if (item->value > INT_MAX && !g_str_has_prefix(name, "msg_size"))
      tn_flaws_add(r->flaws, item->line, "\"%s\" %" G_GINT64_FORMAT " is cut to 32 bits", name,
                   item->value);
    return true;
  }
  if (item->kind == TN_JSON_STRING &&
      (g_str_has_prefix(item->text, "inf") || g_str_has_prefix(item->text, "Inf") ||
       g_str_has_prefix(item->text, "INF"))) {
    *ret = infinite;
    if (!g_str_has_prefix(name, "msg_size"))
      tn_flaws_add(r->flaws, item->line,
                   "\"%s\" cannot hold \"inf\", which is for sizes of messages "
                   "(without it there is no limit)",
                   name);
    return true;
  }
  tn_flaws_add(r->flaws, item->line, "\"%s\" is not a whole number or \"inf\": %s", name, dropped);
  return false;
}

/* Returns, of the earlier ranges for the same communicators that contain `at`, the one that ends
 * last; NULL if none contains it. */
static const struct range *range_at(const GArray *before, const char *where, gint64 at)
{
  const struct range *found = NULL;
  for (guint i = 0; i < before->len; i++) {
    const struct range *b = &g_array_index(before, struct range, i);
    if (b->min <= at && at <= b->max && (!found || b->max > found->max) &&
        (strcmp(b->where, "any") == 0 || strcmp(b->where, where) == 0))
      found = b;
  }
  return found;
}

/* Reports a range that is never reached: it is empty, or earlier ones cover it. */
static void check_reach(struct reader *r, const GArray *before, const struct range *range,
                        const char *what)
{
  if (range->min > range->max) {
    tn_flaws_add(r->flaws, range->line,
                 "this %s is never reached: its minimum is above its maximum", what);
    return;
  }
  const struct range *b = range_at(before, range->where, range->min);
  const struct range *first = b;
  bool is_one = true;
  while (b && b->max < range->max) {
    b = range_at(before, range->where, b->max + 1);
    is_one = false;
  }
  if (b)
    tn_flaws_add(r->flaws, range->line, "this %s is never reached: %s in line %d come%s first",
                 what, is_one ? "the one" : "those from the one", first->line, is_one ? "s" : "");
}

/* Checks the algorithm that a rule names. Returns false if the library disables the rule. */
static bool check_algorithm(struct reader *r, const struct tn_json *rule, const char *word)
{
  const struct tn_json *item = tn_json_get(rule, "alg");
  if (!word) {
    tn_flaws_add(r->flaws, item ? item->line : rule->line,
                 item ? "\"alg\" is not a name or a number: the library decides itself"
                      : "no \"alg\": the library decides itself");
    return true;
  }
  if (tn_tuned_size(TN_FORMAT_TUNED_JSON, r->id) == TN_TUNED_IGNORED)
    return true;
  if (tn_tuned_has(TN_FOR_OMPI_6_0, r->id, word)) {
    /* some algorithms use the fan-out as radix */
    const struct tn_json *given = tn_json_get(rule, "faninout");
    const gint64 fanout = given && given->kind == TN_JSON_INTEGER ? given->value : 0;
    const int least = tn_tuned_least_fanout(TN_FOR_OMPI_6_0, r->id, word);
    if (fanout < least)
      tn_flaws_add(r->flaws, given ? given->line : rule->line,
                   "%s by \"%s\" never ends with a \"faninout\" of %" G_GINT64_FORMAT
                   ", its radix (at least %d)",
                   r->collective, word, fanout, least);
    return true;
  }
  g_autofree char *range = tn_tuned_range(TN_FOR_OMPI_6_0, r->id);
  tn_flaws_add(r->flaws, item->line,
               "%s has no algorithm \"%s\" (by number %s): this rule is "
               "disabled",
               r->collective, word, range);
  return false;
}

static bool read_rule(struct reader *r, const struct tn_json *rule, GArray *before)
{
  struct range range = { 0, NO_LIMIT, "any", rule->line };
  gint64 fanout = 0, segment = 0, unused = 0;
  if (rule->kind != TN_JSON_OBJECT) {
    tn_flaws_add(r->flaws, rule->line, "a rule is not an object: it is not understood");
    return true;
  }
  check_names(r, rule, rule_names);
  if (!read_number(r, rule, "msg_size_min", NO_LIMIT, &range.min) ||
      !read_number(r, rule, "msg_size_max", NO_LIMIT, &range.max) ||
      !read_number(r, rule, "faninout", -1, &fanout) ||
      !read_number(r, rule, "seg_size", -1, &segment) || !read_number(r, rule, "reqs", -1, &unused))
    return false;
  const enum tn_tuned_size kind = tn_tuned_size(TN_FORMAT_TUNED_JSON, r->id);
  if (kind == TN_TUNED_NONE && range.min > 0)
    tn_flaws_add(r->flaws, range.line, "%s always looks for size 0: this rule is never reached",
                 r->collective);
  if (kind == TN_TUNED_ELEMENT && (range.min > 0 || range.max < NO_LIMIT))
    tn_flaws_add(r->flaws, range.line,
                 "%s uses the bytes of one element times the ranks, not those of a message",
                 r->collective);
  const struct tn_json *item = tn_json_get(rule, "alg");
  g_autofree char *name = NULL;
  if (item && item->kind == TN_JSON_INTEGER)
    name = g_strdup_printf("%" G_GINT64_FORMAT, item->value);
  else if (item && item->kind == TN_JSON_STRING)
    /* the library ignores case here, too (mca_base_var_enum.c) */
    name = g_ascii_strdown(item->text, -1);
  tn_parsed_rules_add(r->parsed, &(struct tn_parsed_rule){ rule->line, r->id, r->block->min,
                                                           r->block->max, range.min, range.max,
                                                           fanout, segment, name, NULL });
  if (check_algorithm(r, rule, name)) {
    check_reach(r, before, &range, "rule");
    g_array_append_val(before, range);
  }
  return true;
}

/* Returns the distribution over nodes that a block requires, "any" by default; NULL if the library
 * stops reading. */
static const char *read_distribution(struct reader *r, const struct tn_json *block)
{
  const struct tn_json *item = tn_json_get(block, "comm_rank_distribution");
  if (!item)
    return "any";
  if (item->kind != TN_JSON_STRING) {
    tn_flaws_add(r->flaws, item->line, "\"comm_rank_distribution\" is not a string: %s", dropped);
    return NULL;
  }
  const int found = tn_name_find(distributions, item->text);
  if (found >= 0)
    return distributions[found];
  tn_flaws_add(r->flaws, item->line,
               "no distribution \"%s\" (any, one-per-node, single-node): \"any\" "
               "is assumed",
               item->text);
  return "any";
}

static bool read_block(struct reader *r, const struct tn_json *block, GArray *before)
{
  struct range range = { 0, NO_LIMIT, "any", block->line };
  if (block->kind != TN_JSON_OBJECT) {
    tn_flaws_add(r->flaws, block->line, "a block of %s is not an object: %s", r->collective,
                 dropped);
    return false;
  }
  check_names(r, block, block_names);
  if (!read_number(r, block, "comm_size_min", NO_LIMIT, &range.min) ||
      !read_number(r, block, "comm_size_max", NO_LIMIT, &range.max))
    return false;
  range.where = read_distribution(r, block);
  if (!range.where)
    return false;
  check_reach(r, before, &range, "block");
  g_array_append_val(before, range);
  r->block = &range;
  const struct tn_json *rules = tn_json_get(block, "rules");
  if (!rules || rules->kind != TN_JSON_ARRAY) {
    tn_flaws_add(r->flaws, rules ? rules->line : block->line,
                 rules ? "\"rules\" is not an array: %s" : "no \"rules\": %s", dropped);
    return false;
  }
  g_autoptr(GArray) ranges = g_array_new(FALSE, FALSE, sizeof(struct range));
  for (guint i = 0; i < rules->items->len; i++)
    if (!read_rule(r, rules->items->pdata[i], ranges))
      return false;
  return true;
}

static bool read_collective(struct reader *r, const struct tn_json *item)
{
  r->collective = item->name;
  r->id = tn_tuned_id(item->name);
  if (r->id < 0) {
    g_autofree const char **names = g_new0(const char *, TN_TUNED_N_IDS + 1);
    for (int id = 0; id < TN_TUNED_N_IDS; id++)
      names[id] = tn_tuned_name(id);
    g_autofree char *hint = tn_hint(item->name, names);
    tn_flaws_add(r->flaws, item->line, "no collective \"%s\"%s: %s", item->name, hint, dropped);
    return false;
  }
  if (item->kind != TN_JSON_ARRAY) {
    tn_flaws_add(r->flaws, item->line, "\"%s\" is not an array: %s", item->name, dropped);
    return false;
  }
  if (tn_tuned_size(TN_FORMAT_TUNED_JSON, r->id) == TN_TUNED_IGNORED)
    tn_flaws_add(r->flaws, item->line, "coll/tuned does not decide %s: its rules are never read",
                 item->name);
  g_autoptr(GArray) before = g_array_new(FALSE, FALSE, sizeof(struct range));
  for (guint i = 0; i < item->items->len; i++)
    if (!read_block(r, item->items->pdata[i], before))
      return false;
  return true;
}

static bool read_root(struct reader *r, const struct tn_json *root)
{
  const struct tn_json *collectives =
      root->kind == TN_JSON_OBJECT ? tn_json_get(root, "collectives") : NULL;
  if (!collectives || collectives->kind != TN_JSON_OBJECT) {
    tn_flaws_add(r->flaws, collectives ? collectives->line : root->line,
                 collectives ? "\"collectives\" is not an object: %s" : "no \"collectives\": %s",
                 dropped);
    return false;
  }
  check_names(r, root, top_names);
  for (guint i = 0; i < collectives->items->len; i++) {
    const struct tn_json *item = collectives->items->pdata[i];
    if (tn_json_get(collectives, item->name) != item)
      tn_flaws_add(r->flaws, item->line, "%s for the second time: the first one is lost",
                   item->name);
    if (!read_collective(r, item))
      return false;
  }
  return true;
}

bool tn_lint_tuned_json(GArray *flaws, GArray *parsed, G_GNUC_UNUSED enum tn_target target,
                        const char *text, gsize length)
{
  /* UTF-8 byte order mark, which the library skips, too */
  static const char mark[] = "\357\273\277";
  struct reader r = { .flaws = flaws, .parsed = parsed };
  g_autofree char *why = NULL;
  bool is_taken = false;
  int line = 0;
  const gsize skipped =
      length >= sizeof mark - 1 && memcmp(text, mark, sizeof mark - 1) == 0 ? sizeof mark - 1 : 0;
  struct tn_json *root = tn_json_parse(text + skipped, length - skipped, &line, &why);
  if (root)
    is_taken = read_root(&r, root);
  else
    tn_flaws_add(flaws, line,
                 "not JSON: %s; Open MPI then reads the file as a classic one (check it --for %s)",
                 why, tn_target_names[TN_FOR_OMPI_6_0_CLASSIC]);
  tn_json_free(root);
  return is_taken;
}
