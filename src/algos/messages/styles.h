/* Three styles of one collective over the same tree (ADAPT: Luo et al., HPDC 2018):
 *
 * blocking-tree, Algorithm 1: successive MPI_Send and MPI_Recv calls; nonblocking-tree, Algorithm
 * 2: all messages of a segment are started, then MPI_Waitall is called;
 * adapt, Algorithm 3: a rank waits only for the next completion of any message. Up to `sends` sends
 *   to, and `receives` receives from, each peer are in progress. */
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

/* Choices of the parameters `tree` and `within` (only up to k-nomial), NULL-terminated. */
extern const char *const tn_style_trees[];
extern const char *const tn_style_group_trees[];

/* Parameter `staging` of adapt: memory of the host in which messages between devices wait (ADAPT,
 * section 4.1 and Figure 6). No effect for buffers on the host.
 *
 * Messages use a direct link of the two devices, or SHARED memory of the host, to and from which
 * copy engines of the devices copy:
 * none, 6a: messages to another node are sent directly from device memory (GPUDirect). Only
 *   messages to other sockets have buffers: each has one at the sender.
 * implicit, 6b: each message has its own buffers: one at the sender, and one at a receiver on
 *   another node.
 * explicit, 6c: a rank with such messages has one buffer for the whole vector. A broadcast from
 *   another node arrives in this buffer; segments are sent from the buffer to nodes and sockets and
 *   copied to the rank's device. A rank whose device has the vector copies each segment into the
 *   buffer once. In a reduction all messages have different data, so explicit equals implicit. */
enum tn_style_staging { TN_STAGING_EXPLICIT, TN_STAGING_IMPLICIT, TN_STAGING_NONE };
extern const char *const tn_staging_names[]; /* NULL-terminated */

/* Streams that messages do not use: two to the host, one to the device, two for sums. */
enum {
  TN_STREAMS_DOWN = TN_P2P_STREAMS,
  TN_STREAM_UP = TN_STREAMS_DOWN + 2,
  TN_STREAMS_SUM,
  TN_N_STREAMS_OF_KIND = 2
};

/* Path of a message to or from a peer. */
enum tn_relay {
  TN_STRAIGHT,  /* direct: the receiver reads the sender's memory */
  TN_BY_SENDER, /* through a host buffer of the sender */
  TN_BY_BOTH    /* through host buffers of the sender and the receiver (another node) */
};
enum tn_relay tn_relay_of(const struct tn_call *call, int peer, enum tn_style_staging staging);

/* A ring of buffers in a rank's SHARED memory, one segment each. With explicit staging it has all
 * segments of the vector. */
struct tn_staging_ring {
  size_t off, place; /* start of the ring in SHARED, and size of a buffer, in bytes */
  size_t n;          /* number of buffers in the ring */
};

/* Returns the bytes of one buffer: the longest segment, aligned. */
size_t tn_staging_place(const struct tn_cut *part);
/* Returns segment i in ring `index` of the rank. Its rings are contiguous and of equal size; `ring`
 * is the first. */
struct tn_span tn_staging_span(const struct tn_staging_ring *ring, const struct tn_cut *part,
                               int rank, int index, size_t i);

/* Parameters of the styles. A parameter with an alias has the name coll_adapt_bcast_ALIAS or
 * coll_adapt_reduce_ALIAS in Open MPI. */
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
/* Return the vector, cut into segments; the upper limits of the messages, if each segment is one
 * message; the same limits for blocking and for synchronous sends. */
struct tn_cut tn_style_cut(const struct tn_call *call);
struct tn_p2p_use tn_style_use(const struct tn_call *call);
struct tn_p2p_use tn_style_use_blocking(const struct tn_call *call);
struct tn_p2p_use tn_style_use_synchronous(const struct tn_call *call);
/* Returns the value of TN_STYLE_SENDS or TN_STYLE_RECEIVES, at most the number of segments. */
size_t tn_style_width(const struct tn_call *call, enum tn_style_param most);

/* Computes the closed form of one chain with equal segments: P - 1 messages, and one more per
 * further segment (with sums in a reduction). Returns false for other trees. */
bool tn_style_form(const struct tn_call *call, struct tn_steps *s);
/* Computes the closed form of tn_style_form for ranks that do not receive while they send: two
 * messages per further segment. */
bool tn_style_form_blocking(const struct tn_call *call, struct tn_steps *s);

/* A request of adapt for one peer: the parent, or child number `peer`. */
struct tn_peer_request {
  struct tn_request request; /* first member, since tn_request_next returns its address */
  int peer;
  bool is_send, busy;
  bool copies; /* true while the device copies the segment, before a send or after a receive */
  bool adds;   /* true while the device adds the received segment */
  size_t segment;
};

/* A lane: up to `width` requests with one peer, and its next segment (`next`). */
struct tn_peer_requests {
  int width;
  struct tn_peer_request *flights; /* [width] requests */
  size_t next;
};

/* Returns n_lanes lanes with `each` requests. The caller frees them with free(). */
struct tn_peer_requests *tn_peer_requests_new(int n_lanes, size_t each, bool is_send);

/* Returns the lane's request for its next segment, or NULL if that request is in progress. A lane's
 * requests complete in order. */
struct tn_peer_request *tn_peer_requests_free(const struct tn_peer_requests *lane);

#endif
