/* Writes recordings of a synthetic program: N ranks on a node. 50 times each rank computes 100 us
 * and enters an allreduce of 8 bytes and a broadcast of 4 KiB; one rank is slow. Usage: write_trace
 * FOLDER N SLOW MICROSECONDS */
#include <stdbool.h>
#include <stdlib.h>

#include "recordings.h"

enum { ITERATIONS = 50, COMPUTED = 100000, ALLREDUCE = 5000, BCAST = 8000 }; /* ns */

/* Returns when a rank enters the first call of iteration k. All ranks leave it after the slow one's
 * entry. */
static guint64 entry_of(int k, guint64 late, bool is_slow)
{
  const guint64 each = COMPUTED + late + ALLREDUCE + BCAST;
  return (guint64)k * each + COMPUTED + (is_slow ? late : 0);
}

static void write_rank(const char *folder, int rank, int n, int slow, guint64 late)
{
  struct written w = written_new(rank, n, 1);
  g_autofree uint64_t *ranks = g_new(uint64_t, n);
  for (int r = 0; r < n; r++)
    ranks[r] = (uint64_t)r;
  written_comm(&w, 1, n, ranks);
  for (int k = 0; k < ITERATIONS; k++) {
    const guint64 entry = 1 + entry_of(k, late, rank == slow);
    const guint64 exit = 1 + entry_of(k, late, true) + ALLREDUCE;
    const struct tn_record sum = { .entry = entry,
                                   .exit = exit,
                                   .send = 4096,
                                   .receive = 8192,
                                   .bytes = 8,
                                   .sequence = (uint32_t)(2 * k),
                                   .root = -1,
                                   .kind = TN_KIND_ALLREDUCE,
                                   .type = TN_ELEMENT_REAL,
                                   .op = TN_RECORD_OP_SUM,
                                   .element = 8 };
    const struct tn_record bcast = { .entry = exit,
                                     .exit = exit + BCAST,
                                     .receive = 16384,
                                     .bytes = 4096,
                                     .sequence = (uint32_t)(2 * k + 1),
                                     .kind = TN_KIND_BCAST };
    written_add(&w, sum, 0, NULL);
    written_add(&w, bcast, 0, NULL);
  }
  written_add(
      &w, (struct tn_record){ .kind = TN_KIND_END, .entry = 1 + entry_of(ITERATIONS, late, false) },
      0, NULL);
  written_save(&w, folder);
  written_free(&w);
}

int main(int argc, char **argv)
{
  if (argc != 5)
    return 2;
  const int n = atoi(argv[2]), slow = atoi(argv[3]);
  for (int rank = 0; rank < n; rank++)
    write_rank(argv[1], rank, n, slow, 1000u * (guint64)atoi(argv[4]));
  return 0;
}
