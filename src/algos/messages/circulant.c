/* Sends vectors in blocks over the circulant graph (kit/circulant_rounds.h). This is MPICH's
 * `circ_graph` in the main branch of 2026, not yet in a release
 * (src/mpi/coll/algorithms/circ_graph, bcast_intra_circ_graph.c and its counterparts for reduce and
 * allgather).
 *
 * bcast: in each round a rank sends a block to the rank one skip after it, and receives one from
 *   the rank one skip before it. reduce: the same rounds in reverse order, with reversed messages.
 *   A rank sends a block when its sum is complete. allgather: every rank is the root of a
 *   broadcast. All run together, round by round; each block is a message.
 * T = (n - 1 + q) (alpha + chunk beta), with n = ceil(bytes / chunk) blocks and q = ceil(lg p); a
 * reduction adds the time of the sums. allgather: (p - 1) n messages of one chunk. Up to `requests`
 * messages are in progress; then the rank waits for the oldest one. A send begins when its block is
 * available (in a reduction: summed) and after earlier sends to the same rank. */
#include "algos/entries.h"
#include "algos/kit/circulant_rounds.h"
#include "algos/kit/counts.h"
#include "algos/kit/reduction.h"
#include "base/grown.h"
#include "segments.h"

enum { CHUNK, REQUESTS };

/* A message: block `block` of the vector of rank `origin`, sent to or received from `peer`. */
struct message {
  bool is_there, is_send, has_begun;
  int peer, origin, block;
};

struct part {
  struct tn_p2p *p;
  struct tn_circulant graph;
  struct tn_circulant_plan *plans; /* [n_origins] plan for each origin, owned */
  int first, n_origins;            /* first origin (a rank), number of origins */
  int n_blocks;                    /* number of blocks of a vector */
  int window, next;                /* number of requests; index of the oldest request, which is
                                    * used next */
  struct message *messages;        /* [window] messages in progress */
  struct tn_request *requests;     /* [window] requests of `messages`; unused if peer is -1 */
};

static bool adds(const struct tn_call *call)
{
  return call->collective == TN_REDUCE;
}

static bool is_of_all(const struct tn_call *call)
{
  return call->collective == TN_ALLGATHER;
}

static struct tn_cut cut_of(const struct tn_call *call, int origin)
{
  struct tn_cut cut = adds(call) ? tn_cut_elements(call, call->params[CHUNK])
                                 : tn_cut_whole(call, call->params[CHUNK]);
  cut.off = is_of_all(call) ? (size_t)origin * call->block : 0;
  return cut;
}

static int n_blocks_of(const struct tn_call *call)
{
  const struct tn_cut cut = cut_of(call, 0);
  return (int)tn_n_segments(&cut);
}

/* Returns the span of the message's block in `rank`'s memory; in a reduction, that of its sum. */
static struct tn_span block_at(const struct part *w, int rank, const struct message *m)
{
  const struct tn_call *call = w->p->r->call;
  const struct tn_cut cut = cut_of(call, m->origin);
  return tn_segment(&cut, rank, adds(call) && rank != call->root ? TN_TEMP : TN_RECV,
                    (size_t)m->block);
}

/* Returns the span in TEMP, after that of the sum, that receives a block to be added. There are
 * `window` such places. */
static struct tn_span receive_span(const struct part *w, int place, size_t len)
{
  const struct tn_call *call = w->p->r->call;
  const struct tn_cut cut = cut_of(call, 0);
  const size_t sum = call->rank == call->root ? 0 : call->block;
  return (struct tn_span){ call->rank, TN_TEMP, sum + (size_t)place * tn_segment_longest(&cut),
                           len };
}

/* Returns the i-th of the messages in progress; 0 is the oldest. */
static struct message *message_at(const struct part *w, int i)
{
  return &w->messages[(w->next + i) % w->window];
}

/* Returns true if message i, a send, must wait for the receive of its block, or for an earlier send
 * to the same rank. */
static bool is_held_back(const struct part *w, int i)
{
  const struct message *m = message_at(w, i);
  for (int k = 0; k < i; k++) {
    const struct message *other = message_at(w, k);
    const bool in_the_way = other->is_send ? !other->has_begun && other->peer == m->peer
                                           : other->origin == m->origin && other->block == m->block;
    if (other->is_there && in_the_way)
      return true;
  }
  return false;
}

