/* The functions of each kind of operation. The functions' files depend on the engine; the engine
 * depends on this table only. */
#include "operations.h"

#include "attach.h"
#include "calls.h"
#include "copy.h"
#include "cores.h"
#include "data.h"
#include "flags.h"
#include "launch.h"
#include "message_queues.h"
#include "movers.h"
#include "pause.h"
#include "sim_transport.h"
#include "slices.h"
#include "watch.h"

static void end(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  (void)op;
  s->phase = TN_DONE;
  tn_queue_pass(&s->queue);
  e->loop->n_unfinished--;
  struct tn_sim_strand *joiner = s->joiner;
  if (joiner && joiner->phase == TN_JOINING) {
    s->joined = true;
    memcpy(joiner->parts, s->parts, sizeof s->parts);
    tn_log_phase(e, joiner, "join", 0, 0);
    tn_log_follow(e, joiner, s);
    tn_engine_done(e, joiner);
    tn_engine_ready(e, joiner);
  }
}

static void join(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  struct tn_sim_strand *other = op->u.other;
  if (other->phase == TN_DONE) {
    other->joined = true;
    tn_engine_done(e, s);
    return;
  }
  other->joiner = s;
  s->phase = TN_JOINING;
  s->started = e->now;
}

static void describe_join(const struct tn_sim_strand *s, GString *text)
{
  g_string_append_printf(text, "; rank %d is waiting to join", s->rank);
}

static void describe_enter(const struct tn_sim_strand *s, GString *text)
{
  g_string_append_printf(text, "; rank %d is done with the call", s->rank);
}

static void start_timed(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  const bool computes = op->kind == TN_OP_COMPUTE;
  const double seconds = computes                   ? op->u.seconds
                         : op->kind == TN_OP_EXPOSE ? tn_expose_time(e, op)
                         : op->kind == TN_OP_ATTACH
                             ? tn_attach_time(e, s, op->u.reach.rank, op->u.reach.buf)
                             : op->u.software.times * tn_engine_price(e, op->u.software.price);
  tn_engine_timed(e, s, computes ? TN_COMPUTE : TN_STARTUP, seconds);
}

static void start_sync(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  (void)op;
  tn_engine_done(e, s);
}

static void start_post(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  (s->kernel_runs || op->is_of_stream ? tn_kernel_post : tn_flag_post)(e, s, op);
}

static int by_order(const void *a, const void *b)
{
  const struct tn_transfer *const *x = a, *const *y = b;
  return ((*x)->order > (*y)->order) - ((*x)->order < (*y)->order);
}

static void arrive(struct tn_engine *e, struct tn_list *transfers)
{
  qsort(transfers->items, transfers->n, sizeof transfers->items[0], by_order);
  for (unsigned i = 0; i < transfers->n; i++) {
    struct tn_transfer *t = transfers->items[i];
    (t->caller || t->is_notice ? tn_launch_arrive : tn_transfer_arrive)(e, t);
  }
  transfers->n = 0;
}

static void begin_strand(struct tn_sim_strand *s)
{
  tn_waiting_begin(s);
  tn_copying_begin(s);
  tn_launch_begin(s);
  tn_actor_state_begin(s);
}

void tn_strand_free(struct tn_sim_strand *s)
{
  tn_queue_finish(&s->queue);
  tn_waiting_free(s->waiting);
  tn_actor_state_free(s);
  g_free(s->copying);
  g_free(s->device);
  g_free(s->core);
  g_free(s->snapshot);
  g_free(s);
}

const struct tn_operations tn_sim_operations = {
  .of = {
    [TN_OP_COPY] = { .start = tn_copy_start, .advance = tn_copy_advance, .end = tn_data_end },
    [TN_OP_MOVE] = { .start = tn_move_start, .advance = tn_copy_advance, .end = tn_data_end },
    [TN_OP_REDUCE] = { .start = tn_reduce_start, .advance = tn_copy_advance, .end = tn_data_end },
    [TN_OP_EXPOSE] = { .start = start_timed, .advance = tn_engine_timed_end },
    [TN_OP_ATTACH] = { .start = start_timed, .advance = tn_engine_timed_end },
    [TN_OP_POST] = { .start = start_post },
    [TN_OP_WAIT] = { .start = tn_flag_wait, .advance = tn_flag_wait_advance,
                     .describe = tn_flag_wait_describe },
    [TN_OP_FETCH_ADD] = { .start = tn_flag_add, .advance = tn_flag_add_advance },
    [TN_OP_COMPUTE] = { .start = start_timed, .advance = tn_engine_timed_end },
    [TN_OP_PUT] = { .start = tn_put_start, .advance = tn_put_advance },
    [TN_OP_LAUNCH] = { .start = tn_launch_start, .advance = tn_launch_advance,
                       .end = tn_data_end },
    [TN_OP_SUM] = { .start = tn_launch_start, .advance = tn_launch_advance, .end = tn_data_end },
    [TN_OP_ENQUEUE] = { .start = tn_enqueue_start, .advance = tn_enqueue_advance },
    [TN_OP_KERNEL] = { .start = tn_kernel_start, .advance = tn_engine_timed_end },
    [TN_OP_SOFTWARE] = { .start = start_timed, .advance = tn_engine_timed_end },
    [TN_OP_RECEIVE] = { .start = tn_message_queues_receive, .advance = tn_engine_timed_end },
    [TN_OP_SEND] = { .start = tn_message_queues_send, .advance = tn_engine_timed_end },
    [TN_OP_ENTER] = { .start = tn_call_enter, .advance = tn_call_entered,
                      .describe = describe_enter },
    [TN_OP_LEAVE] = { .start = tn_call_leave },
    [TN_OP_SYNC] = { .start = start_sync },
    [TN_OP_JOIN] = { .start = join, .describe = describe_join },
    [TN_OP_END] = { .start = end },
  },
  .begin = begin_strand,
  .disturb = tn_pause_event,
  .admits = tn_core_admits,
  .settle = tn_core_yield_if_waiting,
  .slice = tn_core_event,
  .arrive = arrive,
  .exceeds = tn_calls_exceed,
  .step = tn_transport_step,
  .resume = tn_transport_resume,
};
