/* Defines the transport table, which is the only interface that a collective algorithm uses.
 *
 * An algorithm is blocking straight-line code over this table. The same source runs on the
 * simulator (src/sim), on pthreads (tests/threads.c) and on processes (src/real/real_transport.c).
 * Sizes and offsets are bytes, times are seconds. Only wait_any, fetch_add and now return a value
 * that depends on the run. A transport that fails ends the run with a message. A transport may
 * carry out operations after the call has returned, but in the order of the calls. */
#ifndef TN_ALGOS_TRANSPORT_H
#define TN_ALGOS_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/idle.h"

enum tn_rank_set { TN_NO_RANK, TN_ROOT_RANK, TN_ALL_RANKS };

/* X(number, name, OSU's title, ranks that contribute data, ranks that hold a result, true if the
 * user has one buffer for both, true if it reduces). A pattern is a pseudo-collective, whose
 * entries define the copies (algos/experiments/pattern.h). */
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

/* The memory of a rank. SEND and RECV are the user's buffers. A bcast has one user buffer, TN_RECV,
 * on every rank; the root's has the data. In place, scatter's root has its block in SEND and does
 * not write RECV. In place, the root of gather and reduce, and every rank of allgather, alltoall,
 * allreduce, scans and reduce-scatters, has its contribution in RECV. An exscan leaves rank 0's
 * RECV unchanged. A reduce_scatter(_block) in place has its result at the start of RECV.
 * Non-blocking collectives and those with counts (v) have the buffers of the basic form. TEMP is
 * scratch memory of the rank that the kernel can read. SHARED is the rank's part of memory that all
 * ranks have mapped. */
enum tn_buf { TN_SEND, TN_RECV, TN_TEMP, TN_SHARED, TN_N_BUFS };
extern const char *const tn_buf_names[TN_N_BUFS]; /* "SEND", ... */

/* A range of bytes of one buffer of one rank; no pointer, as a simulation may run without data. */
struct tn_span {
  int rank;
  enum tn_buf buf;
  size_t off, len;
};

/* Writes why a span exceeds its buffer of `size` bytes: one line of up to `n` characters. */
enum { TN_COMPLAINT = 160 };
void tn_span_complain(char *text, size_t n, const struct tn_span *span, size_t size);

enum tn_type { TN_UINT8, TN_INT32, TN_FLOAT32, TN_FLOAT64 };
enum tn_op { TN_SUM };

struct tn_nccl;

/* Places of the ranks, and properties that the decisions of libraries depend on. Arrays have
 * n_ranks elements; ranks with the same number share the core, LLC and so on. Numbers are
 * consecutive. */
struct tn_layout {
  const int *core, *llc, *numa, *package, *node;
  const char *platform;       /* name of the platform; NULL if unknown */
  const struct tn_nccl *nccl; /* topology for NCCL (algos/device/nccl_tuning.h); NULL if unknown */
};

#define TN_MAX_PARAMS 9

/* Distance of a message within a node. */
enum tn_p2p_distance {
  TN_P2P_WITHIN_DOMAIN,
  TN_P2P_WITHIN_PACKAGE,
  TN_P2P_ACROSS_PACKAGES,
  TN_N_P2P_DISTANCES
};

/* Number of fragments of a message that the simulation moves at a time. NONE: each fragment is
 * moved separately. FINE: a few, with times as precise as documented. COARSE: many, in the first
 * call as many as the ring of slots holds, for fast simulation. */
enum tn_bundles { TN_BUNDLES_NONE, TN_BUNDLES_FINE, TN_BUNDLES_COARSE };

/* Limits of messages (algos/messages/p2p.h). Numbers of slots and fragments are at least 1. */
struct tn_p2p_limits {
  size_t eager_limit, fragment_size;       /* bytes: the longest eager message; one fragment */
  size_t rendezvous_limit;                 /* bytes; longer messages use rendezvous */
  size_t blocking_limit;                   /* value of rendezvous_limit for blocking sends */
  size_t eager_slots, fragments_in_flight; /* numbers of slots for each ordered pair of ranks */
  size_t inline_limit;                     /* bytes that a queue entry holds; they need no slot */
  bool send_waits; /* true if a send through a slot ends when the receiver has taken the message */
  size_t far_eager_limit, far_eager_slots; /* bytes and number of slots for eager messages to
                                            * another node */
  size_t far_fragments_from; /* bytes; messages of at least this size to another node, except
                              * those from SHARED, are cut into fragments; 0: never */
  bool single_copy
      [TN_N_P2P_DISTANCES]; /* false if all messages at this distance use shared memory */
  enum tn_bundles bundles;  /* fragments of a long message that are moved at a time (p2p_slots.h) */
  size_t copy_streams;      /* number of streams for copies between devices; 0: the rank waits
                             * for each copy */
};

