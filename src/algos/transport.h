/* The transport table: the only interface that a collective algorithm uses.
 *
 * An algorithm is blocking straight-line code over this small table; the same source runs on the
 * simulator (src/sim), on pthreads (tests/threads.c) and on processes (src/real/real_transport.c).
 * All sizes and offsets are bytes, all times seconds. Operations return nothing except wait_any,
 * fetch_add and now: a transport that fails ends the run with a message. A transport may carry
 * out operations later than they are called, in the order of the calls. */
#ifndef TN_ALGOS_TRANSPORT_H
#define TN_ALGOS_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/idle.h"

/* Who brings data into a collective, and who has some of it afterwards. */
enum tn_who { TN_NO_RANK, TN_ROOT_RANK, TN_ALL_RANKS };

/* X(number, name, OSU's title, from whom, to whom, whether the user has one buffer for both,
 * whether it reduces). pattern is a pseudo-collective, whose entries define the copies
 * (algos/experiments/pattern.h). */
#define TN_COLLECTIVES(X)                                                                          \
  X(TN_BCAST, "bcast", "Broadcast", TN_ROOT_RANK, TN_ALL_RANKS, true, false)                       \
  X(TN_SCATTER, "scatter", "Scatter", TN_ROOT_RANK, TN_ALL_RANKS, false, false)                    \
  X(TN_GATHER, "gather", "Gather", TN_ALL_RANKS, TN_ROOT_RANK, false, false)                       \
  X(TN_ALLGATHER, "allgather", "Allgather", TN_ALL_RANKS, TN_ALL_RANKS, false, false)              \
  X(TN_ALLTOALL, "alltoall", "All-to-All Personalized Exchange", TN_ALL_RANKS, TN_ALL_RANKS,       \
    false, false)                                                                                  \
  X(TN_SCATTERV, "scatterv", "Scatterv", TN_ROOT_RANK, TN_ALL_RANKS, false, false)                 \
  X(TN_GATHERV, "gatherv", "Gatherv", TN_ALL_RANKS, TN_ROOT_RANK, false, false)                    \
  X(TN_ALLGATHERV, "allgatherv", "Allgatherv", TN_ALL_RANKS, TN_ALL_RANKS, false, false)           \
  X(TN_ALLTOALLV, "alltoallv", "All-to-Allv Personalized Exchange", TN_ALL_RANKS, TN_ALL_RANKS,    \
    false, false)                                                                                  \
  X(TN_REDUCE, "reduce", "Reduce", TN_ALL_RANKS, TN_ROOT_RANK, false, true)                        \
  X(TN_ALLREDUCE, "allreduce", "Allreduce", TN_ALL_RANKS, TN_ALL_RANKS, false, true)               \
  X(TN_REDUCE_SCATTER_BLOCK, "reduce_scatter_block", "Reduce_scatter_block", TN_ALL_RANKS,         \
    TN_ALL_RANKS, false, true)                                                                     \
  X(TN_REDUCE_SCATTER, "reduce_scatter", "Reduce_scatter", TN_ALL_RANKS, TN_ALL_RANKS, false,      \
    true)                                                                                          \
  X(TN_SCAN, "scan", "Scan", TN_ALL_RANKS, TN_ALL_RANKS, false, true)                              \
  X(TN_EXSCAN, "exscan", "Exscan", TN_ALL_RANKS, TN_ALL_RANKS, false, true)                        \
  X(TN_BARRIER, "barrier", "Barrier", TN_NO_RANK, TN_NO_RANK, false, false)                        \
  X(TN_IBCAST, "ibcast", "Non-blocking Broadcast", TN_ROOT_RANK, TN_ALL_RANKS, true, false)        \
  X(TN_ISCATTER, "iscatter", "Non-blocking Scatter", TN_ROOT_RANK, TN_ALL_RANKS, false, false)     \
  X(TN_IGATHER, "igather", "Non-blocking Gather", TN_ALL_RANKS, TN_ROOT_RANK, false, false)        \
  X(TN_IREDUCE, "ireduce", "Non-blocking Reduce", TN_ALL_RANKS, TN_ROOT_RANK, false, true)         \
  X(TN_IALLREDUCE, "iallreduce", "Non-blocking Allreduce", TN_ALL_RANKS, TN_ALL_RANKS, false,      \
    true)                                                                                          \
  X(TN_PATTERN, "pattern", "Pattern", TN_ALL_RANKS, TN_ALL_RANKS, false, false)

