#include "work.h"

#include <glib.h>
#include <math.h>
#include <stdbool.h>

void tn_work_init(struct tn_work *work)
{
  *work = (struct tn_work){ 0 };
}

void tn_work_finish(struct tn_work *work)
{
  g_free(work->heap);
}

void tn_work_advance(struct tn_work *work, double now)
{
  if (work->n == 0)
    work->done = 0.0; /* keeps the counter small, hence exact */
  else
    work->done += (now - work->since) * work->rate;
  work->since = now;
}

static bool before(const struct tn_user *a, const struct tn_user *b)
{
  return a->end < b->end || (a->end == b->end && a->order < b->order);
}

void tn_work_add(struct tn_work *work, double amount, int order, void *who)
{
  if (work->n == work->capacity) {
    work->capacity = work->capacity ? 2 * work->capacity : 4;
    work->heap = g_renew(struct tn_user, work->heap, work->capacity);
  }
  const struct tn_user user = { .end = work->done + amount, .order = order, .who = who };
  int i = work->n++;
  for (; i > 0 && before(&user, &work->heap[(i - 1) / 2]); i = (i - 1) / 2)
    work->heap[i] = work->heap[(i - 1) / 2];
  work->heap[i] = user;
}

void *tn_work_take(struct tn_work *work, double slack)
{
  if (work->n == 0 || (work->heap[0].end - work->done) > slack * work->rate)
    return NULL;
  void *who = work->heap[0].who;
  const struct tn_user last = work->heap[--work->n];
  int i = 0;
  for (int child = 1; child < work->n; child = 2 * i + 1) {
    if (child + 1 < work->n && before(&work->heap[child + 1], &work->heap[child]))
      child++;
    if (!before(&work->heap[child], &last))
      break;
    work->heap[i] = work->heap[child];
    i = child;
  }
  work->heap[i] = last;
  return who;
}

double tn_work_next(const struct tn_work *work)
{
  if (work->n == 0)
    return INFINITY;
  const double left = work->heap[0].end - work->done;
  return left <= 0.0 ? work->since : work->since + left / work->rate;
}
