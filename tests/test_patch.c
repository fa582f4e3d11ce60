/* Rules in MPICH's tables: the table has the decisions of the rows for their ranks and sizes on one node,
 * and the default for the rest; lint reports nothing. The reader follows MPIR_Csel_search and prune_tree
 * of src/mpi/coll/src/csel.c: it descends into the first test that holds, without backtracking. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "rows_text.h"
#include "rules/lint.h"
#include "rules/patch.h"

#define HEADER                                                                                     \
  "source,version,platform,kernel,backing,ranks,in_place,collective,algorithm,params,mechanism,"   \
  "protocol,buffers,size_bytes,avg_us\n"

static const char *const others[] = { "allgatherv",
                                      "alltoallv",
                                      "alltoallw",
                                      "exscan",
                                      "gatherv",
                                      "neighbor_allgather",
                                      "neighbor_allgatherv",
                                      "neighbor_alltoall",
                                      "neighbor_alltoallv",
                                      "neighbor_alltoallw",
                                      "reduce_scatter",
                                      "reduce_scatter_block",
                                      "scan",
                                      "scatter",
                                      "scatterv",
                                      "iallgather",
                                      "iallgatherv",
                                      "iallreduce",
                                      "ialltoall",
                                      "ialltoallv",
                                      "ialltoallw",
                                      "ibarrier",
                                      "ibcast",
                                      "iexscan",
                                      "igather",
                                      "igatherv",
                                      "ineighbor_allgather",
                                      "ineighbor_allgatherv",
                                      "ineighbor_alltoall",
                                      "ineighbor_alltoallv",
                                      "ineighbor_alltoallw",
                                      "ireduce",
                                      "ireduce_scatter",
                                      "ireduce_scatter_block",
                                      "iscan",
                                      "iscatter",
                                      "iscatterv",
                                      NULL };

/* Returns a default table in the shape of MPIR's. */
static char *mpir_table(void)
{
  GString *text = g_string_new(
      "{ \"collective=bcast\": {\n"
      "    \"comm_type=intra\": { \"comm_size<8\": { \"algorithm=MPIR_Bcast_intra_smp\": {} },\n"
      "      \"comm_size=any\": { \"avg_msg_size<=100\": { \"algorithm=MPIR_Bcast_intra_smp\": {} "
      "},\n"
      "        \"avg_msg_size=any\": { \"algorithm=MPIR_Bcast_intra_binomial\": {} } } },\n"
      "    \"comm_type=inter\": { \"algorithm=MPIR_Bcast_allcomm_nb\": {} } },\n"
      "  \"collective=allreduce\": { \"comm_type=intra\": {\n"
      "    \"algorithm=MPIR_Allreduce_intra_smp\": {} },\n"
      "    \"comm_type=inter\": { \"algorithm=MPIR_Allreduce_allcomm_nb\": {} } },\n"
      "  \"collective=barrier\": { \"algorithm=MPIR_Barrier_allcomm_nb\": {} },\n"
      "  \"collective=gather\": { \"algorithm=MPIR_Gather_allcomm_nb\": {} },\n"
      "  \"collective=reduce\": { \"algorithm=MPIR_Reduce_allcomm_nb\": {} },\n"
      "  \"collective=alltoall\": { \"algorithm=MPIR_Alltoall_allcomm_nb\": {} },\n"
      "  \"collective=allgather\": { \"algorithm=MPIR_Allgather_allcomm_nb\": {} }");
  for (int i = 0; others[i]; i++)
    g_string_append_printf(text,
                           ",\n \"collective=%s\": { \"algorithm=MPIR_%c%s_allcomm_nb\": {} }",
                           others[i], g_ascii_toupper(*others[i]), others[i] + 1);
  g_string_append(text, " }\n");
  return g_string_free(text, FALSE);
}

