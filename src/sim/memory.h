/* Memory, links and caches: the resources that a transfer uses, and its largest rate. The residency
 * directory finds the bytes of each access in the core's caches, another cache or memory. Each
 * source has a rate, and the bytes load the resources on their route. With --ideal there are
 * neither caches nor resources. */
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
  struct tn_graph *graph; /* the flows use its numbers of resources */
  /* first resource of each class; -1: not limited */
  int first[TN_N_RESOURCES];
  const double *capacity; /* bytes per second of each resource */
  /* [n_ranks] place in the fabric of the memory with the rank's buffers; NULL: host memory */
  int *device;
  struct tn_residency *residency; /* NULL under --ideal */
  bool follows_l2;                /* true if residency has private L2s */
  /* set by tn_memory_note_caches */
  bool is_noted;
  /* [n_ranks] one bit per page of TN_RECV and TN_TEMP, set when touched; NULL: no new pages */
  unsigned char **touched[TN_N_BUFS];
};

/* Sets up the flows and the residency as if every rank had just written its send and then its
 * receive buffer. Requires the sizes of the buffers. */
void tn_memory_init(struct tn_engine *e);
void tn_memory_finish(struct tn_engine *e);
/* Returns the bytes of the next piece of a copy of `whole` bytes with `rest` left. If source and
 * target exceed the last cache, pieces are small, so that they evict each other gradually. */
size_t tn_memory_slice(const struct tn_engine *e, size_t whole, size_t rest);
/* Notes the parameters that decide where the directory finds bytes, at each access. */
void tn_memory_note_caches(struct tn_engine *e);

#define TN_MAX_CHARGES 32

enum tn_access_kind {
  TN_BY_KERNEL, /* copy_rate */
  TN_BY_LOADS,  /* line_rate */
  /* line_rate. Hits overlap with arithmetic, at `limit`; misses are serialised */
  TN_BY_SUM
};

struct tn_traffic {
  struct tn_engine *e;
  struct tn_sim_strand *s;
  enum tn_access_kind kind;
  /* bytes per second if the core's caches hold all bytes; INFINITY: the caches' rates */
  double limit;
  double cap;    /* bytes per second of the slowest complete side */
  double faults; /* seconds to touch new target pages */
  double bytes, seconds;
  /* seconds of the present side for stores that take lines back */
  double taken;
  /* bytes per second if the present side has one rate; otherwise 0 */
  double rate;
  double latency; /* extra seconds for the first lines of all sides */
  /* next operand; each operand of a sum is a stream of reads */
  int operand;
  /* fragments; the core waits for the first lines of each */
  unsigned fragments;
  int n_charges;
  struct {
    int resource;
    double bytes;
  } charge[TN_MAX_CHARGES];
};

/* Begins a transfer. Bytes from other caches arrive at the line_rate of their distance; bytes from
 * the core's own caches at the rates of `kind` or, if finite, at `limit`, which then limits all
 * rates; bytes from memory at copy_rate.memory or line_rate.memory, at most at the copy_rate of
 * their distance. */
void tn_traffic_begin(struct tn_traffic *t, struct tn_engine *e, struct tn_sim_strand *s,
                      enum tn_access_kind kind, double limit);
/* Add a read or write to the present side. Pieces of a side are serialised; sides overlap, so the
 * slowest determines the rate. A write that is not `binding` uses the resources on its route but
 * does not limit the rate. */
void tn_traffic_read(struct tn_traffic *t, struct tn_span span);
void tn_traffic_write(struct tn_traffic *t, struct tn_span span, bool binding);
/* Charges stores that take lines of the rank's own memory back from another cache: adds their time
 * to the present side (the source), minus the overlap. Call it before the write. */
void tn_traffic_reclaim(struct tn_traffic *t, struct tn_span span);
/* Return whether the span is a message's slot that the strand fills with stores that bypass the
 * caches (slot_stores), and add such a write. */
bool tn_traffic_is_streamed(const struct tn_traffic *t, struct tn_span span);
/* Returns true if the C library copies `bytes` with stores that bypass the caches (streamed_from),
 * at most memcpy_piece bytes at a time. */
bool tn_traffic_streams_copy(struct tn_engine *e, double bytes);
void tn_traffic_stream(struct tn_traffic *t, struct tn_span span);
void tn_traffic_next_side(struct tn_traffic *t);
/* Returns the class of the flow that moves `bytes`. Sets *ret_cap to the upper limit of the flow's
 * rate: bytes per second of the slowest side, times `factor`. */
int tn_traffic_class(struct tn_traffic *t, double bytes, double factor, double *ret_cap);

/* Returns [n_ranks] device memories of the ranks' buffers, round robin among a node's ranks; the
 * caller owns the array. Returns NULL if buffers are on the host or no device exists. */
int *tn_memory_devices(const struct tn_sim_point *point);
/* Sets ret_barred[way] to true for ways of messages that need links between devices, if two peers
 * of a node have none or buffers are not on devices. The caller clears all [TN_N_P2P_DISTANCES]
 * before. */
void tn_memory_bar_ways(const struct tn_sim_point *point, bool *ret_barred);

struct tn_seat {
  int device;   /* index among the fabric's places; -1: host memory */
  int place;    /* index in the graph */
  int resource; /* resource of the place; -1: not limited */
  int node;
  bool is_pageable; /* true for pageable host memory, closed to engines */
};

/* Returns the location of a span. TN_SEND, TN_RECV and TN_TEMP may be on a device; in a staged call
 * (TN_STAGED) the location is that of the copy on the host. */
struct tn_seat tn_memory_seat(const struct tn_engine *e, struct tn_span span, bool is_staged);
bool tn_memory_is_device(const struct tn_engine *e, struct tn_span span, bool is_staged);

/* Returns the route between two seats of a node. Routes between two devices do not pass the host.
 * Returns NULL if there is no such route. */
const struct tn_route *tn_memory_route(const struct tn_engine *e, struct tn_seat to,
                                       struct tn_seat from);

/* Returns the class of a flow through network adapters, which loads the memories, links, adapters
 * and switches but no caches. Sets *ret_cap to its bytes per second without contention. Removes dst
 * from the caches. */
int tn_traffic_by_adapter(struct tn_engine *e, struct tn_span dst, struct tn_seat to,
                          struct tn_span src, struct tn_seat from, double *ret_cap);
/* Charges the driver's copy between pageable and pinned host memory on the strand's core, in whose
 * cache the bytes are afterwards. Returns the extra seconds if no cache has the bytes. */
double tn_traffic_pageable(struct tn_engine *e, const struct tn_sim_strand *s, struct tn_span span,
                           bool writes);
/* A transfer from n places to one place through `at`, where operands are added. `engine`: index of
 * the copy engine among the fabric's places; -1: a core or kernel. At most `cap` bytes per second;
 * each byte loads memories and links with `weight` bytes. */
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
/* Sets the state of the buffers before each call (--buffers), in no simulated time. */
void tn_buffers_begin_call(struct tn_engine *e);
/* Marks the span's pages as touched and returns the seconds of their faults. */
double tn_buffers_touch(struct tn_engine *e, struct tn_span span);

#endif