static void begin_sends(struct part *w)
{
  for (int i = 0; i < w->window; i++) {
    struct message *m = message_at(w, i);
    if (!m->is_there || m->has_begun || is_held_back(w, i))
      continue;
    m->has_begun = true;
    tn_isend(w->p, &w->requests[m - w->messages], m->peer, block_at(w, w->p->r->call->rank, m));
  }
}

/* Waits until a message is complete. If it is a receive, adds the block in a reduction and begins
 * the sends that can now begin. */
static void settle_one(struct part *w)
{
  const int place = tn_request_wait_any(w->p, w->window, w->requests);
  struct message *m = &w->messages[place];
  const struct tn_span own = block_at(w, w->p->r->call->rank, m);
  m->is_there = false;
  w->requests[place].peer = -1;
  if (m->is_send)
    return;
  if (adds(w->p->r->call) && own.len > 0)
    tn_reduce(w->p->r, own, receive_span(w, place, own.len));
  begin_sends(w);
}

/* Waits for the oldest message, puts m in its place, and begins m if possible. */
static void add(struct part *w, struct message m)
{
  const int place = w->next;
  while (w->messages[place].is_there)
    settle_one(w);
  w->messages[place] = m;
  w->messages[place].is_there = true;
  w->messages[place].has_begun = !m.is_send;
  w->next = (w->next + 1) % w->window;
  if (m.is_send) {
    begin_sends(w);
    return;
  }
  const struct tn_call *call = w->p->r->call;
  const struct tn_span own = block_at(w, call->rank, &m), theirs = block_at(w, m.peer, &m);
  tn_irecv(w->p, &w->requests[place], adds(call) ? receive_span(w, place, own.len) : own, theirs);
}

/* Adds the messages of one round for one vector: a send to the rank one skip after, then a receive
 * from the rank one skip before. In a reduction the messages are reversed: a send to the rank
 * before, then a receive from the rank after. */
static void add_round(struct part *w, int round, int origin)
{
  enum { AFTER, BEFORE, N_DIRECTIONS };
  const struct tn_call *call = w->p->r->call;
  const int k = tn_circulant_k(&w->graph, w->n_blocks, round), skip = w->graph.skip[k];
  const struct tn_circulant_plan *plan = &w->plans[origin - w->first];
  const int peers[N_DIRECTIONS] = { (call->rank + skip) % call->n_ranks,
                                    tn_wrap(call->rank - skip, call->n_ranks) };
  const int numbers[N_DIRECTIONS] = { plan->sent[k], plan->received[k] };
  for (int i = 0; i < N_DIRECTIONS; i++) {
    const int direction = adds(call) ? N_DIRECTIONS - 1 - i : i;
    const int block = tn_circulant_block(&w->graph, w->n_blocks, round, numbers[direction]);
    if (block >= 0 && (direction == AFTER ? peers[AFTER] : call->rank) != origin)
      add(w, (struct message){
                 .is_send = i == 0, .peer = peers[direction], .origin = origin, .block = block });
  }
}

/* Returns the maximum number of requests in progress: the parameter `requests`, but at most two for
 * each round and vector. */
static int window_of(const struct tn_call *call)
{
  const struct tn_circulant graph = tn_circulant(call->n_ranks);
  const int64_t rounds = tn_circulant_rounds(&graph, n_blocks_of(call));
  const int64_t most = 2 * rounds * (is_of_all(call) ? call->n_ranks : 1);
  return (int)(call->params[REQUESTS] < most ? call->params[REQUESTS] : most);
}

/* Moves the caller's vector to the place of its sum (reduce) or of its block (allgather). */
static void place_own(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  if (adds(call) && call->rank != call->root)
    tn_move(r, (struct tn_span){ call->rank, TN_TEMP, 0, call->block }, tn_own_vector(call));
  else if (adds(call))
    tn_move_own_vector(r);
  else if (is_of_all(call))
    tn_gathered_move_own(r);
}