static const char ch4_table[] =
    "{ \"collective=bcast\": { \"comm_type=intra\": { \"comm_hierarchy=parent\": {\n"
    "      \"composition=MPIDI_Bcast_intra_composition_alpha\": {} },\n"
    "    \"comm_hierarchy=any\": { \"composition=MPIDI_Bcast_intra_composition_gamma\": {} } } },\n"
    "  \"collective=allreduce\": { \"comm_type=intra\": {\n"
    "    \"composition=MPIDI_Allreduce_intra_composition_beta\": {} } },\n"
    "  \"collective=barrier\": { \"composition=MPIDI_Barrier_intra_composition_alpha\": {} },\n"
    "  \"collective=reduce\": { \"composition=MPIDI_Reduce_intra_composition_alpha\": {} },\n"
    "  \"collective=allgather\": { \"composition=MPIDI_Allgather_intra_composition_alpha\": {} } "
    "}\n";

struct call {
  const char *collective;
  int64_t ranks, size; /* values of a call as in rows */
  bool is_one_node, is_commutative, is_in_place;
  int64_t count; /* number of elements */
};

static int64_t number_behind(const char *key, const char *test)
{
  return g_str_has_prefix(key, test) ? atoll(key + strlen(test)) : -1;
}

/* Returns true if the key is decided when the communicator is created (prune_tree). */
static bool is_pruned(const char *key)
{
  return g_str_has_prefix(key, "comm_") || g_str_has_suffix(key, "any");
}

/* Behind a test of a call MPIR_Csel_search evaluates comm_size<N as <=N. */
static bool holds(const struct call *call, const char *key, bool is_behind)
{
  int64_t limit;
  int64_t pow2 = 1;
  while (pow2 * 2 <= call->ranks)
    pow2 *= 2;
  if (strcmp(key, "any") == 0 || g_str_has_suffix(key, "=any"))
    return true;
  if (strcmp(key, "comm_type=intra") == 0 || strcmp(key, "is_op_built_in=yes") == 0 ||
      strcmp(key, "is_block_regular=yes") == 0)
    return true;
  if (strcmp(key, "comm_size=node_comm_size") == 0)
    return call->is_one_node;
  if (strcmp(key, "comm_hierarchy=parent") == 0)
    return true;
  if (g_str_has_prefix(key, "is_commutative="))
    return call->is_commutative == g_str_has_suffix(key, "yes");
  if (g_str_has_prefix(key, "is_sendbuf_inplace="))
    return call->is_in_place == g_str_has_suffix(key, "yes");
  if (strcmp(key, "count<pow2") == 0)
    return call->count < pow2;
  if ((limit = number_behind(key, "comm_size<=")) >= 0)
    return call->ranks <= limit;
  if ((limit = number_behind(key, "comm_size<")) >= 0)
    return is_behind ? call->ranks <= limit : call->ranks < limit;
  if ((limit = number_behind(key, "avg_msg_size<=")) >= 0)
    return call->size <= limit;
  if ((limit = number_behind(key, "total_msg_size<=")) >= 0)
    return call->size * call->ranks <= limit;
  return false;
}

/* Returns the key of the leaf for the call, or NULL. */
static const char *look_up(const struct tn_json *table, const struct call *call)
{
  g_autofree char *name = g_strconcat("collective=", call->collective, NULL);
  const struct tn_json *at = tn_json_get(table, name);
  bool is_behind = false; /* true behind a test of the call */
  while (at) {
    const struct tn_json *next = NULL;
    for (guint i = 0; i < at->items->len && !next; i++) {
      const struct tn_json *item = at->items->pdata[i];
      const char *equals = strchr(item->name, '=');
      if (g_str_has_prefix(item->name, "algorithm=") ||
          g_str_has_prefix(item->name, "composition="))
        return equals + 1;
      is_behind = is_behind || !is_pruned(item->name);
      next = holds(call, item->name, is_behind) ? item : NULL;
    }
    at = next;
  }
  return NULL;
}

static struct tn_tables tables_of(enum tn_target target)
{
  struct tn_tables tables = { 0 };
  g_autoptr(GError) error = NULL;
  g_autofree char *mpir = mpir_table();
  cr_assert(tn_tables_add(&tables, target, "mpir", mpir, strlen(mpir), &error), "%s",
            error ? error->message : "");
  cr_assert(tn_tables_add(&tables, target, "ch4", ch4_table, strlen(ch4_table), &error), "%s",
            error ? error->message : "");
  return tables;
}

