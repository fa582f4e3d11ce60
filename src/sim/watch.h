/* Strands that wait for flags. Conditions are listed with the lines of their flags until one holds.
 * A strand may wait for a set of conditions (algos/waits.h) many times. The set stays in the lists
 * between the waits, and posts mark the conditions that hold. Therefore the cost of the next wait
 * depends on the number of changes, not on the number of conditions.
 *
 * Internal to src/sim. */
#ifndef TN_SIM_WATCH_H
#define TN_SIM_WATCH_H

#include "algos/waits.h"
#include "lines.h"

struct tn_waiter {
  struct tn_sim_strand *strand;
  /* link: the pointer that points to this element; NULL: the element is in no list */
  struct tn_waiter *next, **link;
  struct tn_flag *flag;
  int rank, slot; /* rank and slot of the flag */
  uint64_t value;
  unsigned fragments;
  bool queued, urgent;
  /* true if the element belongs to a set and stays in the list of its line between waits */
  bool stays;
};

/* State of a set of conditions after the strand's last wait for the set. */
struct tn_watched {
  const struct tn_waits *set; /* only compared, never dereferenced */
  struct tn_waiter *waits;    /* [room] by index in the set */
  int room, n_urgent;
  uint64_t *holds;  /* [room / 64] one bit per condition: the flag has reached the value */
  uint64_t *unread; /* [room / 64] one bit per condition: the strand must still read the line */
  bool is_waiting;  /* true while the strand waits for the set */
};

/* The flag that a wait has found, or the counter to add to. */
struct tn_seen_flag {
  struct tn_flag *flag;
  double visible;
  bool queued;
  unsigned fragments; /* number of fragments that the flag announces */
};

/* Waiting time of a strand. While it waits, the strand looks at all entries that arrive in its
 * queue, like a library's progress function. */
struct tn_polling {
  double until;  /* time when the last wait ended, in seconds */
  double spare;  /* seconds of waiting in which the strand did not look at an entry */
  double looked; /* time of the last look at an entry of the queue */
};

struct tn_waiting {
  struct tn_seen_flag seen_flag;
  /* time when the previous read of a flag ends; the next read may overlap with it */
  double load_end;
  /* last line that the strand read; fetched_version is its version */
  const struct tn_flag_line *fetched;
  uint32_t fetched_version;
  /* number of receives that precede the receive of the last message seen */
  int passed;
  struct tn_waiter *waits; /* [n], allocated for `room` */
  int n, room;
  struct tn_watched *watch; /* set for which the strand waits; NULL: no set yet */
  struct tn_polling polling;
};

/* tn_waiting_begin initialises the wait state of a new or reused strand. tn_waiting_free frees the
 * state. */
void tn_waiting_begin(struct tn_sim_strand *s);
void tn_waiting_free(struct tn_waiting *w);
/* Resets the polling state at the entry to a call. */
void tn_waiting_enter(struct tn_sim_strand *s);
/* tn_waiting_has_waited returns true if the strand had to wait for the last message that it saw.
 * tn_waiting_pass returns and resets the number of receives before that message's receive. */
bool tn_waiting_has_waited(const struct tn_sim_strand *s);
int tn_waiting_pass(struct tn_sim_strand *s);
/* Returns the rank that posted the last flag seen; -1 if no strand has posted it. */
int tn_waiting_poster(const struct tn_sim_strand *s);

struct tn_waiter tn_waiter_of(struct tn_engine *e, struct tn_sim_strand *s,
                              const struct tn_cond *cond);
void tn_waiter_link(struct tn_waiter *w);
void tn_waiter_unlink(struct tn_waiter *w);

/* Returns true if the strand is waiting for this condition now. */
static inline bool tn_waiter_is_waiting(const struct tn_waiter *w)
{
  return !w->stays || w->strand->waiting->watch->is_waiting;
}

/* tn_waiter_holds marks a condition of a set because the flag has reached its value.
 * tn_waiter_missed marks it because its line was written while the strand was not waiting. */
void tn_waiter_holds(const struct tn_waiter *w);
void tn_waiter_missed(const struct tn_waiter *w);

/* Updates the strand's state of the set (struct tn_watched). */
void tn_watch_follow(struct tn_engine *e, struct tn_sim_strand *s, struct tn_waits *set);

/* Returns the condition of the set that holds first, and its time in *ret_at. Returns NULL if no
 * condition holds yet. */
const struct tn_waiter *tn_watch_soonest(const struct tn_engine *e, const struct tn_sim_strand *s,
                                         double *ret_at);

/* Returns the number of conditions for messages that precede this one in the set and did not hold
 * at `seen`, plus the number that follow it and held sooner. */
int tn_watch_passed(const struct tn_engine *e, const struct tn_waiter *w, double seen);

/* Begins to wait for the set. The strand first reads the lines that have been written since its
 * last read of them. */
void tn_watch_begin(struct tn_engine *e, struct tn_sim_strand *s);

#endif
