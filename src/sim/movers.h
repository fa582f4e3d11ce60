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
 *   engine   of the platform file: between memories of devices, over the links on the way; so many
 *            transfers at a time, the others queue
 *
 * Adapters and engines use no caches: what they move is no strand's, but a struct tn_transfer. */
#ifndef TN_SIM_MOVERS_H
#define TN_SIM_MOVERS_H

#include "engine.h"

/* Of those that are not the caller's own core. */
enum tn_mover { TN_BY_AGENT, TN_BY_ADAPTER, TN_BY_ENGINE };

void tn_movers_init(struct tn_engine *e); /* after tn_memory_init */
void tn_movers_finish(struct tn_engine *e);

/* Who moves bytes from one rank's buffer to another's where the caller's core need not. */
enum tn_mover tn_mover_of(const struct tn_engine *e, struct tn_span dst, struct tn_span src);

/* A transfer between nodes that is to become an operation of the rank, whose dst or src is; owned by
 * the movers. At its end the own flag `here` and the peer's flag `there` have the value. */
struct tn_transfer *tn_transfer_new(struct tn_engine *e, int rank, struct tn_span dst,
                                    struct tn_span src, int here, int there, uint64_t value);

/* TN_OP_PUT hands an adapter a transfer; TN_OP_LAUNCH hands an engine a copy and waits for it. */
void tn_put_start(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
void tn_put_advance(struct tn_engine *e, struct tn_sim_strand *s);
void tn_launch_start(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
void tn_launch_advance(struct tn_engine *e, struct tn_sim_strand *s);
void tn_transfers_arrive(struct tn_engine *e, struct tn_list *transfers);

/* Seconds from handing over a notice to its sight on another node. */
double tn_network_notice(struct tn_engine *e);

#endif
