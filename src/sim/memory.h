/* Memory, links and caches in the engine: the resources that a transfer uses, and its largest rate.
 *
 * The engine looks up each access in the residency directory. The bytes come from the core's
 * caches, from another cache or from memory. Each of these sources has a rate, and the bytes load
 * the resources on their route. Runs with --ideal have neither caches nor resources. */
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
  struct tn_graph *graph; /* resources of the graph; the flows use the same numbers of resources */
  /* index of the first resource of each class; -1: the class is not limited */
  int first[TN_N_RESOURCES];
  const double *capacity; /* bytes per second of each resource */
  /* [n_ranks] device memory that contains the rank's buffers, as an index among the fabric's
   * places; NULL: the buffers are in memory domains */
  int *device;
  struct tn_residency *residency; /* NULL under --ideal */
  bool follows_l2;                /* true if the residency has private L2s */
  /* true after tn_memory_note_caches has noted the parameters of the caches */
  bool is_noted;
  /* for TN_RECV and TN_TEMP: [n_ranks] one bit per page, set when the page has been touched; NULL:
   * the buffer has no new pages */
  unsigned char **touched[TN_N_BUFS];
};

/* Sets up the flows and the residency as if every rank had just written its send buffer and then
 * its receive buffer. Call it after the sizes of the buffers are set. */
void tn_memory_init(struct tn_engine *e);
void tn_memory_finish(struct tn_engine *e);
/* Returns the bytes of the next piece of a copy of `whole` bytes, of which `rest` bytes are left.
 * If source and target together exceed the core's last cache, pieces are small, so that source and
 * target evict each other gradually. */
size_t tn_memory_slice(const struct tn_engine *e, size_t whole, size_t rest);
/* Notes that the result depends on the parameters that decide where the directory finds bytes.
 * Called at each access. */
void tn_memory_note_caches(struct tn_engine *e);

#define TN_MAX_CHARGES 32

enum tn_access_kind {
  TN_BY_KERNEL, /* copy_rate */
  TN_BY_LOADS,  /* line_rate */
  /* line_rate. Hits overlap with the arithmetic, which runs at `limit`. Misses of all operands are
   * serialised, because a core has one set of miss buffers */
  TN_BY_SUM
};

/* A transfer under construction: bytes charged to each resource, and the rates of its sides. */
struct tn_traffic {
  struct tn_engine *e;
  struct tn_sim_strand *s; /* strand that executes the transfer */
  enum tn_access_kind kind;
  /* bytes per second if the core's caches hold all bytes; INFINITY: the rates of the caches */
  double limit;
  double cap;    /* bytes per second of the slowest side that is complete */
  double faults; /* seconds to touch new pages among the targets */
  double bytes, seconds;
  /* seconds of the present side for stores that take lines back from other caches */
  double taken;
  /* bytes per second of the present side if all its bytes have the same rate; otherwise 0 */
  double rate;
  double latency; /* seconds for the first lines of all sides, in addition to the bytes */
  /* index of the operand to read next; each operand of a sum is a stream of reads */
  int operand;
  /* number of fragments that the bytes represent; the core waits for the first lines of each */
  unsigned fragments;
  int n_charges;
  struct {
    int resource;
    double bytes;
  } charge[TN_MAX_CHARGES];
};

/* Begins a transfer. Bytes from other caches arrive at the rate line_rate of their distance. Bytes
 * from the core's own caches arrive at the rates of `kind` or, if it is finite, at `limit`. A
 * finite `limit` is also the upper limit of the other rates. Bytes from memory arrive at
 * copy_rate.memory or line_rate.memory, but not faster than at the copy_rate of their distance. */
void tn_traffic_begin(struct tn_traffic *t, struct tn_engine *e, struct tn_sim_strand *s,
                      enum tn_access_kind kind, double limit);
/* Add a read or a write to the present side. The pieces of a side are serialised. Sides overlap, so
 * the slowest side determines the rate. A write influences the rate only if `binding` is true. */
void tn_traffic_read(struct tn_traffic *t, struct tn_span span);
void tn_traffic_write(struct tn_traffic *t, struct tn_span span, bool binding);
/* Charges the time in which stores into the rank's own memory take lines back from another cache.
 * The time is added to the present side (the source), minus the overlap of both. Call it before the
 * write. */