/* Returns the table with the rules of rows, after writing and reading it. */
static struct tn_json *patched(enum tn_target target, const struct tn_rules *rules,
                               enum tn_mpich_table kind, const struct tn_tables *tables)
{
  static const char *const provenance[] = { "made by \"hand\" /* of ours */", "second", NULL };
  g_autoptr(GError) error = NULL;
  int line;
  g_autofree char *why = NULL;
  g_autofree char *text = tn_rules_patch(rules, kind, tables->table[kind], provenance, &error);
  cr_assert(text, "%s", error ? error->message : "");
  cr_assert(strlen(text) % 4096 != 0);
  g_autoptr(GArray) flaws = tn_lint(target, text, strlen(text));
  for (guint i = 0; i < flaws->len; i++)
    cr_expect(false, "%s:%d: %s in\n%s", tn_target_names[target],
              g_array_index(flaws, struct tn_flaw, i).line,
              g_array_index(flaws, struct tn_flaw, i).what, text);
  tn_json_blank_comments(text, strlen(text));
  struct tn_json *json = tn_json_parse(text, strlen(text), &line, &why);
  cr_assert(json, "%d: %s", line, why);
  return json;
}

/* Choices of a row: entry, parameters, and the names in the tables of 4.0. */
static const struct choice {
  const char *collective, *algorithm, *params, *mpir, *ch4; /* NULL for the default's */
} choices[] = {
  { "bcast", "binomial", "segment=0", "MPIR_Bcast_intra_binomial",
    "MPIDI_Bcast_intra_composition_gamma" },
  { "bcast", "scatter-ring-allgather", "", "MPIR_Bcast_intra_scatter_ring_allgather",
    "MPIDI_Bcast_intra_composition_gamma" },
  { "bcast", "release-gather", "buffer=32768;cells=4;forward=chunks;radix=64;tree=kary", NULL,
    "MPIDI_Bcast_intra_composition_beta" },
  { "bcast", "library:mpich-4.0", "", NULL, NULL },
  { "allreduce", "recursive-doubling", "", "MPIR_Allreduce_intra_recursive_doubling",
    "MPIDI_Allreduce_intra_composition_beta" },
  { "allreduce", "rabenseifner", "", "MPIR_Allreduce_intra_reduce_scatter_allgather",
    "MPIDI_Allreduce_intra_composition_beta" },
  { "reduce", "binomial", "segment=0", "MPIR_Reduce_intra_binomial",
    "MPIDI_Reduce_intra_composition_gamma" },
  { "allgather", "ring", "", "MPIR_Allgather_intra_ring", NULL },
  { "allgather", "bruck-p2p", "", "MPIR_Allgather_intra_brucks", NULL },
  { "alltoall", "pairwise-p2p", "", "MPIR_Alltoall_intra_pairwise", NULL },
  { "alltoall", "scattered", "batch=32", "MPIR_Alltoall_intra_scattered", NULL },
  { "gather", "binomial", "", "MPIR_Gather_intra_binomial", NULL },
};

static const struct choice *choose(GRand *dice, const char *collective)
{
  for (;;) {
    const struct choice *c = &choices[g_rand_int_range(dice, 0, G_N_ELEMENTS(choices))];
    if (strcmp(c->collective, collective) == 0)
      return c;
  }
}

enum { N_SIZES = 5, N_RANKS = 3 };

/* A random table of one collective: the choice for each number of ranks from each size on. */
struct decided {
  const char *collective;
  int64_t ranks[N_RANKS], size[N_SIZES];
  const struct choice *choice[N_RANKS][N_SIZES];
};

