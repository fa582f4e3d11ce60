/* The broadcast of MPI libraries for medium vectors: Open MPI's coll/base/coll_base_bcast.c,
 * MPICH's scatter_recursive_doubling_allgather.
 *
 * A binomial scatter of p pieces (bcast_scatter_ring.c), then with distances 1, 2, 4, ... partners
 * rank xor distance exchange all pieces that their halves have. When p is no power of two, some
 * ranks have no partner in the other half: within a half, those that got the other half's pieces
 * pass them on by a binomial tree. A vector of less than p bytes is sent linearly. */
#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "p2p.h"
#include "scatter_pieces.h"

/* Pieces of relative ranks first .. first + count - 1, cut off by the last rank. */
static struct tn_span pieces_of(const struct tn_call *call, int v, int first, int count)
{
  const struct tn_blocks blocks = tn_pieces(call);
  const int left = call->n_ranks - first;
  return tn_block_range(&blocks, tn_absolute(call, v), first, count < left ? count : left);
}

static int half_of(int v, int distance)
{
  return v / distance * distance;
}

static void exchange(struct tn_p2p *p, int v, int distance)
{
  const struct tn_call *call = p->r->call;
  const int partner = v ^ distance;
  const int own = half_of(v, distance), other = half_of(partner, distance);
  if (partner < call->n_ranks)
    tn_sendrecv(p, tn_absolute(call, partner), pieces_of(call, v, own, distance),
                pieces_of(call, v, other, distance), pieces_of(call, partner, other, distance));
}

/* In the lower half of a pair whose upper half is incomplete, ranks from `n_with` on have no
 * partner: those before pass on the pieces that they got. */
static void pass_on(struct tn_p2p *p, int v, int distance)
{
  const struct tn_call *call = p->r->call;
  const int half = half_of(v, distance), upper = half + distance;
  const int n_with = call->n_ranks - upper;
  for (int step = distance / 2; step > 0; step /= 2) {
    const int partner = v ^ step;
    const int group = half_of(v, 2 * step);
    if (partner > v && v < group + n_with && partner >= group + n_with)
      tn_send(p, tn_absolute(call, partner), pieces_of(call, v, upper, distance));
    else if (partner < v && partner < group + n_with && v >= group + n_with)
      tn_recv(p, pieces_of(call, v, upper, distance), pieces_of(call, partner, upper, distance));
  }
}

static void run(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const int v = tn_relative(call, call->rank);
  struct tn_p2p p;
  if (call->block < (size_t)call->n_ranks) {
    tn_algorithm_run(&tn_bcast_linear, r);
    return;
  }
  tn_p2p_begin(&p, r, tn_blocking(tn_pieces_use(call)));
  tn_scatter_pieces(&p, v);
  for (int distance = 1; distance < call->n_ranks; distance *= 2) {
    exchange(&p, v, distance);
    if (half_of(v ^ distance, distance) + distance > call->n_ranks)
      pass_on(&p, v, distance);
  }
  tn_p2p_end(&p);
}

const struct tn_algorithm tn_bcast_scatter_doubling_allgather = {
  .collective = TN_BCAST,
  .name = "scatter-doubling-allgather",
  .summary = "binomial scatter of p pieces, then recursive doubling",
  .source = "Open MPI, coll_base_bcast.c",
  .ompi = "scatter_allgather",
  .ompi_id = 8,
  .mpich = "scatter_recursive_doubling_allgather",
  TN_MESSAGES,
  .scratch = tn_pieces_scratch,
  .run = run,
};
