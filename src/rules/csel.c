#include "csel.h"

#include <string.h>

#include "study/usage.h"

/* Beginnings of numeric tests. If one is the beginning of another, the longer one comes first. */
static const char *const limits[] = {
  "comm_size<=",         "comm_size<",         "count<=",
  "avg_msg_size<=",      "avg_msg_size<",      "total_msg_size<=",
  "total_msg_size<",     "comm_avg_ppn<=",     "comm_avg_ppn<",
  "per_proc_msg_size<=", "per_proc_msg_size<", NULL
};
static const char *const others[] = { "comm_size=pow2", "comm_size=node_comm_size", "count<pow2",
                                      NULL };
static const char *const below_parent[] = { "comm_hierarchy=node", "comm_hierarchy=node_roots",
                                            "comm_hierarchy=flat", NULL };
/* The only keys with "=any" in MPICH 4.0. Later releases accept any key with this suffix. */
static const char *const any_of_4_0[] = { "avg_msg_size=any", "comm_hierarchy=any", "comm_size=any",
                                          "count=any",        "total_msg_size=any", NULL };

/* Boolean tests and tests of arguments. `collectives`: blocking collectives with the values that
 * MPICH needs for the test (NULL: all). Nonblocking collectives have the same tests, except that
 * ibcast has no count. */
static const struct test {
  const char *name, *collectives;
  bool is_half;
} tests[] = {
  { "is_multi_threaded", NULL, true },
  { "is_node_consecutive", NULL, true },
  { "is_commutative", "allreduce reduce reduce_scatter reduce_scatter_block", true },
  { "is_op_built_in", "allreduce reduce", true },
  { "is_sendbuf_inplace", "alltoall alltoallv alltoallw", true },
  { "is_block_regular", "reduce_scatter", true },
  { "avg_msg_size", "allreduce alltoall bcast reduce", false },
  { "count", "allgather allgatherv allreduce bcast reduce reduce_scatter reduce_scatter_block",
    false },
  { "total_msg_size",
    "allgather allgatherv allreduce alltoall alltoallv alltoallw bcast gather reduce "
    "reduce_scatter reduce_scatter_block scatter",
    false },
};

char *tn_csel_key(const char *name)
{
  GString *key = g_string_new(NULL);
  for (const char *c = name; *c; c++)
    if (*c != ' ')
      g_string_append_c(key, *c);
  return g_string_free(key, FALSE);
}

bool tn_csel_is_any(const char *key)
{
  return strcmp(key, "any") == 0 || g_str_has_suffix(key, "=any");
}

const char *tn_csel_limit(const char *key)
{
  for (int i = 0; limits[i]; i++)
    if (g_str_has_prefix(key, limits[i]) && strcmp(key, "count<pow2") != 0)
      return limits[i];
  return NULL;
}

/* Returns the entry of `tests` that has the key's name, the part before "<" or "="; NULL if there
 * is none. */
static const struct test *test_of(const char *key)
{
  const size_t length = strcspn(key, "<=");
  for (guint i = 0; i < G_N_ELEMENTS(tests); i++)
    if (strlen(tests[i].name) == length && strncmp(tests[i].name, key, length) == 0)
      return &tests[i];
  return NULL;
}

char *tn_csel_half(const char *key)
{
  const char *equals = strchr(key, '=');
  if (!equals || strchr(key, '<'))
    return NULL;
  const struct test *test = test_of(key);
  if ((test && test->is_half) || g_str_has_prefix(key, "comm_type=") ||
      g_str_has_prefix(key, "comm_hierarchy="))
    return g_strndup(key, (gsize)(equals - key));
  return NULL;
}

bool tn_csel_is_below_parent(const char *key)
{
  return tn_name_find(below_parent, key) >= 0;
}

bool tn_csel_has(enum tn_target target, const char *key)
{
  g_autofree char *half = tn_csel_half(key);
  const char *value = half ? key + strlen(half) + 1 : "";
  if (tn_csel_is_any(key))
    return target != TN_FOR_MPICH_4_0 || tn_name_find(any_of_4_0, key) >= 0;
  if (half && strcmp(half, "comm_type") == 0)
    return strcmp(value, "intra") == 0 || strcmp(value, "inter") == 0;
  if (half && strcmp(half, "comm_hierarchy") == 0)
    return strcmp(value, "parent") == 0 || tn_csel_is_below_parent(key);
  if (half)
    return strcmp(value, "yes") == 0 || strcmp(value, "no") == 0;
  const char *limit = tn_csel_limit(key);
  if (g_str_has_prefix(key, "per_proc_") && target != TN_FOR_MPICH_5_0)
    return false;
  if (limit && strcmp(limit, "comm_avg_ppn<") == 0 && target == TN_FOR_MPICH_4_0)
    return false;
  return limit || tn_name_find(others, key) >= 0;
}

bool tn_csel_asks(const char *key, const char *collective)
{
  const struct test *test = test_of(key);
  if (!collective)
    return tn_csel_is_of_communicator(key);
  if (!test || !test->collectives || tn_csel_is_any(key))
    return true;
  if (strcmp(test->name, "count") == 0 && strcmp(collective, "ibcast") == 0)
    return false;
  return tn_words_have(test->collectives, *collective == 'i' ? collective + 1 : collective);
}

bool tn_csel_is_of_communicator(const char *key)
{
  static const char *const names[] = { "comm_", "is_node_consecutive" };
  for (guint i = 0; i < G_N_ELEMENTS(names); i++)
    if (g_str_has_prefix(key, names[i]))
      return true;
  return tn_csel_is_any(key);
}