static struct decided decide(GRand *dice, const char *collective, GString *rows)
{
  struct decided d = { .collective = collective };
  int64_t ranks = 1, size = g_rand_int_range(dice, 0, 3);
  for (int s = 0; s < N_SIZES; s++)
    d.size[s] = size += g_rand_int_range(dice, 1, 5000);
  for (int r = 0; r < N_RANKS; r++) {
    d.ranks[r] = ranks += g_rand_int_range(dice, 1, 4);
    for (int s = 0; s < N_SIZES; s++) {
      d.choice[r][s] = choose(dice, collective);
      g_string_append_printf(rows,
                             "sim,0.1.0,knl,paper,base,%" G_GINT64_FORMAT
                             ",no,%s,%s,%s,cico,single,unchanged,%" G_GINT64_FORMAT ",1\n",
                             (gint64)ranks, collective, d.choice[r][s]->algorithm,
                             d.choice[r][s]->params, (gint64)d.size[s]);
    }
  }
  return d;
}

/* Returns the choice for a call, or NULL for the default. */
static const struct choice *wanted(const struct decided *d, const struct call *call)
{
  const struct choice *found = NULL;
  if (!call->is_one_node || !call->is_commutative || call->is_in_place)
    return NULL;
  for (int r = 0; r < N_RANKS; r++)
    for (int s = 0; d->ranks[r] == call->ranks && s < N_SIZES; s++)
      if (call->size >= d->size[s] || (s == 0 && d->size[0] <= 1))
        found = call->size <= d->size[N_SIZES - 1] ? d->choice[r][s] : NULL;
  return found;
}

static void check(const struct decided *d, const struct tn_json *default_table,
                  const struct tn_json *table, enum tn_mpich_table kind, const struct call *call)
{
  const struct choice *c = wanted(d, call);
  const char *name = !c ? NULL : kind == TN_TABLE_MPIR ? c->mpir : c->ch4;
  const char *preset = look_up(default_table, call), *found = look_up(table, call);
  const bool is_short = name &&
                        strcmp(name, "MPIR_Allreduce_intra_reduce_scatter_allgather") == 0 &&
                        call->count < call->ranks / 2 + 1;
  if (!name)
    name = preset;
  if (is_short) /* sometimes count<pow2 */
    cr_expect(g_strcmp0(found, name) == 0 || g_strcmp0(found, preset) == 0);
  else
    cr_expect_eq(g_strcmp0(found, name), 0, "%s of %d ranks, %d bytes: %s, not %s",
                 call->collective, (int)call->ranks, (int)call->size, found, name);
}

static const struct tn_rules_terms average = { .objective = TN_OBJECTIVE_AVG };

Test(patch, random_rows_decide_as_they_say)
{
  static const char *const collectives[] = { "bcast",     "allreduce", "reduce",
                                             "allgather", "alltoall",  "gather" };
  g_autoptr(GRand) dice = g_rand_new_with_seed(7);
  struct tn_tables tables = tables_of(TN_FOR_MPICH_4_0);
  for (int trial = 0; trial < 60; trial++) {
    g_autoptr(GString) text = g_string_new(HEADER);
    const struct decided d =
        decide(dice, collectives[trial % (int)G_N_ELEMENTS(collectives)], text);
    g_autoptr(GPtrArray) rows = rows_of(text->str);
    g_autoptr(GError) error = NULL;
    struct tn_rules *rules = tn_rules_new(TN_FOR_MPICH_4_0, rows, &average, &error);
    cr_assert(rules, "%s", error ? error->message : "");
    cr_assert_eq(rules->left->len, 0, "%s", rules->left->len ? (char *)rules->left->pdata[0] : "");
    for (int kind = 0; kind < TN_N_TABLES; kind++) {
      struct tn_json *table = patched(TN_FOR_MPICH_4_0, rules, (enum tn_mpich_table)kind, &tables);
      for (int k = 0; k < 300; k++) {
        struct call call = {
          d.collective, g_rand_int_range(dice, 1, 12), 0, k % 7 != 0, k % 5 != 0, k % 11 == 0, 0
        };
        call.size =
            k % 3 ? g_rand_int_range(dice, 0, 30000)
                  : d.size[g_rand_int_range(dice, 0, N_SIZES)] + g_rand_int_range(dice, -1, 2);
        call.count = call.size / 4;
        if (!strstr(d.collective, "reduce"))
          call.is_commutative = true;
        if (strcmp(d.collective, "alltoall") != 0)
          call.is_in_place = false;
        check(&d, tables.table[kind], table, (enum tn_mpich_table)kind, &call);
      }
      tn_json_free(table);
    }
    tn_rules_free(rules);
  }
  tn_tables_clear(&tables);
}

