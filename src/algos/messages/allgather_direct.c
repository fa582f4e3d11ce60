/* Allgather between all pairs of ranks, without a rank that passes anything on: UCC's `linear` and
 * `batched` (tl/ucp/allgather/allgather_linear.c, main of 2025), Open MPI's "direct-messaging"
 * (coll_base_allgather.c since 5.0).
 *
 * A rank sends its block, from where the user has it, to rank + 1, rank + 2, ... and receives
 * those of rank - 1, rank - 2, ..., all at once (direct), or with at most `requests` sends and as
 * many receives under way (batched), each followed by the next of its kind when it is complete.
 *   T = (p-1) (alpha + n beta)
 * Departures: Open MPI receives from rank + 1, rank + 2, ... and starts a receive before each
 * send. UCC moves the rank's own block to its place by a copy that it may start and test; here it
 * is first. As in alltoall's linear-sync, a receive that begins between others is not charged for
 * what came before it. */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "algos/kit/forms.h"
#include "base/grown.h"
#include "p2p.h"

enum { REQUESTS };
enum { ALL = 0 };

/* The i-th of each kind, from 1. */
static void start_send(struct tn_p2p *p, int i, struct tn_request *q)
{
  const struct tn_call *call = p->r->call;
  tn_isend(p, q, (call->rank + i) % call->n_ranks, tn_gathered_input(call, call->rank));
}

static void start_receive(struct tn_p2p *p, int i, struct tn_request *q)
{
  const struct tn_call *call = p->r->call;
  const int from = tn_wrap(call->rank - i, call->n_ranks);
  tn_irecv(p, q, tn_gathered_block(call, call->rank, from), tn_gathered_input(call, from));
}

/* Whenever a request is complete, starts the next of its kind: requests 0 .. window - 1 are sends,
 * those behind them receives. */
static void refill(struct tn_p2p *p, int window, struct tn_request *q)
{
  const int others = p->r->call->n_ranks - 1;
  int n_sent = window, n_received = window;
  for (int left = 2 * others; left > 0; left--) {
    const int i = tn_request_wait_any(p, 2 * window, q);
    if (i < window && n_sent < others)
      start_send(p, ++n_sent, &q[i]);
    else if (i >= window && n_received < others)
      start_receive(p, ++n_received, &q[i]);
    else
      q[i].peer = -1;
  }
}

static void exchange(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const int others = call->n_ranks - 1;
  const int64_t requests = call->params[REQUESTS]; /* direct has no such parameter: all */
  const int window = requests == ALL || requests > others ? others : (int)requests;
  struct tn_request *q = tn_zeros(2 * (size_t)window + 1, sizeof *q);
  tn_gathered_move_own(p->r);
  for (int i = 0; i < window; i++)
    start_send(p, i + 1, &q[i]);
  for (int i = 0; i < window; i++)
    start_receive(p, i + 1, &q[window + i]);
  if (window < call->n_ranks - 1)
    refill(p, window, q);
  else
    tn_request_wait_all(p, 2 * window, q);
  free(q);
}

#define DIRECT                                                                                     \
  .collective = TN_ALLGATHER, .form = tn_form_messages_in_turn, TN_MESSAGES, .use = tn_use_block,  \
  .exchange = exchange

const struct tn_algorithm tn_allgather_direct = {
  DIRECT,
  .name = "direct",
  .summary = "every rank's block to every other one, all at once",
  .source = "UCC, tl/ucp/allgather/allgather_linear.c; Open MPI, coll_base_allgather.c",
  .ompi = "direct-messaging",
  .ompi_id = 8,
  .ucc = "linear",
};

const struct tn_algorithm tn_allgather_batched = {
  DIRECT,
  .name = "batched",
  .summary = "as direct, with at most `requests` sends and receives in progress",
  .source = "UCC, tl/ucp/allgather/allgather_linear.c",
  .ucc = "batched",
  .params = { [REQUESTS] =
                  TN_COUNT_PARAM("requests", 1, 0, ALL,
                                 "sends, and as many receives, in progress at a time; auto: all",
                                 .word = "auto") },
};
