/* Actors of strands: start, end, return of control, and steps of waits that the engine runs. */
#include "acting.h"

void tn_actor_state_begin(struct tn_sim_strand *s)
{
  if (!s->actor)
    s->actor = g_new(struct tn_actor_state, 1);
  else if (s->actor->wake)
    s->engine->loop->actors->gate_free(s->actor->wake);
  *s->actor = (struct tn_actor_state){ 0 };
}

void tn_actor_state_free(struct tn_sim_strand *s)
{
  if (s->actor->wake)
    s->engine->loop->actors->gate_free(s->actor->wake);
  g_free(s->actor);
}

void tn_actor_state_kill(struct tn_sim_strand *s)
{
  if (s->actor->actor && s->phase != TN_DONE)
    s->engine->loop->actors->kill(s->actor->actor);
}

void tn_transport_resume(struct tn_sim_strand *s)
{
  s->blocked = false;
  s->engine->loop->actors->open(s->actor->wake);
}

void tn_acting_yield(struct tn_sim_strand *s)
{
  struct tn_engine *e = s->engine;
  if (s->actor->step && s->blocked) {
    /* The engine runs steps outside the actor, so a step may block only after the run has
     * failed. */
    g_assert(e->stop);
    return;
  }
  s->blocked = true;
  if (--e->loop->n_running == 0)
    e->loop->actors->open(e->loop->idle);
  e->loop->actors->pass(s->actor->wake);
}

void tn_acting_refuse(struct tn_sim_strand *s, int rank, const char *what)
{
  tn_engine_fail(s->engine, "rank %d %s rank %d on another node: only messages go there", s->rank,
                 what, rank);
  tn_acting_push(s, TN_OP_SYNC);
  tn_acting_yield(s);
}

void tn_acting_push_wait(struct tn_sim_strand *s, int n, const struct tn_cond *conds)
{
  for (int i = 0; i < n && s->engine->point->places->n_nodes > 1; i++)
    tn_acting_demand_near(s, conds[i].rank, "waits for a flag of");
  if (n == 1) {
    struct tn_operation *op =
        tn_acting_push_flag(s, TN_OP_WAIT, conds->rank, conds->slot, conds->value);
    op->u.flag.queued = conds->queued;
    op->u.flag.fragments = conds->fragments;
    return;
  }
  struct tn_operation *op = tn_acting_push(s, TN_OP_WAIT);
  op->n_src = n;
  op->u.wait.n = n;
  op->u.wait.conds = conds;
  op->u.wait.set = NULL;
}

/* Queues a wait for the conditions of *w. If one condition is left, its index is the result, so the
 * actor need not wait for an answer. */
static void push_set(struct tn_sim_strand *s, struct tn_waits *w)
{
  if (w->n_live == 1) {
    s->place = tn_waits_only(w);
    tn_acting_push_wait(s, 1, &w->conds[s->place]);
    return;
  }
  struct tn_operation *op = tn_acting_push(s, TN_OP_WAIT);
  op->n_src = w->n_live;
  op->u.wait.set = w;
}

/* Blocks the actor only while two or more conditions are left. With one condition left, the result
 * is its index. */
void tn_acting_wait_each(struct tn_strand *r, struct tn_waits *waits, tn_wait_step *step,
                         void *data)
{
  struct tn_sim_strand *s = (struct tn_sim_strand *)r;
  s->place = -1;
  while (step(data, s->place)) {
    push_set(s, waits);
    if (waits->n_live == 1)
      continue;
    s->actor->step = step;
    s->actor->step_data = data;
    s->actor->step_waits = waits;
    tn_acting_yield(s);
    if (!s->actor->step)
      return;
    s->actor->step = NULL;
  }
}

bool tn_transport_step(struct tn_sim_strand *s)
{
  struct tn_actor_state *a = s->actor;
  struct tn_waits *waits = a->step_waits;
  while (a->step && tn_queue_n(&s->queue) < TN_QUEUE / 2) {
    if (!a->step(a->step_data, s->place)) {
      a->step = NULL;
      return false;
    }
    push_set(s, waits);
    if (waits->n_live > 1)
      return true;
  }
  return false;
}

static void act(void *data)
{
  struct tn_sim_strand *s = data;
  struct tn_loop *loop = s->engine->loop;
  s->actor->fn(&s->base, s->actor->arg);
  tn_acting_push(s, TN_OP_END);
  if (--loop->n_running == 0)
    loop->actors->open(loop->idle);
}

void tn_transport_host(const struct tn_engine *e, int rank, char ret_name[TN_ACTOR_NAME])
{
  g_snprintf(ret_name, TN_ACTOR_NAME, "core-%d", e->point->places->core[rank]);
}

void tn_transport_start(struct tn_sim_strand *s, void (*fn)(struct tn_strand *r, void *arg),
                        void *arg)
{
  const struct tn_actors *actors = s->engine->loop->actors;
  struct tn_actor_state *a = s->actor;
  char name[TN_ACTOR_NAME], host[TN_ACTOR_NAME];
  g_snprintf(name, sizeof name, "rank-%d", s->rank);
  tn_transport_host(s->engine, s->rank, host);
  a->wake = actors->gate_new();
  a->fn = fn;
  a->arg = arg;
  a->role = (struct tn_role){ act, s };
  a->actor = actors->start(name, host, &a->role);
}
