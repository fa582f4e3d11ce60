#include "slices.h"

#include "watch.h"

static struct tn_lane lane_of(const struct tn_sim_strand *s)
{
  return (struct tn_lane){ s->rank, s->order - s->rank * TN_MAX_STRANDS };
}

/* The first rank of the spans that is another one; -1 where all are its own. */
static int other_rank(const struct tn_sim_strand *s, const struct tn_operation *op)
{
  const struct tn_span *targets = tn_targets(op), *sources = tn_sources(op);
  for (int i = 0; i < op->n_src; i++)
    if (sources[i].rank != s->rank)
      return sources[i].rank;
  for (int i = 0; i < op->n_dst; i++)
    if (targets[i].rank != s->rank)
      return targets[i].rank;
  return -1;
}

static int peer_of(const struct tn_sim_strand *s)
{
  const struct tn_operation *op = tn_engine_operation(s);
  switch (op->kind) {
  case TN_OP_COPY:
  case TN_OP_LAUNCH:
  case TN_OP_SUM:
  case TN_OP_MOVE:
  case TN_OP_REDUCE:
    return other_rank(s, op);
  case TN_OP_ATTACH:
    return op->u.reach.rank;
  case TN_OP_SEND:
    return op->u.message.peer;
  case TN_OP_PUT:
    return op->u.put.peer;
  case TN_OP_FETCH_ADD:
    return op->u.flag.rank;
  case TN_OP_WAIT:
    return tn_waiting_poster(s);
  default:
    return -1;
  }
}

const char *tn_slice_name(const struct tn_sim_strand *s)
{
  switch (tn_engine_operation(s)->kind) {
  case TN_OP_EXPOSE:
    return "expose";
  case TN_OP_ATTACH:
    return "attach";
  case TN_OP_COMPUTE:
    return "compute";
  case TN_OP_SEND:
    return "send";
  case TN_OP_PUT:
    return "put";
  case TN_OP_SOFTWARE:
    return tn_engine_operation(s)->u.software.price == TN_P_REDUCE_OVERHEAD ? "operator"
                                                                            : "software";
  case TN_OP_RECEIVE:
    return "receive";
  case TN_OP_ENTER:
    return "call";
  case TN_OP_ENQUEUE:
    return "launch";
  case TN_OP_KERNEL:
    return "kernel";
  default:
    return "atomic";
  }
}

void tn_slice_add(struct tn_engine *e, const struct tn_sim_strand *s, const char *name, double from,
                  double to, size_t bytes, int callers)
{
  const struct tn_operation *op = tn_engine_operation(s);
  const struct tn_slice slice = { .lane = lane_of(s),
                                  .name = name,
                                  .from = from,
                                  .to = to,
                                  .peer = peer_of(s),
                                  .bytes = op->kind == TN_OP_SEND ? op->u.message.bytes : bytes,
                                  .callers = callers };
  tn_timeline_add(e->timeline, &slice);
}

void tn_slice_wait(struct tn_engine *e, const struct tn_sim_strand *s, const struct tn_flag *flag,
                   double visible)
{
  const struct tn_slice slice = { .lane = lane_of(s),
                                  .name = "wait",
                                  .from = s->started,
                                  .to = visible,
                                  .peer = flag->poster->rank };
  const struct tn_flag_path *path = tn_flag_path(e, flag);
  tn_timeline_add(e->timeline, &slice);
  tn_timeline_link(e->timeline, lane_of(s), visible, lane_of(flag->poster), path->posted,
                   path->by_network ? "network" : "flag");
}

void tn_slice_follow(struct tn_engine *e, const struct tn_sim_strand *s,
                     const struct tn_sim_strand *other, double posted, double seen)
{
  tn_timeline_link(e->timeline, lane_of(s), seen, lane_of(other), posted, "flag");
}
