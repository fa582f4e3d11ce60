/* Pseudo-collectives: a pattern is a list of transfers that defines its buffers, its result and its
 * run. */
#ifndef TN_ALGOS_EXPERIMENTS_PATTERN_H
#define TN_ALGOS_EXPERIMENTS_PATTERN_H

#include "algos/registry.h"

/* One copy from a SEND to a RECV buffer by rank `copier`, which owns one of the two. The source may
 * be longer than the destination, as `copy` permits. */
struct tn_pattern_copy {
  int copier;
  struct tn_span dst, src;
};

struct tn_pattern {
  int (*n_transfers)(const struct tn_call *call);
  /* Returns transfer i in [0, n_transfers). The result is the same on all ranks. */
  struct tn_pattern_copy (*transfer)(const struct tn_call *call, int i);
};

/* Returns the user's buffers of call->rank that the transfers read and write. */
struct tn_sizes tn_pattern_sizes(const struct tn_call *call);

/* Functions for the entries: run all transfers at once; run transfer 0, then transfer 1 between
 * ranks 0 and 1; return the flags and the scratch memory of both. */
void tn_pattern_run(struct tn_strand *r);
void tn_pattern_run_pingpong(struct tn_strand *r);
int tn_pattern_slots(const struct tn_call *call);
struct tn_sizes tn_pattern_scratch(const struct tn_call *call);

/* Kind of send (the choices use these numbers). */
enum tn_pattern_send { TN_SEND_BLOCKING, TN_SEND_NONBLOCKING, TN_SEND_SYNCHRONOUS };

/* Runs a message from rank 0 to rank 1 and one back, as an MPI program sends them with any
 * mechanism; returns its scratch memory. */
void tn_pattern_run_messages(struct tn_strand *r, enum tn_pattern_send how);
struct tn_sizes tn_pattern_message_scratch(const struct tn_call *call);

#endif
