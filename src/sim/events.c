#include "events.h"

#include <glib.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

void tn_events_finish(struct tn_events *events)
{
  for (int i = 0; i < events->n; i++)
    g_free(events->heap[i].instant);
  for (struct tn_instant *at = events->unused, *next; at; at = next) {
    next = at->next;
    g_free(at);
  }
  g_free(events->heap);
}

void tn_event_init(struct tn_event *event, int kind, void *owner)
{
  *event = (struct tn_event){ .kind = kind, .owner = owner };
}

static void put(struct tn_events *events, struct tn_place place, int position)
{
  events->heap[position] = place;
  place.instant->position = position;
}

static void sift_up(struct tn_events *events, struct tn_place place, int i)
{
  for (; i > 0 && events->heap[(i - 1) / 2].time > place.time; i = (i - 1) / 2)
    put(events, events->heap[(i - 1) / 2], i);
  put(events, place, i);
}

static void sift_down(struct tn_events *events, struct tn_place place, int i)
{
  for (int child = 2 * i + 1; child < events->n; child = 2 * i + 1) {
    if (child + 1 < events->n && events->heap[child + 1].time < events->heap[child].time)
      child++;
    if (events->heap[child].time >= place.time)
      break;
    put(events, events->heap[child], i);
    i = child;
  }
  put(events, place, i);
}

static void retire(struct tn_events *events, struct tn_instant *instant)
{
  const int i = instant->position;
  const struct tn_place last = events->heap[--events->n];
  instant->next = events->unused;
  events->unused = instant;
  if (last.instant == instant)
    return;
  if (i > 0 && events->heap[(i - 1) / 2].time > last.time)
    sift_up(events, last, i);
  else
    sift_down(events, last, i);
}

static struct tn_instant *new_instant(struct tn_events *events, double time)
{
  struct tn_instant *instant = events->unused;
  if (instant)
    events->unused = instant->next;
  else
    instant = g_new(struct tn_instant, 1);
  *instant = (struct tn_instant){ .time = time };
  if (events->n == events->capacity) {
    events->capacity = events->capacity ? 2 * events->capacity : 64;
    events->heap = g_renew(struct tn_place, events->heap, events->capacity);
  }
  sift_up(events, (struct tn_place){ time, instant }, events->n++);
  return instant;
}

/* Returns a recent instant with this time, or a new one. */
static struct tn_instant *instant_at(struct tn_events *events, double time)
{
  uint64_t bits;
  memcpy(&bits, &time, sizeof bits);
  struct tn_instant **recent =
      &events->recent[bits * UINT64_C(0x9e3779b97f4a7c15) >> 32 & (TN_RECENT_INSTANTS - 1)];
  if (!*recent || !(*recent)->first || (*recent)->time != time)
    *recent = new_instant(events, time);
  return *recent;
}

void tn_events_remove(struct tn_events *events, struct tn_event *event)
{
  struct tn_instant *instant = event->instant;
  if (!instant)
    return;
  event->instant = NULL;
  if (event->before)
    event->before->next = event->next;
  else
    instant->first = event->next;
  if (event->next)
    event->next->before = event->before;
  if (!instant->first)
    retire(events, instant);
}

void tn_events_set(struct tn_events *events, struct tn_event *event, double time)
{
  if (event->instant && event->time == time)
    return;
  if (event->instant)
    tn_events_remove(events, event);
  if (time == INFINITY)
    return;
  struct tn_instant *instant = instant_at(events, time);
  event->time = time;
  event->instant = instant;
  event->before = NULL;
  event->next = instant->first;
  if (event->next)
    event->next->before = event;
  instant->first = event;
}
