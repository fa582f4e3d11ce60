/* Movers: what moves bytes from one place to another.
 *
 *    core     a rank's core: the strand moves the bytes itself, through its caches
 *    agent    a DMA engine next to a rank's core, whose caches it uses; one transfer at a time. It
 *             is a strand without an actor
 *    adapter  of a node, for transfers to other nodes. The rank that hands over a transfer pays
 *             network_overhead. The transfer starts when the adapter is free and arrives one
 *             latency later. Its bytes then share adapters, switches and the memory of both ends,
 *             max-min fairly. If a rank reads from another node, its adapter first sends a request:
 *             one more latency. Transfers that one rank writes to, or reads from, one other rank
 *             end in the order of their requests
 *    stream   of a rank's device: an agent that hands the rank's work to engines and kernels in
 *             order
 *    engine   of the platform file: copies between memories of devices and the host over the links
 *             between them. An engine serves a fixed number of transfers; others queue
 *    lane     a rank's core loads from and stores to its device's memory: a mapped move
 *    kernel   of a device: copies and sums; loads from and stores to other devices' memory
 *
 * Adapters use no caches, and their transfers belong to no strand: each is a struct tn_transfer.
 * Work of an engine or a kernel (launch.c) is also a struct tn_transfer, although the strand waits
 * for its end. */
#ifndef TN_SIM_MOVERS_H
#define TN_SIM_MOVERS_H

#include "strand.h"

struct tn_copy_engine;

struct tn_transfer {
  /* all 0: a transfer differs from a strand by base.transport == NULL (tn_engine_is_transfer) */
  struct tn_strand base;
  struct tn_event event;
  struct tn_span dst, src;
  struct tn_seat to, from;
  size_t bytes;
  int rank;
  int here, there;
  uint64_t value;
  /* strand that waits for the end; NULL: flags announce it */
  struct tn_sim_strand *caller;
  int order; /* number in order of start */
  /* next transfer between the same ranks in the same direction; for an unused transfer, the next
   * unused one */
  struct tn_transfer *next;
  /* true if all earlier transfers between the same ranks in the same direction have ended */
  bool first;
  bool late; /* true if the latency is over */
  /* seconds: start of the transfer and of its present phase */
  double sent, since;
  double alone; /* seconds in which the bytes would move without contention */
  double parts[TN_N_PARTS];
  unsigned char *snapshot; /* source's real bytes; NULL: not simulated */
  /* the members below are used for work on a device only (launch.c) */
  struct tn_copy_engine *engine; /* engine that copies; NULL: a core or kernel */
  /* seconds: before the start, between start and first byte, after the last byte */
  double launch, start, finish;
  /* cap: upper limit in bytes per second; weight: bytes with which each byte loads a link */
  double cap, weight;
  /* true for a kernel's or stream's notice, which only sets the flag `there` */
  bool is_notice;
  bool is_pageable; /* true if one end is pageable host memory */
};

void tn_movers_init(struct tn_engine *e); /* call it after tn_memory_init */
void tn_movers_finish(struct tn_engine *e);

/* Returns an unused transfer from src to dst. Members that do not follow from the arguments are 0.
 * Return it with tn_transfer_give_back. */
struct tn_transfer *tn_transfer_take(struct tn_engine *e, int rank, struct tn_span dst,
                                     struct tn_span src, bool is_staged);
void tn_transfer_give_back(struct tn_engine *e, struct tn_transfer *t);
/* Returns an `order` that no strand and no transfer under way has. */
int tn_transfer_number(struct tn_engine *e);
/* Adds the time from `from` to `to` (seconds) to `part` of the critical path that leads to the
 * transfer's end. */
void tn_transfer_spend(struct tn_engine *e, struct tn_transfer *t, enum tn_part part, double from,
                       double to);
/* Adds the time since t->since to the critical path: the bytes' time without contention as copying,
 * the rest as memory. Does nothing if the transfer has no bytes. */
void tn_transfer_spend_bytes(struct tn_engine *e, struct tn_transfer *t);

void tn_put_start(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
void tn_put_advance(struct tn_engine *e, struct tn_sim_strand *s);
/* Continues a transfer between nodes after its latency or its last byte, then transfers of the same
 * ranks that waited for it. */
void tn_transfer_arrive(struct tn_engine *e, struct tn_transfer *t);

/* Returns the seconds until a rank on another node sees a notice. */
double tn_network_notice(struct tn_engine *e);

#endif
