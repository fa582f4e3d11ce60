/* Puts within a node, and the streams of a rank's device. */
#include "acting.h"
#include "launch.h"
#include "slices.h"

static struct tn_sim_strand *agent_of(struct tn_sim_strand *s, int which)
{
  struct tn_sim_strand *owner = s->engine->strands->pdata[s->rank];
  struct tn_sim_strand **agent = &owner->actor->agents[which];
  if (!*agent) {
    *agent = tn_engine_strand(s->engine, s->rank);
    (*agent)->is_agent = true;
    (*agent)->noise_rank = -1;
  }
  return *agent;
}

void tn_agents_put(struct tn_strand *r, struct tn_span dst, struct tn_span src, int here, int there,
                   uint64_t value)
{
  struct tn_sim_strand *s = (struct tn_sim_strand *)r;
  /* wait for all earlier operations of the strand, so that the agent starts after them */
  tn_acting_push(s, TN_OP_SYNC);
  tn_acting_yield(s);
  struct tn_sim_strand *agent = agent_of(s, TN_PUT_AGENT);
  memcpy(agent->parts, s->parts, sizeof s->parts);
  tn_log_follow(s->engine, agent, s);
  tn_move(&agent->base, dst, src);
  tn_acting_push_flag(agent, TN_OP_POST, s->rank, here, value);
  tn_acting_push_flag(agent, TN_OP_POST, dst.rank == s->rank ? src.rank : dst.rank, there, value);
  tn_engine_ready(s->engine, agent);
}

void tn_agents_enqueue(struct tn_strand *r, int stream, struct tn_span dst, int n_src,
                       const struct tn_span *src, struct tn_cond end)
{
  struct tn_sim_strand *s = (struct tn_sim_strand *)r;
  if (tn_mechanism_maps_device(s->engine->point->mechanism) && n_src == 1) {
    tn_move(r, dst, *src);
    r->transport->post(r, end.slot, end.value);
    return;
  }
  for (int i = 0; i < n_src; i++)
    tn_acting_demand_near(s, src[i].rank, "copies from");
  struct tn_operation *op = tn_acting_push(s, TN_OP_ENQUEUE);
  op->many = true;
  op->n_src = n_src;
  op->u.work.spans = g_new(struct tn_span, 1 + n_src);
  op->u.work.spans[0] = dst;
  memcpy(op->u.work.spans + 1, src, sizeof *src * (size_t)n_src);
  op->u.work.stream = stream;
  op->u.work.slot = end.slot;
  op->u.work.value = end.value;
}

/* Appends the work to the stream's queue, and after it a post of the rank's flag. */
static void hand_over(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_operation *op = tn_engine_operation(s);
  struct tn_sim_strand *stream = agent_of(s, TN_FIRST_STREAM + op->u.work.stream);
  if (tn_queue_n(&stream->queue) == 0) {
    memcpy(stream->parts, s->parts, sizeof s->parts);
    tn_log_follow(e, stream, s);
  }
  struct tn_operation *work =
      tn_acting_push_launch(stream, op->n_src > 1 ? TN_OP_SUM : TN_OP_LAUNCH);
  work->many = work->is_of_stream = true;
  work->handed = e->now;
  work->n_src = op->n_src;
  work->u.spans = op->u.work.spans;
  op->many = false;
  tn_acting_push_flag(stream, TN_OP_POST, s->rank, op->u.work.slot, op->u.work.value)
      ->is_of_stream = true;
  tn_engine_ready(e, stream);
}

void tn_enqueue_start(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  const double seconds = tn_launch_seconds(e, op);
  if (seconds <= 0.0)
    hand_over(e, s);
  tn_engine_timed(e, s, TN_LAUNCH_PART, seconds);
}

void tn_enqueue_advance(struct tn_engine *e, struct tn_sim_strand *s)
{
  /* The time of the launch counts in the critical path that the stream continues. */
  tn_engine_spend(e, s, s->part, s->started, e->now);
  tn_log_timed(e, s);
  hand_over(e, s);
  tn_engine_done(e, s);
}
