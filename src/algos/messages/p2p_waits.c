#include <assert.h>

#include "p2p_steps.h"

/* Records a step that concerns n requests, if the transport records. Skips requests with peer
 * -1. */
static void record_step(struct tn_p2p *p, enum tn_p2p_recorded step, int n,
                        const struct tn_request *q)
{
  size_t words[] = { step, 0 };
  if (!p->r->transport->record)
    return;
  for (int i = 0; i < n; i++)
    words[1] = 31 * words[1] + (q[i].peer >= 0 ? q[i].last : 0);
  p->r->transport->record(p->r, 2, words);
}

static void want(struct tn_p2p *p, struct tn_request *q)
{
  if (!q->wanted) {
    q->wanted = true;
    tn_p2p_look(p, q);
  }
}

/* Continues one request whose condition holds. Returns false if no condition holds. `any`: number
 * of any peer. */
static bool advance_ready(struct tn_p2p *p, int any)
{
  const int n = tn_waits_list(&p->waits);
  p->waits.list[n] = tn_p2p_always(p, any);
  const int ready = p->r->transport->wait_any(p->r, n + 1, p->waits.list);
  if (ready == n)
    return false;
  tn_p2p_advance(p, p->waiting[p->waits.places[ready]]);
  return true;
}

static int peer_of_oldest(const struct tn_p2p *p)
{
  int i = 0;
  while (!p->waiting[i])
    i++;
  return p->waiting[i]->peer;
}

/* Goal of a wait: is_met tests the n requests at `q`; `at` is the index of the first request that
 * was not yet complete. */
struct goal {
  struct tn_p2p *p;
  bool (*is_met)(struct goal *goal);
  struct tn_request *q;
  int n, at;
  enum tn_p2p_recorded step;
};

/* Continues the request at `place`, then tests the goal, as a step of tn_wait_each. */
static bool progress(void *data, int place)
{
  struct goal *goal = data;
  if (place >= 0)
    tn_p2p_advance(goal->p, goal->p->waiting[place]);
  if (goal->is_met(goal))
    return false;
  assert(goal->p->waits.n_live > 0);
  return true;
}

/* Waits until a goal is met. While no request can continue, the rank computes the next part. The
 * first part is computed immediately: the call that begins a non-blocking collective only starts
 * messages. */
static void reach(struct goal *goal)
{
  struct tn_p2p *p = goal->p;
  record_step(p, goal->step, goal->n, goal->q);
  while (p->parts > 0 && !goal->is_met(goal))
    if (p->parts == p->r->call->entries || !advance_ready(p, peer_of_oldest(p)))
      tn_p2p_compute(p);
  tn_wait_each(p->r, &p->waits, progress, goal);
}

static bool is_complete(struct goal *goal)
{
  return goal->q->complete;
}

/* Returns true if each request is complete or only waits for its notice. Once true, this remains
 * true. */
static bool are_handed_over(struct goal *goal)
{
  const struct tn_request *q = goal->q;
  while (goal->at < goal->n && (q[goal->at].complete || tn_p2p_is_passive(goal->p, &q[goal->at])))
    goal->at++;
  return goal->at == goal->n;
}

static bool is_any_complete(struct goal *goal)
{
  const struct tn_request *q = goal->q;
  int i = 0;
  while (i < goal->n && (q[i].peer < 0 || !q[i].complete))
    i++;
  goal->at = i;
  return i < goal->n;
}

static bool is_any_reported(struct goal *goal)
{
  return goal->p->report;
}

void tn_request_wait(struct tn_p2p *p, struct tn_request *q)
{
  want(p, q);
  reach(&(struct goal){ p, is_complete, q, 1, 0, TN_P2P_WAIT });
}

void tn_request_wait_all(struct tn_p2p *p, int n, struct tn_request *q)
{
  reach(&(struct goal){ p, are_handed_over, q, n, 0, TN_P2P_WAIT_ALL });
  for (int i = 0; i < n; i++)
    tn_request_wait(p, &q[i]);
}

int tn_request_wait_any(struct tn_p2p *p, int n, struct tn_request *q)
{
  struct goal goal = { p, is_any_complete, q, n, 0, TN_P2P_CHOICE };
  for (int i = 0; i < n; i++)
    if (q[i].peer >= 0)
      want(p, &q[i]);
  reach(&goal);
  return goal.at;
}

void tn_request_mark(struct tn_p2p *p, struct tn_request *q)
{
  q->wanted = q->reports = true;
  record_step(p, TN_P2P_MARK, 1, q);
  if (q->complete)
    tn_p2p_report(p, q);
  else
    tn_p2p_look(p, q);
}

struct tn_request *tn_request_next(struct tn_p2p *p)
{
  reach(&(struct goal){ p, is_any_reported, p->report, p->report ? 1 : 0, 0, TN_P2P_CHOICE });
  struct tn_request *q = p->report;
  p->report = q->after;
  return q;
}

void tn_send(struct tn_p2p *p, int peer, struct tn_span own)
{
  struct tn_request q;
  tn_isend(p, &q, peer, own);
  tn_request_wait(p, &q);
}

void tn_ssend(struct tn_p2p *p, int peer, struct tn_span own)
{
  struct tn_request q;
  tn_issend(p, &q, peer, own);
  tn_request_wait(p, &q);
}

void tn_recv(struct tn_p2p *p, struct tn_span own, struct tn_span theirs)
{
  struct tn_request q;
  tn_irecv(p, &q, own, theirs);
  tn_request_wait(p, &q);
}

void tn_sendrecv(struct tn_p2p *p, int to, struct tn_span sent, struct tn_span own,
                 struct tn_span theirs)
{
  struct tn_request q[2];
  tn_irecv(p, &q[0], own, theirs);
  tn_isend(p, &q[1], to, sent);
  tn_request_wait_all(p, 2, q);
}
