/* Checks MPICH's JSON tables, read as in parse_json_tree and validate_tree of
 * src/mpi/coll/src/csel.c (4.0 to 5.0; aborts observed with 4.0.2): nested objects of tests, which
 * are tried in order, down to an algorithm's name. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "csel.h"
#include "decide/mpich.h"
#include "decide/tuned.h"
#include "lint.h"
#include "parsed_rules.h"
#include "study/usage.h"
#include "table/json.h"

/* Collectives of the MPIR table; nonblocking ones have the prefix "i". If one is missing, its first
 * call aborts. */
static const char collectives[] =
    "allgather allgatherv allreduce alltoall alltoallv alltoallw barrier bcast exscan gather "
    "gatherv neighbor_allgather neighbor_allgatherv neighbor_alltoall neighbor_alltoallv "
    "neighbor_alltoallw reduce reduce_scatter reduce_scatter_block scan scatter scatterv";
static const char aborts[] = "MPICH aborts";

struct reader {
  /* lists that receive flaws and rules; parsed may be NULL */
  GArray *flaws, *parsed;
  struct tn_parsed_rule within; /* numbers of ranks and bytes that pass the enclosing tests */
  enum tn_target target;
  GPtrArray *collectives;
  const char *collective; /* collective whose tests are read; NULL outside of collectives */
  /* true for the MPIR table, without compositions and POSIX's own algorithms */
  bool is_mpir;
  bool on_node; /* true inside a test for communicators within a node */
};

static const char *name_at(const struct tn_json *object, guint i)
{
  return ((const struct tn_json *)object->items->pdata[i])->name;
}

static bool is_leaf(const char *key)
{
  return g_str_has_prefix(key, "algorithm=") || g_str_has_prefix(key, "composition=");
}

/* Names of ch4's compositions: the collective, then a letter. A release may lack a collective's
 * last letters. */
static const char compositions[] =
    "Barrier_alpha Barrier_beta Bcast_alpha Bcast_beta Bcast_gamma Bcast_delta Reduce_alpha "
    "Reduce_beta Reduce_gamma Allreduce_alpha Allreduce_beta Allreduce_gamma Allreduce_delta "
    "Alltoall_alpha Alltoall_beta Alltoallv_alpha Alltoallw_alpha Allgather_alpha Allgather_beta "
    "Allgatherv_alpha Gather_alpha Gatherv_alpha Scatter_alpha Scatterv_alpha Reduce_scatter_alpha "
    "Reduce_scatter_block_alpha Scan_alpha Scan_beta Exscan_alpha";

/* Checks the name of a composition, or of an algorithm that works through shared memory. */
static void check_shared(struct reader *r, const struct tn_json *item, const char *key)
{
  static const char of_posix[] = "MPIDI_POSIX_mpi_", middle[] = "_intra_composition_";
  const char *name = strchr(key, '=') + 1, *cut = strstr(name, middle);
  const bool is_composition = g_str_has_prefix(key, "composition=");
  g_autofree char *word =
      cut && g_str_has_prefix(name, "MPIDI_")
          ? g_strdup_printf("%.*s_%s", (int)(cut - name - 6), name + 6, cut + sizeof middle - 1)
          : g_strdup("");
  if (is_composition
          ? !tn_words_have(compositions, word)
          : g_str_has_prefix(name, of_posix) && !g_str_has_suffix(name, "_release_gather") &&
                !g_str_has_suffix(name, "_ipc_read"))
    tn_flaws_add(r->flaws, item->line, "no %s \"%s\": unrecognized key, %s",
                 is_composition ? "composition" : "algorithm", name, aborts);
  else if (is_composition && strcmp(word, "Allreduce_gamma") == 0 && !r->on_node)
    tn_flaws_add(r->flaws, item->line,
                 "\"%s\" is for communicators within a node and needs \"comm_size=node_comm_size\" "
                 "before it: a call on several nodes goes wrong",
                 item->name);
}

