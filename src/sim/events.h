/* The engine's agenda of future events. Many of them come at the very same time, as ranks that do
 * the same in step: a heap of instants, each with its events. */
#ifndef TN_SIM_EVENTS_H
#define TN_SIM_EVENTS_H

#include <stddef.h>

struct tn_instant;

/* Embedded in whatever the event concerns; belongs to its owner. */
struct tn_event {
  double time;                    /* seconds on the engine's clock */
  struct tn_instant *instant;     /* NULL when not on the agenda */
  struct tn_event *next, *before; /* of the same instant */
  int kind;                       /* for the owner of the agenda */
  void *owner;
};

/* Events of one time; while it has any it is in the heap. */
struct tn_instant {
  double time;
  struct tn_event *first;
  int position;            /* in the heap */
  struct tn_instant *next; /* of those not in use */
};

#define TN_RECENT_INSTANTS 16

/* All zero: there are none. */
struct tn_events {
  struct tn_place {
    double time;
    struct tn_instant *instant;
  } * heap;
  int n, capacity;
  struct tn_instant *unused;
  /* By a hash of their times those set last; may be out of use. Two instants may have one time. */
  struct tn_instant *recent[TN_RECENT_INSTANTS];
};

void tn_events_finish(struct tn_events *events);
void tn_event_init(struct tn_event *event, int kind, void *owner);

/* Puts the event at `time`, or moves it there; an infinite time removes it. */
void tn_events_set(struct tn_events *events, struct tn_event *event, double time);
void tn_events_remove(struct tn_events *events, struct tn_event *event);

/* The next event, or NULL. Events at the same time come in no particular order. */
static inline struct tn_event *tn_events_first(const struct tn_events *events)
{
  return events->n ? events->heap[0].instant->first : NULL;
}

#endif
