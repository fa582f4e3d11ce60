/* The node engine: carries out the operations of all strands of one node on its own clock.
 *
 * Each rank is an actor (actors.h) that runs the algorithm. The transport (transport.c) queues what the
 * algorithm asks for and blocks the actor only when its queue is full or an answer is needed; what
 * follows from an answer the engine may carry out itself (tn_wait_each). The engine, an actor too,
 * serves the queues in virtual time; whenever a strand has nothing left to do its actor runs on, at
 * the present instant. Order at an instant: ends of operations, flags, issue
 * in (rank, strand) order, then one re-rating of what changed.
 *
 * Internal to src/sim. */
#ifndef TN_SIM_ENGINE_H
#define TN_SIM_ENGINE_H

#include <float.h>
#include <math.h>
#include <string.h>

#include "actors.h"
#include "attach.h"
#include "cold.h"
#include "contention/line.h"
#include "flow.h"
#include "list.h"
#include "memory.h"
#include "pagelock.h"
#include "platform/choices.h"
#include "sim.h"
#include "sim_error.h"
#include "strand_noise.h"
#include "timeline.h"

#define TN_QUEUE 128
/* How late rates of a coarse run are, as shares of a transfer's mean time (struct tn_flows): in its first
 * call, and later. */
#define TN_COARSE_LAG 0.05
#define TN_FINE_LAG 0.005
#define TN_INSTANT 1e-12  /* seconds, of an instant; see tn_engine_instant */
#define TN_MAX_STRANDS 16 /* of one rank, its agents among them */

enum tn_event_kind {
  TN_EVENT_STRAND,
  TN_EVENT_FLOW,
  TN_EVENT_LOCK,
  TN_EVENT_NOISE,
  TN_EVENT_TRANSFER,
  TN_EVENT_CORE
};

enum tn_op_kind {
  TN_OP_COPY,
  TN_OP_MOVE,
  TN_OP_REDUCE,
  TN_OP_EXPOSE,
  TN_OP_ATTACH,
  TN_OP_POST, /* of the own flag; of any rank's at the completion of a put */
  TN_OP_WAIT,
  TN_OP_FETCH_ADD,
  TN_OP_COMPUTE,
  TN_OP_PUT,      /* to another node: hands it to the network adapter */
  TN_OP_LAUNCH,   /* hands a copy to an engine, and waits for it; or a mapped move (launch.h) */
  TN_OP_SUM,      /* a kernel reduces */
  TN_OP_ENQUEUE,  /* hands one of these two to a stream */
  TN_OP_KERNEL,   /* a kernel begins, or the strand waits for its end */
  TN_OP_SOFTWARE, /* of a move, a reduction, a datatype, or the posting of a receive */
  TN_OP_RECEIVE,  /* the software of a receive */
  TN_OP_SEND,     /* the software of a send, and the lines of the receiver's queue */
  TN_OP_ENTER,
  TN_OP_LEAVE,
  TN_OP_SYNC, /* gives the clock to the actor */
  TN_OP_JOIN,
  TN_OP_END,
  TN_N_OPS
};

struct tn_transfer;
struct tn_launches;

/* Whether a launch copies a buffer to its twin on the host, or back. */
enum tn_stages { TN_STAGES_NOT, TN_STAGES_DOWN, TN_STAGES_UP };