/* Checks the name of the algorithm below the last test, and adds the rule. */
static void check_leaf(struct reader *r, const struct tn_json *item, const char *key)
{
  if (!r->collective) {
    tn_flaws_add(r->flaws, item->line, "\"%s\" outside of a collective: %s", item->name, aborts);
    return;
  }
  g_autofree char *of = g_strdup_printf("%s_", r->collective);
  g_autofree char *lower = g_ascii_strdown(strchr(key, '='), -1);
  const char *found = strstr(lower, of);
  struct tn_parsed_rule rule = r->within;
  rule.line = item->line;
  rule.id = tn_tuned_id(r->collective);
  rule.name = strchr(key, '=') + 1;
  if (rule.id >= 0)
    tn_parsed_rules_add(r->parsed, &rule);
  /* "reduce_" must not be found inside "allreduce_" */
  if (!found || (found[-1] != '_' && found[-1] != '='))
    tn_flaws_add(r->flaws, item->line, "\"%s\" is not one of %s: a call that gets here goes wrong",
                 item->name, r->collective);
  /* the algorithms of this collective have known names */
  else if (rule.id >= 0 && tn_collective_find(r->collective) >= 0) {
    g_autofree char *title = tn_mpich_title(rule.id);
    g_autofree char *intra = g_strdup_printf("algorithm=MPIR_%s_intra_", title);
    if (g_str_has_prefix(key, intra) && !tn_mpich_has(r->target, rule.id, key + strlen(intra)))
      tn_flaws_add(r->flaws, item->line, "%s has no algorithm \"%s\" of %s: %s",
                   tn_target_names[r->target], key + strlen(intra), r->collective, aborts);
  }
  check_shared(r, item, key);
}

static void read_tests(struct reader *r, const struct tn_json *object);

/* Checks a test and all objects nested in it. */
static void read_test(struct reader *r, const struct tn_json *item, const char *key)
{
  if (g_str_has_prefix(key, "collective=")) {
    const char *outer = r->collective;
    r->collective = key + strlen("collective=");
    if (!tn_names_have(r->collectives, r->collective)) {
      g_autofree char *hint = tn_names_hint(r->collectives, r->collective);
      tn_flaws_add(r->flaws, item->line, "no collective \"%s\"%s: %s", r->collective, hint, aborts);
    }
    read_tests(r, item);
    r->collective = outer;
    return;
  }
  if (!tn_csel_has(r->target, key)) {
    tn_flaws_add(r->flaws, item->line, "unknown key \"%s\": %s", item->name, aborts);
    return;
  }
  if (!tn_csel_asks(key, r->collective))
    tn_flaws_add(r->flaws, item->line, "\"%s\" is not defined for %s: %s at the first one",
                 item->name, r->collective ? r->collective : "communicators", aborts);
  const bool outer = r->on_node;
  r->on_node = outer || strcmp(key, "comm_size=node_comm_size") == 0 ||
               strcmp(key, "comm_hierarchy=node") == 0;
  read_tests(r, item);
  r->on_node = outer;
}

struct test {
  char *key;
  /* beginning of a key that compares with a number, static; NULL for other keys */
  const char *limit;
  long largest; /* largest number that passes the test */
};

static void test_clear(void *data)
{
  g_free(((struct test *)data)->key);
}

/* Returns true if all calls that pass a numeric test also pass `before`. */
static bool is_passed(const struct test *test, const struct test *before)
{
  if (!test->limit || !before->limit || before->largest < test->largest)
    return false;
  const size_t length = strcspn(test->limit, "<");
  return length == strcspn(before->limit, "<") && strncmp(test->limit, before->limit, length) == 0;
}