/* Memory of the user's buffers. TN_STAGED: the devices; SEND and RECV are copies on the host, and
 * the caller of the algorithm copies between them and the device (stage). */
enum tn_call_memory { TN_IN_HOST, TN_IN_DEVICE, TN_STAGED };

struct tn_pattern;  /* algos/experiments/pattern.h */
struct tn_p2p_pair; /* algos/messages/p2p.h */
struct tn_nested;   /* algos/compose/nested.h */

/* Data that an algorithm stores for a rank between calls; `data` is NULL at first. */
struct tn_persistent_data {
  void *data;
  void (*release)(void *data);
};

/* One collective call of one rank; constant during the call. */
struct tn_call {
  enum tn_collective collective;
  int n_ranks, rank, root;
  /* bytes of the vector (bcast, reductions) or of one block (others, reduce-scatters); with counts,
   * of the largest block */
  size_t block;
  /* [n_ranks] bytes of each block; alltoallv: [n_ranks * n_ranks], a row for each sender; NULL: all
   * blocks have `block` bytes (kit/counts.h) */
  const size_t *counts;
  bool in_place;
  enum tn_type type;
  enum tn_op op;
  uint32_t epoch;                /* number of the call, from 1; part of every flag value */
  bool meets;                    /* true if all ranks wait for each other before the call */
  int64_t params[TN_MAX_PARAMS]; /* values for the algorithm's `params`; a choice is an index */
  int variant;                   /* `variant` of the algorithm that runs (registry.h) */
  const struct tn_layout *layout;
  const struct tn_idle *idle; /* cores without a rank; NULL if there are none */
  double compute;             /* seconds that each rank computes during a non-blocking collective */
  /* number of parts of `compute`; the rank enters the library after each, and the last time it
   * waits there (p2p.h); 0: the algorithm decides */
  int entries;
  const struct tn_p2p_limits *p2p;       /* limits of messages; NULL: tn_p2p_default_limits */
  struct tn_p2p_pair *pairs;             /* [n_ranks] state of the messages with each rank, over
                                          * all calls; owned by the benchmark loop */
  const struct tn_pattern *pattern;      /* copies of a pattern; NULL for collectives */
  const struct tn_nested *nested;        /* algorithms inside a composition, or NULL */
  struct tn_persistent_data *persistent; /* data that the algorithm stores for this rank; owned by
                                          * the benchmark loop */
  bool roots_move;                       /* true if calls of this run have different roots */
  enum tn_call_memory memory;
  const struct tn_p2p_limits *host_p2p; /* limits of messages in a TN_STAGED call; NULL: as `p2p` */
  size_t page_size;                     /* bytes of a page of copied memory; 0: 4096 */
};

/* A condition: the flag `slot` of rank `rank` is at least `value`. */
struct tn_cond {
  int rank, slot;
  uint64_t value;
  bool queued;        /* true if the flag announces a message; a library has one queue for these */
  bool urgent;        /* true if tested before other conditions of a set (waits.h) */
  unsigned fragments; /* number of fragments that the flag announces or returns; 0: one */
};

/* Distance in slots that separates cache lines on every platform; a line has 8 or 16 slots. */
#define TN_LINE_SLOTS 16

/* maximum number of vectors that one pass reduces; UCC has loops for this many (ec/cpu) */
enum { TN_REDUCE_MAX = 8 };

/* values of the argument `core` of spawn that are not core numbers */
enum tn_core { TN_CORE_OWN = -1, TN_CORE_NEAREST_IDLE = -2 };

/* Work of a message-passing library that takes time: to send, post or receive a message (SEND,
 * POST, RECEIVE), to make a datatype (TYPE) of blocks (BLOCKS), to start a device's copy of a
 * message (COPY). */
enum tn_software {
  TN_SOFTWARE_SEND,
  TN_SOFTWARE_POST,
  TN_SOFTWARE_SELF,      /* a message of a rank to itself */
  TN_SOFTWARE_REQUEST,   /* a non-blocking send of payload */
  TN_SOFTWARE_HANDSHAKE, /* a rendezvous; charged to its receiver */
  TN_SOFTWARE_RECEIVE,
  TN_SOFTWARE_TYPE,
  TN_SOFTWARE_BLOCKS,
  TN_SOFTWARE_COPY,
  TN_SOFTWARE_BUNDLE /* takes no time; `amount` is the number of fragments in the next move */
};

