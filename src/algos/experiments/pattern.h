/* Patterns: pseudo-collectives for experiments. A pattern is a list of transfers (copies between
 * two ranks), which define its buffers and its result. */
#ifndef TN_ALGOS_EXPERIMENTS_PATTERN_H
#define TN_ALGOS_EXPERIMENTS_PATTERN_H

#include "algos/registry.h"

/* A copy from a SEND to a RECV buffer by rank `copier`, which owns one of them. The source may be
 * longer than the destination, as for the transport's `copy`. */
struct tn_pattern_copy {
  int copier;
  struct tn_span dst, src;
};

struct tn_pattern {
  int (*n_transfers)(const struct tn_call *call);
  /* Returns transfer i (below n_transfers), the same on all ranks. */
  struct tn_pattern_copy (*transfer)(const struct tn_call *call, int i);
};

/* Returns the bytes of call->rank's SEND and RECV that the transfers access. */
struct tn_sizes tn_pattern_sizes(const struct tn_call *call);

/* Functions for the registry. tn_pattern_run runs all transfers at once. tn_pattern_run_pingpong
 * runs transfer 0, then 1, between ranks 0 and 1. The other functions return the number of flags
 * and the scratch memory that either of them needs. */
void tn_pattern_run(struct tn_strand *r);
void tn_pattern_run_pingpong(struct tn_strand *r);
int tn_pattern_slots(const struct tn_call *call);
struct tn_sizes tn_pattern_scratch(const struct tn_call *call);

/* Kinds of sends, numbered as the choices of the parameter `send`. */
enum tn_pattern_send { TN_SEND_BLOCKING, TN_SEND_NONBLOCKING, TN_SEND_SYNCHRONOUS };

/* Send a message from rank 0 to rank 1 and one back, as an MPI program does, with any mechanism;
 * return the scratch memory for this. */
void tn_pattern_run_messages(struct tn_strand *r, enum tn_pattern_send how);
struct tn_sizes tn_pattern_message_scratch(const struct tn_call *call);

#endif