/* Reports a test that no call reaches after the object's earlier tests. */
static void check_order(struct reader *r, const struct tn_json *object, const GArray *tests,
                        guint at)
{
  const struct tn_json *item = object->items->pdata[at];
  const struct test *test = &g_array_index(tests, struct test, at);
  if (test->limit) { /* the library reads the number like atoi */
    char *stop;
    const char *text = test->key + strlen(test->limit);
    const long value = strtol(text, &stop, 10);
    if (stop == text || *stop)
      tn_flaws_add(r->flaws, item->line, "\"%s\": the number is read as %ld", item->name, value);
    else if (value > INT_MAX)
      tn_flaws_add(r->flaws, item->line, "\"%s\": the number does not fit into 32 bits",
                   item->name);
  }
  if (test->limit && test->largest < 0)
    tn_flaws_add(r->flaws, item->line, "\"%s\" is never reached: nothing is below 0", item->name);
  for (guint i = 0; i < at; i++) {
    const struct tn_json *other = object->items->pdata[i];
    const struct test *before = &g_array_index(tests, struct test, i);
    if (strcmp(before->key, test->key) == 0)
      tn_flaws_add(r->flaws, item->line, "\"%s\" for the second time: line %d is lost", item->name,
                   other->line);
    else if (tn_csel_is_any(before->key) && !is_leaf(test->key))
      tn_flaws_add(r->flaws, item->line, "\"%s\" behind \"%s\": %s", item->name, other->name,
                   aborts);
    else if (tn_csel_is_below_parent(test->key) && tn_csel_is_below_parent(before->key))
      tn_flaws_add(r->flaws, item->line,
                   "\"%s\" is never reached: MPICH does not distinguish it from \"%s\"", item->name,
                   other->name);
    else if (is_passed(test, before))
      tn_flaws_add(r->flaws, item->line, "\"%s\" is never reached: \"%s\" in line %d comes first",
                   item->name, other->name, other->line);
    else
      continue;
    return;
  }
}

/* Reports calls that pass none of the object's tests. */
static void check_end(struct reader *r, const struct tn_json *object)
{
  const struct tn_json *last = object->items->pdata[object->items->len - 1];
  g_autofree char *key = tn_csel_key(last->name), *half = tn_csel_half(key);
  if (tn_csel_is_any(key) || is_leaf(key) || g_str_has_prefix(key, "collective="))
    return;
  if (!half)
    tn_flaws_add(r->flaws, last->line, "nothing after \"%s\", where \"any\" is needed: %s",
                 last->name, aborts);
  for (guint i = 0; half && i + 1 < object->items->len; i++) {
    g_autofree char *other = tn_csel_key(name_at(object, i));
    if (g_str_has_prefix(other, half))
      return;
  }
  /* compositions and POSIX tables have a fallback, the MPIR table has none */
  if (half && r->is_mpir)
    tn_flaws_add(r->flaws, last->line, "nothing for calls that are not \"%s\": %s at the first one",
                 last->name, aborts);
}

/* Restricts `within` to calls that pass a test (numeric or "any") but failed earlier ones. *least:
 * the smallest number that failed. */
static void narrow(struct tn_parsed_rule *within, const struct test *test, gint64 *least)
{
  const bool is_ranks = g_str_has_prefix(test->key, "comm_size");
  gint64 *from = is_ranks ? &within->least : &within->from;
  gint64 *to = is_ranks ? &within->most : &within->to;
  if (!is_ranks && !strstr(test->key, "msg_size"))
    return;
  if (test->limit || tn_csel_is_any(test->key))
    *from = MAX(*from, *least);
  if (test->limit) {
    *to = MIN(*to, test->largest);
    *least = MAX(*least, (gint64)test->largest + 1);
  }
}