/* Costs of operations in a device kernel, e.g. of NCCL with a given protocol. */
struct tn_device_kernel {
  double start;  /* seconds before the kernel begins, and again before each copy or sum */
  double step;   /* seconds until the kernel of another device observes a post */
  double rate;   /* upper limit of the user's bytes that the kernel moves or sums in a second */
  double weight; /* bytes of memory and link traffic for each byte of the user; 0: copies take no
                  * time */
};

enum { TN_N_STREAMS = 21 };

struct tn_strand;

struct tn_waits; /* waits.h */

/* A function that tn_wait_each calls between two waits for a set of conditions. `place`: the
 * condition that held (-1 at first). Changes the set; returns false to end the waits. It must not
 * wait or call operations that return a value. */
typedef bool tn_wait_step(void *data, int place);

/* The table. `r` is the strand of a rank that calls the operation. */
struct tn_transport {
  /* Copies the bytes of src[] to dst[] by one call of the run's single-copy mechanism. Either all
   * sources or all destinations belong to the caller, and all the others to one peer. The call
   * costs one start-up. If the total is 0, it does nothing. Sources and destinations have equal
   * totals, with one exception: the last span of the source may be longer than the bytes to copy.
   * As with process_vm_readv, the pages of the current batch are then pinned to the end of the
   * span, and only dst's bytes are copied. */
  void (*copy)(struct tn_strand *r, int n_dst, const struct tn_span *dst, int n_src,
               const struct tn_span *src);
  /* Copies src to dst by loads and stores. Both are in the caller's, SHARED or attached memory. */
  void (*move)(struct tn_strand *r, struct tn_span dst, struct tn_span src);
  /* Computes dst = src[0] op src[1] op ... in one pass; 2 to TN_REDUCE_MAX sources, mapped or not.
   * dst may be src[0]. Lengths are equal multiples of the element's bytes. */
  void (*reduce)(struct tn_strand *r, struct tn_span dst, int n_src, const struct tn_span *src);
  /* `expose` gives peers access to a buffer of the caller; `attach` gains access to a peer's
   * buffer. Both are called once per call and buffer. CMA does not need them. */
  void (*expose)(struct tn_strand *r, enum tn_buf buf);
  /* Exposes the part of a buffer from which a peer reads a message; called for each message. */
  void (*expose_part)(struct tn_strand *r, struct tn_span own);
  void (*attach)(struct tn_strand *r, int rank, enum tn_buf buf);
  /* Sets flag `slot` of the caller to `value`, with release semantics. Flags only grow. */
  void (*post)(struct tn_strand *r, int slot, uint64_t value);
  /* Waits until one of conds[n] holds, with acquire semantics. Returns the lowest index of those
   * that hold. If n is 1, the transport may wait later, before its next operation. */
  int (*wait_any)(struct tn_strand *r, int n, const struct tn_cond *conds);
  /* Waits repeatedly for a set of conditions (waits.h). NULL: tn_wait_each calls wait_any. */
  void (*wait_each)(struct tn_strand *r, struct tn_waits *waits, tn_wait_step *step, void *data);
  /* Adds n to a counter of `rank`; returns the old value. The value persists from call to call. A
   * counter never uses the slot of a flag that is posted. */
  uint64_t (*fetch_add)(struct tn_strand *r, int rank, int slot, uint64_t n);
  /* Moves src to dst, between caller and peer, by a network adapter or DMA engine. At the end flag
   * `here` of the caller and `there` of the peer reach `value`. Length 0 only sets the flags. */
  void (*put)(struct tn_strand *r, struct tn_span dst, struct tn_span src, int here, int there,
              uint64_t value);
  /* Starts a strand of the rank that runs fn(strand, arg) on `core`; `join` waits for it. */
  struct tn_strand *(*spawn)(struct tn_strand *r, int core,
                             void (*fn)(struct tn_strand *r, void *arg), void *arg);
  void (*join)(struct tn_strand *r, struct tn_strand *other);
  void (*compute)(struct tn_strand *r, double seconds);
  /* Takes the time of library software of kind `what`. For a message, `peer` is the other rank and
   * `amount` its bytes in shared memory (0: an announcement). For a datatype, `peer` is the caller.
   * For blocks or fragments, `amount` is their number. Does nothing on real processes. */
  void (*software)(struct tn_strand *r, enum tn_software what, int peer, size_t amount);
  /* Counts a message that the caller receives from `rank` by an operation other than `copy`, which
   * counts its messages itself. Takes no time. It is NULL if messages are not counted. */
  void (*message)(struct tn_strand *r, int rank);
  /* Begins a kernel on the rank's device, which executes the caller's next operations; `prices`
   * NULL ends it and waits. TEMP is then device memory, and peers' devices are reached by loads and
   * stores. A second call changes the prices. The member is NULL where device memory is like host
   * memory (tn_device). */
  void (*kernel)(struct tn_strand *r, const struct tn_device_kernel *prices);
  /* Copies `len` bytes of a user buffer from device to host (`down`) or back, in TN_STAGED calls.
   * The member is NULL where host and device share memory. */
  void (*stage)(struct tn_strand *r, enum tn_buf buf, size_t len, bool down);
  /* Starts a copy to dst of src[0] (in the rank's, a peer's or SHARED memory), or a reduction of
   * n_src spans of the rank's, on a stream of the device, and returns. Once the strand can observe
   * that it has ended, the flag in `end`, one of the rank's, gets its value. The member is NULL
   * where the strand itself copies (tn_enqueue). */
  void (*enqueue)(struct tn_strand *r, int stream, struct tn_span dst, int n_src,
                  const struct tn_span *src, struct tn_cond end);
  double (*now)(struct tn_strand *r);
  /* Only for the benchmark loop (bench/bench.h). If r->call->meets, `enter` waits for all ranks; it
   * records the time of entry into call r->call->epoch. `leave` records the time of exit. */
  void (*enter)(struct tn_strand *r);
  void (*leave)(struct tn_strand *r);
  /* Records a step of the message layer as n words. The layer then skips the step, as if every
   * request were complete at once. NULL unless schedules are recorded (bench/schedule.h). */
  void (*record)(struct tn_strand *r, int n, const size_t *words);
};

