#include "slices.h"

#include "watch.h"

static struct tn_lane lane_of(const struct tn_sim_strand *s)
{
  return (struct tn_lane){ s->rank, s->order - s->rank * TN_MAX_STRANDS };
}

/* Returns the first rank of the operation's spans that is not the strand's rank; -1: all spans
 * belong to the strand's rank. */
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

/* Returns the peer of the strand's present operation, for the timeline; -1: no peer. */
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

/* Returns the name of the slice that is recorded when the timer of the present operation ends. */
static const char *timer_name(const struct tn_sim_strand *s)
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

static void add(struct tn_engine *e, const struct tn_sim_strand *s, struct tn_slice slice)
{
  const struct tn_operation *op = tn_engine_operation(s);
  slice.lane = lane_of(s);
  slice.peer = peer_of(s);
  if (op->kind == TN_OP_SEND)
    slice.bytes = op->u.message.bytes;
  tn_timeline_add(e->timeline, &slice);
}

void tn_log_phase(struct tn_engine *e, const struct tn_sim_strand *s, const char *name,
                  size_t bytes, int callers)
{
  if (e->timeline)
    add(e, s,
        (struct tn_slice){
            .name = name, .from = s->started, .to = e->now, .bytes = bytes, .callers = callers });
}

void tn_log_timed(struct tn_engine *e, const struct tn_sim_strand *s)
{
  if (e->timeline)
    tn_log_phase(e, s, timer_name(s), 0, 0);
}

void tn_log_seen_flag(struct tn_engine *e, const struct tn_sim_strand *s, double from, double to)
{
  if (e->timeline)
    add(e, s, (struct tn_slice){ .name = "flag", .from = from, .to = to });
}

void tn_log_wait(struct tn_engine *e, const struct tn_sim_strand *s, const struct tn_flag *flag,
                 double visible)
{
  if (!e->timeline)
    return;
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

void tn_log_follow(struct tn_engine *e, const struct tn_sim_strand *s,
                   const struct tn_sim_strand *other)
{
  if (e->timeline)
    tn_timeline_link(e->timeline, lane_of(s), e->now, lane_of(other), e->now, "flag");
}
