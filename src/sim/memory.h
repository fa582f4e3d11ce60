/* Memory, links and caches in the engine: which of them a transfer loads, and how fast it may be.
 *
 * An access is looked up in the residency directory. Its bytes come from the caches of the core,
 * from another cache or from memory, each at a rate of its own, and load what lies between. Under
 * --ideal none of this exists. */
#ifndef TN_SIM_MEMORY_H
#define TN_SIM_MEMORY_H

#include <glib.h>
#include <stdbool.h>

#include "algos/transport.h"
#include "cache/residency.h"
#include "platform/graph.h"
#include "platform/platform.h"

struct tn_engine;
struct tn_sim_point;
struct tn_sim_strand;

struct tn_memory {
  struct tn_graph *graph;         /* whose resources are those of the flows */
  int first[TN_N_RESOURCES];      /* of each class; -1: none is limited */
  const double *capacity;         /* of each resource */
  int *device;                    /* [n_ranks] memory of a device that has a rank's own buffers, */
                                  /* among the fabric's places; NULL: memory domains have them */
  struct tn_residency *residency; /* NULL under --ideal */
  bool follows_l2;                /* the residency has private L2s */
  bool is_noted;                  /* that the caches' parameters count */
  unsigned char **touched[TN_N_BUFS]; /* RECV, TEMP: [n_ranks] bits of pages; NULL: none are new */
};

/* Sets up the flows and the residency, as if every rank had just written its send buffer, then its
 * receive buffer. The sizes must be known. */
void tn_memory_init(struct tn_engine *e);
void tn_memory_finish(struct tn_engine *e);
/* Bytes of the next piece of a copy of `whole`, of which `rest` are left: where source and target
 * do not fit into the core's last cache together they push each other out as they go, not one
 * after the other. */
size_t tn_memory_slice(const struct tn_engine *e, size_t whole, size_t rest);
/* That the engine is charged by what decides where the directory finds bytes: at each access. */
void tn_memory_note_caches(struct tn_engine *e);

#define TN_MAX_CHARGES 32

/* How a core gets at bytes, hence at which rates. */
enum tn_access_kind {
  TN_BY_KERNEL, /* copy_rate */
  TN_BY_LOADS,  /* line_rate */
  TN_BY_SUM /* line_rate; hits go on beside the arithmetic, at `limit`, and what misses adds up */
            /* over all operands: a core has one set of misses */
};

/* A transfer in the making: bytes taken of each resource, and the rates of its sides. */
struct tn_traffic {
  struct tn_engine *e;
  struct tn_sim_strand *s; /* who executes it */
  enum tn_access_kind kind;
  double limit;          /* bytes per second with everything in own caches; INFINITY: their rates */
  double cap;            /* of the sides that are complete */
  double faults;         /* seconds for the first touch of new pages among what is written */
  double bytes, seconds; /* of the present side */
  double taken;          /* of these: of stores that take lines back */
  double rate;           /* of that side while it is the same throughout, else 0 */
  double latency;        /* of the first lines of all sides, seconds, beside the bytes */
  int operand;           /* that is read next: each of a sum's is a stream */
  unsigned fragments;    /* that the bytes stand for: each has first lines of its own */
  int n_charges;
  struct {
    int resource;
    double bytes;
  } charge[TN_MAX_CHARGES];
};

/* What other caches have comes at line_rate of its distance, what own caches have at the rates of
 * the kind, or at `limit`, which bounds the others too; INFINITY: none. What memory has comes at
 * copy_rate.memory, or line_rate.memory, and copy_rate of its distance. */
void tn_traffic_begin(struct tn_traffic *t, struct tn_engine *e, struct tn_sim_strand *s,
                      enum tn_access_kind kind, double limit);
/* Reads and writes join the present side, whose pieces follow one another; sides go on at the same
 * time, so the slowest decides. Of a write only `binding` ones count for the rate. */
