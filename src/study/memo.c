#include "memo.h"

#include <string.h>

/* A point that may serve others. */
struct known {
  struct tn_schedule schedule;
  const struct tn_point *point;
  guint index;
};

bool tn_points_compete(const struct tn_point *a, const struct tn_point *b)
{
  struct tn_point own = *a; /* with b's precision, which follows from the algorithm */
  own.precision = b->precision;
  const struct tn_call *x = &a->call, *y = &b->call;
#define CONDITION(KEY, type, name)                                                                 \
  if (own.name != b->name)                                                                         \
    return false;
#include "sim/point.def"
  return a->setup == b->setup && a->backing == b->backing && a->buffers == b->buffers &&
         a->barrier == b->barrier &&
         (a->places == b->places || (a->mapping == b->mapping && a->places->n == b->places->n &&
                                     !a->algorithm->crew.distant && !b->algorithm->crew.distant)) &&
         x->collective == y->collective && x->n_ranks == y->n_ranks && x->root == y->root &&
         x->block == y->block && x->counts == y->counts && x->in_place == y->in_place &&
         x->type == y->type && x->op == y->op && x->pattern == y->pattern;
}

static guint known_hash(gconstpointer key)
{
  const struct known *own = key;
  return (guint)own->schedule.sum[0];
}

static gboolean known_equal(gconstpointer x, gconstpointer y)
{
  const struct known *a = x, *b = y;
  return memcmp(&a->schedule, &b->schedule, sizeof a->schedule) == 0 &&
         a->point->mechanism == b->point->mechanism && a->point->precision == b->point->precision &&
         tn_point_warmup(a->point) == tn_point_warmup(b->point) &&
         tn_points_compete(a->point, b->point);
}

void tn_memo_find(const struct tn_study *study, guint n, const guint *points, guint *ret_same)
{
  g_autoptr(GHashTable) table = g_hash_table_new(known_hash, known_equal);
  g_autofree struct known *known = g_new(struct known, n + 1);
  for (guint i = 0; i < n; i++) {
    struct known *own = &known[i];
    *own = (struct known){ .point = tn_study_point(study, points[i]), .index = i };
    const struct tn_sim_point sim = tn_study_sim_point(study, own->point, NULL);
    ret_same[i] = i;
    if (n == 1 || sim.verify || sim.timeline || sim.stamps || sim.path ||
        !tn_sim_schedule(&sim, &own->schedule))
      continue;
    const struct known *first = g_hash_table_lookup(table, own);
    if (first)
      ret_same[i] = first->index;
    else
      g_hash_table_add(table, own);
  }
}
