/* The transport table is the only interface that a collective algorithm uses.
 *
 * An algorithm is blocking straight-line code over this table. The same source runs on the
 * simulator (src/sim), on pthreads (tests/threads.c) and on processes (src/real/real_transport.c).
 * All sizes and offsets are bytes, all times seconds. Only wait_any, fetch_add and now return a
 * value: a transport that fails ends the run with a message. A transport may carry out operations
 * after they are called, in the order of the calls. */
#ifndef TN_ALGOS_TRANSPORT_H
#define TN_ALGOS_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/idle.h"

/* Ranks that contribute data to a collective, or that hold some of its result. */
enum tn_who { TN_NO_RANK, TN_ROOT_RANK, TN_ALL_RANKS };

/* X(number, name, OSU's title, ranks that contribute, ranks that hold a result, true if the user
 * has one buffer for both, true if it reduces). A pattern is a pseudo-collective; its entries
 * define the copies (algos/experiments/pattern.h). */
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

/* The memory of a rank. SEND and RECV are the user's buffers; a non-blocking collective has the
 * buffers of its blocking form. A bcast has one user buffer, TN_RECV, on every rank (the root's
 * holds the data). In place, scatter's root has its block in SEND and does not write RECV. In
 * place, the root of gather and reduce, and every rank of allgather, alltoall, allreduce, scans and
 * reduce-scatters, has its contribution in RECV. An exscan leaves rank 0's RECV unchanged. A
 * reduce_scatter(_block) in place has its result at the start of RECV. scatterv, gatherv,
 * allgatherv and alltoallv use the buffers of the collectives without v. TEMP is the rank's own,
 * kernel-readable scratch memory. SHARED is the rank's part of memory that all ranks have
 * mapped. */
enum tn_buf { TN_SEND, TN_RECV, TN_TEMP, TN_SHARED, TN_N_BUFS };
extern const char *const tn_buf_names[TN_N_BUFS]; /* "SEND", ... */

/* A range of one buffer of one rank, in bytes. A span holds no pointer since a simulation may run
 * without data. */
struct tn_span {
  int rank;
  enum tn_buf buf;
  size_t off, len;
};

/* Writes why a span does not fit into its buffer of `size` bytes: one line for the author of the
 * algorithm, cut off at `n` characters. */
enum { TN_COMPLAINT = 160 };
void tn_span_complain(char *text, size_t n, const struct tn_span *span, size_t size);

enum tn_type { TN_UINT8, TN_INT32, TN_FLOAT32, TN_FLOAT64 };
enum tn_op { TN_SUM };

struct tn_nccl;

/* Places of the ranks as dense identifiers (each array has n_ranks elements) and properties of the
 * platform that libraries look up. */
struct tn_layout {
  const int *core, *llc, *numa, *package, *node;
  const char *platform;       /* name of the platform; NULL if unknown */
  const struct tn_nccl *nccl; /* algos/device/nccl_tuning.h; NULL if unknown */
};

#define TN_MAX_PARAMS 9

/* Distance of a message within a node. */
enum tn_p2p_way {
  TN_WAY_DOMAIN,  /* within a memory domain */
  TN_WAY_PACKAGE, /* between memory domains of a package */
  TN_WAY_MACHINE, /* between packages */
  TN_N_WAYS
};

/* Bundles of fragments: no bundles; a few fragments at a time, with times as precise as documented;
 * many fragments at a time, in the first call as many as the ring holds, for fast simulation. */
enum tn_bundles { TN_BUNDLES_NONE, TN_BUNDLES_FINE, TN_BUNDLES_COARSE };

/* Limits of point-to-point messages (algos/messages/p2p.h). Counts are at least 1. */
struct tn_p2p_limits {
  size_t eager_limit, fragment_size;       /* bytes */
  size_t rendezvous_limit;                 /* bytes; longer messages are copied once */
  size_t blocking_limit;                   /* rendezvous_limit of blocking sends, bytes */
  size_t eager_slots, fragments_in_flight; /* per ordered pair */
  size_t inline_limit;                     /* bytes; longer messages are stored in a slot */
  bool send_waits; /* true if a send through a slot ends when the receiver has taken it */
  size_t far_eager_limit, far_eager_slots; /* eager limit and slots for messages to another node */
  size_t
      far_fragments_from; /* bytes from which far messages (except from SHARED) are cut; 0: never */
  bool single_copy[TN_N_WAYS]; /* false: all messages at this distance use shared memory */
  enum tn_bundles bundles;     /* bundles of the fragments of a long message (p2p_slots.h) */
  size_t copy_streams;         /* streams for copies between devices; 0: the rank waits */
};