static void read_tests(struct reader *r, const struct tn_json *object)
{
  const struct tn_parsed_rule outer = r->within;
  gint64 least = 0;
  bool has_leaf = false;
  if (object->items->len == 0) {
    tn_flaws_add(r->flaws, object->line, "nothing below \"%s\": %s",
                 object->name ? object->name : "{}", aborts);
    return;
  }
  g_autoptr(GArray) tests = g_array_new(FALSE, FALSE, sizeof(struct test));
  g_array_set_clear_func(tests, test_clear);
  for (guint i = 0; i < object->items->len; i++) {
    struct test test = { .key = tn_csel_key(name_at(object, i)) };
    test.limit = tn_csel_limit(test.key);
    if (test.limit)
      test.largest = MAX(strtol(test.key + strlen(test.limit), NULL, 10), -1) -
                     !g_str_has_suffix(test.limit, "=");
    g_array_append_val(tests, test);
  }
  for (guint i = 0; i < tests->len; i++)
    has_leaf = has_leaf || is_leaf(g_array_index(tests, struct test, i).key);
  for (guint i = 0; i < tests->len; i++) {
    const struct tn_json *item = object->items->pdata[i];
    const char *key = g_array_index(tests, struct test, i).key;
    if (item->kind != TN_JSON_OBJECT)
      tn_flaws_add(r->flaws, item->line, "\"%s\" is not an object: %s", item->name, aborts);
    else if (is_leaf(key) && i == 0)
      check_leaf(r, item, key);
    else if (has_leaf)
      tn_flaws_add(r->flaws, item->line, "\"%s\" next to an algorithm: one of them is lost",
                   item->name);
    else {
      check_order(r, object, tests, i);
      narrow(&r->within, &g_array_index(tests, struct test, i), &least);
      read_test(r, item, key);
      r->within = outer;
    }
  }
  if (!has_leaf)
    check_end(r, object);
}

bool tn_lint_mpich(GArray *flaws, GArray *parsed, enum tn_target target, const char *text,
                   gsize length)
{
  enum { PAGE = 4096 };
  g_autoptr(GPtrArray) names = tn_names_new();
  struct reader r = { .flaws = flaws,
                      .parsed = parsed,
                      .within = { .most = G_MAXINT64, .to = G_MAXINT64 },
                      .target = target,
                      .collectives = names };
  g_autofree char *why = NULL;
  int line = 0, behind = 0;
  tn_names_add(names, "", collectives);
  tn_names_add(names, "i", collectives);
  g_autofree char *plain = g_malloc(length + 1);
  memcpy(plain, text, length);
  tn_json_blank_comments(plain, length);
  struct tn_json *root = tn_json_parse_first(plain, length, &behind, &line, &why);
  r.is_mpir = !g_strstr_len(plain, (gssize)length, "composition=") &&
              !g_strstr_len(plain, (gssize)length, "MPIDI_POSIX_");
  if (!root) {
    tn_flaws_add(flaws, line, "not JSON: %s; MPICH does not check this, and aborts", why);
  } else if (root->kind != TN_JSON_OBJECT) {
    tn_flaws_add(flaws, root->line, "no object: %s", aborts);
  } else {
    read_tests(&r, root);
    if (r.is_mpir) {
      for (guint i = 0; r.collectives->pdata[i]; i++) {
        g_autofree char *name = g_strconcat("collective=", r.collectives->pdata[i], NULL);
        bool found = false;
        for (guint k = 0; k < root->items->len && !found; k++) {
          g_autofree char *key = tn_csel_key(name_at(root, k));
          found = strcmp(key, name) == 0;
        }
        if (!found)
          tn_flaws_add(r.flaws, root->line,
                       "no \"%s\": %s at its first call (begin with the release's "
                       "maint/tuning/coll/mpir/generic.json)",
                       name, aborts);
      }
    }
    if (behind > 0)
      tn_flaws_add(flaws, behind, "text after the end of the object is never read");
    if (length % PAGE == 0)
      tn_flaws_add(flaws, 1,
                   "the file fills whole pages of %d bytes: MPICH, which maps it, may read "
                   "beyond its end (add a blank)",
                   PAGE);
  }
  tn_json_free(root);
  return true;
}
