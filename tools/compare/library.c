#include "library.h"

#include <glib.h>
#include <string.h>

#include "algos/registry.h"

/* In order: the first rule whose ends both lie above the call holds. Thresholds of Open MPI's
 * coll_tuned_decision_fixed.c, for communicators that fit into a node. */
static const struct rule {
  int below_ranks;
  size_t below_bytes;
  int algorithm;
} bcast_rules[] = {
  { 4, 32, 3 },         { 4, 256, 5 },        { 4, 512, 3 },       { 4, 1 << 10, 7 },
  { 4, 32 << 10, 1 },   { 4, 128 << 10, 5 },  { 4, 256 << 10, 2 }, { 4, 512 << 10, 1 },
  { 4, 1 << 20, 6 },    { 4, G_MAXSIZE, 5 },
  { 8, 64, 5 },         { 8, 128, 6 },        { 8, 2 << 10, 5 },   { 8, 8 << 10, 6 },
  { 8, 1 << 20, 1 },    { 8, G_MAXSIZE, 2 },
  { 16, 8, 7 },         { 16, 64, 5 },        { 16, 4 << 10, 7 },  { 16, 16 << 10, 5 },
  { 16, 32 << 10, 6 },  { 16, G_MAXSIZE, 1 },
  { 32, 4 << 10, 7 },   { 32, 1 << 20, 6 },   { 32, G_MAXSIZE, 8 },
  { 64, 2 << 10, 6 },   { 64, G_MAXSIZE, 7 },
  { 128, G_MAXSIZE, 7 },
  { 256, 2, 6 },        { 256, 16 << 10, 5 }, { 256, 32 << 10, 1 }, { 256, 64 << 10, 5 },
  { 256, G_MAXSIZE, 7 },
  { 1024, 16 << 10, 7 }, { 1024, 32 << 10, 4 }, { 1024, G_MAXSIZE, 7 },
};

int tn_ompi_decision(const char *collective, int n_ranks, size_t bytes)
{
  if (strcmp(collective, tn_collective_names[TN_BCAST]) != 0)
    return 0;
  for (size_t i = 0; i < G_N_ELEMENTS(bcast_rules); i++)
    if (n_ranks < bcast_rules[i].below_ranks && bytes < bcast_rules[i].below_bytes)
      return bcast_rules[i].algorithm;
  return 0;
}

bool tn_ompi_is(const char *collective, const char *algorithm, int number)
{
  const int c = tn_collective_find(collective);
  const struct tn_algorithm *a = c < 0 ? NULL
                                       : tn_algorithm_find((enum tn_collective)c, algorithm);
  return a && a->ompi && a->ompi_id == number;
}
