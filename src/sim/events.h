/* The engine's agenda of future events. Many events have exactly the same time, because ranks work
 * in step; so the agenda is a heap of instants, each with a list of events. */
#ifndef TN_SIM_EVENTS_H
#define TN_SIM_EVENTS_H

#include <stddef.h>

struct tn_instant;

/* An event. Embedded in the structure that it concerns; the owner of that structure owns it. */
struct tn_event {
  double time;                    /* seconds on the engine's clock */
  struct tn_instant *instant;     /* NULL when not on the agenda */
  struct tn_event *next, *before; /* neighbours in the list of the same instant */
  int kind;                       /* defined by the owner of the agenda */
  void *owner;
};

/* Events of one time. In the heap while it has events. */
struct tn_instant {
  double time;
  struct tn_event *first;
  int position; /* in the heap */
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
  /* Instants that were set last, by a hash of their times; an entry may be out of use. Two instants
   * may have the same time. */
  struct tn_instant *recent[TN_RECENT_INSTANTS];
};

void tn_events_finish(struct tn_events *events);
void tn_event_init(struct tn_event *event, int kind, void *owner);

/* Puts the event at `time`, or moves it there; an infinite time removes it. */
void tn_events_set(struct tn_events *events, struct tn_event *event, double time);
void tn_events_remove(struct tn_events *events, struct tn_event *event);

/* Returns the next event, or NULL. Events at the same time come in no particular order. */
static inline struct tn_event *tn_events_first(const struct tn_events *events)
{
  return events->n ? events->heap[0].instant->first : NULL;
}

#endif
