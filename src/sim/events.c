#include "events.h"

#include <glib.h>
#include <math.h>

void tn_events_init(struct tn_events *events)
{
  *events = (struct tn_events){ 0 };
}

void tn_events_finish(struct tn_events *events)
{
  g_free(events->heap);
}

void tn_event_init(struct tn_event *event, int kind, void *owner)
{
  *event = (struct tn_event){ .position = -1, .kind = kind, .owner = owner };
}

static void place(struct tn_events *events, struct tn_event *event, int position)
{
  events->heap[position] = event;
  event->position = position;
}

static void sift_up(struct tn_events *events, struct tn_event *event, int i)
{
  while (i > 0 && events->heap[(i - 1) / 2]->time > event->time) {
    place(events, events->heap[(i - 1) / 2], i);
    i = (i - 1) / 2;
  }
  place(events, event, i);
}

static void sift_down(struct tn_events *events, struct tn_event *event, int i)
{
  for (int child = 2 * i + 1; child < events->n; child = 2 * i + 1) {
    if (child + 1 < events->n && events->heap[child + 1]->time < events->heap[child]->time)
      child++;
    if (events->heap[child]->time >= event->time)
      break;
    place(events, events->heap[child], i);
    i = child;
  }
  place(events, event, i);
}

void tn_events_remove(struct tn_events *events, struct tn_event *event)
{
  const int i = event->position;
  if (i < 0)
    return;
  event->position = -1;
  struct tn_event *last = events->heap[--events->n];
  if (last == event)
    return;
  if (i > 0 && events->heap[(i - 1) / 2]->time > last->time)
    sift_up(events, last, i);
  else
    sift_down(events, last, i);
}

void tn_events_set(struct tn_events *events, struct tn_event *event, double time)
{
  if (isinf(time)) {
    tn_events_remove(events, event);
    return;
  }
  const double before = event->time;
  event->time = time;
  if (event->position < 0) {
    if (events->n == events->capacity) {
      events->capacity = events->capacity ? 2 * events->capacity : 64;
      events->heap = g_renew(struct tn_event *, events->heap, events->capacity);
    }
    sift_up(events, event, events->n++);
  } else if (time < before) {
    sift_up(events, event, event->position);
  } else {
    sift_down(events, event, event->position);
  }
}

struct tn_event *tn_events_first(const struct tn_events *events)
{
  return events->n ? events->heap[0] : NULL;
}
