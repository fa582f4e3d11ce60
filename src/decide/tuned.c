#include "tuned.h"

#include <stdlib.h>
#include <string.h>

#include "algos/library/library_names.h"

/* Name of each collective, and the size that a library compares with its rules for it: rules of
 * coll/tuned, of MPICH and of UCC. NONE: the compared size is always 0, or MPICH has no rules for
 * the collective. */
#define GO_BY(tuned, mpich, ucc)                                                                   \
  {                                                                                                \
    TN_TUNED_##tuned, TN_TUNED_##mpich, TN_TUNED_##ucc                                             \
  }
static const struct {
  const char *name;
  enum tn_tuned_size size[3];
} collectives[TN_TUNED_N_IDS] = {
  { "allgather", GO_BY(ALL, ALL, ALL) },
  { "allgatherv", GO_BY(CALL, ALL, NONE) },
  { "allreduce", GO_BY(CALL, CALL, CALL) },
  { "alltoall", GO_BY(ALL, CALL, ALL) },
  { "alltoallv", GO_BY(NONE, NONE, NONE) },
  { "alltoallw", GO_BY(IGNORED, NONE, NONE) },
  { "barrier", GO_BY(NONE, NONE, NONE) },
  { "bcast", GO_BY(CALL, CALL, CALL) },
  { "exscan", GO_BY(ELEMENT, NONE, NONE) },
  { "gather", GO_BY(ALL, ALL, ALL) },
  { "gatherv", GO_BY(IGNORED, NONE, NONE) },
  { "reduce", GO_BY(CALL, CALL, CALL) },
  { "reduce_scatter", GO_BY(ALL, ALL, ALL) },
  { "reduce_scatter_block", GO_BY(ALL, ALL, CALL) },
  { "scan", GO_BY(ELEMENT, NONE, NONE) },
  { "scatter", GO_BY(ALL, ALL, ALL) },
  { "scatterv", GO_BY(IGNORED, NONE, NONE) },
  { "neighbor_allgather", GO_BY(IGNORED, NONE, NONE) },
  { "neighbor_allgatherv", GO_BY(IGNORED, NONE, NONE) },
  { "neighbor_alltoall", GO_BY(IGNORED, NONE, NONE) },
  { "neighbor_alltoallv", GO_BY(IGNORED, NONE, NONE) },
  { "neighbor_alltoallw", GO_BY(IGNORED, NONE, NONE) },
};

/* Algorithms that older releases lack, and the first release with them. */
static const struct {
  const char *collective;
  int number;
  enum tn_target since;
} newer[] = {
  { "allgather", 7, TN_FOR_OMPI_5_0 },      { "allgather", 8, TN_FOR_OMPI_5_0 },
  { "allgatherv", 6, TN_FOR_OMPI_5_0 },     { "allreduce", 7, TN_FOR_OMPI_6_0_CLASSIC },
  { "reduce", 8, TN_FOR_OMPI_6_0_CLASSIC },
};

/* Names of the same allgather algorithm before 6.0 and in 6.0. */
static const char bruck_before[] = "bruck", bruck_of_6[] = "bruck-k-fanout";

const char *tn_tuned_name(int id)
{
  g_assert(id >= 0 && id < TN_TUNED_N_IDS);
  return collectives[id].name;
}

int tn_tuned_id(const char *name)
{
  for (int id = 0; id < TN_TUNED_N_IDS; id++)
    if (strcmp(collectives[id].name, name) == 0)
      return id;
  return -1;
}

enum tn_tuned_size tn_tuned_size(enum tn_format format, int id)
{
  g_assert(id >= 0 && id < TN_TUNED_N_IDS);
  return collectives[id].size[format == TN_FORMAT_MPICH ? 1 : format == TN_FORMAT_UCC ? 2 : 0];
}

bool tn_tuned_has(enum tn_target target, int id, const char *number_or_name)
{
  const int collective = tn_collective_find(tn_tuned_name(id));
  if (collective < 0 || tn_tuned_size(TN_FORMAT_CLASSIC, id) == TN_TUNED_IGNORED)
    return false;
  if (target == TN_FOR_OMPI_6_0 && strcmp(collectives[id].name, "allgather") == 0 &&
      strcmp(number_or_name, bruck_before) == 0)
    return false;
  g_autofree char *word = g_strconcat("ompi:", number_or_name, NULL);
  const struct tn_library_word meaning = tn_library_word_of((enum tn_collective)collective, word);
  const bool is_number = strspn(number_or_name, "0123456789") == strlen(number_or_name);
  for (guint i = 0; i < G_N_ELEMENTS(newer) && is_number; i++)
    if (strcmp(newer[i].collective, collectives[id].name) == 0 &&
        newer[i].number == atoi(number_or_name) && target < newer[i].since)
      return false;
  return meaning.algorithm || meaning.lacks;
}

const char *tn_tuned_algorithm(enum tn_target target, const struct tn_method *algorithm)
{
  if (target == TN_FOR_OMPI_6_0 && algorithm->collective == TN_ALLGATHER &&
      strcmp(algorithm->runs->ompi, bruck_before) == 0)
    return bruck_of_6;
  return algorithm->runs->ompi;
}

int tn_tuned_least_fanout(enum tn_target target, int id, const char *number_or_name)
{
  enum { LEAST_RADIX = 2 };
  static const char *const names[] = { "2", bruck_before, bruck_of_6 };
  const bool is_6 = target == TN_FOR_OMPI_6_0 || target == TN_FOR_OMPI_6_0_CLASSIC;
  for (guint i = 0; is_6 && i < G_N_ELEMENTS(names); i++)
    if (strcmp(collectives[id].name, "allgather") == 0 && strcmp(names[i], number_or_name) == 0)
      return LEAST_RADIX;
  return 0;
}

char *tn_tuned_range(enum tn_target target, int id)
{
  int last = 0;
  for (int number = 1; number < 16; number++) {
    g_autofree char *text = g_strdup_printf("%d", number);
    if (tn_tuned_has(target, id, text))
      last = number;
  }
  return g_strdup_printf("0 to %d", last);
}
