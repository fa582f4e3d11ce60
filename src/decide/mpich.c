#include "mpich.h"

#include <string.h>

#include "algos/library/names.h"
#include "tuned.h"

/* Where MPICH goes through shared memory between all ranks, which only its compositions choose. */
static const char release_gather[] = "release_gather";

/* By coll/tuned's names. Compositions: that by messages, and those by shared memory that bring the
 * vector of another root to rank 0 whole and in chunks. */
static const struct {
  const char *collective;
  enum tn_tuned_size size;
  const char *by_messages, *whole, *chunks;
} collectives[] = {
  { "allgather", TN_TUNED_ALL, NULL, NULL, NULL },
  { "allgatherv", TN_TUNED_ALL, NULL, NULL, NULL },
  { "allreduce", TN_TUNED_CALL, "beta", "gamma", "gamma" },
  { "alltoall", TN_TUNED_CALL, NULL, NULL, NULL },
  { "barrier", TN_TUNED_NONE, "beta", "alpha", "alpha" },
  { "bcast", TN_TUNED_CALL, "gamma", "alpha", "beta" },
  { "gather", TN_TUNED_ALL, NULL, NULL, NULL },
  { "reduce", TN_TUNED_CALL, "gamma", "alpha", "beta" },
  { "reduce_scatter", TN_TUNED_ALL, NULL, NULL, NULL },
  { "reduce_scatter_block", TN_TUNED_ALL, NULL, NULL, NULL },
  { "scatter", TN_TUNED_ALL, NULL, NULL, NULL },
};

/* Names of 4.1 and later. */
static const struct {
  const char *collective, *name;
} newer[] = {
  { "bcast", "tree" },
  { "bcast", "pipelined_tree" },
  { "allgather", "k_brucks" },
  { "allgather", "recexch_doubling" },
  { "allgather", "recexch_halving" },
  { "alltoall", "k_brucks" },
  { "allreduce", "tree" },
  { "allreduce", "recexch" },
  { "allreduce", "ring" },
  { "allreduce", "k_reduce_scatter_allgather" },
  { "allreduce", "recursive_multiplying" },
  { "barrier", "k_dissemination" },
  { "barrier", "recexch" },
};

/* Algorithms for powers of two. */
static const struct {
  const char *collective, *name;
} in_pairs[] = {
  { "allgather", "recursive_doubling" },
  { "allgatherv", "recursive_doubling" },
  { "bcast", "scatter_recursive_doubling_allgather" },
  { "reduce_scatter", "noncommutative" },
  { "reduce_scatter_block", "noncommutative" },
};

static int find(int id)
{
  for (guint i = 0; i < G_N_ELEMENTS(collectives); i++)
    if (strcmp(collectives[i].collective, tn_tuned_name(id)) == 0)
      return (int)i;
  return -1;
}

enum tn_tuned_size tn_mpich_size(int id)
{
  const int i = find(id);
  return i >= 0 ? collectives[i].size : TN_TUNED_NONE;
}

const char *tn_mpich_size_test(int id)
{
  const enum tn_tuned_size size = tn_mpich_size(id);
  return size == TN_TUNED_ALL ? "total_msg_size" : size == TN_TUNED_CALL ? "avg_msg_size" : NULL;
}

char *tn_mpich_title(int id)
{
  char *title = g_strdup(tn_tuned_name(id));
  *title = g_ascii_toupper(*title);
  return title;
}

bool tn_mpich_has_compositions(int id)
{
  const int i = find(id);
  return i >= 0 && collectives[i].by_messages;
}

/* 4.1 has made one of any radix of the barrier. */
static bool is_dissemination(enum tn_target target, const char *name)
{
  return target != TN_FOR_MPICH_4_0 && strcmp(name, "dissemination") == 0;
}

char *tn_mpich_algorithm(enum tn_target target, int id, const struct tn_rule *rule)
{
  g_autofree char *title = tn_mpich_title(id);
  const bool is_of_all = strcmp(rule->name, "linear") == 0 || strcmp(rule->name, "nb") == 0;
  return g_strdup_printf("MPIR_%s_%s_%s%s", title, is_of_all ? "allcomm" : "intra",
                         is_dissemination(target, rule->name) ? "k_" : "", rule->name);
}

const char *tn_mpich_params(enum tn_target target, const struct tn_rule *rule)
{
  return is_dissemination(target, rule->name) ? "{ \"k=2\": {} }" : "{}";
}

bool tn_mpich_is_shared(const struct tn_rule *rule)
{
  return rule->name && strcmp(rule->name, release_gather) == 0;
}

