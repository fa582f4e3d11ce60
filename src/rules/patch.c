/* Writes rules into MPICH's tables. Each collective gets these tests, each inside the one above it:
 *
 *   comm_type=intra
 *   comm_size=node_comm_size: all ranks on one node, as in the rows; otherwise the default
 *   comm_size<=N for each number of ranks; the default for numbers between them
 *   is_commutative=yes, is_sendbuf_inplace=no, is_block_regular=yes; otherwise the default
 *   avg_msg_size<=N or total_msg_size<=N for each size; the default for other sizes
 */
#include "patch.h"

#include <limits.h>
#include <stdarg.h>
#include <string.h>

#include "csel.h"
#include "decide/mpich.h"
#include "study/usage.h"

struct out {
  GString *text;
  const struct tn_rules *rules;
  enum tn_mpich_table kind;
  int id; /* number of the collective in coll/tuned */
  /* MPICH's default decision tree for calls of this collective within one node */
  const struct tn_json *preset;
  int depth;
  bool is_first; /* true before the object's first member */
};

static void begin(struct out *o)
{
  g_string_append_c(o->text, '{');
  o->depth++;
  o->is_first = true;
}

static void end(struct out *o)
{
  g_string_append(o->text, " }");
  o->depth--;
  o->is_first = false;
}

G_GNUC_PRINTF(2, 3) static void put_key(struct out *o, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  g_autofree char *key = g_strdup_vprintf(format, args);
  va_end(args);
  g_string_append_printf(o->text, "%s\n%*s", o->is_first ? "" : ",", 2 * o->depth, "");
  tn_json_put_string(o->text, key);
  g_string_append(o->text, ": ");
  o->is_first = false;
}

/* Writes a default decision tree on one line. `is_moved`: true if the tree is now below tests of
 * calls, while in the default table all tests above it are about the communicator. lint has checked
 * that all values are objects. */
static void put_tree(GString *text, const struct tn_json *object, bool is_moved)
{
  g_string_append_c(text, '{');
  for (guint i = 0; i < object->items->len; i++) {
    const struct tn_json *item = object->items->pdata[i];
    g_string_append(text, i ? ", " : "");
    g_autofree char *key = tn_csel_key(item->name);
    /* here "comm_size<8" would work like "comm_size<=8" (csel.h) */
    if (is_moved) {
      static const char test[] = "comm_size<";
      const char *number = g_str_has_prefix(key, test) ? key + sizeof test - 1 : "=";
      g_autofree char *moved = *number == '='
                                   ? g_strdup(key)
                                   : g_strdup_printf("%s=%" G_GINT64_FORMAT, test,
                                                     g_ascii_strtoll(number, NULL, 10) - 1);
      tn_json_put_string(text, moved);
    } else
      tn_json_put_string(text, item->name);
    g_string_append(text, ": ");
    is_moved = is_moved && tn_csel_is_of_communicator(key);
    put_tree(text, item, is_moved);
  }
  g_string_append_c(text, '}');
}

static void put_preset(struct out *o)
{
  put_tree(o->text, o->preset, true);
}

/* Returns the key that selects the rule's algorithm; NULL if the rule leaves the decision to the
 * default tree. Transfer full. */
static char *key_of(const struct out *o, const struct tn_rule *rule)
{
  if (!rule->name)
    return NULL;
  g_autofree char *composition = tn_mpich_composition(o->id, rule);
  if (o->kind == TN_TABLE_CH4)
    return composition ? g_strconcat("composition=", composition, NULL) : NULL;
  if (tn_mpich_is_shared(rule))
    return NULL;
  g_autofree char *name = tn_mpich_algorithm(o->rules->target, o->id, rule);
  return g_strconcat("algorithm=", name, NULL);
}

/* Writes a rule's algorithm or, if it has none, the default tree. */
static void put_choice(struct out *o, const struct tn_rule *rule)
{
  g_autofree char *key = key_of(o, rule);
  if (!key) {
    put_preset(o);
    return;
  }
  begin(o);
  const bool is_cutting = o->kind == TN_TABLE_MPIR && tn_mpich_cuts(rule);
  if (is_cutting) {
    put_key(o, "is_op_built_in=yes");
    begin(o);
    put_key(o, "count<pow2");
    put_preset(o);
    put_key(o, "count=any");
    begin(o);
  }
  put_key(o, "%s", key);
  g_string_append(o->text,
                  o->kind == TN_TABLE_MPIR ? tn_mpich_params(o->rules->target, rule) : "{}");
  if (is_cutting) {
    end(o);
    end(o);
    put_key(o, "is_op_built_in=no");
    put_preset(o);
  }
  end(o);
}

static bool is_same(const struct out *o, const struct tn_rule *a, const struct tn_rule *b)
{
  g_autofree char *x = key_of(o, a), *y = key_of(o, b);
  return g_strcmp0(x, y) == 0;
}

/* Writes the rules for one number of ranks, by size. MPICH's limits are int, so the last rule that
 * begins up to INT_MAX also applies above it. */
