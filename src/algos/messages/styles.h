/* Three styles of the same collective over the same tree (ADAPT: Luo et al., HPDC 2018):
 *
 *   blocking-tree     Algorithm 1: one MPI_Send or MPI_Recv after another
 *   nonblocking-tree  Algorithm 2: all of a segment are started, then Waitall
 *   adapt             Algorithm 3: no wait but for what comes next; up to `sends` segments on the way
 *                     to each peer and `receives` from it, every peer at its own pace
 *
 * What they have in common: trees, parameters, and the last one's bookkeeping of requests. */
#ifndef TN_ALGOS_MESSAGES_STYLES_H
#define TN_ALGOS_MESSAGES_STYLES_H

#include "segments.h"

/* Parameters of all three, and of adapt. */
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

/* Choices of `tree`, and of `within`: those up to k-nomial. NULL-terminated. */
extern const char *const tn_style_trees[];
extern const char *const tn_style_group_trees[];

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

/* Names after coll/adapt's own are coll_adapt_bcast_NAME and coll_adapt_reduce_NAME in Open MPI. */
#define TN_STYLE_PARAMS                                                                            \
  [TN_STYLE_TREE] = TN_CHOICE_PARAM("tree", tn_style_trees, 5,                                     \
                                    "who sends to whom; in Open MPI coll_adapt_*_algorithm"),      \
  [TN_STYLE_SEGMENT] =                                                                             \
      TN_SIZE_PARAM("segment", 512, 16384, "bytes that a rank passes on at a time",                \
                    .alias = "segment_size", .at_zero = "undivided"),                              \
  [TN_STYLE_FANOUT] =                                                                              \
      TN_COUNT_PARAM("fanout", 1, 0, 1, "chains that begin at the root, of tree=chain"),           \
  [TN_STYLE_RADIX] = TN_COUNT_PARAM("radix", 2, 0, 4, "base of a k-nomial tree"),                  \
  [TN_STYLE_LEVELS] = TN_LIST_PARAM("levels", tn_topo_levels, TN_LEVELS_NODE_PACKAGE,              \
                                    "groups of tree=topo, one within the other"),                  \
  [TN_STYLE_WITHIN] =                                                                              \
      TN_CHOICE_PARAM("within", tn_style_group_trees, 1, "tree of each group of tree=topo")

#define TN_ADAPT_PARAMS                                                                            \
  TN_STYLE_PARAMS,                                                                                 \
      [TN_STYLE_SENDS] =                                                                           \
          TN_COUNT_PARAM("sends", 1, 1000000, 2, "segments under way to one rank at a time (N)",   \
                         .alias = "max_send_requests"),                                            \
      [TN_STYLE_RECEIVES] = TN_COUNT_PARAM("receives", 1, 1000000, 3,                              \
                                           "receives posted for one rank at a time (M); more "     \
                                           "than sends, or messages come unexpected",              \
                                           .alias = "max_recv_requests"),                          \
      [TN_STYLE_STAGING] =                                                                         \
          TN_CHOICE_PARAM("staging", tn_staging_names, 0,                                          \
                          "where messages between devices wait on the host (ADAPT, Figure 6)")

struct tn_shape tn_style_shape(const struct tn_call *call);
/* The vector in its segments, and what they are as messages: also by blocking sends, and by synchronous
 * ones. */
struct tn_cut tn_style_cut(const struct tn_call *call);
struct tn_p2p_use tn_style_use(const struct tn_call *call);
struct tn_p2p_use tn_style_use_blocking(const struct tn_call *call);
struct tn_p2p_use tn_style_use_synchronous(const struct tn_call *call);
/* What TN_STYLE_SENDS or TN_STYLE_RECEIVES asks for, but no more than there are segments. */
size_t tn_style_width(const struct tn_call *call, enum tn_style_param most);

/* Of a chain from the root, whole segments: P - 1 messages and one for each further segment; each
 * is added where the collective reduces. */
bool tn_style_form(const struct tn_call *call, struct tn_steps *s);
/* As many if no rank receives while it sends: two for each further segment. */
bool tn_style_form_blocking(const struct tn_call *call, struct tn_steps *s);

/* A request of one peer's lane: the parent's, or that of child number `peer`. */
struct tn_flight {
  struct tn_request request; /* first: tn_request_next returns this */
  int peer;
  bool is_send, busy;
  bool copies; /* the device does, before a send or behind a receive */
  bool adds;   /* it sums what has come */
  size_t segment;
};

/* Up to `width` requests under way with one peer, and the next segment's number. */
struct tn_inflight {
  int width;
  struct tn_flight *flights; /* [width] */
  size_t next;
};

/* n_lanes of them, of `each` requests. Freed with free(). */
struct tn_inflight *tn_inflights_new(int n_lanes, size_t each, bool is_send);

/* The flight of the lane's next segment, or NULL while it is under way: those of a lane end in order. */
struct tn_flight *tn_inflight_free(const struct tn_inflight *lane);

#endif
