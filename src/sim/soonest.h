/* The earliest of many changing times: a tree of minima. Internal to src/sim. */
#ifndef TN_SIM_SOONEST_H
#define TN_SIM_SOONEST_H

#include <glib.h>
#include <math.h>

/* A set of times. { 0 } is the set without times. */
struct tn_soonest {
  /* [2 * room], owned: a binary tree of minima from index 1 (the root), then the times from index
   * `room` */
  double *tree;
  int room; /* a power of two */
};

static inline void tn_soonest_finish(struct tn_soonest *soonest)
{
  g_free(soonest->tree);
}

/* Makes room for n times; new ones are INFINITY. */
static inline void tn_soonest_grow(struct tn_soonest *soonest, int n)
{
  const struct tn_soonest old = *soonest;
  if (n <= old.room)
    return;
  soonest->room = old.room ? old.room : 16;
  while (soonest->room < n)
    soonest->room *= 2;
  soonest->tree = g_new(double, 2 * soonest->room);
  for (int i = 0; i < soonest->room; i++)
    soonest->tree[soonest->room + i] = i < old.room ? old.tree[old.room + i] : INFINITY;
  for (int i = soonest->room - 1; i > 0; i--)
    soonest->tree[i] = MIN(soonest->tree[2 * i], soonest->tree[2 * i + 1]);
  g_free(old.tree);
}

/* Returns the array of times, for callers that change many of them. Before any other function, call
 * tn_soonest_renew for the indices from the first to the last changed time. */
static inline double *tn_soonest_times(const struct tn_soonest *soonest)
{
  return soonest->tree + soonest->room;
}

static inline void tn_soonest_renew(struct tn_soonest *soonest, int first, int last)
{
  double *tree = soonest->tree;
  first = (soonest->room + first) / 2;
  last = (soonest->room + last) / 2;
  for (; last > 0; first /= 2, last /= 2)
    for (int i = first; i <= last; i++)
      tree[i] = MIN(tree[2 * i], tree[2 * i + 1]);
}

static inline void tn_soonest_set(struct tn_soonest *soonest, int i, double time)
{
  double *tree = soonest->tree;
  i += soonest->room;
  tree[i] = time;
  for (i /= 2; i > 0; i /= 2) {
    const double least = MIN(tree[2 * i], tree[2 * i + 1]);
    if (tree[i] == least)
      return;
    tree[i] = least;
  }
}

static inline double tn_soonest_time(const struct tn_soonest *soonest)
{
  return soonest->room ? soonest->tree[1] : INFINITY;
}

/* Returns the index of the earliest time; of equal times, the smallest index. One time must be
 * finite. */
static inline int tn_soonest_who(const struct tn_soonest *soonest)
{
  int i = 1;
  while (i < soonest->room)
    i = 2 * i + (soonest->tree[2 * i] != soonest->tree[1]);
  return i - soonest->room;
}

#endif
