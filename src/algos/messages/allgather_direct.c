/* Allgather in which every rank sends its block directly to every other rank: UCC's `linear` and
 * `batched` (tl/ucp/allgather/allgather_linear.c, main of 2025), Open MPI's "direct-messaging"
 * (coll_base_allgather.c since 5.0).
 *
 * A rank sends its block from the user's buffer to rank + 1, rank + 2, ... and receives from rank -
 * 1, rank - 2, ..., all at once (direct), or with at most `requests` sends and as many receives in
 * progress (batched). In batched the next send or receive starts when an earlier one completes. T =
 * (p-1) (alpha + n beta)
 *
 * Departures: Open MPI receives from rank + 1, rank + 2, ... and starts a receive before each send.
 * UCC may copy the rank's own block asynchronously; here the copy comes first. A receive between
 * other messages costs nothing for messages that arrived earlier. */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "round_messages.h"

enum { REQUESTS };
enum { ALL = 0 };

static struct tn_span input(const struct tn_round_exchange *c, int rank, int to, struct tn_run part)
{
  (void)to, (void)part;
  return tn_gathered_input(c->p->r->call, rank);
}

static struct tn_span receive_span(const struct tn_round_exchange *c, int from, int rank,
                                   struct tn_run part)
{
  (void)part;
  return tn_gathered_block(c->p->r->call, rank, from);
}

/* Runs batched and direct. In direct, `requests` is 0: all messages start at once. */
static void exchange(struct tn_p2p *p)
{
  struct tn_round_exchange c = tn_round_exchange_of(p, NULL);
  c.sent = input;
  c.into = receive_span;
  tn_gathered_move_own(p->r);
  tn_round_exchange_run_window(&c, p->r->call->params[REQUESTS]);
}

#define DIRECT                                                                                     \
  .collective = TN_ALLGATHER, .rounds = tn_rounds_direct, TN_MESSAGES, .use = tn_use_block,        \
  .posts = TN_POST_SENDS_FIRST | TN_POST_BY_KIND, .exchange = exchange

const struct tn_algorithm tn_allgather_direct = {
  DIRECT,
  .name = "direct",
  .summary = "each rank sends its block to all other ranks at once",
  .source = "UCC, tl/ucp/allgather/allgather_linear.c; Open MPI, coll_base_allgather.c",
  .ompi = "direct-messaging",
  .ompi_id = 8,
  .ucc = "linear",
};

const struct tn_algorithm tn_allgather_batched = {
  DIRECT,
  .name = "batched",
  .summary = "direct with at most `requests` sends and receives in progress",
  .source = "UCC, tl/ucp/allgather/allgather_linear.c",
  .ucc = "batched",
  .params = { [REQUESTS] = TN_COUNT_PARAM("requests", 1, 0, ALL,
                                          "sends in progress, and as many receives; auto: all",
                                          .word = "auto") },
};