static void put_sizes(struct out *o, const GArray *rules)
{
  const char *test = tn_mpich_size_test(o->id);
  const struct tn_rule *rule = (const void *)rules->data, *last = rule + rules->len - 1;
  while (last > rule && last->from - 1 > INT_MAX)
    last--;
  while (rule < last && is_same(o, rule, rule + 1))
    rule++;
  if (!test || rule == last) {
    put_choice(o, rule);
    return;
  }
  begin(o);
  for (; rule < last; rule++) {
    if (is_same(o, rule, rule + 1))
      continue;
    put_key(o, "%s<=%" G_GINT64_FORMAT, test, (gint64)((rule + 1)->from - 1));
    put_choice(o, rule);
  }
  put_key(o, "%s=any", test);
  put_choice(o, rule);
  end(o);
}

static void put_block(struct out *o, const struct tn_rule_block *block)
{
  const char *name = tn_tuned_name(o->id);
  const bool is_alltoall = strcmp(name, "alltoall") == 0 || strcmp(name, "alltoallv") == 0;
  const char *guard = is_alltoall              ? "is_sendbuf_inplace"
                      : strstr(name, "reduce") ? "is_commutative"
                                               : NULL;
  const bool is_irregular = o->kind == TN_TABLE_MPIR && strcmp(name, "reduce_scatter") == 0;
  const bool yes = !is_alltoall || o->rules->example->in_place == 1;
  if (guard) {
    begin(o);
    put_key(o, "%s=%s", guard, yes ? "yes" : "no");
  }
  if (is_irregular) {
    begin(o);
    put_key(o, "is_block_regular=yes");
  }
  put_sizes(o, block->rules);
  if (is_irregular) {
    put_key(o, "is_block_regular=no");
    put_preset(o);
    end(o);
  }
  if (guard) {
    put_key(o, "%s=%s", guard, yes ? "no" : "yes");
    put_preset(o);
    end(o);
  }
}

static void put_ruling(struct out *o, const struct tn_ruling *ruling)
{
  int64_t next = 1; /* smallest number of ranks for which nothing has been written yet */
  begin(o);
  put_key(o, "comm_size=node_comm_size");
  begin(o);
  for (guint i = 0; i < ruling->blocks->len; i++) {
    const struct tn_rule_block *block = ruling->blocks->pdata[i];
    if (next < block->ranks) {
      put_key(o, "comm_size<=%" G_GINT64_FORMAT, (gint64)block->ranks - 1);
      put_preset(o);
    }
    put_key(o, "comm_size<=%" G_GINT64_FORMAT, (gint64)block->ranks);
    put_block(o, block);
    next = block->ranks + 1;
  }
  put_key(o, "comm_size=any");
  put_preset(o);
  end(o);
  put_key(o, "comm_size=any");
  put_preset(o);
  end(o);
}

static const struct tn_ruling *ruling_of(const struct out *o, const char *collective)
{
  for (guint i = 0; i < o->rules->rulings->len; i++) {
    const struct tn_ruling *ruling = o->rules->rulings->pdata[i];
    const bool is_wanted = o->kind == TN_TABLE_MPIR || tn_mpich_has_compositions(ruling->id);
    if (is_wanted && strcmp(tn_tuned_name(ruling->id), collective) == 0)
      return ruling;
  }
  return NULL;
}

char *tn_rules_patch(const struct tn_rules *rules, enum tn_mpich_table kind,
                     const struct tn_json *table, const char *const *provenance, GError **error)
{
  /* MPICH maps the file and reads it as a string, so the last page needs room for a NUL. */
  enum { PAGE = 4096 };
  struct out o = { .rules = rules, .kind = kind };
  for (guint i = 0; i < rules->rulings->len; i++) {
    const char *name = tn_tuned_name(((const struct tn_ruling *)rules->rulings->pdata[i])->id);
    g_autofree char *key = g_strconcat("collective=", name, NULL);
    if (!tn_json_get(table, key) && ruling_of(&o, name))
      return tn_usage_null(error, "--base: no \"%s\", which %s of %s has", key,
                           tn_table_files[kind], tn_target_names[rules->target]);
  }
  o.text = g_string_new(NULL);
  for (int i = 0; provenance[i]; i++) {
    g_auto(GStrv) parts = g_strsplit(provenance[i], "*/", -1);
    g_autofree char *line = g_strjoinv("* /", parts);
    g_string_append_printf(o.text, "%s%s%s\n", i ? "   " : "/* ", line,
                           provenance[i + 1] ? "" : " */");
  }
  begin(&o);
  for (guint i = 0; i < table->items->len; i++) {
    const struct tn_json *item = table->items->pdata[i];
    const struct tn_ruling *ruling = g_str_has_prefix(item->name, "collective=")
                                         ? ruling_of(&o, item->name + strlen("collective="))
                                         : NULL;
    put_key(&o, "%s", item->name);
    if (ruling) {
      const struct tn_json *intra = tn_json_get(item, "comm_type=intra");
      const struct tn_json *inter = tn_json_get(item, "comm_type=inter");
      o.id = ruling->id;
      o.preset = intra ? intra : item;
      begin(&o);
      put_key(&o, "comm_type=intra");
      put_ruling(&o, ruling);
      if (inter || !intra) {
        put_key(&o, "comm_type=inter");
        put_tree(o.text, inter ? inter : item, false);
      }
      end(&o);
    } else
      put_tree(o.text, item, false);
  }
  end(&o);
  g_string_append(o.text, o.text->len % PAGE == PAGE - 1 ? " \n" : "\n");
  return g_string_free(o.text, FALSE);
}