enum tn_collective {
#define TN_COLLECTIVE_NUMBER(number, ...) number,
  TN_COLLECTIVES(TN_COLLECTIVE_NUMBER)
#undef TN_COLLECTIVE_NUMBER
      TN_N_COLLECTIVES
};

/* A rank's memory. SEND and RECV are the user's; a non-blocking collective has them as its blocking
 * form. bcast has one user buffer, TN_RECV, on every rank
 * (the root's holds the data). In place: scatter's root has its block in SEND and writes no RECV;
 * gather's and reduce's root, and every rank of allgather, alltoall, allreduce, scans and
 * reduce-scatters, find their contribution in RECV. An exscan leaves rank 0's RECV as it is; a
 * reduce_scatter(_block) in place has its result at the start of RECV. scatterv, gatherv,
 * allgatherv and alltoallv are as without v.
 * TEMP: own, kernel-readable scratch. SHARED: own part of memory that all ranks have mapped. */
enum tn_buf { TN_SEND, TN_RECV, TN_TEMP, TN_SHARED, TN_N_BUFS };
extern const char *const tn_buf_names[TN_N_BUFS]; /* "SEND", ... */

/* Bytes of one buffer of one rank; never pointers, since a simulation may run without data. */
struct tn_span {
  int rank;
  enum tn_buf buf;
  size_t off, len;
};

/* What is wrong with a span that leaves its buffer, which has `size` bytes: a line for whoever wrote
 * the algorithm, cut off at `n` characters. */
enum { TN_COMPLAINT = 160 };
void tn_span_complain(char *text, size_t n, const struct tn_span *span, size_t size);

enum tn_type { TN_UINT8, TN_INT32, TN_FLOAT32, TN_FLOAT64 };
enum tn_op { TN_SUM };

struct tn_nccl;

/* Where the ranks sit: dense identifiers, of which every array has n_ranks; and what libraries find there. */
struct tn_layout {
  const int *core, *llc, *numa, *package, *node;
  const char *platform;       /* its name; NULL: unknown */
  const struct tn_nccl *nccl; /* algos/device/nccl_tuning.h; NULL: nobody knows */
};

#define TN_MAX_PARAMS 9

/* How far a message goes within a node. */
enum tn_p2p_way {
  TN_WAY_DOMAIN,  /* within a memory domain */
  TN_WAY_PACKAGE, /* to another domain of the package */
  TN_WAY_MACHINE, /* to another package */
  TN_N_WAYS
};

/* Bundles of fragments: none; few at a time, so that times are as precise as stated; many at a time, in
 * the first call as many as the ring holds, so that times come soon. */
enum tn_bundles { TN_BUNDLES_NONE, TN_BUNDLES_FINE, TN_BUNDLES_COARSE };

/* Limits of point-to-point messages (algos/messages/p2p.h); counts are at least 1. */
struct tn_p2p_limits {
  size_t eager_limit, fragment_size;       /* bytes */
  size_t rendezvous_limit;                 /* bytes: longer ones are copied once */
  size_t blocking_limit;                   /* the same of blocking sends */
  size_t eager_slots, fragments_in_flight; /* per ordered pair */
  size_t inline_limit;                     /* bytes: longer messages lie in a slot */
  bool send_waits; /* a send through a slot is complete only when its receiver has taken it */
  size_t far_eager_limit, far_eager_slots; /* the same to another node */
  size_t
      far_fragments_from; /* bytes: as long ones go there in fragments, but from SHARED; 0: none */
  bool single_copy[TN_N_WAYS]; /* false: all such messages go through shared memory */
  enum tn_bundles bundles; /* whether fragments of a long message go as one piece (p2p_slots.h) */
  size_t copy_streams; /* what devices copy once they do on so many streams; 0: the rank waits */
};

/* Where the user's buffers of a call lie: on the host; in the ranks' devices; there too, but SEND and
 * RECV stand for their twins on the host, to and from which the caller copies them (stage). */
enum tn_call_memory { TN_IN_HOST, TN_IN_DEVICE, TN_STAGED };

struct tn_pattern;  /* algos/experiments/pattern.h */
struct tn_p2p_pair; /* algos/messages/p2p.h */
struct tn_nested;   /* algos/compose/nested.h */

/* What an algorithm keeps of a rank from call to call: NULL at first. */
struct tn_keep {
  void *data;
  void (*release)(void *data); /* when the last call is over, if there are data */
};

