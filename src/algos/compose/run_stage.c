#include "run_stage.h"

#include <assert.h>

#include "algos/messages/p2p.h"
#include "base/grown.h"

/* The caller's state in one group, like a communicator. Calls in a group are numbered separately: a
 * call of the composition may have several of them, or none. */
struct group {
  struct tn_group windows;
  struct tn_group_layout layout;
  struct tn_p2p_pair *pairs;
  struct tn_persistent_data persistent;
  int rank; /* rank of the caller in the group */
  uint32_t n_calls;
  uint32_t last; /* epoch of the composition's call in which the group was last used */
};

/* The composition for one root of the collective. */
struct view {
  struct tn_composition composition;
  struct group *rest[2]; /* the group of leaders, [1] for a shorter last segment; NULL until used */
};

struct group_cache {
  int n_views;             /* number of different roots; 1 if the root does not change */
  struct view **view;      /* [n_views] the composition for each root; NULL until it is used */
  struct group *own[2][2]; /* the rank's group, [inner, back][1 for a shorter last segment]; NULL
                            * until used */
};

static void group_free(struct group *g)
{
  if (!g)
    return;
  if (g->persistent.data)
    g->persistent.release(g->persistent.data);
  tn_group_layout_finish(&g->layout);
  free(g->windows.send);
  free(g->windows.recv);
  free((int *)g->windows.members);
  free(g->pairs);
  free(g);
}

static void group_cache_free(void *data)
{
  struct group_cache *group_cache = data;
  for (int i = 0; i < group_cache->n_views; i++) {
    struct view *view = group_cache->view[i];
    if (!view)
      continue;
    group_free(view->rest[0]);
    group_free(view->rest[1]);
    tn_composition_finish(&view->composition);
    free(view);
  }
  for (int i = 0; i < 4; i++)
    group_free(group_cache->own[i / 2][i % 2]);
  free(group_cache->view);
  free(group_cache);
}

/* Returns the rank's state for all calls; the first call creates it. */
static struct group_cache *group_cache_of(struct tn_strand *r)
{
  struct tn_persistent_data *persistent = r->call->persistent;
  assert(persistent);
  if (!persistent->data) {
    struct group_cache *group_cache = tn_zeros(1, sizeof *group_cache);
    group_cache->n_views = r->call->roots_move ? r->call->n_ranks : 1;
    group_cache->view = tn_zeros((size_t)group_cache->n_views, sizeof(struct view *));
    persistent->data = group_cache;
    persistent->release = group_cache_free;
  }
  return persistent->data;
}

static int view_number(const struct tn_call *call)
{
  return call->roots_move ? call->root : 0;
}

static struct view *view_of(struct tn_strand *r)
{
  struct view **view = &group_cache_of(r)->view[view_number(r->call)];
  if (!*view) {
    *view = tn_zeros(1, sizeof **view);
    tn_composition_init(&(*view)->composition, r->call);
    tn_composition_share_out(&(*view)->composition);
  }
  return *view;
}

const struct tn_composition *tn_stage_composition(struct tn_strand *r)
{
  return &view_of(r)->composition;
}

static struct group *group_new(struct tn_strand *r, const struct tn_composition *c,
                               enum tn_stage_kind kind, bool is_tail)
{
  const struct tn_stage *s = &c->stage[kind][is_tail];
  struct group *g = tn_zeros(1, sizeof *g);
  int n;
  const int *members = tn_stage_members(c, kind, c->groups.group[r->call->rank], &n);
  int *own = tn_zeros((size_t)n, sizeof *own);
  for (int i = 0; i < n; i++)
    own[i] = members[i];
  const int root = kind == TN_STAGE_REST ? view_number(r->call) : 0;
  g->windows = (struct tn_group){ .n_ranks = n,
                                  .members = own,
                                  .slot = s->slot + root * s->n_slots,
                                  .send = tn_zeros((size_t)n, sizeof(struct tn_window)),
                                  .recv = tn_zeros((size_t)n, sizeof(struct tn_window)),
                                  .shared = s->shared + (size_t)root * s->shared_bytes };
  g->rank = (kind == TN_STAGE_REST ? c->groups.group : c->groups.index)[r->call->rank];
  g->pairs = tn_zeros((size_t)n, sizeof *g->pairs);
  tn_group_layout_init(&g->layout, r->call->layout, n, own);
  return g;
}

void tn_stage_run(struct tn_strand *r, enum tn_stage_kind kind, uint32_t segment)
{
  const struct tn_composition *c = tn_stage_composition(r);
  const bool is_tail = segment + 1 == c->n_segments && c->stage[kind][1].is_used;
  struct group **own =
      kind == TN_STAGE_REST ? &view_of(r)->rest[is_tail] : &group_cache_of(r)->own[kind][is_tail];
  struct group *g = *own = *own ? *own : group_new(r, c, kind, is_tail);
  for (int i = 0; i < g->windows.n_ranks; i++)
    tn_stage_windows(c, kind, g->windows.members[i], (size_t)segment * c->segment,
                     &g->windows.send[i], &g->windows.recv[i]);
  struct tn_call call = tn_stage_call(c, kind, is_tail, c->groups.group[r->call->rank], g->rank);
  call.layout = &g->layout.layout;
  call.pairs = g->pairs;
  call.persistent = &g->persistent;
  call.epoch = ++g->n_calls;
  call.meets = r->call->meets && g->last != r->call->epoch;
  g->last = r->call->epoch;
  tn_group_run(r, &g->windows, &call, c->stage[kind][is_tail].part.algorithm);
}