/* Memory of the user's buffers: the host; the ranks' devices; or devices with copies on the host
 * (staged). In the last case SEND and RECV denote the copies on the host, and the caller copies
 * between them and the device (stage). */
enum tn_call_memory { TN_IN_HOST, TN_IN_DEVICE, TN_STAGED };

struct tn_pattern;  /* algos/experiments/pattern.h */
struct tn_p2p_pair; /* algos/messages/p2p.h */
struct tn_nested;   /* algos/compose/nested.h */

/* Data that an algorithm stores for a rank from call to call. `data` is NULL at first. */
struct tn_keep {
  void *data;
  void (*release)(void *data); /* frees data after the last call */
};

/* One collective call of one rank. It is constant during the call. */
struct tn_call {
  enum tn_collective collective;
  int n_ranks, rank, root;
  /* bytes of the vector (bcast, reductions) or of one block (other collectives, reduce-scatters);
   * with counts the largest block */
  size_t block;
  const size_t
      *counts; /* bytes of each rank's block, [n_ranks]; alltoallv: [n_ranks * n_ranks], one row
                * for each sender; NULL: all blocks have `block` bytes (kit/counts.h) */
  bool in_place;
  enum tn_type type;
  enum tn_op op;
  uint32_t epoch;                /* number of the call, from 1; flags of two calls never match */
  bool meets;                    /* true if all ranks meet before the call */
  int64_t params[TN_MAX_PARAMS]; /* in the order of the registry entry; choices by index */
  int variant;                   /* variant of the entry that runs (registry.h) */
  const struct tn_layout *layout;
  const struct tn_idle *idle; /* cores without a rank; NULL: no such cores */
  double compute;             /* seconds that each rank computes during a non-blocking collective */
  /* number of entries into the library while the rank computes, after equal parts of `compute`; the
   * last entry is the wait (p2p.h); 0: the algorithm decides when it computes */
  int entries;
  const struct tn_p2p_limits *p2p;      /* NULL: small fixed limits */
  struct tn_p2p_pair *pairs;            /* [n_ranks] messages so far; owned by the benchmark loop */
  const struct tn_pattern *pattern;     /* definition of a pattern; NULL for collectives */
  const struct tn_nested *nested;       /* parts of a composition; NULL for other algorithms */
  struct tn_keep *keep;                 /* data of this rank; owned by the benchmark loop */
  bool roots_move;                      /* true if calls of this run have different roots */
  enum tn_call_memory memory;           /* memory of SEND and RECV */
  const struct tn_p2p_limits *host_p2p; /* limits of a TN_STAGED call; NULL: `p2p` */
  size_t page_size;                     /* page size of the memory copied from, bytes; 0: 4096 */
};

/* A condition: flag `slot` of `rank` is at least `value`. */
struct tn_cond {
  int rank, slot;
  uint64_t value;
  bool queued;        /* true if it announces a message (one queue in libraries) */
  bool urgent;        /* true if it precedes the other conditions of a set (waits.h) */
  unsigned fragments; /* fragments that the flag announces or returns; 0: one */
};

/* Distance of slots that are on different lines on every platform (a line holds line_size/8 slots:
 * 8 or 16). */
#define TN_LINE_SLOTS 16

/* maximum number of vectors that one pass reduces: UCC has loops for as many (ec/cpu) */
enum { TN_REDUCE_MOST = 8 };

/* values of `core` that are not core numbers */
enum tn_core { TN_CORE_OWN = -1, TN_CORE_NEAREST_IDLE = -2 };