/* One queued operation. */
struct tn_operation {
  uint8_t kind;
  uint8_t stages;     /* of a launch: enum tn_stages */
  bool is_staged;     /* of data: its spans are those of a staged call */
  bool many;          /* u.spans is in use */
  bool is_handed;     /* of a stream's launch, sum, and the post behind it */
  double handed;      /* when the rank had handed it over */
  int n_dst, n_src;   /* spans; of TN_OP_WAIT, n_src conditions */
  unsigned fragments; /* of a move: that it stands for */
  union {
    struct tn_span pair[2]; /* dst, src: a copy or move of one piece */
    struct tn_span *spans;  /* [n_dst + n_src], owned: several pieces, operands */
    struct {
      int rank, slot;
      uint64_t value;
      bool queued;
      unsigned fragments;
    } flag;
    struct {
      int rank;
      enum tn_buf buf;
    } reach; /* attach */
    struct {
      struct tn_span span;
      bool part;
      uint32_t epoch;
    } region; /* expose; !part: all */
    struct {
      int n;
      const struct tn_cond *conds;
      struct tn_waits *set; /* instead of these; NULL: none */
    } wait;                 /* borrowed while the actor is blocked */
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
    } message; /* sent */
    struct {
      struct tn_transfer *transfer;
      int peer;
    } put;
    struct {
      bool begins;
      bool is_ahead; /* it is handed over while another may run */
      struct tn_device_kernel prices;
    } kernel;
    struct {
      struct tn_span *spans; /* first: as above */
      uint64_t value;
      int stream, slot;
    } work; /* of a stream, and the flag at its end */
    struct tn_sim_strand *other;
  } u;
};

/* The spans [n_src], [n_dst] of an operation that moves data. */
static inline const struct tn_span *tn_sources(const struct tn_operation *op)
{
  return op->many ? op->u.spans + op->n_dst : &op->u.pair[1];
}

static inline const struct tn_span *tn_targets(const struct tn_operation *op)
{
  return op->many ? op->u.spans : &op->u.pair[0];
}

/* Where a strand stands. */
enum tn_phase {
  TN_READY,  /* between operations */
  TN_QUEUED, /* the same, behind others who have its core */
  TN_STARTING,
  TN_PINNING,  /* or faulting in a peer's pages */
  TN_FAULTING, /* touches new pages */
  TN_LEADING,  /* waits for the first lines of a transfer */
  TN_COPYING,
  TN_LAUNCHED,  /* an engine copies, or a kernel */
  TN_FINISHING, /* until it sees that this is over */
  TN_WAITING,   /* for a flag */
  TN_ROUSING,   /* the flag is there, noise keeps the strand from seeing it */
  TN_FETCHING,
  TN_ADDING,  /* atomically, or behind others who do */
  TN_BUSY,    /* compute, software, noise: one timer */
  TN_MEETING, /* in enter */
  TN_JOINING,
  TN_DONE
};

/* Progress of a kernel copy; moves and reductions are one batch without pinning. */
struct tn_copying {
  const struct tn_span *foreign; /* [n_foreign], on the peer's side; NULL: not a kernel copy */
  const struct tn_span *own;     /* the other side: the piece that comes next, */
  size_t own_used;               /* and its bytes that are behind */
  int n_foreign, piece;
  size_t position; /* next byte of the piece that is not copied */
  size_t piece_end, batch_end, pinned_to;
  size_t wanted;    /* bytes that are still to be copied */
  size_t looked_to; /* where the bytes up to there lie has been looked up: */
  int class;        /* of their flow */
  double cap;       /* bytes per second alone */
  double latency;   /* seconds of the first lines, before the bytes */
  int peer;
  bool is_read;
  struct tn_pagelock *lock;
};

struct tn_flag_line;
struct tn_waiter;
struct tn_watched;

/* A flag: what it holds, and since when. */
struct tn_flag {
  uint64_t value, before;             /* `before`: the value until `visible` */
  double visible;                     /* when `value` can be seen, seconds */
  const struct tn_sim_strand *poster; /* NULL: nobody yet */
  struct tn_flag_line *line;
  uint32_t path; /* number of the path behind it (lines.h), kept until `visible` */
};
struct tn_engine;
struct tn_moving;

/* What a wait has found, or the counter that is added to. */
struct tn_sight {
  struct tn_flag *flag;
  double visible;
  bool queued;
  unsigned fragments; /* whose announcements it stands for */
};

/* What a strand makes of the time in which it waits for a message: as the progress of a library
 * does, it looks at all that its queue has got meanwhile. */
struct tn_polling {
  double until;  /* when it last waited */
  double spare;  /* seconds of waiting in which it looked at nothing */
  double looked; /* when it last asked for an entry of the queue */
};

/* Boxes for messages from one rank to another; none: NULL. */
struct tn_boxes {
  bool *has;         /* [n_ranks * n_ranks], to i from j at i * n_ranks + j */
  int *n_in, *n_out; /* [n_ranks] of a rank, for what it receives and sends */
};

