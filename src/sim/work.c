#include "work.h"

#include <glib.h>
#include <math.h>
#include <stdbool.h>

void tn_work_finish(struct tn_work *work)
{
  g_free(work->heap);
}

void tn_work_advance(struct tn_work *work, double now)
{
  if (work->n == 0)
    /* without users the counter restarts at 0, so that it stays small and exact */
    work->done = 0.0;
  else
    work->done += (now - work->since) * work->rate;
  work->since = now;
}

static bool before(const struct tn_user *a, const struct tn_user *b)
{
  return a->end < b->end || (a->end == b->end && a->order < b->order);
}

static void place_upwards(struct tn_work *work, int i, struct tn_user user)
{
  for (; i > 0 && before(&user, &work->heap[(i - 1) / 2]); i = (i - 1) / 2)
    work->heap[i] = work->heap[(i - 1) / 2];
  work->heap[i] = user;
}

static void close_gap(struct tn_work *work, int i)
{
  const struct tn_user last = work->heap[--work->n];
  if (i > 0 && before(&last, &work->heap[(i - 1) / 2])) {
    place_upwards(work, i, last);
    return;
  }
  for (int child = 2 * i + 1; child < work->n; child = 2 * i + 1) {
    if (child + 1 < work->n && before(&work->heap[child + 1], &work->heap[child]))
      child++;
    if (!before(&work->heap[child], &last))
      break;
    work->heap[i] = work->heap[child];
    i = child;
  }
  work->heap[i] = last;
}

void tn_work_add(struct tn_work *work, double amount, int order, void *who)
{
  if (work->n == work->capacity) {
    work->capacity = work->capacity ? 2 * work->capacity : 4;
    work->heap = g_renew(struct tn_user, work->heap, work->capacity);
  }
  const struct tn_user user = { .end = work->done + amount, .order = order, .who = who };
  place_upwards(work, work->n++, user);
}

void *tn_work_take(struct tn_work *work, double slack)
{
  if (work->n == 0 || (work->heap[0].end - work->done) > slack * work->rate)
    return NULL;
  void *who = work->heap[0].who;
  close_gap(work, 0);
  return who;
}

static int find(const struct tn_work *work, int order)
{
  int i = 0;
  while (i < work->n && work->heap[i].order != order)
    i++;
  g_assert(i < work->n);
  return i;
}

double tn_work_left(const struct tn_work *work, int order)
{
  return MAX(work->heap[find(work, order)].end - work->done, 0.0);
}

double tn_work_remove(struct tn_work *work, int order)
{
  const double left = tn_work_left(work, order);
  close_gap(work, find(work, order));
  return left;
}

double tn_work_next(const struct tn_work *work)
{
  if (work->n == 0)
    return INFINITY;
  const double left = work->heap[0].end - work->done;
  return left <= 0.0 ? work->since : work->since + left / work->rate;
}
