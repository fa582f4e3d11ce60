/* A strand, and what all parts of the engine know of it and of each other.
 *
 * The node engine carries out the operations of all strands of one node on its own clock. Each rank is
 * an actor (actors.h) that runs the algorithm. The transport (sim_transport.c) queues what the algorithm
 * asks for and blocks the actor only when its queue is full or an answer is needed; what follows from
 * an answer the engine may carry out itself (tn_wait_each). The engine (engine.h), an actor too, serves
 * the queues in virtual time; whenever a strand has nothing left to do its actor runs on, at the present
 * instant. Order at an instant: ends of operations, flags, issue in (rank, strand) order, then one
 * re-rating of what changed.
 *
 * Internal to src/sim. */
#ifndef TN_SIM_STRAND_H
#define TN_SIM_STRAND_H

#include <float.h>
#include <math.h>
#include <string.h>

#include "attach.h"
#include "cold.h"
#include "flow.h"
#include "list.h"
#include "memory.h"
#include "operation.h"
#include "pagelock.h"
#include "platform/choices.h"
#include "sim.h"
#include "sim_error.h"
#include "strand_noise.h"
#include "timeline.h"

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

/* What a strand reads one after another, each operand of a sum by itself: who goes on at an end does not
 * wait. */
struct tn_streams {
  struct tn_span last[TN_REDUCE_MOST]; /* [n] */
  int n;
  size_t inlined;    /* bytes that came along with the announcement of a message; 0: none */
  bool opened;       /* the payload of the message seen last has begun to come */
  int correspondent; /* of the last message sent or received; -1: none yet */
};

/* What is looked at in most events of a strand lies in front, in few lines of a cache. Parts that are
 * pointers are known to the file that is named alone. */
struct tn_sim_strand {
  struct tn_strand base; /* first */
  struct tn_engine *engine;
  int rank, order;
  enum tn_phase phase;
  enum tn_part part; /* what a plain timer counts as */
  bool runnable;     /* on the engine's list */
  bool blocked;      /* the actor waits for the engine */
  bool kernel_runs;  /* a kernel does what the strand asks for */
  bool is_agent;     /* has no actor: carries out a rank's puts, or is a stream of its device */
  bool joined;       /* nobody asks for it any more: the next that is spawned is this */
  struct tn_queue queue;
  double started;              /* when the phase began */
  double ideal;                /* seconds the phase would take alone */
  double speed;                /* of what it does, over that without others on its core */
  struct tn_core_member *core; /* cores.c: of those that share its core; NULL: nobody does */
  unsigned char *snapshot;     /* source bytes of the copy under way, when data is carried */
  struct tn_event timer;
  int flow, class;            /* class of the transfer under way, and that at full speed */
  double cap;                 /* of the latter: bytes per second alone */
  struct tn_pagelock *lock;   /* under which it pins, or faults in; NULL: none */
  int noise_rank;             /* whose noise it has: the rank on its core; -1: nobody's */
  double parts[TN_N_PARTS];   /* critical path since the call's last entry */
  struct tn_copying *copying; /* copy.c */
  struct tn_waiting *waiting; /* flags.c */
  struct tn_acting *actor;    /* sim_transport.c */
  struct tn_device *device;   /* launch.c; NULL: none yet */
  struct tn_streams streams;
  struct tn_pause pause;
  double store_seen; /* when the last post became or becomes visible */
  int place;         /* of a set that it waited for: whose condition held */
  uint64_t answer;   /* of a wait or an atomic; while adding: what to add */
  struct tn_call call;
  double entry, exit; /* of the call under way */
  uint32_t epoch;     /* of a rank's call under way; 0: none yet */
  uint32_t entered;   /* the last call that it has entered */
  struct tn_sim_strand *joiner;
};

/* The one under way. */
static inline struct tn_operation *tn_engine_operation(const struct tn_sim_strand *s)
{
  return tn_queue_first(&s->queue);
}

/* A run. Parts that are pointers to structures are known to the file that is named alone. */
struct tn_engine {
  const struct tn_sim_point *point;
  struct tn_choices choices; /* of its values */
  struct tn_loop *loop;      /* engine.h */
  int n_ranks;
  double now;
  double call_start; /* last of the entries that followed a meeting */
  struct tn_events events;
  struct tn_flows flows;
  struct tn_pagelocks locks;
  GPtrArray *strands;           /* by creation; the first n_ranks are the ranks */
  struct tn_noise *noise;       /* of all ranks, NULL: none */
  struct tn_flags *flags;       /* lines.h */
  struct tn_mail *mail;         /* mail.c */
  struct tn_copies *copies;     /* copy.c */
  struct tn_moving *moving;     /* movers.c */
  struct tn_launches *launches; /* launch.c */
  struct tn_calls *calls;       /* calls.c */
  struct tn_cores *cores;       /* cores.c; NULL: no core is shared */
  struct tn_memory memory;
  struct tn_attachments attached;
  struct tn_cold cold;
  size_t page_size;
  size_t huge_page;                /* bytes of a huge page, 0: the backing has none */
  bool locked;                     /* pinning, or faulting in attached pages, takes a lock */
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

#endif
