/* Three styles of one collective over the same tree (ADAPT: Luo et al., HPDC 2018):
 *
 * blocking-tree, Algorithm 1: successive MPI_Send and MPI_Recv calls;
 * nonblocking-tree, Algorithm 2: all messages of a segment are started, followed by Waitall;
 * adapt, Algorithm 3: waits only for the next completion; up to `sends` segments to each peer and
 *   `receives` from it are in progress, independently for each peer.
 * This file has their common trees, parameters, and the requests of adapt. */
#ifndef TN_ALGOS_MESSAGES_STYLES_H
#define TN_ALGOS_MESSAGES_STYLES_H

#include "segments.h"

/* Parameters of all three styles, followed by those of adapt. */
enum tn_style_param {
  TN_STYLE_TREE,
  TN_STYLE_SEGMENT,
  TN_STYLE_FANOUT,
  TN_STYLE_RADIX,
  TN_STYLE_LEVELS,
  TN_STYLE_WITHIN,
  TN_STYLE_SENDS,
  TN_STYLE_RECEIVES,
  TN_STYLE_STAGING
};

/* Choices of `tree` and, up to k-nomial, of `within`. NULL-terminated. */
extern const char *const tn_style_trees[];
extern const char *const tn_style_group_trees[];

/* Parameter `staging` of adapt: memory of the host in which messages between devices wait (ADAPT,
 * section 4.1 and Figure 6). It has no effect if the call's buffers are on the host.
 *
 * Two devices with a direct link exchange messages over it. All other messages use SHARED memory of
 * the host; engines copy to and from it:
 * none, 6a: messages to another node are sent directly from device memory (GPUDirect). Only
 *   messages to other sockets have buffers: one each at the sender.
 * implicit, 6b: each message has its own buffers: one at the sender, and one at a receiver on
 *   another node.
 * explicit, 6c: a rank with such messages has one buffer of the whole vector. A broadcast from
 *   another node arrives in it; segments are sent from it to nodes and sockets and copied to the
 *   rank's device. A rank whose device has the vector copies each segment into the buffer once. In
 *   a reduction all messages differ: explicit equals implicit. */
enum tn_style_staging { TN_STAGING_EXPLICIT, TN_STAGING_IMPLICIT, TN_STAGING_NONE };
extern const char *const tn_staging_names[]; /* NULL-terminated */

/* Streams not used by messages: two for copies to the host, one for copies to the device, and
 * two for sums. */
enum {
  TN_STREAMS_DOWN = TN_P2P_STREAMS,
  TN_STREAM_UP = TN_STREAMS_DOWN + 2,
  TN_STREAMS_SUM,
  TN_N_STREAMS_OF_KIND = 2
};

/* Path of a message to or from a peer. */
enum tn_relay {
  TN_STRAIGHT,  /* direct: read from the sender's memory */
  TN_BY_SENDER, /* through a buffer of the sender */
  TN_BY_BOTH    /* through a buffer of the sender and one of the receiver, on another node */
};
enum tn_relay tn_relay_of(const struct tn_call *call, int peer, enum tn_style_staging staging);

/* A ring of buffers in SHARED memory of a rank, one for a segment. An explicit ring has a buffer
 * for every segment. */
struct tn_staging_ring {
  size_t off, place; /* bytes */
  size_t n;          /* buffers of the ring */
};

/* Returns the bytes of a segment's buffer. */
size_t tn_staging_place(const struct tn_cut *part);
/* Returns segment i of the part in ring number `index` of the rank. The rings are equal and
 * contiguous. */
struct tn_span tn_staging_span(const struct tn_staging_ring *ring, const struct tn_cut *part,
                               int rank, int index, size_t i);

/* Parameters of the styles. Those with coll/adapt's names are coll_adapt_bcast_NAME and
 * coll_adapt_reduce_NAME in Open MPI. */
#define TN_STYLE_PARAMS                                                                            \
  [TN_STYLE_TREE] = TN_CHOICE_PARAM("tree", tn_style_trees, 5,                                     \
                                    "tree of the ranks; Open MPI's coll_adapt_*_algorithm"),       \
  [TN_STYLE_SEGMENT] = TN_SIZE_PARAM("segment", 512, 16384, "bytes of a segment",                  \
                                     .alias = "segment_size", .at_zero = "undivided"),             \
  [TN_STYLE_FANOUT] = TN_COUNT_PARAM("fanout", 1, 0, 1, "chains of tree=chain"),                   \
  [TN_STYLE_RADIX] = TN_COUNT_PARAM("radix", 2, 0, 4, "base of a k-nomial tree"),                  \
  [TN_STYLE_LEVELS] = TN_LIST_PARAM("levels", tn_topo_levels, TN_LEVELS_NODE_PACKAGE,              \
                                    "nested groups of tree=topo"),                                 \
  [TN_STYLE_WITHIN] =                                                                              \
      TN_CHOICE_PARAM("within", tn_style_group_trees, 1, "tree of each group of tree=topo")

#define TN_ADAPT_PARAMS                                                                            \
  TN_STYLE_PARAMS,                                                                                 \
      [TN_STYLE_SENDS] =                                                                           \
          TN_COUNT_PARAM("sends", 1, 1000000, 2, "segments in flight to one rank (N)",             \
                         .alias = "max_send_requests"),                                            \
      [TN_STYLE_RECEIVES] = TN_COUNT_PARAM("receives", 1, 1000000, 3,                              \
                                           "receives posted for one rank (M); more "               \
                                           "than sends, or messages come unexpected",              \
                                           .alias = "max_recv_requests"),                          \
      [TN_STYLE_STAGING] =                                                                         \
          TN_CHOICE_PARAM("staging", tn_staging_names, 0,                                          \
                          "staging of device messages on the host (ADAPT, Figure 6)")

struct tn_shape tn_style_shape(const struct tn_call *call);
/* Return the vector in segments; the use of the segments as messages, also by blocking and by
 * synchronous sends. */
struct tn_cut tn_style_cut(const struct tn_call *call);
struct tn_p2p_use tn_style_use(const struct tn_call *call);
struct tn_p2p_use tn_style_use_blocking(const struct tn_call *call);
struct tn_p2p_use tn_style_use_synchronous(const struct tn_call *call);
/* Returns the value of TN_STYLE_SENDS or TN_STYLE_RECEIVES, at most the number of segments. */
size_t tn_style_width(const struct tn_call *call, enum tn_style_param most);

/* Computes the closed form of a chain from the root with whole segments: P - 1 messages and one for
 * each further segment. A reduction adds each message. */
bool tn_style_form(const struct tn_call *call, struct tn_steps *s);
/* Computes the same form if no rank receives while it sends: two messages for each further
 * segment. */
bool tn_style_form_blocking(const struct tn_call *call, struct tn_steps *s);

/* A request for one peer: the parent or child number `peer`. */
struct tn_flight {
  struct tn_request request; /* first member: tn_request_next returns this */
  int peer;
  bool is_send, busy;
  bool copies; /* true if the device copies before a send or after a receive */
  bool adds;   /* true if the device adds the received segment */
  size_t segment;
};

/* Up to `width` requests in progress with one peer (a lane), and the number of the next segment. */
struct tn_inflight {
  int width;
  struct tn_flight *flights; /* [width] */
  size_t next;
};

/* Returns n_lanes lanes of `each` requests. The caller frees them with free(). */
struct tn_inflight *tn_inflights_new(int n_lanes, size_t each, bool is_send);

/* Returns the request for the lane's next segment, or NULL while it is in progress. Requests of a
 * lane complete in order. */
struct tn_flight *tn_inflight_free(const struct tn_inflight *lane);

#endif