static char *why_not(enum tn_target target, const char *text)
{
  struct tn_tables tables = { 0 };
  GError *error = NULL;
  cr_assert_not(tn_tables_add(&tables, target, "base.json", text, strlen(text), &error));
  tn_tables_clear(&tables);
  char *why = g_strdup(error->message);
  g_error_free(error);
  return why;
}

Test(patch, takes_tables_of_the_release_only)
{
  g_autofree char *empty = why_not(TN_FOR_MPICH_4_0, "{}");
  cr_expect(strstr(empty, "base.json:1: not a table of mpich-4.0"), "%s", empty);
  g_autofree char *posix =
      why_not(TN_FOR_MPICH_4_0,
              "{\"collective=bcast\":{\"algorithm=MPIDI_POSIX_mpi_bcast_release_gather\":{}}}");
  cr_expect(strstr(posix, "a library that holds them"), "%s", posix);
  g_autofree char *table = mpir_table();
  g_auto(GStrv) parts = g_strsplit(table, "Bcast_intra_binomial", 2);
  g_autofree char *with_tree = g_strconcat(parts[0], "Bcast_intra_tree", parts[1], NULL);
  g_autofree char *newer = why_not(TN_FOR_MPICH_4_0, with_tree);
  cr_expect(
      strstr(newer, "base.json:4: not a table of mpich-4.0: mpich-4.0 has no algorithm \"tree\""),
      "%s", newer);
}

/* Finds tables in the bytes of a library. */
Test(patch, finds_tables_in_a_library)
{
  static const char posix[] =
      "{\"collective=bcast\":{\"algorithm=MPIDI_POSIX_mpi_bcast_release_gather\":{}}}";
  g_autofree char *mpir = mpir_table();
  g_auto(GStrv) parts = g_strsplit(mpir, "{ \"collective=bcast", 2);
  g_autoptr(GString) bytes = g_string_new("\177ELF");
  g_string_append_len(bytes, "ab\0collective=bcast\0", 19);
  g_string_append_len(bytes, posix, sizeof posix);
  g_string_append_printf(bytes, "{\"collective=bcast%s", parts[1]);
  g_string_append_c(bytes, 0);
  g_string_append_len(bytes, "rest", 5);
  struct tn_tables tables = { 0 };
  g_autoptr(GError) error = NULL;
  cr_assert(tn_tables_add(&tables, TN_FOR_MPICH_5_0, "lib.so", bytes->str, bytes->len, &error),
            "%s", error ? error->message : "");
  cr_assert(tables.table[TN_TABLE_MPIR] && !tables.table[TN_TABLE_CH4]);
  tn_tables_clear(&tables);
}

Test(patch, says_what_is_left_out)
{
  g_autoptr(GPtrArray) rows = rows_of(
      HEADER
      "sim,0.1.0,knl,paper,base,4,no,bcast,binomial,segment=16384,cico,single,unchanged,8,1\n"
      "sim,0.1.0,knl,paper,base,6,no,bcast,scatter-doubling-allgather,,cico,single,"
      "unchanged,8,1\n"
      "sim,0.1.0,knl,paper,base,4,no,bcast,binomial,segment=0,cico,single,unchanged,8,2\n");
  struct tn_rules *rules = tn_rules_new(TN_FOR_MPICH_4_3, rows, &average, NULL);
  cr_assert_eq(rules->left->len, 2);
  cr_expect_str_eq(rules->left->pdata[0],
                   "omitted from bcast: binomial (its selections cannot set segment=16384)");
  cr_expect_str_eq(rules->left->pdata[1],
                   "omitted from bcast: scatter-doubling-allgather (MPICH has it "
                   "only for 2^n ranks)");
  tn_rules_free(rules);
}
