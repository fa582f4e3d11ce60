#include "circulant_rounds.h"

#include <stdbool.h>

#include "basics.h"

struct tn_circulant tn_circulant(int n_ranks)
{
  struct tn_circulant graph = { .n_ranks = n_ranks, .n_rounds = tn_ceil_lg(n_ranks) };
  graph.skip[graph.n_rounds] = n_ranks;
  for (int k = graph.n_rounds - 1; k >= 0; k--)
    graph.skip[k] = graph.skip[k + 1] - graph.skip[k + 1] / 2;
  return graph;
}

/* Returns a rank's base block: of the blocks that the rank receives in the first phase, the only
 * one that belongs to this phase. If the rank is written as a sum of different skips, the largest
 * that fits first, the last skip is skip[base block]. Returns q for the root. */
static int base_block(const struct tn_circulant *graph, int rank)
{
  int last = graph->n_rounds;
  for (int k = graph->n_rounds - 1; k >= 0; k--)
    if (rank >= graph->skip[k]) {
      rank -= graph->skip[k];
      last = k;
    }
  return last;
}

/* Search for the blocks that a rank receives: in round k the base block of one of the ranks from
 * rank - skip[k + 1] to rank - skip[k], a different block in each round. */
struct search {
  const struct tn_circulant *graph;
  int rank;  /* rank plus n_ranks, so that the ranks before it are positive */
  int below; /* rank found last; later ones are lower */
  int n_found;
  int *found; /* base block found for each round */
  bool is_taken[TN_CIRCULANT_MAX + 1];
};

/* Adds skips up to index `most` to the rank `sum`, and stores the base blocks found. */
static void search_from(struct search *s, int sum, int most)
{
  const int *skip = s->graph->skip, q = s->graph->n_rounds;
  for (int e = most; e >= 0 && s->n_found < q; e--) {
    const int next = sum + skip[e];
    if (s->is_taken[e] || next > s->rank - skip[s->n_found] || next >= s->below)
      continue;
    if (next <= s->rank - skip[s->n_found + 1])
      search_from(s, next, e - 1);
    if (s->n_found == q || sum > s->rank - skip[s->n_found + 1])
      return;
    s->below = next;
    s->is_taken[e] = true;
    s->found[s->n_found++] = e;
  }
}

/* Computes the block that a rank receives in each round of the first phase; a negative number is a
 * block of the previous phase. */
static void find_received(const struct tn_circulant *graph, int rank, int *ret)
{
  const int q = graph->n_rounds, base = base_block(graph, rank);
  struct search s = {
    .graph = graph, .rank = graph->n_ranks + rank, .below = 2 * graph->n_ranks, .found = ret
  };
  s.is_taken[base] = true;
  search_from(&s, 0, q);
  for (int k = 0; k < q; k++)
    ret[k] = ret[k] == q ? base : ret[k] - q; /* q: the root's base block */
}

struct tn_circulant_plan tn_circulant_plan(const struct tn_circulant *graph, int rank)
{
  struct tn_circulant_plan plan, theirs;
  find_received(graph, rank, plan.received);
  for (int k = 0; k < graph->n_rounds; k++) {
    find_received(graph, (rank + graph->skip[k]) % graph->n_ranks, theirs.received);
    plan.sent[k] = theirs.received[k];
  }
  return plan;
}

int tn_circulant_rounds(const struct tn_circulant *graph, int n_blocks)
{
  return graph->n_rounds > 0 ? n_blocks - 1 + graph->n_rounds : 0;
}

int tn_circulant_k(const struct tn_circulant *graph, int n_blocks, int round)
{
  const int n_left_out = tn_wrap(-((n_blocks - 1) % graph->n_rounds), graph->n_rounds);
  return (n_left_out + round) % graph->n_rounds;
}

int tn_circulant_block(const struct tn_circulant *graph, int n_blocks, int round, int number)
{
  const int block = number + round - tn_circulant_k(graph, n_blocks, round);
  return block < 0 ? -1 : block < n_blocks ? block : n_blocks - 1;
}
