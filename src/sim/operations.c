/* What each kind of operation does, from files that know the engine, which knows none of them. */
#include "operations.h"

#include "attach.h"
#include "calls.h"
#include "copy.h"
#include "cores.h"
#include "data.h"
#include "flags.h"
#include "launch.h"
#include "movers.h"
#include "pause.h"
#include "sim_transport.h"
#include "slices.h"

static void end(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  (void)op;
  s->phase = TN_DONE;
  s->head++;
  e->n_unfinished--;
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

static void describe_join(const struct tn_engine *e, const struct tn_sim_strand *s, GString *text)
{
  (void)e;
  g_string_append_printf(text, "; rank %d is waiting to join", s->rank);
}

static void describe_enter(const struct tn_engine *e, const struct tn_sim_strand *s, GString *text)
{
  (void)e;
  g_string_append_printf(text, "; rank %d is done with the call", s->rank);
}

/* As many transfers of a line between two ranks as parameter p says. */
static double lines_seconds(struct tn_engine *e, enum tn_param p, int rank, int peer)
{
  const double n = tn_engine_price(e, p);
  if (n <= 0.0)
    return 0.0;
  return n * tn_engine_price(e, TN_P_LINE_LATENCY + tn_engine_distance(e, rank, peer));
}

/* The box for what the sender sends to the receiver; it gets one while both may have more. */
static bool get_box(struct tn_engine *e, int receiver, int sender)
{
  struct tn_boxes *b = &e->boxes;
  const double most = tn_engine_price(e, TN_P_FAST_BOXES);
  bool *has = &b->has[receiver * e->n_ranks + sender];
  if (!*has && b->n_in[receiver] < most && b->n_out[sender] < most) {
    *has = true;
    b->n_in[receiver]++;
    b->n_out[sender]++;
  }
  return *has;
}

/* Who meet in a dissemination barrier between calls have sent one another enough by then. */
void tn_boxes_init(struct tn_engine *e)
{
  if (e->point->values[TN_P_FAST_BOXES] <= 0.0)
    return;
  e->boxes.has = g_new0(bool, e->n_ranks * e->n_ranks);
  e->boxes.n_in = g_new0(int, e->n_ranks);
  e->boxes.n_out = g_new0(int, e->n_ranks);
  for (int reach = 1; reach < e->n_ranks; reach *= 2)
    for (int r = 0; r < e->n_ranks; r++)
      if (tn_engine_distance(e, r, (r + reach) % e->n_ranks) != TN_OTHER_NODE)
        get_box(e, (r + reach) % e->n_ranks, r);
}

void tn_boxes_finish(struct tn_engine *e)
{
  g_free(e->boxes.has);
  g_free(e->boxes.n_in);
  g_free(e->boxes.n_out);
}

/* A queue is its receiver's; who sent to it last has the lines of its end, and takes its place
 * there before anybody else can. A message in a slot has two groups of lines, the end of the queue
 * and the entry, of which only the former keeps the next sender waiting. The entry comes from the
 * receiver, who polls it, and so does the end where he has touched it since (queue_holder). */
static double send_seconds(struct tn_engine *e, const struct tn_sim_strand *s,
                           const struct tn_operation *op)
{
  const int peer = op->u.message.peer;
  if (tn_engine_distance(e, s->rank, peer) == TN_OTHER_NODE)
    return tn_engine_price(e, TN_P_SEND_OVERHEAD); /* receivers there have queues per sender */
  const bool in_slot = (double)op->u.message.bytes > tn_engine_price(e, TN_P_INLINE_LIMIT);
  const int user = e->queue_user[peer];
  double seconds = tn_engine_price(e, TN_P_SEND_OVERHEAD), taking = 0.0;
  if (in_slot)
    seconds += lines_seconds(e, TN_P_SLOT_LINES, s->rank, peer);
  if (e->boxes.has && get_box(e, peer, s->rank))
    return seconds;
  if (tn_engine_price(e, TN_P_QUEUE_LINES) > 0.0)
    tn_engine_price(e, TN_P_QUEUE_HOLDER);
  if (user != s->rank)
    taking = lines_seconds(e, TN_P_QUEUE_LINES, s->rank, user);
  const double from = MAX(e->now + seconds, e->queue_free[peer]);
  e->queue_user[peer] = s->rank;
  e->queue_free[peer] = from + taking;
  const double entry = in_slot ? lines_seconds(e, TN_P_QUEUE_LINES, s->rank, peer) : 0.0;
  return from + taking + entry - e->now;
}

static void start_expose(struct tn_engine *e, struct tn_sim_strand *s,
                         const struct tn_operation *op)
{
  tn_engine_timed(e, s, TN_STARTUP, tn_expose_time(e, op));
}

static void start_attach(struct tn_engine *e, struct tn_sim_strand *s,
                         const struct tn_operation *op)
{
  tn_engine_timed(e, s, TN_STARTUP, tn_attach_time(e, s, op->u.reach.rank, op->u.reach.buf));
}

static void start_compute(struct tn_engine *e, struct tn_sim_strand *s,
                          const struct tn_operation *op)
{
  tn_engine_timed(e, s, TN_COMPUTE, op->u.seconds);
}

static void start_software(struct tn_engine *e, struct tn_sim_strand *s,
                           const struct tn_operation *op)
{
  tn_engine_timed(e, s, TN_STARTUP,
                  op->u.software.times * tn_engine_price(e, op->u.software.price));
}

static void start_receive(struct tn_engine *e, struct tn_sim_strand *s,
                          const struct tn_operation *op)
{
  const double most =
      MIN(tn_engine_price(e, TN_P_INLINE_LIMIT), tn_engine_price(e, TN_P_LINE_SIZE));
  const bool is_inlined = (double)op->u.message.bytes <= most;
  s->correspondent = op->u.message.peer;
  if (e->choices.queue_holder == TN_QUEUE_OF_RECEIVER)
    e->queue_user[s->rank] = s->rank;
  s->inlined = is_inlined ? op->u.message.bytes : 0;
  s->n_streams = 0;
  /* A library that has waited for a message has looked into its boxes in turn, half of them on average
   * since the message came; one that finds several messages takes them on one way past all boxes.
   * Then it passes the receives that lie before the message's own. */
  double seconds = tn_engine_price(e, TN_P_RECEIVE_OVERHEAD);
  if (e->boxes.has && s->sight.queued && s->sight.visible > s->started)
    seconds += e->boxes.n_in[s->rank] * tn_engine_price(e, TN_P_BOX_TIME) / 2;
  if (s->passed > 0)
    seconds += s->passed * tn_engine_price(e, TN_P_MATCH_TIME);
  s->passed = 0;
  tn_engine_timed(e, s, TN_STARTUP, seconds + tn_cold_call(e, s, TN_LINES_OF_MESSAGE));
}

static void start_send(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  s->correspondent = op->u.message.peer;
  tn_engine_timed(e, s, TN_STARTUP,
                  send_seconds(e, s, op) + tn_cold_call(e, s, TN_LINES_OF_MESSAGE));
}

static void start_sync(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  (void)op;
  tn_engine_done(e, s);
}

static void start_post(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  (s->kernel_runs || op->is_handed ? tn_kernel_post : tn_flag_post)(e, s, op);
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

const struct tn_operations tn_sim_operations = {
  .of = {
    [TN_OP_COPY] = { .start = tn_copy_start, .advance = tn_copy_advance, .end = tn_data_end },
    [TN_OP_MOVE] = { .start = tn_move_start, .advance = tn_copy_advance, .end = tn_data_end },
    [TN_OP_REDUCE] = { .start = tn_reduce_start, .advance = tn_copy_advance, .end = tn_data_end },
    [TN_OP_EXPOSE] = { .start = start_expose, .advance = tn_engine_timed_end },
    [TN_OP_ATTACH] = { .start = start_attach, .advance = tn_engine_timed_end },
    [TN_OP_POST] = { .start = start_post },
    [TN_OP_WAIT] = { .start = tn_flag_wait, .advance = tn_flag_wait_advance,
                     .describe = tn_flag_wait_describe },
    [TN_OP_FETCH_ADD] = { .start = tn_flag_add, .advance = tn_flag_add_advance },
    [TN_OP_COMPUTE] = { .start = start_compute, .advance = tn_engine_timed_end },
    [TN_OP_PUT] = { .start = tn_put_start, .advance = tn_put_advance },
    [TN_OP_LAUNCH] = { .start = tn_launch_start, .advance = tn_launch_advance,
                       .end = tn_data_end },
    [TN_OP_SUM] = { .start = tn_launch_start, .advance = tn_launch_advance, .end = tn_data_end },
    [TN_OP_ENQUEUE] = { .start = tn_enqueue_start, .advance = tn_enqueue_advance },
    [TN_OP_KERNEL] = { .start = tn_kernel_start, .advance = tn_engine_timed_end },
    [TN_OP_SOFTWARE] = { .start = start_software, .advance = tn_engine_timed_end },
    [TN_OP_RECEIVE] = { .start = start_receive, .advance = tn_engine_timed_end },
    [TN_OP_SEND] = { .start = start_send, .advance = tn_engine_timed_end },
    [TN_OP_ENTER] = { .start = tn_call_enter, .advance = tn_call_entered,
                      .describe = describe_enter },
    [TN_OP_LEAVE] = { .start = tn_call_leave },
    [TN_OP_SYNC] = { .start = start_sync },
    [TN_OP_JOIN] = { .start = join, .describe = describe_join },
    [TN_OP_END] = { .start = end },
  },
  .disturb = tn_pause_event,
  .admits = tn_core_admits,
  .settle = tn_core_settle,
  .slice = tn_core_event,
  .arrive = arrive,
  .exceeds = tn_calls_exceed,
  .step = tn_transport_step,
};
