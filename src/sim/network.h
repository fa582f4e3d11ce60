/* Transfers between nodes. A network adapter, not a core, moves the bytes: a transit sets out when
 * its sender's adapter is free, arrives a latency later, and its bytes then share both adapters,
 * the switches and the memory of both ends with all else, max-min fairly. Where the rank that wants
 * them reads them from the other node, its adapter first has to ask: a latency more. Transits that
 * one rank writes to, or reads from, one other end in the order in which they were asked for. */
#ifndef TN_SIM_NETWORK_H
#define TN_SIM_NETWORK_H

#include "engine.h"

/* Nothing is set up where all ranks sit on one node. After tn_memory_init. */
void tn_network_init(struct tn_engine *e);
void tn_network_finish(struct tn_engine *e);

/* A transfer that is to become an operation of the rank, whose dst or src is; owned by the
 * network. */
struct tn_transit *tn_transit_new(struct tn_engine *e, int rank, struct tn_span dst,
                                  struct tn_span src, int here, int there, uint64_t value);

void tn_put_start(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
void tn_put_advance(struct tn_engine *e, struct tn_sim_strand *s);
void tn_transits_arrive(struct tn_engine *e, struct tn_list *transits);

/* Seconds from handing over a notice to its sight on another node. */
double tn_network_notice(struct tn_engine *e);

#endif