/* A core, or a rank's processing unit, that strands may share; see cores.h. */
struct tn_share_core {
  GPtrArray *strands;            /* struct tn_sim_strand that want it, the next one first */
  struct tn_sim_strand *current; /* who has it; smt: of no use */
  struct tn_event event;         /* the end of its slice */
  int n_strands;                 /* that live there */
};

struct tn_cores {
  int n;
  struct tn_share_core *of; /* [n] of ranks, then idle ones; none where nothing is shared */
};

/* Noise during a transfer or while pinning under a lock. Timers are lengthened when set. */
struct tn_pause {
  struct tn_event event; /* start or end of a noise; only while there is something to stop */
  int index;             /* of the noise that comes or is */
  bool due;              /* the event is of this instant */
  bool away;
  bool deferred;  /* till the end of the page under way */
  double stop_at; /* pages left at that point */
  double left;    /* what is left to do when it is over */
};

/* What is looked at in most events of a strand lies in front, in few lines of a cache. */
struct tn_sim_strand {
  struct tn_strand base; /* first */
  struct tn_engine *engine;
  int rank, order;
  enum tn_phase phase;
  enum tn_part part; /* what a plain timer counts as */
  bool runnable;     /* on the engine's list */
  bool blocked;      /* the actor waits for the engine */
  bool on_core;      /* is among those that want it */
  bool stopped;      /* in the middle of its operation, or before it sees a flag */
  bool kernel_runs;  /* a kernel does what the strand asks for */
  bool opened;       /* the payload of the message seen last has begun to come */
  unsigned head, tail;
  struct tn_operation *queue; /* [TN_QUEUE] */
  double started;             /* when the phase began */
  double ideal;               /* seconds the phase would take alone */
  double speed;               /* of what it does, over that without others on its core */
  struct tn_share_core *core; /* that it shares with others; NULL: with nobody */
  unsigned char *snapshot;    /* source bytes of the copy under way, when data is carried */
  GQueue later;               /* struct tn_operation, owned: an agent's, when its queue is full */
  struct tn_event timer;
  int flow;           /* class of the transfer under way */
  int noise_rank;     /* whose noise it has: the rank on its core; -1: nobody's */
  tn_wait_step *step; /* that the engine carries out for the actor; NULL: none */
  struct tn_copying copying;
  double parts[TN_N_PARTS]; /* critical path since the call's last entry */
  struct tn_sight sight;
  double store_seen;                  /* when the last post became or becomes visible */
  double load_end;                    /* end of the previous flag read, to overlap the next */
  const struct tn_flag_line *fetched; /* the line read last, and the version seen */
  uint32_t fetched_version;
  int passed;              /* receives that lie before that of the message seen last */
  struct tn_waiter *waits; /* [n_waits] */
  int n_waits, max_waits;
  struct tn_watched *watch; /* of a set (flags.h); NULL: none yet */
  int place;                /* in the set, whose condition held */
  uint64_t answer;          /* of a wait or an atomic; while adding: what to add */
  struct tn_polling polling;
  size_t inlined;    /* bytes that came along with the announcement of a message; 0: none */
  int correspondent; /* of the last message sent or received; -1: none yet */
  int n_streams;
  /* Read last, as each operand: who goes on at its end does not wait. */
  struct tn_span stream[TN_REDUCE_MOST];
  double left; /* when stopped: bytes or seconds of the operation */
  struct tn_pause pause;
  /* on devices */
  struct tn_transfer *launched;   /* that it waits for */
  double handed_over;             /* when the last kernel was */
  struct tn_device_kernel kernel; /* prices of the one that runs */
  double sync; /* of a stream: from its last operation's end to the rank's sight of it */
  /* actor */
  struct tn_call call;
  unsigned fragments; /* of the next move to be queued */
  bool in_kernel;     /* what is queued next a kernel does */
  bool joined;        /* nobody asks for it any more: the next that is spawned is this */
  bool is_agent;      /* has no actor: carries out a rank's puts, or is a stream of its device */
  struct tn_actor *actor; /* NULL for a rank's agents */
  struct tn_role role;
  struct tn_gate *wake;
  void *step_data;
  struct tn_waits *step_waits;
  void (*fn)(struct tn_strand *r, void *arg);
  void *arg;
  struct tn_sim_strand
      *agents[1 + TN_N_STREAMS]; /* for puts, and streams; made when first needed */
  struct tn_sim_strand *joiner;
  double entry, exit; /* of the call under way */
  uint32_t epoch;     /* of a rank's call under way; 0: none yet */
  uint32_t entered;   /* the last call that it has entered */
};

