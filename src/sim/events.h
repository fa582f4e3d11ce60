/* The engine's agenda: an indexed binary heap of future events. */
#ifndef TN_SIM_EVENTS_H
#define TN_SIM_EVENTS_H

/* Embedded in whatever the event concerns; belongs to its owner. */
struct tn_event {
  double time;  /* seconds on the engine's clock */
  int position; /* in the heap, -1 when not in it */
  int kind;     /* for the owner of the agenda */
  void *owner;
};

struct tn_events {
  struct tn_event **heap;
  int n, capacity;
};

void tn_events_init(struct tn_events *events);
void tn_events_finish(struct tn_events *events);
void tn_event_init(struct tn_event *event, int kind, void *owner);

/* Puts the event at `time`, or moves it there; an infinite time removes it. */
void tn_events_set(struct tn_events *events, struct tn_event *event, double time);
void tn_events_remove(struct tn_events *events, struct tn_event *event);

/* The next event, or NULL. Events at the same time come in no particular order. */
struct tn_event *tn_events_first(const struct tn_events *events);

#endif
