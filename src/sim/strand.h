/* A strand, and the structures that all parts of the engine share.
 *
 * Each rank is an actor (actors.h) that runs the algorithm. The transport (sim_transport.c) queues
 * operations and blocks the actor only if its queue is full or it needs an answer; the engine may
 * carry out the steps after an answer (tn_wait_each). The engine (engine.h), an actor too, serves
 * the queues in virtual time. An actor without queued operations continues at the present instant.
 * Order at an instant: operations end, flags become visible, strands start operations in the order
 * of (rank, strand), then changed rates are computed once.
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

/* Longest delay of new rates in a coarse run (tn_flows.lag), as a share of a transfer's mean time:
 * in the first call, and in later calls. */
#define TN_COARSE_LAG 0.05
#define TN_FINE_LAG 0.005
#define TN_INSTANT 1e-12  /* seconds; see tn_engine_instant */
#define TN_MAX_STRANDS 16 /* strands of one rank, agents included */

enum tn_event_kind {
  TN_EVENT_STRAND,
  TN_EVENT_FLOW,
  TN_EVENT_LOCK,
  TN_EVENT_NOISE,
  TN_EVENT_TRANSFER,
  TN_EVENT_CORE
};

enum tn_phase {
  TN_READY,  /* between operations */
  TN_QUEUED, /* other strands occupy the core */
  TN_STARTING,
  TN_PINNING,
  TN_FAULTING,
  TN_LEADING,
  TN_COPYING,
  TN_LAUNCHED,
  TN_FINISHING, /* waits until the strand sees the end of the launch */
  TN_WAITING,   /* waits for a flag */
  TN_ROUSING,   /* the awaited flag has its value, but noise delays the read */
  TN_FETCHING,
  TN_ADDING,  /* adds atomically, or waits until others have added */
  TN_BUSY,    /* one timer: computes, runs library code, or waits for the end of a noise */
  TN_MEETING, /* has entered a call and waits until all ranks meet */
  TN_JOINING,
  TN_DONE
};

/* State of noise during a transfer or pinning under a lock. Timers include noise when they are
 * set. */
struct tn_pause {
  /* start or end of a noise; on the agenda only during a transfer or pinning */
  struct tn_event event;
  int index; /* index of the present or next noise */
  bool due;  /* true if the event is due at this instant */
  bool away;
  bool deferred;  /* true if the noise waits for the end of a page */
  double stop_at; /* pages left to pin when the deferred noise starts */
  /* work left after the noise: bytes, pages, or seconds of a lock's holder */
  double left;
};

/* Streams of sequential reads; each operand of a sum is a stream. A read that begins where the last
 * read of its stream ended does not wait for its first lines. */
struct tn_streams {
  struct tn_span last[TN_REDUCE_MAX]; /* [n] last span of each operand */
  int n;
  size_t inlined; /* bytes of the last message that were part of its announcement; 0: no bytes */
  /* true if the strand requested the payload of the last message when it saw the message */
  bool opened;
  int correspondent; /* peer of the last message; -1: none yet */
};

/* State of a strand. Members that most events use come first, in few cache lines. Opaque structures
 * are known only in the file named after the pointer. */
struct tn_sim_strand {
  struct tn_strand base; /* must be first */
  struct tn_engine *engine;
  int rank, order;
  enum tn_phase phase;
  enum tn_part part; /* part of the critical path to which the time of a timer is added */
  bool runnable;     /* true if the strand is on the engine's list of ready strands */
  bool blocked;      /* true if the actor waits for the engine */
  bool kernel_runs;  /* true if a device kernel carries out the operations */
  /* true if there is no actor: a put agent or a device's stream */
  bool is_agent;
  bool joined; /* true after a join; the next spawn reuses the strand */
  struct tn_queue queue;
  double started; /* seconds: start of the phase */
  double ideal;   /* seconds of the phase without contention */
  double speed;   /* speed relative to an unshared core */
  /* the strand's state on a shared core (cores.c); NULL: core not shared */
  struct tn_core_member *core;
  /* source's real bytes of the present copy; NULL: not simulated */
  unsigned char *snapshot;
  struct tn_event timer;
  /* flow: class of the present transfer's flow; class: class of the same flow at the core's full
   * speed */
  int flow, class;
  double cap; /* bytes per second of `class` without contention */
  /* lock of the present pinning or faults; NULL: none */
  struct tn_pagelock *lock;
  /* rank whose core runs the strand, which determines the noise; -1: no noise */
  int noise_rank;
  /* seconds of each part of the critical path since the last rank's entry */
  double parts[TN_N_PARTS];
  struct tn_copying *copying;   /* copy.c */
  struct tn_waiting *waiting;   /* watch.h */
  struct tn_actor_state *actor; /* acting.h */
  struct tn_device *device;     /* launch.c; NULL: unused */
  struct tn_streams streams;
  struct tn_pause pause;
  double store_seen; /* time when the strand's last post becomes visible */
  /* index of the condition that held, within the set that the strand waited for */
  int place;
  /* result of a wait or an atomic addition; while an addition is under way, the number to add */
  uint64_t answer;
  struct tn_call call;
  double entry, exit; /* seconds: entry to and exit from the present call */
  uint32_t epoch;     /* number of the rank's present call; 0: none yet */
  uint32_t entered;   /* number of the last call that the rank entered */
  struct tn_sim_strand *joiner;
};

