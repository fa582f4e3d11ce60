/* Memory, links and caches in the engine: which of them a transfer loads, and its largest rate.
 *
 * The engine looks up each access in the residency directory. The bytes come from the core's
 * caches, from another cache or from memory, each at its own rate, and load the resources on their
 * route. Under --ideal none of this exists. */
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
  struct tn_graph *graph; /* resources of the graph are those of the flows */
  /* index of the first resource of each class; -1: the class is not limited */
  int first[TN_N_RESOURCES];
  const double *capacity; /* of each resource */
  /* [n_ranks] device memory that holds a rank's own buffers, as an index among the fabric's
   * places; NULL: buffers are in memory domains */
  int *device;
  struct tn_residency *residency; /* NULL under --ideal */
  bool follows_l2;                /* true if the residency has private L2s */
  bool is_noted;                  /* true if the caches' parameters have been noted */
  /* RECV, TEMP: [n_ranks] one bit per page; NULL: no new pages */
  unsigned char **touched[TN_N_BUFS];
};

/* Sets up the flows and the residency as if every rank had just written its send buffer and then
 * its receive buffer. The sizes must be known. */
void tn_memory_init(struct tn_engine *e);
void tn_memory_finish(struct tn_engine *e);
/* Returns the bytes of the next piece of a copy of `whole` bytes with `rest` left. Small pieces
 * make source and target evict each other gradually if they exceed the core's last cache
 * together. */
size_t tn_memory_slice(const struct tn_engine *e, size_t whole, size_t rest);
/* Notes that the result depends on the parameters that decide where the directory finds bytes.
 * Called at each access. */
void tn_memory_note_caches(struct tn_engine *e);

#define TN_MAX_CHARGES 32

enum tn_access_kind {
  TN_BY_KERNEL, /* copy_rate */
  TN_BY_LOADS,  /* line_rate */
  /* line_rate; hits overlap with the arithmetic, which runs at `limit`; misses of all operands
   * are serialised, because a core has one set of misses */
  TN_BY_SUM
};

/* A transfer under construction: bytes charged to each resource, and the rates of its sides. */
struct tn_traffic {
  struct tn_engine *e;
  struct tn_sim_strand *s; /* strand that executes the transfer */
  enum tn_access_kind kind;
  double limit;  /* bytes per second if own caches hold everything; INFINITY: the caches' rates */
  double cap;    /* rate of the slowest complete side */
  double faults; /* seconds to touch new pages among the targets */
  double bytes, seconds;
  double taken;       /* seconds of the side for stores that take lines back */
  double rate;        /* rate of the present side if uniform; otherwise 0 */
  double latency;     /* seconds for the first lines of all sides, in addition to the bytes */
  int operand;        /* operand to read next: each operand of a sum is a stream */
  unsigned fragments; /* fragments that the bytes represent, each with its own first lines */
  int n_charges;
  struct {
    int resource;
    double bytes;
  } charge[TN_MAX_CHARGES];
};

/* Begins a transfer. Bytes from other caches come at the line_rate of their distance. Bytes from
 * own caches come at the rates of the kind, or at `limit`, which also bounds the other rates;
 * INFINITY: no limit. Bytes from memory come at copy_rate.memory or line_rate.memory, and at most
 * at the copy_rate of their distance. */
void tn_traffic_begin(struct tn_traffic *t, struct tn_engine *e, struct tn_sim_strand *s,
                      enum tn_access_kind kind, double limit);
/* Add a read or a write to the present side. The pieces of a side follow one another. Sides
 * overlap, so the slowest side sets the rate. A write counts for the rate only if `binding`. */
void tn_traffic_read(struct tn_traffic *t, struct tn_span span);
void tn_traffic_write(struct tn_traffic *t, struct tn_span span, bool binding);
/* Charges stores into own memory for taking lines back from another cache. The time adds to the
 * present side, the side of the source, minus the overlap of both. Call it before the write. */
void tn_traffic_reclaim(struct tn_traffic *t, struct tn_span span);
/* tn_traffic_is_streamed returns true if the strand fills this span of its own, a message's slot,
 * with stores that bypass the caches (slot_stores). tn_traffic_stream adds such a write; no cache
 * has the lines afterwards. */
bool tn_traffic_is_streamed(const struct tn_traffic *t, struct tn_span span);
/* Returns true if the C library uses stores that bypass the caches for a copy of `bytes` between
 * ranks (streamed_from). A library copies at most memcpy_piece bytes at a time. */
bool tn_traffic_streams_copy(struct tn_engine *e, double bytes);
void tn_traffic_stream(struct tn_traffic *t, struct tn_span span);
void tn_traffic_next_side(struct tn_traffic *t);
/* Returns the class of the flow that moves `bytes`. *ret_cap: upper limit of its rate, the rate of
 * the slowest side times `factor`. */
int tn_traffic_class(struct tn_traffic *t, double bytes, double factor, double *ret_cap);

/* Returns [n] the device memories that hold the ranks' buffers, assigned round robin to the ranks
 * of a node; owned by the caller. NULL: the mechanism leaves buffers on the host, or the platform
 * names no device. */
int *tn_memory_devices(const struct tn_sim_point *point);
/* Sets ret_barred[way] to true for each method of messages (TN_N_WAYS, false before) that needs
 * links between devices if some pair of peers of a node has no such link, or if buffers are not on
 * devices. The point's call must be placed. */
void tn_memory_bar_ways(const struct tn_sim_point *point, bool *ret_barred);

/* Location of a span: a memory domain of a node, or a device's memory. */
struct tn_seat {
  int device;   /* the memory among the fabric's places; -1: host memory */
  int place;    /* index in the graph */
  int resource; /* resource of the place; -1: not limited */
  int node;
  bool is_pageable; /* true for pageable host memory, which engines cannot access directly */
};

/* Return the location of a span. SEND, RECV and TEMP are in device memory if the point has its
 * buffers there; in a staged call (TN_STAGED) they are their twins on the host. */
struct tn_seat tn_memory_seat(const struct tn_engine *e, struct tn_span span, bool is_staged);
bool tn_memory_is_device(const struct tn_engine *e, struct tn_span span, bool is_staged);

/* Returns the route between two seats of a node. Routes between two devices avoid the host; NULL:
 * no such route. */
const struct tn_route *tn_memory_way(const struct tn_engine *e, struct tn_seat to,
                                     struct tn_seat from);

/* Returns the class of a flow that bypasses the caches, and in *ret_cap its rate without
 * contention. Removes dst from the caches. Transfers by adapters load the memories at both ends,
 * the links to the adapters, the adapters and the switches. */
int tn_traffic_by_adapter(struct tn_engine *e, struct tn_span dst, struct tn_seat to,
                          struct tn_span src, struct tn_seat from, double *ret_cap);
/* Charges the host's part of a copy between a device and pageable host memory: the driver copies
 * the span from or to pinned memory on the strand's core. Returns the extra seconds if no cache has
 * the bytes. The core's cache has the bytes afterwards. */
double tn_traffic_pageable(struct tn_engine *e, const struct tn_sim_strand *s, struct tn_span span,
                           bool writes);
/* A transfer by an engine (index among the fabric's places; -1: by a core or a kernel) from n
 * places to one by way of `at`, where operands are added. It moves at most `cap` bytes per second,
 * each of which loads the memories and links with `weight` bytes. */
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
/* Applies --buffers before each call; takes no time. */
void tn_buffers_begin_call(struct tn_engine *e);
/* Returns the seconds of the first touch of the span's pages, and marks them as touched. */
double tn_buffers_touch(struct tn_engine *e, struct tn_span span);

#endif
