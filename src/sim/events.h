/* The engine's agenda. Many events have exactly the same time because ranks do the same work, so
 * the agenda is a heap of instants, each with a list of events. */
#ifndef TN_SIM_EVENTS_H
#define TN_SIM_EVENTS_H

#include <stddef.h>

struct tn_instant;

/* An event. It is a member of the structure that it concerns, and lives as long as that
 * structure. */
struct tn_event {
  double time;                    /* seconds on the engine's clock */
  struct tn_instant *instant;     /* instant of the event; NULL: not on the agenda */
  struct tn_event *next, *before; /* neighbours in the list of the instant; NULL: no neighbour */
  int kind;                       /* kind of event, defined by the owner of the agenda */
  void *owner;
};

/* All events of one time. The instant is in the heap while it has events. */
struct tn_instant {
  double time;
  struct tn_event *first;
  int position;
  struct tn_instant *next;
};

#define TN_RECENT_INSTANTS 16

/* All zero: an empty agenda. */
struct tn_events {
  struct tn_place {
    double time;
    struct tn_instant *instant;
  } * heap;
  int n, capacity;
  struct tn_instant *unused;
  /* Instants used most recently, indexed by a hash of their times. An entry may be an instant that
   * is no longer in use. Two instants may have the same time. */
  struct tn_instant *recent[TN_RECENT_INSTANTS];
};

void tn_events_finish(struct tn_events *events);
void tn_event_init(struct tn_event *event, int kind, void *owner);

/* Puts the event on the agenda at `time` (seconds), or moves it there. Removes it if `time` is
 * infinite. */
void tn_events_set(struct tn_events *events, struct tn_event *event, double time);
void tn_events_remove(struct tn_events *events, struct tn_event *event);

/* Returns an event with the earliest time, or NULL if there are no events. The order of events of
 * one time is undefined. */
static inline struct tn_event *tn_events_first(const struct tn_events *events)
{
  return events->n ? events->heap[0].instant->first : NULL;
}

#endif
