/* Pseudo-collectives. A pattern is a list of transfers; they define its buffers, its result and how
 * it runs. */
#ifndef TN_ALGOS_EXPERIMENTS_PATTERN_H
#define TN_ALGOS_EXPERIMENTS_PATTERN_H

#include "algos/registry.h"

/* One copy from a SEND to a RECV buffer. Rank `copier` copies; one of the two buffers is its own.
 * The source may be longer than the destination, as the transport's `copy` permits. */
struct tn_pattern_copy {
  int copier;
  struct tn_span dst, src;
};

struct tn_pattern {
  int (*n_transfers)(const struct tn_call *call);
  /* Returns transfer i in [0, n_transfers). The result is the same on all ranks. */
  struct tn_pattern_copy (*transfer)(const struct tn_call *call, int i);
};

/* Returns the bytes of the user's buffers of call->rank that the transfers read and write. */
struct tn_sizes tn_pattern_sizes(const struct tn_call *call);

/* Functions for the registry's patterns. tn_pattern_run runs all transfers at once.
 * tn_pattern_run_pingpong runs transfer 0, then transfer 1, between ranks 0 and 1. The others
 * return the number of flags and the scratch memory for both. */
void tn_pattern_run(struct tn_strand *r);
void tn_pattern_run_pingpong(struct tn_strand *r);
int tn_pattern_slots(const struct tn_call *call);
struct tn_sizes tn_pattern_scratch(const struct tn_call *call);

/* Kind of send. The choices of the parameter `send` have the same numbers. */
enum tn_pattern_send { TN_SEND_BLOCKING, TN_SEND_NONBLOCKING, TN_SEND_SYNCHRONOUS };

/* Send a message from rank 0 to rank 1 and one back, as an MPI program does, with any mechanism;
 * return the scratch memory that this needs. */
void tn_pattern_run_messages(struct tn_strand *r, enum tn_pattern_send how);
struct tn_sizes tn_pattern_message_scratch(const struct tn_call *call);

#endif