void tn_traffic_reclaim(struct tn_traffic *t, struct tn_span span);
/* tn_traffic_is_streamed returns true if the span is a message's slot of the rank that the strand
 * fills with stores that bypass the caches (slot_stores). tn_traffic_stream adds a write with such
 * stores; no cache has the lines afterwards. */
bool tn_traffic_is_streamed(const struct tn_traffic *t, struct tn_span span);
/* Returns true if the C library uses stores that bypass the caches for a copy of `bytes` between
 * ranks (streamed_from). A library copies at most memcpy_piece bytes at a time. */
bool tn_traffic_streams_copy(struct tn_engine *e, double bytes);
void tn_traffic_stream(struct tn_traffic *t, struct tn_span span);
void tn_traffic_next_side(struct tn_traffic *t);
/* Returns the class of the flow that moves `bytes`. Sets *ret_cap to the upper limit of the flow's
 * rate: bytes per second of the slowest side, times `factor`. */
int tn_traffic_class(struct tn_traffic *t, double bytes, double factor, double *ret_cap);

/* Returns an array [n_ranks] of the device memories that hold the ranks' buffers, assigned round
 * robin to the ranks of a node. The caller owns the array. Returns NULL if the mechanism has
 * buffers on the host, or if the platform has no device. */
int *tn_memory_devices(const struct tn_sim_point *point);
/* Sets ret_barred[way] to true for each way of messages that needs links between devices, if two
 * peers of a node have no such link or if buffers are not on devices. The caller sets all elements
 * ([TN_N_P2P_DISTANCES]) to false before, and places the point's call. */
void tn_memory_bar_ways(const struct tn_sim_point *point, bool *ret_barred);

/* Location of a span: a memory domain of a node, or a device's memory. */
struct tn_seat {
  int device;   /* index of the memory among the fabric's places; -1: host memory */
  int place;    /* index of the place in the graph */
  int resource; /* resource of the place; -1: not limited */
  int node;
  bool is_pageable; /* true for pageable host memory, which engines cannot access directly */
};

/* tn_memory_seat returns the location of a span. TN_SEND, TN_RECV and TN_TEMP are in device memory
 * if the point has its buffers there. In a staged call (TN_STAGED) the location is that of the
 * buffer's copy on the host. */
struct tn_seat tn_memory_seat(const struct tn_engine *e, struct tn_span span, bool is_staged);
bool tn_memory_is_device(const struct tn_engine *e, struct tn_span span, bool is_staged);

/* Returns the route between two seats of a node. Routes between two devices do not pass the host.
 * Returns NULL if there is no such route. */
const struct tn_route *tn_memory_route(const struct tn_engine *e, struct tn_seat to,
                                       struct tn_seat from);

/* Returns the class of a flow through network adapters, which bypasses the caches. Sets *ret_cap to
 * its bytes per second without contention. Removes dst from the caches. The flow loads the memories
 * at both ends, the links to the adapters, the adapters and the switches. */
int tn_traffic_by_adapter(struct tn_engine *e, struct tn_span dst, struct tn_seat to,
                          struct tn_span src, struct tn_seat from, double *ret_cap);
/* Charges the host's part of a copy between a device and pageable host memory: the driver copies
 * the span from or to pinned memory on the strand's core. Returns the extra seconds if no cache has
 * the bytes. The core's cache has the bytes afterwards. */
double tn_traffic_pageable(struct tn_engine *e, const struct tn_sim_strand *s, struct tn_span span,
                           bool writes);
/* A transfer from n places to one place through `at`, where operands are added. `engine`: index of
 * the copy engine among the fabric's places; -1: a core or a kernel moves the bytes. The transfer
 * moves at most `cap` bytes per second. Each byte loads the memories and links with `weight`
 * bytes. */
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
/* Sets the state of the buffers before each call (--buffers). This takes no simulated time. */
void tn_buffers_begin_call(struct tn_engine *e);
/* Returns the seconds of page faults for the new pages of the span, and marks these pages as
 * touched. */
double tn_buffers_touch(struct tn_engine *e, struct tn_span span);

#endif
