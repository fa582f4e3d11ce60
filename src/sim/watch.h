/* Strands that wait for flags. Conditions are listed with the lines of their flags until one holds.
 * A set of conditions (algos/waits.h) stays in the lists between waits, and posts mark the
 * conditions that hold, so the cost of the next wait depends on the number of changes, not of
 * conditions.
 *
 * Internal to src/sim. */
#ifndef TN_SIM_WATCH_H
#define TN_SIM_WATCH_H

#include "algos/waits.h"
#include "lines.h"

struct tn_waiter {
  struct tn_sim_strand *strand;
  /* link: address of the pointer that points to this element; NULL if the element is in no list */
  struct tn_waiter *next, **link;
  struct tn_flag *flag;
  int rank, slot; /* rank and slot of the flag */
  uint64_t value;
  unsigned fragments;
  bool queued, urgent;
  /* true for an element of a set, which stays in the list between waits */
  bool stays;
};

/* State of a set of conditions after the last wait for it. */
struct tn_watched {
  const struct tn_waits *set; /* set to which the state belongs; the pointer is only compared */
  struct tn_waiter *waits;    /* [room] by index in the set */
  int room, n_urgent;
  uint64_t *holds;  /* [room / 64] one bit per condition: its flag has reached the value */
  uint64_t *unread; /* [room / 64] one bit per condition: the strand must still read its line */
  bool is_waiting;  /* true during a wait for the set */
};

/* A flag for which a strand waited, or a counter to which it adds. */
struct tn_seen_flag {
  struct tn_flag *flag;
  double visible;
  bool queued;
  unsigned fragments; /* fragments that the flag announces */
};

/* State of polling: a waiting strand looks at all entries of its queue, like a library's progress
 * function. */
struct tn_polling {
  double until;  /* seconds: time at which the last wait ended */
  double spare;  /* seconds of waiting that the strand has not used to read entries of its queue */
  double looked; /* time of the last look at an entry of the queue */
};

struct tn_waiting {
  struct tn_seen_flag seen_flag;
  /* time when the last read of a flag ends; the next read may overlap with it */
  double load_end;
  /* line that the strand read last, and the line's version then */
  const struct tn_flag_line *fetched;
  uint32_t fetched_version;
  /* number of receives in the queue that are tried before the receive of the last message seen */
  int passed;
  struct tn_waiter *waits; /* [n], allocated for `room` */
  int n, room;
  struct tn_watched *watch; /* state of the set that the strand waits for; NULL: no set yet */
  struct tn_polling polling;
};

/* Initialise the wait state of a new or reused strand, and free it. */
void tn_waiting_begin(struct tn_sim_strand *s);
void tn_waiting_free(struct tn_waiting *w);
void tn_waiting_enter(struct tn_sim_strand *s);
/* tn_waiting_has_waited returns true if the strand had to wait for the last message seen.
 * tn_waiting_pass returns and resets the number of receives that are tried before that message's
 * receive. */
bool tn_waiting_has_waited(const struct tn_sim_strand *s);
int tn_waiting_pass(struct tn_sim_strand *s);
/* Returns the rank that posted the last flag seen; -1: not posted. */
int tn_waiting_poster(const struct tn_sim_strand *s);

struct tn_waiter tn_waiter_of(struct tn_engine *e, struct tn_sim_strand *s,
                              const struct tn_cond *cond);
void tn_waiter_link(struct tn_waiter *w);
void tn_waiter_unlink(struct tn_waiter *w);

static inline bool tn_waiter_is_waiting(const struct tn_waiter *w)
{
  return !w->stays || w->strand->waiting->watch->is_waiting;
}

/* tn_waiter_holds notes that the flag of a set's condition has reached its value. tn_waiter_missed
 * notes that the line of a condition's flag was written while the strand was not waiting. */
void tn_waiter_holds(const struct tn_waiter *w);
void tn_waiter_missed(const struct tn_waiter *w);

/* Updates the strand's struct tn_watched to the conditions of the set. */
void tn_watch_follow(struct tn_engine *e, struct tn_sim_strand *s, struct tn_waits *set);

/* Returns the condition that holds first, and its time in *ret_at; NULL if none holds yet. */
const struct tn_waiter *tn_watch_soonest(const struct tn_engine *e, const struct tn_sim_strand *s,
                                         double *ret_at);

/* Returns the number of conditions for messages that precede this one in the set and did not hold
 * at `seen`, plus the number of those that follow it and held before `seen`. */
int tn_watch_passed(const struct tn_engine *e, const struct tn_waiter *w, double seen);

/* Begins to wait: the strand first reads the lines written since its last read. */
void tn_watch_begin(struct tn_engine *e, struct tn_sim_strand *s);

#endif
