/* Where messages between devices wait on the host (ADAPT, section 4.1 and Figure 6): the parameter
 * `staging` of adapt. Without effect where the call's buffers are the host's.
 *
 * Two devices with a way past the host exchange messages on it. All others go through SHARED memory of
 * the host, which engines copy to and from:
 *
 *   none      6a: to another node straight out of the device's memory (GPUDirect). Only messages to
 *             other sockets have buffers: one each, of their sender
 *   implicit  6b: each message has buffers of its own: of its sender, and of a receiver on another node
 *   explicit  6c: a rank with such messages has one buffer of the whole vector. A broadcast comes from
 *             another node into it, goes to nodes and sockets from it, and to the own device by the
 *             way; who has the vector in its device copies each segment there once. In a reduction
 *             no two messages have the same bytes: it is as implicit */
#ifndef TN_ALGOS_MESSAGES_STAGING_H
#define TN_ALGOS_MESSAGES_STAGING_H

#include "segments.h"

enum tn_style_staging { TN_STAGING_EXPLICIT, TN_STAGING_IMPLICIT, TN_STAGING_NONE };
extern const char *const tn_staging_names[]; /* NULL-terminated */

/* Streams beside those of messages: for what goes down to the host, which is several, up, and sums. */
enum {
  TN_STREAMS_DOWN = TN_P2P_STREAMS,
  TN_STREAM_UP = TN_STREAMS_DOWN + 2,
  TN_STREAMS_SUM,
  TN_N_STREAMS_OF_KIND = 2
};

/* How a message to or from a peer goes. */
enum tn_relay {
  TN_STRAIGHT,  /* as any: read from its sender's memory */
  TN_BY_SENDER, /* through a buffer of the sender's */
  TN_BY_BOTH    /* and one of the receiver's, on another node */
};
enum tn_relay tn_relay_of(const struct tn_call *call, int peer, enum tn_style_staging staging);

/* A ring of buffers in SHARED memory of a rank, one a segment; an explicit one has as many as there
 * are segments. */
struct tn_staging_ring {
  size_t off, place; /* bytes */
  size_t n;          /* places */
};

/* Bytes of a place for a segment. */
size_t tn_staging_place(const struct tn_cut *part);
/* Segment i of the part in ring number `index` of the rank's, which are alike and side by side. */
struct tn_span tn_staging_span(const struct tn_staging_ring *ring, const struct tn_cut *part,
                               int rank, int index, size_t i);

#endif