static void exchange(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  place_own(p->r);
  if (call->n_ranks == 1)
    return;
  const int n_origins = is_of_all(call) ? call->n_ranks : 1;
  struct part w = { .p = p,
                    .graph = tn_circulant(call->n_ranks),
                    .first = is_of_all(call) ? 0 : call->root,
                    .n_origins = n_origins,
                    .n_blocks = n_blocks_of(call),
                    .window = window_of(call) };
  w.plans = tn_zeros((size_t)n_origins, sizeof *w.plans);
  w.messages = tn_zeros((size_t)w.window, sizeof *w.messages);
  w.requests = tn_zeros((size_t)w.window, sizeof *w.requests);
  for (int i = 0; i < n_origins; i++)
    w.plans[i] = tn_circulant_plan(&w.graph, tn_wrap(call->rank - (w.first + i), call->n_ranks));
  for (int i = 0; i < w.window; i++)
    w.requests[i].peer = -1;
  const int n_rounds = tn_circulant_rounds(&w.graph, w.n_blocks);
  for (int i = 0; i < n_rounds; i++)
    for (int origin = w.first; origin < w.first + w.n_origins; origin++)
      add_round(&w, adds(call) ? n_rounds - 1 - i : i, origin);
  for (int i = 0; i < w.window; i++)
    while (w.messages[i].is_there)
      settle_one(&w);
  free(w.plans);
  free(w.messages);
  free(w.requests);
}

/* Returns the limits of messages: two ranks exchange messages in only one round of a phase. */
static struct tn_p2p_use use_of(const struct tn_call *call)
{
  const struct tn_circulant graph = tn_circulant(call->n_ranks);
  const struct tn_cut cut = cut_of(call, 0);
  const int n_phases = graph.n_rounds > 0 ? (n_blocks_of(call) - 1) / graph.n_rounds + 2 : 1;
  const int n_origins = is_of_all(call) ? call->n_ranks : 1;
  return (struct tn_p2p_use){ .largest = tn_segment_longest(&cut),
                              .messages = (size_t)n_phases * (size_t)n_origins };
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  const struct tn_cut cut = cut_of(call, 0);
  const size_t chunk = tn_segment_longest(&cut), n = (size_t)window_of(call);
  const size_t sum = call->rank == call->root ? 0 : call->block;
  return (struct tn_sizes){ .temp = call->n_ranks > 1 ? sum + n * chunk : 0,
                            .temp_largest = sum > chunk ? sum : chunk };
}

/* Computes the closed form for equal blocks: a rank receives one in each round. */
static bool form(const struct tn_call *call, struct tn_steps *s)
{
  const struct tn_circulant graph = tn_circulant(call->n_ranks);
  const struct tn_cut cut = cut_of(call, 0);
  const int n = n_blocks_of(call);
  const int times = is_of_all(call) ? (call->n_ranks - 1) * n : tn_circulant_rounds(&graph, n);
  tn_steps_send(s, times, (double)tn_segment_longest(&cut));
  s->is_reduced = adds(call);
  return true;
}

#define CIRCULANT(collective_name)                                                                 \
  TN_MESSAGES,                                                                                     \
      .name = "circulant", .mpich = "circ_graph", .use = use_of, .exchange = exchange,             \
      .form = form, .source = "MPICH, " collective_name "_intra_circ_graph.c; Träff 2022",         \
      .params = { [CHUNK] =                                                                        \
                      TN_SIZE_PARAM("chunk", 512, 131072,                                          \
                                    "bytes of a block; MPICH's MPIR_CVAR_CIRC_GRAPH_CHUNK_SIZE",   \
                                    .at_zero = "undivided"),                                       \
                  [REQUESTS] = TN_COUNT_PARAM(                                                     \
                      "requests", 2, 1024, 8,                                                      \
                      "messages of a rank in progress; MPICH's MPIR_CVAR_CIRC_GRAPH_Q_LEN") }

const struct tn_algorithm tn_bcast_circulant = {
  CIRCULANT("bcast"),
  .collective = TN_BCAST,
  .summary = "blocks go over halving distances in n - 1 + ceil(lg p) rounds, the minimum",
};

const struct tn_algorithm tn_reduce_circulant = {
  CIRCULANT("reduce"),
  .collective = TN_REDUCE,
  .summary = "rounds of the circulant bcast in reverse order; blocks are added on the way",
  .scratch = scratch,
};

const struct tn_algorithm tn_allgather_circulant = {
  CIRCULANT("allgather"),
  .collective = TN_ALLGATHER,
  .summary = "circulant bcast of each rank's block, all in the same rounds",
};