char *tn_mpich_composition(int id, const struct tn_rule *rule)
{
  const int i = find(id);
  if (i < 0 || !collectives[i].by_messages)
    return NULL;
  g_autofree char *title = tn_mpich_title(id);
  const char *letter = !tn_mpich_is_shared(rule) ? collectives[i].by_messages
                       : rule->in_chunks         ? collectives[i].chunks
                                                 : collectives[i].whole;
  return g_strdup_printf("MPIDI_%s_intra_composition_%s", title, letter);
}

bool tn_mpich_is_newer(enum tn_target target, int id, const char *name)
{
  for (guint i = 0; target == TN_FOR_MPICH_4_0 && i < G_N_ELEMENTS(newer); i++)
    if (strcmp(newer[i].collective, tn_tuned_name(id)) == 0 && strcmp(newer[i].name, name) == 0)
      return true;
  return false;
}

bool tn_mpich_has(enum tn_target target, int id, const char *name)
{
  const int collective = tn_collective_find(tn_tuned_name(id));
  g_autofree char *word = g_strconcat("mpich:", name, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(newer); i++)
    if (strcmp(newer[i].collective, tn_tuned_name(id)) == 0 && strcmp(newer[i].name, name) == 0)
      return !tn_mpich_is_newer(target, id, name);
  if (collective < 0 || strcmp(name, "auto") == 0 || is_dissemination(target, name))
    return false;
  const struct tn_calling calling = tn_calling_of((enum tn_collective)collective, word);
  return calling.algorithm || calling.lacks;
}

bool tn_mpich_cuts(const struct tn_rule *rule)
{
  return strcmp(rule->name, "reduce_scatter_allgather") == 0 ||
         strcmp(rule->name, "reduce_scatter_gather") == 0;
}

/* Where MPICH does not do as the defaults of the registry's parameters (library_mpich.c). */
static const struct {
  const char *name, *value;
  bool is_4_0; /* only there */
} fixed[] = {
  { "segment", "0", false },
  { "radix_large", "4", true },
  { "releases", "2", true },
};

const char *tn_mpich_fixed(enum tn_target target, int i, const char **ret_value)
{
  for (guint k = 0; k < G_N_ELEMENTS(fixed); k++)
    if ((!fixed[k].is_4_0 || target == TN_FOR_MPICH_4_0) && i-- == 0) {
      *ret_value = fixed[k].value;
      return fixed[k].name;
    }
  return NULL;
}

/* Whether MPICH does as a parameter's value says, as rows have it. */
static bool is_fixed(enum tn_target target, const struct tn_algorithm *a,
                     const struct tn_value *param)
{
  for (guint i = 0; i < G_N_ELEMENTS(fixed); i++)
    if (strcmp(fixed[i].name, param->name) == 0 && (!fixed[i].is_4_0 || target == TN_FOR_MPICH_4_0))
      return g_strcmp0(fixed[i].value, param->value) == 0;
  return tn_value_is_preset(a, param);
}

/* Takes one "name=value" of a row; NULL or why not. */
static char *express_param(enum tn_target target, const struct tn_algorithm *a,
                           const struct tn_value *param, struct tn_rule *rule)
{
  const bool in_chunks = strcmp(param->text, "forward=chunks") == 0;
  rule->in_chunks = rule->in_chunks || in_chunks;
  return in_chunks || strcmp(param->text, "forward=whole") == 0 || is_fixed(target, a, param)
             ? NULL
             : g_strdup_printf("its selections have no place for %s", param->text);
}

static bool is_power_of_two(int64_t n)
{
  return n > 0 && (n & (n - 1)) == 0;
}

char *tn_mpich_express(enum tn_target target, const struct tn_row *row,
                       const struct tn_algorithm *algorithm, struct tn_rule *ret)
{
  const int id = tn_tuned_id(row->collective);
  struct tn_rule rule = { .name = algorithm->mpich };
  if (tn_mpich_is_shared(&rule) && id == tn_tuned_id("barrier") && target != TN_FOR_MPICH_4_0)
    return g_strdup_printf("%s has no such barrier", tn_target_names[target]);
  for (guint i = 0; i < G_N_ELEMENTS(in_pairs); i++)
    if (strcmp(in_pairs[i].collective, row->collective) == 0 &&
        strcmp(in_pairs[i].name, rule.name) == 0 && !is_power_of_two(row->ranks))
      return g_strdup("MPICH has it for powers of two of ranks");
  for (int i = 0; i < row->params->n; i++) {
    char *why = express_param(target, algorithm, &row->params->at[i], &rule);
    if (why)
      return why;
  }
  *ret = rule;
  return NULL;
}