/* One collective call as one rank sees it; constant during the call. */
struct tn_call {
  enum tn_collective collective;
  int n_ranks, rank, root;
  size_t block; /* bytes: the vector for bcast and reductions, one block for the others and for
                    reduce-scatters; with counts the largest of them */
  const size_t
      *counts; /* bytes of each rank's block, [n_ranks]; of alltoallv [n_ranks * n_ranks], a
                           row for each sender. NULL: `block` each (kit/counts.h) */
  bool in_place;
  enum tn_type type;
  enum tn_op op;
  uint32_t epoch; /* number of the call, from 1; flags of one call never match another's */
  bool meets;     /* all ranks meet before the call; else a rank enters when it left the last one */
  int64_t params[TN_MAX_PARAMS]; /* in the order of the registry entry; enumerations by index */
  int variant;                   /* the entry's that runs (registry.h) */
  const struct tn_layout *layout;
  const struct tn_idle *idle; /* cores that carry no rank; NULL: none */
  double compute; /* seconds that each rank computes while a non-blocking collective goes on */
  int entries;    /* how often it enters the library again, the last time to wait, after equal parts
                     of them (p2p.h); 0: the algorithm itself says when it computes */
  const struct tn_p2p_limits *p2p;      /* NULL: small fixed limits */
  struct tn_p2p_pair *pairs;            /* [n_ranks] messages so far; the benchmark loop's */
  const struct tn_pattern *pattern;     /* what a pattern does; NULL for collectives */
  const struct tn_nested *nested;       /* what a composition is made of; NULL for others */
  struct tn_keep *keep;                 /* the benchmark loop's; of this rank */
  bool roots_move;                      /* calls of this run have other roots */
  enum tn_call_memory memory;           /* where SEND and RECV lie */
  const struct tn_p2p_limits *host_p2p; /* the limits of a call that is TN_STAGED; NULL: as p2p */
  size_t page_size;                     /* bytes, of the memory copied from; 0: 4096 */
};

/* A condition: flag `slot` of `rank` is at least `value`. */
struct tn_cond {
  int rank, slot;
  uint64_t value;
  bool queued;        /* it announces a message: to libraries an entry of the waiter's one queue */
  bool urgent;        /* of a set: goes before others (waits.h) */
  unsigned fragments; /* that the flag announces or returns at once, each at its price; 0: one */
};

/* Slots on different lines on every platform (a line holds line_size/8 slots: 8 or 16). */
#define TN_LINE_SLOTS 16

/* Vectors that one pass reduces, at most: as many as UCC has loops of their own for (ec/cpu). */
enum { TN_REDUCE_MOST = 8 };

enum tn_core { TN_CORE_OWN = -1, TN_CORE_NEAREST_IDLE = -2 }; /* or a core number */

/* Work of a message-passing library that takes time by itself: of a message, of the posting of a
 * receive, of a datatype of blocks, of blocks that are put into one or moved by it, of a message that
 * a device copies once, of fragments that go as one. */
enum tn_software {
  TN_SOFTWARE_SEND,
  TN_SOFTWARE_POST,
  TN_SOFTWARE_SELF,      /* a message of a rank to itself */
  TN_SOFTWARE_REQUEST,   /* a non-blocking send of payload */
  TN_SOFTWARE_HANDSHAKE, /* a rendezvous, by its receiver */
  TN_SOFTWARE_RECEIVE,
  TN_SOFTWARE_TYPE,
  TN_SOFTWARE_BLOCKS,
  TN_SOFTWARE_COPY,
  TN_SOFTWARE_BUNDLE /* none of its own: the next move stands for so many */
};

/* What a kernel of a device does for its strand costs, e.g. one of NCCL's by its protocol. */
struct tn_device_kernel {
  double start;  /* seconds of delay: first of the kernel, then of each copy or sum */
  double step;   /* seconds from a post to its sight by another device's kernel */
  double rate;   /* bytes of the user's per second that it moves or sums at most */
  double weight; /* bytes of memories and links that one of the user's takes; 0: nor any time */
};

/* Streams of a rank's device: what one is given goes on in that order. */
enum { TN_N_STREAMS = 21 };

struct tn_strand;

struct tn_waits; /* waits.h */

/* What goes on between two waits for a set: it is told the place whose condition held, -1 at first,
 * and changes the set; false: it is over. It does not wait itself, nor ask for anything else that is
 * answered. */
