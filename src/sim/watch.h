/* Who waits for which flags. A wait for some conditions is listed with their lines until one holds.
 * Of a set (algos/waits.h) that a strand waits for again and again the conditions stay listed while
 * the strand does something else, and those that hold are marked as flags are posted: the next wait
 * looks at what has changed, however many conditions there are. Internal to src/sim. */
#ifndef TN_SIM_WATCH_H
#define TN_SIM_WATCH_H

#include "algos/waits.h"
#include "lines.h"

struct tn_waiter {
  struct tn_sim_strand *strand;
  struct tn_waiter *next, **link; /* link: what points here; NULL: not listed */
  struct tn_flag *flag;
  int rank, slot; /* its */
  uint64_t value;
  unsigned fragments;
  bool queued, urgent;
  bool stays; /* of a set */
};

/* A set as the strand knew it when it waited last. */
struct tn_watched {
  const struct tn_waits *set; /* only compared */
  struct tn_waiter *waits;    /* [room] by place */
  int room, n_urgent;
  uint64_t *holds;  /* [room / 64], a bit for each place: the flag has reached the value */
  uint64_t *unread; /* the same: the line is still to be read by who waits for it */
  bool is_waiting;  /* the strand, for the set */
};

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

/* What a strand waits for, has found, and knows of what it has read. */
struct tn_waiting {
  struct tn_sight sight;
  double load_end;                    /* end of the previous flag read, to overlap the next */
  const struct tn_flag_line *fetched; /* the line read last, and the version seen */
  uint32_t fetched_version;
  int passed;              /* receives that lie before that of the message seen last */
  struct tn_waiter *waits; /* [n] of `room` */
  int n, room;
  struct tn_watched *watch; /* of a set; NULL: none yet */
  struct tn_polling polling;
};

/* A new strand, or one made new, waits for nothing; and an old one is freed. */
void tn_waiting_begin(struct tn_sim_strand *s);
void tn_waiting_free(struct tn_waiting *w);
/* It enters a call: what it has polled before does not count. */
void tn_waiting_enter(struct tn_sim_strand *s);
/* Whether the strand had to wait for the message that it has seen last; the receives that lie before that
 * message's, which it passes. */
bool tn_waiting_has_waited(const struct tn_sim_strand *s);
int tn_waiting_pass(struct tn_sim_strand *s);
/* The rank whose flag the strand has seen last; -1: nobody posted it. */
int tn_waiting_poster(const struct tn_sim_strand *s);

struct tn_waiter tn_waiter_of(struct tn_engine *e, struct tn_sim_strand *s,
                              const struct tn_cond *cond);
void tn_waiter_link(struct tn_waiter *w);
void tn_waiter_unlink(struct tn_waiter *w);

/* Whether the waiter's strand is waiting for it. */
static inline bool tn_waiter_is_waiting(const struct tn_waiter *w)
{
  return !w->stays || w->strand->waiting->watch->is_waiting;
}

/* Of a set: the value is reached; or the line has been written to, and the strand was not waiting. */
void tn_waiter_holds(const struct tn_waiter *w);
void tn_waiter_missed(const struct tn_waiter *w);

/* The strand knows the set as it is now. */
void tn_watch_follow(struct tn_engine *e, struct tn_sim_strand *s, struct tn_waits *set);

/* The condition of the set that holds first, *ret_at; NULL: none does yet. */
const struct tn_waiter *tn_watch_soonest(const struct tn_engine *e, const struct tn_sim_strand *s,
                                         double *ret_at);

/* How many messages' conditions lie before this one, those that held at `seen` or before left out,
 * or after it and held sooner. */
int tn_watch_passed(const struct tn_engine *e, const struct tn_waiter *w, double seen);

/* The strand begins to wait for the set: it reads lines that it has not since they were written. */
void tn_watch_begin(struct tn_engine *e, struct tn_sim_strand *s);

#endif