/* The one under way. */
static inline struct tn_operation *tn_engine_operation(const struct tn_sim_strand *s)
{
  return &s->queue[s->head % TN_QUEUE];
}

/* What operations of one kind do. */
struct tn_op_functions {
  /* It begins; done at once, or at the end of what it sets going. */
  void (*start)(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
  /* A timer, a pinning or a transfer of the strand has ended. NULL: it has none. */
  void (*advance)(struct tn_engine *e, struct tn_sim_strand *s);
  /* It is done and the strand has a snapshot: moves the real bytes. NULL: it moves none. */
  void (*end)(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
  /* Says, for a deadlock, what the strand waits for. NULL: never for others. */
  void (*describe)(const struct tn_engine *e, const struct tn_sim_strand *s, GString *text);
};

/* What the engine carries out (operations.c): it knows nothing of it but this. */
struct tn_operations {
  struct tn_op_functions of[TN_N_OPS];
  /* A noise begins or ends on the strand's core while it pins or transfers. */
  void (*disturb)(struct tn_engine *e, struct tn_sim_strand *s);
  /* Strands that share a core (cores.h): whether one may begin its next operation, that it has, and
   * that a slice has ended. */
  bool (*admits)(struct tn_engine *e, struct tn_sim_strand *s);
  void (*settle)(struct tn_engine *e, struct tn_sim_strand *s);
  void (*slice)(struct tn_engine *e, struct tn_share_core *core);
  /* Transfers between nodes whose latency or bytes end at this instant, all different. */
  void (*arrive)(struct tn_engine *e, struct tn_list *transfers);
  /* Returns true if the point's result can only be above a limit (struct tn_sim_race). */
  bool (*exceeds)(const struct tn_engine *e);
  /* What a strand has its actor do next, without the actor; false where that has to go on. */
  bool (*step)(struct tn_sim_strand *s);
};

struct tn_engine {
  const struct tn_sim_point *point;
  struct tn_choices choices; /* of its values */
  const struct tn_operations *operations;
  const struct tn_transport *transport; /* of its strands */
  const struct tn_actors *actors;
  int n_ranks;
  double now;
  struct tn_events events;
  struct tn_flows flows;
  struct tn_pagelocks locks;
  struct tn_flags *flags;          /* flags.h */
  int *queue_user;                 /* [n_ranks] who has the end of the rank's queue */
  double *queue_free;              /* [n_ranks] from when the next can send to it */
  struct tn_boxes boxes;           /* instead of the queue */
  double *access_free;             /* [n_ranks] the serialised part of the start-up */
  GPtrArray *strands;              /* by creation; the first n_ranks are the ranks */
  struct tn_sim_strand **by_order; /* [n_ranks * TN_MAX_STRANDS] the same */
  uint64_t *marks;                 /* a bit for each of these; 0 between uses */
  struct tn_list ready;            /* strands to issue at this instant */
  struct tn_list next;             /* found ready while issuing */
  GPtrArray *woken;                /* waiters being served */
  struct tn_moving *moving;        /* movers.h */
  struct tn_launches *launches;    /* launch.h */
  struct tn_list arrived;          /* transfers of this instant */
  struct tn_list drained; /* strands that have carried out all that their actors asked for */
  int n_running;          /* actors that have not given the clock back */
  int n_unfinished;       /* strands with actors that have not ended */
  struct tn_gate *idle;
  struct tn_list sliced;    /* struct tn_share_core whose slice ends at this instant */
  struct tn_list disturbed; /* strands whose noise begins or ends at this instant */
  struct tn_noise *noise;   /* of all ranks, NULL: none */
  struct tn_calls *calls;   /* calls.c */
  double call_start;        /* last of the entries that followed a meeting */
  size_t page_size, batch_pages;
  struct tn_cores cores;
  struct tn_memory memory;
  struct tn_attachments attached;
  struct tn_cold cold;
  size_t table_span;     /* bytes that one page-table page covers; 0: one lock per process */
  size_t huge_page;      /* bytes of a huge page, 0: the backing has none */
  double huge_page_more; /* what its first page costs beyond its others, in these */
  bool locked;           /* pinning, or faulting in attached pages, takes a lock */
  unsigned char **data[TN_N_BUFS]; /* [n_ranks] when data is carried */
  struct tn_sizes *sizes;          /* [n_ranks] */
  struct tn_timeline *timeline;
  const struct tn_bench *bench;
  struct tn_limits_reads limits; /* what charges a message by its limits */
  struct tn_sim_result *result;
  GError *error;
  bool stop;
};

/* Events closer than this are one instant at the present time: TN_INSTANT, or, beyond an hour or so
 * of simulated time, what the clock still resolves. */
static inline double tn_engine_instant(const struct tn_engine *e)
{
  return MAX(TN_INSTANT, DBL_EPSILON * e->now);
}

/* Notes that something is charged by the value of parameter p, and returns it. */
static inline double tn_engine_price(struct tn_engine *e, enum tn_param p)
{
  tn_reads_add(e->result->reads, p);
  return e->point->values[p];
}

/* Whether the call is none of the warm-up's. */
static inline bool tn_engine_is_timed(const struct tn_engine *e, uint32_t epoch)
{
  return epoch > (uint32_t)e->point->warmup;
}

static inline enum tn_distance tn_engine_distance(const struct tn_engine *e, int i, int j)
{
  return tn_places_distance(e->point->places, i, j);
}

/* Whether who has had a flow is a transfer (movers.h), not a strand. Both begin alike. */
static inline bool tn_engine_is_transfer(const void *who)
{
  return ((const struct tn_strand *)who)->transport == NULL;
}

/* engine.c */
void tn_engine_loop(struct tn_engine *e);
/* A new strand of the rank, or one that has ended and been joined, made new. */
struct tn_sim_strand *tn_engine_strand(struct tn_engine *e, int rank);
void tn_engine_fail(struct tn_engine *e, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* The strand's present operation is complete. */
void tn_engine_done(struct tn_engine *e, struct tn_sim_strand *s);
void tn_engine_ready(struct tn_engine *e, struct tn_sim_strand *s);
/* Counts [from, to] as `part` of the strand's critical path, the call's part of it. */
void tn_engine_spend(struct tn_engine *e, struct tn_sim_strand *s, enum tn_part part, double from,
                     double to);
/* Notes the callers of a lock in the timeline, if there is one. */
void tn_engine_log_callers(struct tn_engine *e, const struct tn_pagelock *lock);
void tn_engine_timer(struct tn_engine *e, struct tn_sim_strand *s, double time);
/* The strand's operation takes `seconds` of the part, and no more: the timer and its end. */
void tn_engine_timed(struct tn_engine *e, struct tn_sim_strand *s, enum tn_part part,
                     double seconds);
void tn_engine_timed_end(struct tn_engine *e, struct tn_sim_strand *s);

/* When the strand has done `seconds` of work begun at `from` (now or later); with 0 seconds: when
 * it is there to see something. */
static inline double tn_engine_end(const struct tn_engine *e, const struct tn_sim_strand *s,
                                   double from, double seconds)
{
  const double own = seconds / s->speed;
  return e->noise && s->noise_rank >= 0 ? tn_noise_end(e->noise, s->noise_rank, from, own)
                                        : from + own;
}

/* order.c */
void tn_engine_sort_many(struct tn_engine *e, struct tn_list *strands);

/* Puts strands, all different, in (rank, strand) order. */
static inline void tn_engine_sort(struct tn_engine *e, struct tn_list *strands)
{
  if (strands->n > 1)
    tn_engine_sort_many(e, strands);
}

#endif