typedef bool tn_wait_step(void *data, int place);

/* The table. `r` is the calling strand of a rank. */
struct tn_transport {
  /* One call of the run's single-copy mechanism: the bytes of src[] to dst[]. All spans of one side
   * belong to the caller, all of the other to one peer. Costs one start-up. Nothing happens when
   * the total is 0. The totals are equal, except that the last span of the source may be longer
   * than the bytes to copy: as with process_vm_readv, the pages of the current batch are then
   * pinned to the end of the span, and only dst's bytes are copied. */
  void (*copy)(struct tn_strand *r, int n_dst, const struct tn_span *dst, int n_src,
               const struct tn_span *src);
  /* Loads and stores: own, SHARED or attached memory on either side. */
  void (*move)(struct tn_strand *r, struct tn_span dst, struct tn_span src);
  /* dst = src[0] op src[1] op ..., 2 to TN_REDUCE_MOST of them in one pass, any of them mapped; dst
   * may be src[0]. Equal lengths, a multiple of the element. */
  void (*reduce)(struct tn_strand *r, struct tn_span dst, int n_src, const struct tn_span *src);
  /* Makes an own buffer accessible / gains access to a peer's. Once per call and buffer; nothing
   * for CMA. */
  void (*expose)(struct tn_strand *r, enum tn_buf buf);
  /* The same of the part of an own buffer that one message is read from; once per message. */
  void (*expose_part)(struct tn_strand *r, struct tn_span own);
  void (*attach)(struct tn_strand *r, int rank, enum tn_buf buf);
  /* Sets the caller's own flag to `value` (flags only grow), with release semantics. */
  void (*post)(struct tn_strand *r, int slot, uint64_t value);
  /* Waits until one of conds[n] holds, with acquire semantics; returns the lowest index that does.
   * With n == 1 the result is 0 and the wait may be deferred. */
  int (*wait_any)(struct tn_strand *r, int n, const struct tn_cond *conds);
  /* Waits again and again: see tn_wait_each (waits.h). NULL: by wait_any. */
  void (*wait_each)(struct tn_strand *r, struct tn_waits *waits, tn_wait_step *step, void *data);
  /* Adds atomically to a counter of `rank` and returns the value before. Counters never share slots
   * with flags that are posted, and keep their value from call to call. */
  uint64_t (*fetch_add)(struct tn_strand *r, int rank, int slot, uint64_t n);
  /* A NIC or DMA engine moves src to dst, of which one is the caller's and one the peer's; own flag
   * `here` and the peer's flag `there` reach `value` when done. Length 0 notifies. */
  void (*put)(struct tn_strand *r, struct tn_span dst, struct tn_span src, int here, int there,
              uint64_t value);
  /* A second strand of the same rank running fn(strand, arg) on `core`; join waits for it. */
  struct tn_strand *(*spawn)(struct tn_strand *r, int core,
                             void (*fn)(struct tn_strand *r, void *arg), void *arg);
  void (*join)(struct tn_strand *r, struct tn_strand *other);
  void (*compute)(struct tn_strand *r, double seconds);
  /* The platform's overhead of one message to or from `peer`, of which `amount` bytes go through
   * shared memory (0: only an announcement); of a datatype (peer: the caller), or of an `amount` of
   * blocks or fragments. Nothing on real processes. */
  void (*software)(struct tn_strand *r, enum tn_software what, int peer, size_t amount);
  /* The caller receives a message from `rank` in another way than by `copy`, which counts messages
   * itself. For counting only, takes no time; NULL where messages are not counted. */
  void (*message)(struct tn_strand *r, int rank);
  /* What the caller asks for from now on one kernel of its rank's device does, to kernel(r, NULL), which
   * waits for its end: TEMP is in the device's memory then, and peers' devices are reached by loads
   * and stores. Between them it changes what that kernel costs. NULL where a device is plain memory
   * (tn_device). */
  void (*kernel)(struct tn_strand *r, const struct tn_device_kernel *prices);
  /* Copies the first `len` bytes of an own buffer of the user's, which is in a device's memory, to its
   * twin on the host, or back. For calls that are TN_STAGED. NULL where both are one. */
  void (*stage)(struct tn_strand *r, enum tn_buf buf, size_t len, bool down);
  /* The rank's device does it on a stream while the strand goes on: copies src[0] of own, peers' or
   * SHARED memory to dst, or reduces n_src of own memory in one pass. Own flag `slot` has `value`
   * when the strand can see the end. NULL: the strand does it itself (tn_enqueue). */
  void (*enqueue)(struct tn_strand *r, int stream, struct tn_span dst, int n_src,
                  const struct tn_span *src, int slot, uint64_t value);
  double (*now)(struct tn_strand *r);
  /* For the benchmark loop (algos/bench/bench.h), never for algorithms: `enter` waits for all ranks
   * if r->call->meets and stamps the entry to the call numbered r->call->epoch, `leave` the exit. */
  void (*enter)(struct tn_strand *r);
  void (*leave)(struct tn_strand *r);
  /* Notes n words that identify a step of the messages layer, which the layer then does not carry
   * out: every request is complete at once. NULL except where schedules are recorded
   * (algos/bench/schedule.h). */
  void (*record)(struct tn_strand *r, int n, const size_t *words);
};

