/* Pseudo-collectives: a pattern is a list of transfers, from which its buffers, its result and its
 * run follow. */
#ifndef TN_ALGOS_EXPERIMENTS_PATTERN_H
#define TN_ALGOS_EXPERIMENTS_PATTERN_H

#include "algos/registry.h"

/* One copy from a SEND to a RECV buffer by rank `copier`, which owns one of the two. The source may
 * be longer than the destination, as `copy` allows. */
struct tn_pattern_copy {
  int copier;
  struct tn_span dst, src;
};

struct tn_pattern {
  int (*n_transfers)(const struct tn_call *call);
  /* Transfer i in [0, n_transfers); the same on all ranks, whatever call->rank is. */
  struct tn_pattern_copy (*transfer)(const struct tn_call *call, int i);
};

/* The user's buffers of call->rank: what the transfers read and write there. */
struct tn_sizes tn_pattern_sizes(const struct tn_call *call);

/* For the entries: all transfers at once; transfer 0, then transfer 1 between ranks 0 and 1; the
 * flags and the scratch memory of either. */
void tn_pattern_run(struct tn_strand *r);
void tn_pattern_run_pingpong(struct tn_strand *r);
int tn_pattern_slots(const struct tn_call *call);
struct tn_sizes tn_pattern_scratch(const struct tn_call *call);

/* How a message leaves (choices by these numbers). */
enum tn_pattern_send { TN_SEND_BLOCKING, TN_SEND_NONBLOCKING, TN_SEND_SYNCHRONOUS };

/* A message from rank 0 to rank 1 and one back, as an MPI program sends them whatever the mechanism
 * is; the flags and the scratch memory of it. */
void tn_pattern_run_messages(struct tn_strand *r, enum tn_pattern_send how);
struct tn_sizes tn_pattern_message_scratch(const struct tn_call *call);

#endif
