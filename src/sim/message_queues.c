/* CPU time of sends and receives, with the ends of the message queues and fast boxes. */
#include "message_queues.h"

#include "watch.h"

/* Fast boxes: memory for messages from one rank to one other rank. The pointers are NULL if there
 * are no boxes. */
struct boxes {
  /* [receiver * n_ranks + sender] true if the pair has a box */
  bool *has;
  /* [n_ranks] number of boxes from which the rank receives; number of boxes to which it sends */
  int *n_in, *n_out;
};

struct tn_message_queues {
  int *queue_user;    /* [n_ranks] rank whose cache holds the queue's end */
  double *queue_free; /* [n_ranks] time, in seconds, when the next rank can send to rank i */
  struct boxes boxes; /* boxes, used in place of the queue by pairs that have one */
};

/* Returns the seconds to transfer lines from peer to rank; parameter p gives their number. */
static double lines_seconds(struct tn_engine *e, enum tn_param p, int rank, int peer)
{
  const double n = tn_engine_price(e, p);
  if (n <= 0.0)
    return 0.0;
  return n * tn_engine_price(e, TN_P_LINE_LATENCY + tn_engine_distance(e, rank, peer));
}

/* Returns true if the pair has a box; creates one if both ranks may have more boxes. */
static bool get_box(struct tn_engine *e, int receiver, int sender)
{
  struct boxes *b = &e->message_queues->boxes;
  const double most = tn_engine_price(e, TN_P_FAST_BOXES);
  bool *has = &b->has[receiver * e->n_ranks + sender];
  if (!*has && b->n_in[receiver] < most && b->n_out[sender] < most) {
    *has = true;
    b->n_in[receiver]++;
    b->n_out[sender]++;
  }
  return *has;
}

/* Ranks that exchange messages in the dissemination barrier between calls have boxes from the
 * start. */
void tn_message_queues_init(struct tn_engine *e)
{
  struct tn_message_queues *m = e->message_queues = g_new0(struct tn_message_queues, 1);
  m->queue_user = g_new(int, e->n_ranks);
  m->queue_free = g_new0(double, e->n_ranks);
  if (e->point->values[TN_P_FAST_BOXES] <= 0.0)
    return;
  m->boxes.has = g_new0(bool, e->n_ranks * e->n_ranks);
  m->boxes.n_in = g_new0(int, e->n_ranks);
  m->boxes.n_out = g_new0(int, e->n_ranks);
  for (int reach = 1; reach < e->n_ranks; reach *= 2)
    for (int r = 0; r < e->n_ranks; r++)
      if (tn_engine_distance(e, r, (r + reach) % e->n_ranks) != TN_OTHER_NODE)
        get_box(e, (r + reach) % e->n_ranks, r);
}

void tn_message_queues_finish(struct tn_engine *e)
{
  g_free(e->message_queues->boxes.has);
  g_free(e->message_queues->boxes.n_in);
  g_free(e->message_queues->boxes.n_out);
  g_free(e->message_queues->queue_user);
  g_free(e->message_queues->queue_free);
  g_free(e->message_queues);
}

void tn_message_queues_reset(struct tn_engine *e)
{
  /* distance between the ranks of a message in the last round of the barrier */
  int reach = 1;
  while (2 * reach < e->n_ranks)
    reach *= 2;
  for (int r = 0; r < e->n_ranks; r++)
    e->message_queues->queue_user[r] =
        e->choices.queue_holder == TN_QUEUE_OF_RECEIVER ? r : (r - reach + e->n_ranks) % e->n_ranks;
}

/* Returns the seconds of a send. The next sender first fetches the queue's end from the last
 * sender's cache or, with queue_holder "receiver", from the receiver's. A message in a slot also
 * needs the lines of its entry from the receiver, which polls them; they do not delay the next
 * sender. */
static double send_seconds(struct tn_engine *e, const struct tn_sim_strand *s,
                           const struct tn_operation *op)
{
  const int peer = op->u.message.peer;
  if (tn_engine_distance(e, s->rank, peer) == TN_OTHER_NODE)
    /* receivers on other nodes have a queue per sender */
    return tn_engine_price(e, TN_P_SEND_OVERHEAD);
  const bool in_slot = (double)op->u.message.bytes > tn_engine_price(e, TN_P_INLINE_LIMIT);
  const int user = e->message_queues->queue_user[peer];
  double seconds = tn_engine_price(e, TN_P_SEND_OVERHEAD), taking = 0.0;
  if (in_slot)
    seconds += lines_seconds(e, TN_P_SLOT_LINES, s->rank, peer);
  if (e->message_queues->boxes.has && get_box(e, peer, s->rank))
    return seconds;
  if (tn_engine_price(e, TN_P_QUEUE_LINES) > 0.0)
    tn_engine_price(e, TN_P_QUEUE_HOLDER);
  if (user != s->rank)
    taking = lines_seconds(e, TN_P_QUEUE_LINES, s->rank, user);
  const double from = MAX(e->now + seconds, e->message_queues->queue_free[peer]);
  e->message_queues->queue_user[peer] = s->rank;
  e->message_queues->queue_free[peer] = from + taking;
  const double entry = in_slot ? lines_seconds(e, TN_P_QUEUE_LINES, s->rank, peer) : 0.0;
  return from + taking + entry - e->now;
}

void tn_message_queues_receive(struct tn_engine *e, struct tn_sim_strand *s,
                               const struct tn_operation *op)
{
  const double most =
      MIN(tn_engine_price(e, TN_P_INLINE_LIMIT), tn_engine_price(e, TN_P_LINE_SIZE));
  const bool is_inlined = (double)op->u.message.bytes <= most;
  s->streams.correspondent = op->u.message.peer;
  if (e->choices.queue_holder == TN_QUEUE_OF_RECEIVER)
    e->message_queues->queue_user[s->rank] = s->rank;
  s->streams.inlined = is_inlined ? op->u.message.bytes : 0;
  s->streams.n = 0;
  /* After a wait a library has polled half of its boxes, on average, since the message arrived. It
   * takes several messages in one pass over all boxes, then tries the receives that precede the
   * message's receive. */
  double seconds = tn_engine_price(e, TN_P_RECEIVE_OVERHEAD);
  if (e->message_queues->boxes.has && tn_waiting_has_waited(s))
    seconds += e->message_queues->boxes.n_in[s->rank] * tn_engine_price(e, TN_P_BOX_TIME) / 2;
  const int passed = tn_waiting_pass(s);
  if (passed > 0)
    seconds += passed * tn_engine_price(e, TN_P_MATCH_TIME);
  tn_engine_timed(e, s, TN_STARTUP, seconds + tn_cold_call(e, s, TN_LINES_OF_MESSAGE));
}

void tn_message_queues_send(struct tn_engine *e, struct tn_sim_strand *s,
                            const struct tn_operation *op)
{
  s->streams.correspondent = op->u.message.peer;
  tn_engine_timed(e, s, TN_STARTUP,
                  send_seconds(e, s, op) + tn_cold_call(e, s, TN_LINES_OF_MESSAGE));
}