/* What a transport on which strands run has at least, by functions of these names. */
#define TN_TRANSPORT_BASICS                                                                        \
  .copy = copy, .move = move, .reduce = reduce, .post = post, .wait_any = wait_any,                \
  .fetch_add = fetch_add, .put = put, .spawn = spawn, .join = join, .compute = compute, .now = now

/* For transports on which these do nothing: every rank has access to all memory from the start, and
 * the software really runs. */
void tn_expose_nothing(struct tn_strand *r, enum tn_buf buf);
void tn_expose_part_nothing(struct tn_strand *r, struct tn_span own);
void tn_attach_nothing(struct tn_strand *r, int rank, enum tn_buf buf);
void tn_software_nothing(struct tn_strand *r, enum tn_software what, int peer, size_t amount);

/* What an algorithm is handed. A transport embeds it as the first member of its own strand. */
struct tn_strand {
  const struct tn_transport *transport;
  const struct tn_call *call;
};

/* The value of step `step` (from 1) of the current call. */
static inline uint64_t tn_value(const struct tn_strand *r, uint32_t step)
{
  return (uint64_t)r->call->epoch << 32 | step;
}

/* Begins or ends (NULL) a kernel, where there are any. */
static inline void tn_device(struct tn_strand *r, const struct tn_device_kernel *prices)
{
  if (r->transport->kernel)
    r->transport->kernel(r, prices);
}

/* Announces step `step` of this call on own flag `slot`. */
static inline void tn_post(struct tn_strand *r, int slot, uint32_t step)
{
  r->transport->post(r, slot, tn_value(r, step));
}

/* Waits until `rank` has announced step `step` on its flag `slot`. */
static inline void tn_wait(struct tn_strand *r, int rank, int slot, uint32_t step)
{
  const struct tn_cond cond = { .rank = rank, .slot = slot, .value = tn_value(r, step) };
  r->transport->wait_any(r, 1, &cond);
}

/* Counts a message of so many bytes that the caller receives in another way than by `copy`; an empty one
 * is none. */
static inline void tn_message(struct tn_strand *r, int rank, size_t bytes)
{
  if (bytes > 0 && r->transport->message)
    r->transport->message(r, rank);
}

/* Copies one contiguous piece with the run's single-copy mechanism. */
static inline void tn_copy(struct tn_strand *r, struct tn_span dst, struct tn_span src)
{
  r->transport->copy(r, 1, &dst, 1, &src);
}

static inline void tn_move(struct tn_strand *r, struct tn_span dst, struct tn_span src)
{
  r->transport->move(r, dst, src);
}

/* dst = a op b. */
static inline void tn_reduce_two(struct tn_strand *r, struct tn_span dst, struct tn_span a,
                                 struct tn_span b)
{
  const struct tn_span src[] = { a, b };
  r->transport->reduce(r, dst, 2, src);
}

/* dst = dst op src. */
static inline void tn_reduce(struct tn_strand *r, struct tn_span dst, struct tn_span src)
{
  tn_reduce_two(r, dst, dst, src);
}

/* What a device does on a stream; where the call's buffers are not in one, the strand itself. */
void tn_enqueue(struct tn_strand *r, int stream, struct tn_span dst, int n_src,
                const struct tn_span *src, int slot, uint64_t value);

/* dst = first op the n vectors that lie one behind another from `more` on, in as few passes as it
 * takes. */
void tn_reduce_row(struct tn_strand *r, struct tn_span dst, struct tn_span first,
                   struct tn_span more, int n);

#endif