/* Work of a message-passing library that takes time: for a message, posting a receive, a datatype
 * of blocks, blocks added to a datatype or moved by it, a message that a device copies once, and
 * bundled fragments. */
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
  TN_SOFTWARE_BUNDLE /* no cost itself: the next move represents that many fragments */
};

/* Costs of the operations of a device kernel, e.g. of an NCCL kernel by its protocol. */
struct tn_device_kernel {
  double start;  /* seconds of delay: of the kernel first, then of each copy or sum */
  double step;   /* seconds until another device's kernel observes a post */
  double rate;   /* upper limit of the user's bytes that the kernel moves or sums per second */
  double weight; /* bytes of memory and link traffic for one user byte; 0: no traffic and no time */
};

/* Streams of a rank's device. A stream executes operations in order. */
enum { TN_N_STREAMS = 21 };

struct tn_strand;

struct tn_waits; /* waits.h */

/* Runs between two waits for a set: gets the place whose condition held (-1 at first) and changes
 * the set. Returns false to end the waits. A step does not wait and calls no operation that returns
 * a value. */
typedef bool tn_wait_step(void *data, int place);

/* The table. `r` is the calling strand of a rank. */
struct tn_transport {
  /* Copies the bytes of src[] to dst[] by one call of the run's single-copy mechanism. All spans of
   * one side belong to the caller, all spans of the other side to one peer. Costs one start-up.
   * Does nothing when the total is 0. The totals are equal, except that the last span of the source
   * may be longer than the bytes to copy: as with process_vm_readv, the pages of the current batch
   * are then pinned to the end of the span, and only dst's bytes are copied. */
  void (*copy)(struct tn_strand *r, int n_dst, const struct tn_span *dst, int n_src,
               const struct tn_span *src);
  /* Copies src to dst by loads and stores. Either side may be own, SHARED or attached memory. */
  void (*move)(struct tn_strand *r, struct tn_span dst, struct tn_span src);
  /* Computes dst = src[0] op src[1] op ..., with 2 to TN_REDUCE_MOST sources in one pass. Every
   * span may be mapped memory; dst may be src[0]. The lengths are equal, a multiple of the
   * element. */
  void (*reduce)(struct tn_strand *r, struct tn_span dst, int n_src, const struct tn_span *src);
  /* Exposes an own buffer to peers; `attach` gains access to a peer's buffer. Called once per call
   * and buffer. CMA needs neither call. */
  void (*expose)(struct tn_strand *r, enum tn_buf buf);
  /* Exposes the part of an own buffer that one message is read from. Called once per message. */
  void (*expose_part)(struct tn_strand *r, struct tn_span own);
  void (*attach)(struct tn_strand *r, int rank, enum tn_buf buf);
  /* Sets the caller's own flag to `value` (flags only grow), with release semantics. */
  void (*post)(struct tn_strand *r, int slot, uint64_t value);
  /* Waits until one of conds[n] holds, with acquire semantics; returns the lowest index that does.
   * With n == 1 the result is 0 and the wait may be deferred. */
  int (*wait_any)(struct tn_strand *r, int n, const struct tn_cond *conds);
  /* Waits repeatedly: see tn_wait_each (waits.h). NULL: tn_wait_each calls wait_any. */
  void (*wait_each)(struct tn_strand *r, struct tn_waits *waits, tn_wait_step *step, void *data);
  /* Adds n atomically to a counter of `rank` and returns the old value. Counters never share slots
   * with posted flags, and their values persist from call to call. */
  uint64_t (*fetch_add)(struct tn_strand *r, int rank, int slot, uint64_t n);
  /* Moves src to dst by a NIC or DMA engine. One of the spans is the caller's and one the peer's.
   * At the end the own flag `here` and the peer's flag `there` reach `value`. Length 0 notifies. */
  void (*put)(struct tn_strand *r, struct tn_span dst, struct tn_span src, int here, int there,
              uint64_t value);
  /* Starts a second strand of the same rank that runs fn(strand, arg) on `core`; join waits for
   * it. */
  struct tn_strand *(*spawn)(struct tn_strand *r, int core,
                             void (*fn)(struct tn_strand *r, void *arg), void *arg);
  void (*join)(struct tn_strand *r, struct tn_strand *other);
  void (*compute)(struct tn_strand *r, double seconds);
  /* Spends the platform's overhead of one message to or from `peer`, of which `amount` bytes use
   * shared memory (0: only an announcement), of a datatype (peer: the caller), or of `amount`
   * blocks or fragments. Does nothing on real processes. */
  void (*software)(struct tn_strand *r, enum tn_software what, int peer, size_t amount);
  /* Counts a message that the caller receives from `rank` by an operation other than `copy`, which
   * counts messages itself. Takes no time. NULL if messages are not counted. */
  void (*message)(struct tn_strand *r, int rank);
  /* Begins a kernel on the rank's device, which executes all following operations of the caller;
   * kernel(r, NULL) ends it and waits for its end. Within a kernel TEMP is device memory, and
   * peers' devices are reached by loads and stores. Another call within a kernel changes its
   * prices. NULL if a device is plain memory (tn_device). */
  void (*kernel)(struct tn_strand *r, const struct tn_device_kernel *prices);
  /* Copies the first `len` bytes of a user buffer of the caller from device memory to its copy on
   * the host (`down`), or back. Used in TN_STAGED calls. NULL if both are the same memory. */
  void (*stage)(struct tn_strand *r, enum tn_buf buf, size_t len, bool down);
  /* Starts an operation on a stream of the rank's device and returns immediately: copies src[0] of
   * own, peers' or SHARED memory to dst, or reduces n_src spans of own memory in one pass. The own
   * flag of `end` gets its value when the strand can observe the end. NULL: the strand performs the
   * operation itself (tn_enqueue). */
  void (*enqueue)(struct tn_strand *r, int stream, struct tn_span dst, int n_src,
                  const struct tn_span *src, struct tn_cond end);
  double (*now)(struct tn_strand *r);
  /* Used by the benchmark loop only (algos/bench/bench.h): `enter` waits for all ranks if
   * r->call->meets and records the entry time of call r->call->epoch; `leave` records the exit
   * time. */
  void (*enter)(struct tn_strand *r);
  void (*leave)(struct tn_strand *r);
  /* Records n words that identify a step of the messages layer. The layer then skips the step:
   * every request is complete at once. NULL except where schedules are recorded
   * (algos/bench/schedule.h). */
  void (*record)(struct tn_strand *r, int n, const size_t *words);
};