static inline struct tn_operation *tn_engine_operation(const struct tn_sim_strand *s)
{
  return tn_queue_first(&s->queue);
}

/* A run. Opaque structures are known only in the file named after the pointer. */
struct tn_engine {
  const struct tn_sim_point *point;
  struct tn_choices choices; /* choices of the platform, from the point's values */
  struct tn_loop *loop;      /* engine.h */
  int n_ranks;
  double now;
  double call_start; /* time of the last rank's entry after the latest meeting */
  struct tn_events events;
  struct tn_flows flows;
  struct tn_pagelocks locks;
  GPtrArray *strands;                       /* in order of creation, the ranks first */
  struct tn_noise *noise;                   /* noise of all ranks; NULL: no noise */
  struct tn_flags *flags;                   /* lines.h */
  struct tn_message_queues *message_queues; /* message_queues.c */
  struct tn_pinning *pinning;               /* pinning.c */
  struct tn_moving *moving;                 /* movers.c */
  struct tn_launches *launches;             /* launch.c */
  struct tn_calls *calls;                   /* calls.c */
  struct tn_cores *cores;                   /* cores.c; NULL: no shared core */
  struct tn_memory memory;
  struct tn_attachments attached;
  struct tn_cold cold;
  size_t page_size;
  size_t huge_page; /* bytes of a huge page; 0: the backing has no huge pages */
  bool locked;      /* true if a page lock serialises pinning, or faults in attached pages */
  /* [n_ranks] real bytes; NULL: not simulated */
  unsigned char **data[TN_N_BUFS];
  struct tn_orders *orders; /* trees that the bytes name; NULL: the bytes are numbers */
  struct tn_sizes *sizes;   /* [n_ranks] */
  struct tn_timeline *timeline;
  const struct tn_bench *bench;
  struct tn_limits_reads limits; /* parameters that determine the limits of messages */
  struct tn_sim_result *result;
  GError *error;
  bool stop;
};

/* Returns the largest difference, in seconds, of events at one instant: TN_INSTANT or, after about
 * an hour of simulated time, the resolution of the clock. */
static inline double tn_engine_instant(const struct tn_engine *e)
{
  return MAX(TN_INSTANT, DBL_EPSILON * e->now);
}

/* Returns the value of parameter p, and notes that p contributes to a cost. */
static inline double tn_engine_price(struct tn_engine *e, enum tn_param p)
{
  tn_reads_add(e->result->reads, p);
  return e->point->values[p];
}

static inline bool tn_engine_is_timed(const struct tn_engine *e, uint32_t epoch)
{
  return epoch > (uint32_t)e->point->warmup;
}

static inline enum tn_distance tn_engine_distance(const struct tn_engine *e, int i, int j)
{
  return tn_places_distance(e->point->places, i, j);
}

/* Returns true if a flow's owner is a transfer, not a strand; both begin with struct tn_strand. */
static inline bool tn_engine_is_transfer(const void *who)
{
  return ((const struct tn_strand *)who)->transport == NULL;
}

/* engine.c */
/* Returns a new strand of the rank, or one that has been joined. */
struct tn_sim_strand *tn_engine_strand(struct tn_engine *e, int rank);
void tn_engine_fail(struct tn_engine *e, const char *format, ...) G_GNUC_PRINTF(2, 3);
void tn_engine_done(struct tn_engine *e, struct tn_sim_strand *s);
void tn_engine_ready(struct tn_engine *e, struct tn_sim_strand *s);
/* Adds the time from `from` to `to` (seconds) to `part` of the strand's critical path. Time before
 * the last rank's entry into the call does not count. */
void tn_engine_spend(struct tn_engine *e, struct tn_sim_strand *s, enum tn_part part, double from,
                     double to);
void tn_engine_log_callers(struct tn_engine *e, const struct tn_pagelock *lock);
void tn_engine_timer(struct tn_engine *e, struct tn_sim_strand *s, double time);
/* Starts an operation that takes `seconds` and has no other effect; the time is added to `part`.
 * tn_engine_timed_end ends the operation. */
void tn_engine_timed(struct tn_engine *e, struct tn_sim_strand *s, enum tn_part part,
                     double seconds);
void tn_engine_timed_end(struct tn_engine *e, struct tn_sim_strand *s);

/* Returns the end of `seconds` of work that begins at `from` (now or later). If `seconds` is 0: the
 * end of a noise that covers `from`, or `from` if there is none. */
static inline double tn_engine_end(const struct tn_engine *e, const struct tn_sim_strand *s,
                                   double from, double seconds)
{
  const double own = seconds / s->speed;
  return e->noise && s->noise_rank >= 0 ? tn_noise_end(e->noise, s->noise_rank, from, own)
                                        : from + own;
}

#endif
