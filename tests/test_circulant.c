/* Schedule over the circulant graph, as index arithmetic. */
#include <criterion/criterion.h>
#include <string.h>

#include "algos/kit/circulant_rounds.h"

enum { MAX_RANKS = 130, MAX_BLOCKS = 20 };

/* 17 ranks, the example in MPICH's circ_graph.c. */
static void check(int rank, const int received[5], const int sent[5])
{
  const struct tn_circulant graph = tn_circulant(17);
  const struct tn_circulant_plan plan = tn_circulant_plan(&graph, rank);
  cr_assert_eq(graph.n_rounds, 5);
  cr_expect(memcmp(plan.received, received, 5 * sizeof *received) == 0, "rank %d", rank);
  cr_expect(memcmp(plan.sent, sent, 5 * sizeof *sent) == 0, "rank %d", rank);
}

Test(circulant, has_mpichs_numbers)
{
  static const int skips[] = { 1, 2, 3, 5, 9, 17 };
  const struct tn_circulant graph = tn_circulant(17);
  cr_assert(memcmp(graph.skip, skips, sizeof skips) == 0);
  check(1, (const int[]){ 0, -4, -2, -3, -1 }, (const int[]){ -5, -5, 0, 0, 0 });
  check(4, (const int[]){ -3, -4, 0, -2, -1 }, (const int[]){ -5, -3, -3, -5, 0 });
  check(8, (const int[]){ -4, -5, -2, 2, -1 }, (const int[]){ -3, -3, -3, -2, -3 });
  check(16, (const int[]){ -5, -2, -3, -1, 1 }, (const int[]){ -4, -4, -2, -2, -1 });
}

/* Arrival of each block at each rank, by round. */
struct state {
  struct tn_circulant graph;
  struct tn_circulant_plan plan[MAX_RANKS];
  int round[MAX_RANKS][MAX_BLOCKS];
};

static void receive(struct state *s, int n_blocks, int rank, int round)
{
  const int p = s->graph.n_ranks, k = tn_circulant_k(&s->graph, n_blocks, round);
  const int from = (rank - s->graph.skip[k] + p) % p;
  const int block = tn_circulant_block(&s->graph, n_blocks, round, s->plan[rank].received[k]);
  const int sent = tn_circulant_block(&s->graph, n_blocks, round, s->plan[from].sent[k]);
  cr_assert_eq(block, sent, "p=%d n=%d round %d rank %d", p, n_blocks, round, rank);
  if (block < 0)
    return;
  cr_assert_lt(s->round[rank][block], 0, "p=%d n=%d rank %d has %d", p, n_blocks, rank, block);
  cr_assert(from == 0 || (s->round[from][block] >= 0 && s->round[from][block] < round),
            "p=%d n=%d round %d: rank %d lacks %d", p, n_blocks, round, from, block);
  s->round[rank][block] = round;
}

static void play(struct state *s, int n_blocks)
{
  const int n_rounds = tn_circulant_rounds(&s->graph, n_blocks);
  cr_assert_eq(n_rounds, n_blocks - 1 + s->graph.n_rounds);
  memset(s->round, -1, sizeof s->round);
  for (int round = 0; round < n_rounds; round++)
    for (int rank = 1; rank < s->graph.n_ranks; rank++)
      receive(s, n_blocks, rank, round);
  for (int rank = 1; rank < s->graph.n_ranks; rank++)
    for (int b = 0; b < n_blocks; b++)
      cr_assert_geq(s->round[rank][b], 0, "p=%d n=%d", s->graph.n_ranks, n_blocks);
}

Test(circulant, brings_every_block_once_in_the_fewest_rounds)
{
  static struct state s;
  for (int p = 2; p <= MAX_RANKS; p++) {
    s.graph = tn_circulant(p);
    for (int rank = 0; rank < p; rank++)
      s.plan[rank] = tn_circulant_plan(&s.graph, rank);
    for (int n = 1; n <= MAX_BLOCKS; n++)
      play(&s, n);
  }
}

Test(circulant, of_one_rank_has_no_rounds)
{
  const struct tn_circulant graph = tn_circulant(1);
  cr_assert_eq(tn_circulant_rounds(&graph, 5), 0);
}
