/* Barriers of MPI libraries: Open MPI's coll/base/coll_base_barrier.c. All messages are empty.
 *
 * linear: all ranks send to rank 0, which answers when it has received all messages. tree: messages
 * move up a binomial tree, in which a rank receives from rank + 1, + 2, + 4, ..., and down again.
 * dissemination: at distances d = 1, 2, 4, ... a rank sends to rank + d and receives from rank - d.
 * recursive-doubling: in step i a rank exchanges with rank xor 2^i. Ranks beyond the largest power
 * of two send to a lower rank before the exchange and receive from this rank afterwards.
 * double-ring: a message goes around all ranks twice.
 *
 * As in the library, the last release is a synchronous send: its sender leaves a round trip
 * later. */
#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "base/grown.h"
#include "p2p.h"

static struct tn_span nothing(int rank)
{
  return (struct tn_span){ .rank = rank, .buf = TN_SEND };
}

static void send_empty(struct tn_p2p *p, int peer)
{
  tn_send(p, peer, nothing(p->r->call->rank));
}

static void ssend_empty(struct tn_p2p *p, int peer)
{
  tn_ssend(p, peer, nothing(p->r->call->rank));
}

static void receive_empty(struct tn_p2p *p, int peer)
{
  tn_recv(p, nothing(p->r->call->rank), nothing(peer));
}

static void exchange_empty(struct tn_p2p *p, int to, int from)
{
  const struct tn_span own = nothing(p->r->call->rank);
  tn_sendrecv(p, to, own, own, nothing(from));
}

/* Returns the limits of the messages. In a double ring a rank sends two messages to the next
 * rank. */
static struct tn_p2p_use use_empty(const struct tn_call *call)
{
  (void)call;
  return (struct tn_p2p_use){ .largest = 0, .messages = 2, .is_synchronous = true };
}

static void linear(struct tn_p2p *p)
{
  if (p->r->call->rank > 0) {
    send_empty(p, 0);
    receive_empty(p, 0);
    return;
  }
  const int n = p->r->call->n_ranks;
  struct tn_request *receives = tn_zeros((size_t)n, sizeof *receives);
  for (int i = 1; i < n; i++)
    tn_irecv(p, &receives[i], nothing(0), nothing(i));
  tn_request_wait_all(p, n - 1, receives + 1);
  free(receives);
  for (int i = 1; i < n; i++)
    send_empty(p, i);
}

/* Returns the rank with which the caller exchanges in the tree at a distance, or -1. */
static int tree_partner(const struct tn_call *call, int distance)
{
  const int partner = call->rank ^ distance;
  return (partner & (distance - 1)) == 0 && partner < call->n_ranks ? partner : -1;
}

static void tree(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const int rank = call->rank;
  int distance = 1;
  for (; distance < call->n_ranks; distance *= 2) {
    const int partner = tree_partner(call, distance);
    if (partner > rank)
      receive_empty(p, partner);
    else if (partner >= 0)
      send_empty(p, partner);
  }
  for (distance /= 2; distance > 0; distance /= 2) {
    const int partner = tree_partner(call, distance);
    if (partner > rank)
      send_empty(p, partner);
    else if (partner >= 0)
      receive_empty(p, partner);
  }
}

static void dissemination(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  for (int distance = 1; distance < call->n_ranks; distance *= 2)
    exchange_empty(p, (call->rank + distance) % call->n_ranks,
                   tn_wrap(call->rank - distance, call->n_ranks));
}

static void recursive_doubling(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const int rank = call->rank, n_even = tn_power_within(call->n_ranks);
  const bool has_guest = rank < call->n_ranks - n_even;
  if (rank >= n_even) {
    exchange_empty(p, rank - n_even, rank - n_even);
    return;
  }
  if (has_guest)
    receive_empty(p, rank + n_even);
  for (int distance = 1; distance < n_even; distance *= 2)
    exchange_empty(p, rank ^ distance, rank ^ distance);
  if (has_guest)
    ssend_empty(p, rank + n_even);
}

static void double_ring(struct tn_p2p *p)
{
  const struct tn_call *call = p->r->call;
  const int left = tn_wrap(call->rank - 1, call->n_ranks);
  const int right = (call->rank + 1) % call->n_ranks;
  for (int round = 0; round < 2 && call->n_ranks > 1; round++) {
    if (call->rank > 0)
      receive_empty(p, left);
    if (round == 0)
      send_empty(p, right);
    else
      ssend_empty(p, right);
    if (call->rank == 0)
      receive_empty(p, left);
  }
}

#define BARRIER(how)                                                                               \
  .collective = TN_BARRIER, .source = "Open MPI, coll_base_barrier.c", TN_MESSAGES,                \
  .sizeless = true, .use = use_empty, .exchange = how

const struct tn_algorithm tn_barrier_linear = {
  BARRIER(linear),  .name = "linear", .summary = "all ranks report to rank 0, which releases them",
  .ompi = "linear", .ompi_id = 1,
};

const struct tn_algorithm tn_barrier_tree = {
  BARRIER(tree),  .name = "tree", .summary = "signals go up and down a binomial tree",
  .ompi = "tree", .ompi_id = 6,
};

const struct tn_algorithm tn_barrier_dissemination = {
  BARRIER(dissemination),
  .name = "dissemination",
  .summary = "each rank signals one rank in each of ceil(lg p) steps, at doubling distances",
  .ompi = "bruck",
  .ompi_id = 4,
  .mpich = "dissemination",
};

const struct tn_algorithm tn_barrier_recursive_doubling = {
  BARRIER(recursive_doubling),
  .name = "recursive-doubling",
  .summary = "partners at doubling distances exchange signals; extra ranks report to a partner",
  .ompi = "recursive_doubling",
  .ompi_id = 3,
};

const struct tn_algorithm tn_barrier_double_ring = {
  BARRIER(double_ring),  .name = "double-ring", .summary = "a message goes round all ranks twice",
  .ompi = "double_ring", .ompi_id = 2,
};