/* Operations that every transport with strands provides, as functions of the same names. */
#define TN_TRANSPORT_BASICS                                                                        \
  .copy = copy, .move = move, .reduce = reduce, .post = post, .wait_any = wait_any,                \
  .fetch_add = fetch_add, .put = put, .spawn = spawn, .join = join, .compute = compute, .now = now

/* Do nothing, for transports where every rank has access to all memory and the software really
 * runs. */
void tn_expose_nothing(struct tn_strand *r, enum tn_buf buf);
void tn_expose_part_nothing(struct tn_strand *r, struct tn_span own);
void tn_attach_nothing(struct tn_strand *r, int rank, enum tn_buf buf);
void tn_software_nothing(struct tn_strand *r, enum tn_software what, int peer, size_t amount);

/* A strand: the handle of an algorithm. A transport embeds it as the first member of its own
 * strand. */
struct tn_strand {
  const struct tn_transport *transport;
  const struct tn_call *call;
};

/* Returns the flag value of step `step` (from 1) of the current call. */
static inline uint64_t tn_value(const struct tn_strand *r, uint32_t step)
{
  return (uint64_t)r->call->epoch << 32 | step;
}

/* Begins or ends (NULL) a kernel if the transport has kernels. */
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

/* Counts a message of `bytes` bytes that the caller receives without `copy`. Empty messages are not
 * counted. */
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

/* Starts an operation on a device's stream. If the call's buffers are not on a device, the strand
 * performs it. */
void tn_enqueue(struct tn_strand *r, int stream, struct tn_span dst, int n_src,
                const struct tn_span *src, struct tn_cond end);

/* Computes dst = first op the n consecutive vectors that begin at `more`, in the fewest passes. */
void tn_reduce_row(struct tn_strand *r, struct tn_span dst, struct tn_span first,
                   struct tn_span more, int n);

#endif