void tn_traffic_read(struct tn_traffic *t, struct tn_span span);
void tn_traffic_write(struct tn_traffic *t, struct tn_span span, bool binding);
/* Stores into own memory whose lines another cache has have to take them from there. The time adds to
 * that of the present side, which is the source's, less what both do at a time. Before the write. */
void tn_traffic_reclaim(struct tn_traffic *t, struct tn_span span);
/* Whether a span of the strand's own is the slot of a message that the strand fills past the caches
 * (slot_stores), and such a write: no cache has its lines then. */
bool tn_traffic_is_streamed(const struct tn_traffic *t, struct tn_span span);
/* Returns true if the C library stores past the caches in a copy of so many bytes between ranks, of which a
 * library copies at most memcpy_piece at a time (streamed_from). */
bool tn_traffic_streams_copy(struct tn_engine *e, double bytes);
void tn_traffic_stream(struct tn_traffic *t, struct tn_span span);
void tn_traffic_next_side(struct tn_traffic *t);
/* The class of the flow that moves `bytes`, at most at ret_cap, which is the slowest side's rate
 * by `factor`. */
int tn_traffic_class(struct tn_traffic *t, double bytes, double factor, double *ret_cap);

/* [n] the devices' memories that have the ranks' buffers, which belong to a node's ranks in turn; NULL:
 * the point's mechanism leaves them on the host, or the platform names none. Transfer full. */
int *tn_memory_devices(const struct tn_sim_point *point);

/* Where a span lies: in a node's memory domain, or in a device's memory. */
struct tn_seat {
  int device;   /* the memory, among the fabric's places; -1: of the host */
  int place;    /* in the graph */
  int resource; /* of that place; -1: it is not limited */
  int node;
  bool is_pageable; /* of the host: engines do not reach it directly */
};

/* In a device's memory lie, where the point has its buffers there, SEND, RECV and TEMP, but of a staged
 * call (TN_STAGED), for which they stand for twins on the host. */
struct tn_seat tn_memory_seat(const struct tn_engine *e, struct tn_span span, bool is_staged);
bool tn_memory_is_device(const struct tn_engine *e, struct tn_span span, bool is_staged);

/* The way from seat to seat of a node: between two devices past the host, NULL where none leads so. */
const struct tn_route *tn_memory_way(const struct tn_engine *e, struct tn_seat to,
                                     struct tn_seat from);

/* The class of a flow without caches, and its rate alone. What was in caches of dst is not there any
 * more. By adapters of nodes: of the memories at both ends, the links between them and the adapter,
 * adapters and switches. */
int tn_traffic_by_adapter(struct tn_engine *e, struct tn_span dst, struct tn_seat to,
                          struct tn_span src, struct tn_seat from, double *ret_cap);
/* The host's part of a copy between a device and memory of the host that is not pinned: the driver moves
 * the span by the strand's core, from or to pinned memory. Returns the seconds that it takes longer
 * where the bytes are in no cache; then they are in the core's. */
double tn_traffic_pageable(struct tn_engine *e, const struct tn_sim_strand *s, struct tn_span span,
                           bool writes);
/* A transfer by an engine (index among the fabric's places; -1: by a core or a kernel) from n places to
 * one by way of `at`, where they are added, at most at `cap`: `weight` bytes of the memories and the
 * links between them for one. */
struct tn_device_flow {
  int engine;
  struct tn_span dst;
  struct tn_seat to, at;
  int n;
  const struct tn_seat *from; /* [n] */
  double weight, cap;
};
int tn_traffic_by_device(struct tn_engine *e, const struct tn_device_flow *f, double *ret_cap);

/* buffers.c */
/* What --buffers asks for, before each call; of no duration. */
void tn_buffers_begin_call(struct tn_engine *e);
/* Seconds that a first touch of the span's pages costs; they are touched then. */
double tn_buffers_touch(struct tn_engine *e, struct tn_span span);

#endif
