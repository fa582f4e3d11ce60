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
#include "staging.h"

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
