/* Actors of strands and their queues. Internal to acting.c, agents.c and sim_transport.c. */
#ifndef TN_SIM_ACTING_H
#define TN_SIM_ACTING_H

#include "algos/waits.h"
#include "engine.h"
#include "sim_transport.h"

/* Agents of a rank: its DMA engine, then the streams of its device. An agent is a strand without an
 * actor: other strands queue its operations. */
enum { TN_PUT_AGENT, TN_FIRST_STREAM, TN_N_AGENTS = TN_FIRST_STREAM + TN_N_STREAMS };

struct tn_actor_state {
  struct tn_actor *actor; /* actor that runs `fn`; NULL: the strand is an agent */
  struct tn_role role;
  struct tn_gate *wake;
  void (*fn)(struct tn_strand *r, void *arg);
  void *arg;
  /* step function of tn_wait_each, which the engine calls in place of the actor; NULL: no step */
  tn_wait_step *step;
  void *step_data;
  struct tn_waits *step_waits;
  /* number of message fragments that the next move represents */
  unsigned fragments;
  bool in_kernel;                            /* true if a device kernel makes the next operations */
  struct tn_sim_strand *agents[TN_N_AGENTS]; /* agents of a rank, created at first use */
};

static inline bool tn_acting_is_staged(const struct tn_sim_strand *s)
{
  return s->base.call->memory == TN_STAGED;
}

/* Blocks the actor until the engine has carried out all queued operations of the strand. */
void tn_acting_yield(struct tn_sim_strand *s);

/* Queues an operation, which the caller fills in. */
static inline struct tn_operation *tn_acting_push(struct tn_sim_strand *s, enum tn_op_kind kind)
{
  /* If the queue is full, the actor waits for room. An agent has no actor, and a step runs in the
   * engine: neither can wait. */
  if (tn_queue_n(&s->queue) == TN_QUEUE && !s->is_agent && !s->actor->step)
    tn_acting_yield(s);
  struct tn_operation *op = tn_queue_add(&s->queue);
  op->kind = (uint8_t)kind;
  op->many = op->is_of_stream = false;
  op->n_dst = op->n_src = 1;
  op->fragments = 1;
  return op;
}

static inline struct tn_operation *tn_acting_push_flag(struct tn_sim_strand *s,
                                                       enum tn_op_kind kind, int rank, int slot,
                                                       uint64_t value)
{
  struct tn_operation *op = tn_acting_push(s, kind);
  op->u.flag.rank = rank;
  op->u.flag.slot = slot;
  op->u.flag.value = value;
  return op;
}

static inline struct tn_operation *tn_acting_push_launch(struct tn_sim_strand *s,
                                                         enum tn_op_kind kind)
{
  struct tn_operation *op = tn_acting_push(s, kind);
  op->is_staged = tn_acting_is_staged(s);
  op->stages = TN_STAGES_NOT;
  return op;
}

/* Queues a wait until one of conds[n] holds. conds must stay valid while the actor is blocked. */
void tn_acting_push_wait(struct tn_sim_strand *s, int n, const struct tn_cond *conds);

/* Fails the run and stops the strand, because `rank` is on another node. `what`: name of the access
 * in the error message. */
void tn_acting_refuse(struct tn_sim_strand *s, int rank, const char *what);

/* Fails the run if `rank` is on another node; the access `what` works only within a node. */
static inline void tn_acting_demand_near(struct tn_sim_strand *s, int rank, const char *what)
{
  const struct tn_places *p = s->engine->point->places;
  if (p->n_nodes > 1 && p->node[rank] != p->node[s->rank])
    tn_acting_refuse(s, rank, what);
}

void tn_acting_wait_each(struct tn_strand *r, struct tn_waits *waits, tn_wait_step *step,
                         void *data);
void tn_agents_put(struct tn_strand *r, struct tn_span dst, struct tn_span src, int here, int there,
                   uint64_t value);
void tn_agents_enqueue(struct tn_strand *r, int stream, struct tn_span dst, int n_src,
                       const struct tn_span *src, struct tn_cond end);

#endif
