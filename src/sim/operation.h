/* Operations that a strand requests from the engine, and their queue. Internal to src/sim. */
#ifndef TN_SIM_OPERATION_H
#define TN_SIM_OPERATION_H

#include <glib.h>

#include "algos/transport.h"
#include "platform/platform.h"

struct tn_sim_strand;
struct tn_transfer;

enum tn_op_kind {
  TN_OP_COPY,
  TN_OP_MOVE,
  TN_OP_REDUCE,
  TN_OP_EXPOSE,
  TN_OP_ATTACH,
  TN_OP_POST, /* posts a flag of the strand's rank; after a put, of any rank */
  TN_OP_WAIT,
  TN_OP_FETCH_ADD,
  TN_OP_COMPUTE,
  TN_OP_PUT, /* hands a transfer to the network adapter */
  /* waits for a copy by an engine, or carries out a mapped move (launch.h) */
  TN_OP_LAUNCH,
  TN_OP_SUM,
  TN_OP_ENQUEUE, /* hands the work of a TN_OP_LAUNCH or TN_OP_SUM to a stream */
  TN_OP_KERNEL,  /* begins a kernel, or waits for its end */
  /* CPU time for a move, a reduction, a datatype or posting a receive */
  TN_OP_SOFTWARE,
  TN_OP_RECEIVE, /* CPU time for a receive */
  /* CPU time for a send, and the transfers of cache lines of the receiver's queue */
  TN_OP_SEND,
  TN_OP_ENTER,
  TN_OP_LEAVE,
  TN_OP_SYNC,
  TN_OP_JOIN,
  TN_OP_END,
  TN_N_OPS
};

/* Direction of a copy between a device buffer and its copy on the host. */
enum tn_stages { TN_STAGES_NOT, TN_STAGES_DOWN, TN_STAGES_UP };

struct tn_operation {
  uint8_t kind;
  uint8_t stages;     /* enum tn_stages, for TN_OP_LAUNCH */
  bool is_staged;     /* true if the spans belong to a staged call */
  bool many;          /* true if u.spans is used */
  bool is_of_stream;  /* true for a stream's launch or sum, or the post after it */
  double handed;      /* time, in seconds, at which the rank handed over the operation */
  int n_dst, n_src;   /* number of spans; for TN_OP_WAIT n_src is the number of conditions */
  unsigned fragments; /* number of message fragments that a move represents */
  union {
    struct tn_span pair[2]; /* used unless `many`: one target and one source */
    /* [n_dst + n_src], owned: targets, then sources or operands */
    struct tn_span *spans;
    struct {
      int rank, slot;
      uint64_t value;
      bool queued;
      unsigned fragments;
    } flag;
    struct {
      int rank;
      enum tn_buf buf;
    } reach;
    struct {
      struct tn_span span;
      bool part;
      uint32_t epoch;
    } region; /* region to declare (TN_OP_EXPOSE): the span if `part`, else the whole buffer */
    struct {
      int n;
      const struct tn_cond *conds;
      struct tn_waits *set; /* conditions to wait for if conds is not used; NULL: conds is used */
    } wait;                 /* pointers stay valid while the actor is blocked */
    struct {
      uint32_t epoch;
      bool meets;
    } entry;
    double seconds;
    struct {
      enum tn_param price;
      double times;
    } software;
    struct {
      int peer;
      size_t bytes;
    } message;
    struct {
      struct tn_transfer *transfer;
      int peer;
    } put;
    struct {
      bool begins;
      bool is_ahead; /* true if the rank may hand over the kernel while another one runs */
      struct tn_device_kernel prices;
    } kernel;
    struct {
      struct tn_span *spans; /* must be first: it is also accessed as u.spans */
      uint64_t value;
      int stream, slot;
    } work; /* work of a stream, and the flag at its end */
    struct tn_sim_strand *other;
  } u;
};

/* Return the sources [n_src] and targets [n_dst] of an operation that moves data. */
static inline const struct tn_span *tn_sources(const struct tn_operation *op)
{
  return op->many ? op->u.spans + op->n_dst : &op->u.pair[1];
}

static inline const struct tn_span *tn_targets(const struct tn_operation *op)
{
  return op->many ? op->u.spans : &op->u.pair[0];
}

#define TN_QUEUE 128

/* Requested operations that are not complete; the first is under way. Only the functions below
 * access the members. */
struct tn_queue {
  unsigned head, tail;
  struct tn_operation *of; /* [TN_QUEUE] */
  GQueue later;            /* struct tn_operation, owned: operations that do not fit into `of` */
};

static inline unsigned tn_queue_n(const struct tn_queue *q)
{
  return q->tail - q->head;
}

static inline struct tn_operation *tn_queue_first(const struct tn_queue *q)
{
  return &q->of[q->head % TN_QUEUE];
}

/* Appends an operation, which the caller fills in. Operations that do not fit go to `later`. */
static inline struct tn_operation *tn_queue_add(struct tn_queue *q)
{
  if (q->head == q->tail)
    /* an empty queue restarts at element 0: short queues use few cache lines */
    q->head = q->tail = 0;
  if (tn_queue_n(q) < TN_QUEUE)
    return &q->of[q->tail++ % TN_QUEUE];
  g_queue_push_tail(&q->later, g_new(struct tn_operation, 1));
  return (struct tn_operation *)g_queue_peek_tail(&q->later);
}

/* Removes the first operation, and moves one from `later` to the free place. */
static inline void tn_queue_pass(struct tn_queue *q)
{
  if (tn_queue_first(q)->many)
    g_free(tn_queue_first(q)->u.spans);
  q->head++;
  if (q->later.head) {
    struct tn_operation *later = (struct tn_operation *)g_queue_pop_head(&q->later);
    q->of[q->tail++ % TN_QUEUE] = *later;
    g_free(later);
  }
}

static inline void tn_queue_finish(struct tn_queue *q)
{
  while (tn_queue_n(q) > 0)
    tn_queue_pass(q);
  g_free(q->of);
}

#endif