/* Operations that every transport with strands provides, as functions of the same names. */
#define TN_TRANSPORT_BASICS                                                                        \
  .copy = copy, .move = move, .reduce = reduce, .post = post, .wait_any = wait_any,                \
  .fetch_add = fetch_add, .put = put, .spawn = spawn, .join = join, .compute = compute, .now = now

/* The following functions do nothing. Transports use them where all memory is accessible, or where
 * real software takes the time. */
void tn_expose_nothing(struct tn_strand *r, enum tn_buf buf);
void tn_expose_part_nothing(struct tn_strand *r, struct tn_span own);
void tn_attach_nothing(struct tn_strand *r, int rank, enum tn_buf buf);
void tn_software_nothing(struct tn_strand *r, enum tn_software what, int peer, size_t amount);

/* A strand (thread of a rank) as algorithms see it; first member of a transport's own structure. */
struct tn_strand {
  const struct tn_transport *transport;
  const struct tn_call *call;
};

/* Returns the flag value that announces step `step` (from 1) of this call. */
static inline uint64_t tn_value(const struct tn_strand *r, uint32_t step)
{
  return (uint64_t)r->call->epoch << 32 | step;
}

/* Begins a kernel on the rank's device, or ends it if `prices` is NULL. Does nothing without
 * kernels. */
static inline void tn_device(struct tn_strand *r, const struct tn_device_kernel *prices)
{
  if (r->transport->kernel)
    r->transport->kernel(r, prices);
}

static inline void tn_post(struct tn_strand *r, int slot, uint32_t step)
{
  r->transport->post(r, slot, tn_value(r, step));
}

static inline void tn_wait(struct tn_strand *r, int rank, int slot, uint32_t step)
{
  const struct tn_cond cond = { .rank = rank, .slot = slot, .value = tn_value(r, step) };
  r->transport->wait_any(r, 1, &cond);
}

/* Counts a message that was received without `copy`, unless it is empty. */
static inline void tn_message(struct tn_strand *r, int rank, size_t bytes)
{
  if (bytes > 0 && r->transport->message)
    r->transport->message(r, rank);
}

static inline void tn_copy(struct tn_strand *r, struct tn_span dst, struct tn_span src)
{
  r->transport->copy(r, 1, &dst, 1, &src);
}

static inline void tn_move(struct tn_strand *r, struct tn_span dst, struct tn_span src)
{
  r->transport->move(r, dst, src);
}

static inline void tn_reduce_two(struct tn_strand *r, struct tn_span dst, struct tn_span a,
                                 struct tn_span b)
{
  const struct tn_span src[] = { a, b };
  r->transport->reduce(r, dst, 2, src);
}

static inline void tn_reduce(struct tn_strand *r, struct tn_span dst, struct tn_span src)
{
  tn_reduce_two(r, dst, dst, src);
}

/* Starts an operation on a stream, or performs it at once if the data are not on a device. */
void tn_enqueue(struct tn_strand *r, int stream, struct tn_span dst, int n_src,
                const struct tn_span *src, struct tn_cond end);

/* Computes dst = first op v1 op ... op vn in few passes. `more` is v1; v2 ... vn follow it in
 * memory. */
void tn_reduce_row(struct tn_strand *r, struct tn_span dst, struct tn_span first,
                   struct tn_span more, int n);

#endif
