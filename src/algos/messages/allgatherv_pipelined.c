/* The ring of MPICH's allgatherv: src/mpi/coll/allgatherv/allgatherv_intra_ring.c.
 *
 * A rank sends the blocks around the ring, its own block first, in pieces of at most one chunk
 * (MPIR_CVAR_ALLGATHERV_PIPELINE_MSG_SIZE). In each step it sends and receives one piece. Empty
 * blocks are not sent, so a single long block moves like a pipelined bcast. Releases before 4.0
 * never cut blocks of equal size: the smallest block is the least chunk. */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "p2p.h"

enum { CHUNK, DIVIDED };
enum { ALL_LONGER, BEYOND_SMALLEST };
static const char *const divided[] = {
  [ALL_LONGER] = "all", [BEYOND_SMALLEST] = "beyond-smallest", NULL
};

/* Position in the stream of blocks that a rank sends or receives, in decreasing, cyclic order of
 * ranks. */
struct stream {
  int block; /* rank of the current block */
  size_t off;
  size_t left; /* bytes of the stream that are not yet taken */
};

static size_t chunk_of(const struct tn_call *call)
{
  size_t least = tn_count(call, 0);
  for (int i = 1; i < call->n_ranks; i++)
    least = tn_count(call, i) < least ? tn_count(call, i) : least;
  const size_t chunk = (size_t)call->params[CHUNK];
  return call->params[DIVIDED] == BEYOND_SMALLEST && least > chunk ? least : chunk;
}

/* Takes the next piece of the stream and returns its span in the RECV buffer of `rank`. The piece
 * is empty for an empty block and at the end of the stream. */
static struct tn_span take(const struct tn_call *call, struct stream *s, int rank, size_t chunk)
{
  const size_t count = tn_count(call, s->block), rest = count - s->off;
  const size_t wanted = rest < chunk ? rest : chunk;
  const size_t len = wanted < s->left ? wanted : s->left;
  const struct tn_span piece = { rank, TN_RECV, tn_displacement(call, s->block) + s->off, len };
  s->off += len;
  s->left -= len;
  if (s->off == count) {
    s->off = 0;
    s->block = tn_wrap(s->block - 1, call->n_ranks);
  }
  return piece;
}

/* Returns a piece in the RECV buffer of `rank`, at the same offset on all ranks. */
static struct tn_span at(int rank, struct tn_span piece)
{
  piece.rank = rank;
  return piece;
}

static struct tn_p2p_use use_pieces(const struct tn_call *call)
{
  const size_t chunk = chunk_of(call), pieces = tn_count_total(call) / chunk;
  return tn_blocking((struct tn_p2p_use){ .largest = call->block < chunk ? call->block : chunk,
                                          .messages = pieces + (size_t)call->n_ranks });
}

static void exchange(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const int n = call->n_ranks, rank = call->rank;
  const int left = tn_wrap(rank - 1, n), right = (rank + 1) % n;
  const size_t chunk = chunk_of(call), total = tn_count_total(call);
  struct stream out = { rank, 0, total - tn_count(call, right) };
  struct stream in = { left, 0, total - tn_count(call, rank) };
  tn_gathered_move_own(p->r);
  while (out.left > 0 || in.left > 0) {
    const struct tn_span sent = take(call, &out, rank, chunk);
    const struct tn_span got = take(call, &in, rank, chunk);
    if (sent.len > 0 && got.len > 0)
      tn_sendrecv(p, right, sent, got, at(left, got));
    else if (sent.len > 0)
      tn_send(p, right, sent);
    else if (got.len > 0)
      tn_recv(p, got, at(left, got));
  }
}

static int blocks_passed(const struct tn_call *call)
{
  return call->n_ranks - 1;
}

const struct tn_algorithm tn_allgatherv_ring_pipelined = {
  TN_MESSAGES,
  .collective = TN_ALLGATHERV,
  .name = "ring-pipelined",
  .summary = "ring in pieces: each rank forwards a long block while it receives it",
  .source = "MPICH, src/mpi/coll/allgatherv",
  .mpich = "ring",
  .pair_messages = blocks_passed,
  .params = { [CHUNK] = TN_SIZE_PARAM("chunk", 512, 32768, "bytes of a piece"),
              [DIVIDED] = TN_CHOICE_PARAM(
                  "divided", divided, ALL_LONGER,
                  "divided blocks: all longer ones, or those longer than the smallest block") },
  .use = use_pieces,
  .exchange = exchange,
};
