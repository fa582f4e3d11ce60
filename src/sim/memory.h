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
  struct tn_graph *graph; /* places and links; the flows use its numbers of resources */
  /* number of the first resource of each class; -1: the class is not limited */
  int first[TN_N_RESOURCES];
  const double *capacity; /* bytes per second of each resource */
  /* [n_ranks] device memory of each rank's buffers, as an index among the fabric's places; NULL:
   * host memory */
  int *device;
  struct tn_residency *residency; /* NULL under --ideal */
  bool follows_l2;                /* true if residency tracks private L2s */
  /* true after tn_memory_note_caches */
  bool is_noted;
  /* [n_ranks] one bit per new page of TN_RECV and TN_TEMP, set when the page is touched; NULL: no
   * new pages */
  unsigned char **touched[TN_N_BUFS];
};

/* Sets up the flows and the residency as if every rank had just written its send and then its
 * receive buffer. Requires the sizes of the buffers. */
void tn_memory_init(struct tn_engine *e);
void tn_memory_finish(struct tn_engine *e);
/* Returns the bytes of the next piece of a copy of `whole` bytes with `rest` left. If source and
 * target exceed the last cache, pieces are small, so that they evict each other gradually. */
size_t tn_memory_slice(const struct tn_engine *e, size_t whole, size_t rest);
/* Notes that the result depends on the parameters that decide in which cache bytes are found;
 * called at each access. */
void tn_memory_note_caches(struct tn_engine *e);

#define TN_MAX_CHARGES 32

enum tn_access_kind {
  TN_BY_KERNEL, /* kernel copies, at copy_rate */
  TN_BY_LOADS,  /* loads and stores, at line_rate */
  /* reductions: hits overlap with arithmetic, at `limit`; misses are serialised, at line_rate */
  TN_BY_SUM
};

struct tn_traffic {
  struct tn_engine *e;
  struct tn_sim_strand *s;
  enum tn_access_kind kind;
  /* bytes per second if all bytes are in the core's caches; INFINITY: each cache has its own
   * rate */
  double limit;
  double cap;    /* bytes per second of the slowest side (source or target) so far */
  double faults; /* seconds of page faults in new target pages */
  double bytes, seconds;
  /* seconds for which stores of the present side (source or target) take lines back from other
   * caches */
  double taken;
  /* bytes per second of the present side's pieces if they all have the same rate, otherwise 0 */
  double rate;
  double latency; /* additional seconds until the first lines of source and target have arrived */
  /* index of the operand read next; each operand of a sum is a stream of reads */
  int operand;
  /* number of message fragments; the core waits for the first lines of each */
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
/* Add a read or write to the present side of the transfer. tn_traffic_next_side begins the next
 * side, usually the target after the source. Pieces of a side are serialised; sides overlap, so the
 * slowest determines the rate. A write that is not `binding` uses the resources on its route but
 * does not limit the rate. */
void tn_traffic_read(struct tn_traffic *t, struct tn_span span);
void tn_traffic_write(struct tn_traffic *t, struct tn_span span, bool binding);
/* Charges stores that take lines of the rank's own memory back from another cache: adds their time
 * to the present side (the source), minus the overlap. Call it before the write. */
void tn_traffic_reclaim(struct tn_traffic *t, struct tn_span span);
/* Returns true if the span is a message's slot that the strand fills with stores that bypass the
 * caches (slot_stores). tn_traffic_stream adds such a write. */
bool tn_traffic_is_streamed(const struct tn_traffic *t, struct tn_span span);
/* Returns true if the C library copies `bytes` with stores that bypass the caches (streamed_from),
 * at most memcpy_piece bytes at a time. */
bool tn_traffic_streams_copy(struct tn_engine *e, double bytes);
void tn_traffic_stream(struct tn_traffic *t, struct tn_span span);
void tn_traffic_next_side(struct tn_traffic *t);
/* Returns the class of the flow that moves `bytes`. Sets *ret_cap to the upper limit of the flow's
 * rate: bytes per second of the slowest side, times `factor`. */
int tn_traffic_class(struct tn_traffic *t, double bytes, double factor, double *ret_cap);

/* Returns an array [n_ranks], owned by the caller: the device memory of each rank's buffers, round
 * robin among a node's ranks. Returns NULL if buffers are on the host or no device exists. */
int *tn_memory_devices(const struct tn_sim_point *point);
/* Sets ret_barred[d] to true for each distance of messages (enum tn_p2p_distance) at which two
 * peers of a node have no links between their devices; for all distances if buffers are not on
 * devices. The caller clears ret_barred[TN_N_P2P_DISTANCES] before. */
void tn_memory_bar_ways(const struct tn_sim_point *point, bool *ret_barred);

struct tn_seat {
  int device;   /* index among the fabric's places; -1: host memory */
  int place;    /* index in the graph */
  int resource; /* resource of the place; -1: not limited */
  int node;
  bool is_pageable; /* true for pageable host memory, which engines cannot access */
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
/* Records the driver's copy between pageable and pinned host memory by the strand's core, in whose
 * cache the bytes are afterwards. Returns the extra seconds for bytes that are in no cache. */
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
