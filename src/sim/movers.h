/* Movers: who moves bytes from one place to another.
 *
 *   core     a rank's own: the strand moves the bytes itself, through its caches
 *   agent    a DMA engine beside a rank's core, whose caches it uses; one transfer at a time. It is a
 *            strand without an actor
 *   adapter  of a node, to other nodes, at network_overhead for who hands it a transfer. That sets
 *            out when the adapter is free, arrives a latency later, and its bytes then share
 *            adapters, switches and the memory of both ends with all else, max-min fairly. Where
 *            the rank that wants them reads them from the other node, its adapter first has to
 *            ask: a latency more. Transfers that one rank writes to, or reads from, one other end
 *            in the order in which they were asked for
 *   stream   of a rank's device: an agent that hands to engines and kernels, one after another, what the
 *            rank has given it
 *   engine   of the platform file: between memories of devices and of the host, over the links on
 *            the way; so many transfers at a time, the others queue
 *   lane     a rank's core loads from and stores to its device's memory: a mapped move
 *   kernel   of a device: copies and sums; loads from other devices' memory and stores to it
 *
 * Adapters use no caches: what they move is no strand's, but a struct tn_transfer. The same stands for
 * what a strand has an engine or a kernel do (launch.c), though it waits for its end. */
#ifndef TN_SIM_MOVERS_H
#define TN_SIM_MOVERS_H

#include "strand.h"

struct tn_copy_engine;

struct tn_transfer {
  struct tn_strand base; /* all 0: tells it from a strand, see tn_engine_is_transfer */
  struct tn_event event; /* its latency is over */
  struct tn_span dst, src;
  struct tn_seat to, from;
  size_t bytes;
  int rank; /* whose operation it is */
  int here, there;
  uint64_t value;
  struct tn_sim_strand *caller; /* that waits for its end; NULL: flags tell it */
  int order;                    /* of those that have set out */
  struct tn_transfer *next;     /* by adapters from and to the same ranks, or not in use */
  bool first;                   /* all before it, from and to the same ranks, have ended */
  bool late;                    /* its latency is over */
  double sent, since;           /* when it set out, and its present part began */
  double alone;                 /* seconds of its bytes by themselves */
  double parts[TN_N_PARTS];
  unsigned char *snapshot; /* of the source, when data is carried */
  /* of a launch */
  struct tn_copy_engine *engine; /* NULL: a core or a kernel moves it */
  double launch, start, finish;  /* seconds before it sets out, before its bytes, and after them */
  double cap, weight;            /* bytes per second at most; of a link's for one of its own */
  bool is_notice;                /* of a kernel: only the flag `there` */
  bool is_pageable;              /* one end is the host's, and not pinned */
};

void tn_movers_init(struct tn_engine *e); /* after tn_memory_init */
void tn_movers_finish(struct tn_engine *e);

/* One that is not in use, all 0 but for these; given back where it ends. */
struct tn_transfer *tn_transfer_take(struct tn_engine *e, int rank, struct tn_span dst,
                                     struct tn_span src, bool is_staged);
void tn_transfer_give_back(struct tn_engine *e, struct tn_transfer *t);
/* A number that no strand and no other transfer under way has: flows know both by it. */
int tn_transfer_number(struct tn_engine *e);
/* Counts [from, to] as `part` of the critical path behind the transfer. */
void tn_transfer_spend(struct tn_engine *e, struct tn_transfer *t, enum tn_part part, double from,
                       double to);
/* That its bytes, if any, have moved since t->since. */
void tn_transfer_spend_bytes(struct tn_engine *e, struct tn_transfer *t);

/* TN_OP_PUT hands an adapter a transfer. */
void tn_put_start(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
void tn_put_advance(struct tn_engine *e, struct tn_sim_strand *s);
/* The latency of one between nodes is over, or its bytes are there: and what follows on its heels. */
void tn_transfer_arrive(struct tn_engine *e, struct tn_transfer *t);

/* Seconds from handing over a notice to its sight on another node. */
double tn_network_notice(struct tn_engine *e);

#endif
