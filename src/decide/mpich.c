#include "mpich.h"

#include <string.h>

#include "algos/kit/basics.h"
#include "algos/library/library_names.h"
#include "base/names.h"
#include "tuned.h"

/* Name of the algorithms that use memory shared by all ranks; only compositions select them. */
static const char release_gather[] = "release_gather";

/* Letters of MPICH's compositions: one that uses messages, and two that use shared memory. The
 * latter forward the vector of a root other than rank 0 whole or in chunks. */
static const struct composition {
  const char *collective, *by_messages, *whole, *chunks;
} compositions[] = {
  { "allreduce", "beta", "gamma", "gamma" },
  { "barrier", "beta", "alpha", "alpha" },
  { "bcast", "gamma", "alpha", "beta" },
  { "reduce", "gamma", "alpha", "beta" },
};

struct names {
  const char *collective, *words;
};

static const struct names newer[] = {
  { "bcast", "tree pipelined_tree" },
  { "allgather", "k_brucks recexch_doubling recexch_halving" },
  { "alltoall", "k_brucks" },
  { "allreduce", "tree recexch ring k_reduce_scatter_allgather recursive_multiplying" },
  { "barrier", "k_dissemination recexch" },
  { NULL, NULL },
};

/* Algorithms that only MPICH's main branch of 2026 has. */
static const struct names of_main[] = {
  { "bcast", "circ_graph" },
  { "reduce", "circ_graph" },
  { "allgather", "circ_graph" },
  { NULL, NULL },
};

/* Algorithms that need a power of two of ranks. */
static const struct names in_pairs[] = {
  { "allgather", "recursive_doubling" },
  { "allgatherv", "recursive_doubling" },
  { "bcast", "scatter_recursive_doubling_allgather" },
  { "reduce_scatter", "noncommutative" },
  { "reduce_scatter_block", "noncommutative" },
  { NULL, NULL },
};

static bool is_among(const struct names *names, const char *collective, const char *name)
{
  while (names->collective && strcmp(names->collective, collective) != 0)
    names++;
  return names->collective && tn_words_have(names->words, name);
}

const char *tn_mpich_size_test(int id)
{
  const enum tn_tuned_size size = tn_tuned_size(TN_FORMAT_MPICH, id);
  return size == TN_TUNED_ALL ? "total_msg_size" : size == TN_TUNED_CALL ? "avg_msg_size" : NULL;
}

char *tn_mpich_title(int id)
{
  char *title = g_strdup(tn_tuned_name(id));
  *title = g_ascii_toupper(*title);
  return title;
}

static const struct composition *find_composition(int id)
{
  for (guint i = 0; i < G_N_ELEMENTS(compositions); i++)
    if (strcmp(compositions[i].collective, tn_tuned_name(id)) == 0)
      return &compositions[i];
  return NULL;
}

bool tn_mpich_has_compositions(int id)
{
  return find_composition(id) != NULL;
}

/* Returns true for the dissemination barrier of any radix (4.1 and later). */
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
  const struct composition *found = find_composition(id);
  if (!found)
    return NULL;
  g_autofree char *title = tn_mpich_title(id);
  const char *letter = !tn_mpich_is_shared(rule) ? found->by_messages
                       : rule->in_chunks         ? found->chunks
                                                 : found->whole;
  return g_strdup_printf("MPIDI_%s_intra_composition_%s", title, letter);
}

bool tn_mpich_is_newer(enum tn_target target, int id, const char *name)
{
  return is_among(of_main, tn_tuned_name(id), name) ||
         (target == TN_FOR_MPICH_4_0 && is_among(newer, tn_tuned_name(id), name));
}

bool tn_mpich_has(enum tn_target target, int id, const char *name)
{
  const int collective = tn_collective_find(tn_tuned_name(id));
  g_autofree char *word = g_strconcat("mpich:", name, NULL);
  if (is_among(newer, tn_tuned_name(id), name))
    return target != TN_FOR_MPICH_4_0;
  if (collective < 0 || strcmp(name, "auto") == 0 || is_dissemination(target, name) ||
      is_among(of_main, tn_tuned_name(id), name))
    return false;
  const struct tn_library_word meaning = tn_library_word_of((enum tn_collective)collective, word);
  return meaning.algorithm || meaning.lacks;
}

bool tn_mpich_cuts(const struct tn_rule *rule)
{
  return strcmp(rule->name, "reduce_scatter_allgather") == 0 ||
         strcmp(rule->name, "reduce_scatter_gather") == 0;
}

/* Parameters whose value in MPICH differs from the registry's default (library_mpich.c). */
static const struct {
  const char *name, *value;
  bool is_4_0; /* true if only MPICH 4.0 has this value; false: all releases of MPICH have it */
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

/* Returns true if the row's value of the parameter is the one that MPICH uses. */
static bool is_fixed(enum tn_target target, const struct tn_method *a, const struct tn_value *param)
{
  for (guint i = 0; i < G_N_ELEMENTS(fixed); i++)
    if (strcmp(fixed[i].name, param->name) == 0 && (!fixed[i].is_4_0 || target == TN_FOR_MPICH_4_0))
      return g_strcmp0(fixed[i].value, param->value) == 0;
  return tn_value_is_preset(a, param);
}

char *tn_mpich_take(enum tn_target target, const struct tn_method *a, const struct tn_value *param,
                    struct tn_rule *rule)
{
  const bool in_chunks = strcmp(param->text, "forward=chunks") == 0;
  rule->in_chunks = rule->in_chunks || in_chunks;
  return in_chunks || strcmp(param->text, "forward=whole") == 0 || is_fixed(target, a, param)
             ? NULL
             : g_strdup_printf("its selections cannot set %s", param->text);
}

char *tn_mpich_refuse(enum tn_target target, const struct tn_row *row,
                      const struct tn_method *algorithm)
{
  if (strcmp(algorithm->runs->mpich, release_gather) == 0 && algorithm->collective == TN_BARRIER &&
      target != TN_FOR_MPICH_4_0)
    return g_strdup_printf("%s has no such barrier", tn_target_names[target]);
  return is_among(in_pairs, row->collective, algorithm->runs->mpich) &&
                 !tn_is_power_of_two((int)row->ranks)
             ? g_strdup("MPICH has it only for 2^n ranks")
             : NULL;
}
