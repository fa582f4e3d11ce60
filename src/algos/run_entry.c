/* Runs calls of methods, and computes what a call needs (flags, memory) or why it is refused. For a
 * chooser, the decision's algorithm runs. */
#include <stdio.h>

#include "algos/kit/basics.h"
#include "algos/messages/p2p.h"

/* The algorithm that runs, its call, and the buffers to copy to the host. */
struct running {
  const struct tn_algorithm *algorithm; /* NULL if the registry lacks the chooser's algorithm */
  const char *name;                     /* the library's name; NULL without a chooser */
  const struct tn_call *call; /* the original call, or `own` if the algorithm needs a changed
                               * call */
  enum tn_staging staging;
  struct tn_call own;
};

static void find_running(const struct tn_method *e, const struct tn_call *call, struct running *ret)
{
  ret->algorithm = e->runs;
  ret->name = NULL;
  ret->call = call;
  ret->staging = TN_STAGE_NOTHING;
  if (!e->chooser && call->variant == e->runs->variant)
    return;
  ret->call = &ret->own;
  ret->own = *call;
  if (e->chooser) {
    const struct tn_decision decision = tn_chooser_decide(e->chooser, call);
    ret->algorithm = decision.algorithm;
    ret->name = decision.name;
    ret->own = tn_decision_call(&decision, call);
    ret->staging = ret->own.memory == TN_STAGED ? decision.staging : TN_STAGE_NOTHING;
  }
  if (ret->algorithm)
    ret->own.variant = ret->algorithm->variant;
}

/* Returns NULL, or why the algorithm cannot run on this number of ranks. */
static const char *wrong_ranks(const struct tn_algorithm *a, const struct tn_call *call)
{
  static _Thread_local char text[120];
  const int64_t n = tn_algorithm_ranks(a, call);
  if (n == 0 || n == call->n_ranks)
    return NULL;
  if (a->rank_count.per)
    snprintf(text, sizeof text, "%s=%lld makes %lld ranks, not %d (leave the ranks out)",
             a->params[a->rank_count.param].name, (long long)call->params[a->rank_count.param],
             (long long)n, call->n_ranks);
  else
    snprintf(text, sizeof text, "runs on %lld ranks, not %d (leave the ranks out)", (long long)n,
             call->n_ranks);
  return text;
}

/* Returns true if the algorithm runs on several nodes: it only sends messages between nodes. */
static bool crosses(const struct tn_algorithm *a)
{
  bool sends = false;
  for (int i = 0; i < a->n_mechanisms; i++)
    sends = sends || a->mechanisms[i] == TN_CICO;
  return a->in_nodes || (sends && !a->one_node);
}

const char *tn_method_refusal(const struct tn_method *e, const struct tn_call *call)
{
  static _Thread_local char text[96];
  struct running x;
  find_running(e, call, &x);
  if (!x.algorithm) {
    snprintf(text, sizeof text, "the library chooses %s here, which is not simulated", x.name);
    return text;
  }
  const char *why = x.algorithm->unsupported ? x.algorithm->unsupported(x.call) : NULL;
  why = why ? why : wrong_ranks(x.algorithm, x.call);
  if (why || e->runs->composed || !tn_spans_nodes(call) || crosses(x.algorithm))
    return why;
  return "ranks on several nodes (wanted: all on one, or inside nodes: -a compose -P levels=node)";
}

const struct tn_algorithm *tn_method_resolve(const struct tn_method *e, const struct tn_call *call,
                                             struct tn_call *ret_call)
{
  struct running x;
  find_running(e, call, &x);
  *ret_call = *x.call;
  return x.algorithm;
}

int tn_method_pair_messages(const struct tn_method *e, const struct tn_call *call)
{
  struct tn_call own;
  const struct tn_algorithm *a = tn_method_resolve(e, call, &own);
  return !a ? 0 : a->pair_messages ? a->pair_messages(&own) : a->segmented;
}

int tn_method_slots(const struct tn_method *e, const struct tn_call *call)
{
  struct running x;
  find_running(e, call, &x);
  return x.algorithm->n_slots ? x.algorithm->n_slots(x.call) : TN_LINE(x.algorithm->n_lines);
}

struct tn_sizes tn_method_scratch(const struct tn_method *e, const struct tn_call *call)
{
  struct running x;
  find_running(e, call, &x);
  const struct tn_algorithm *a = x.algorithm;
  struct tn_sizes sizes = a->scratch ? a->scratch(x.call) : (struct tn_sizes){ 0 };
  if (a->exchange)
    sizes.shared += tn_p2p_shared(x.call, tn_p2p_use_of(a, x.call));
  return sizes;
}

struct tn_sizes tn_call_sizes(const struct tn_method *e, const struct tn_call *call)
{
  const struct tn_sizes scratch = tn_method_scratch(e, call);
  struct tn_sizes sizes = tn_user_sizes(call);
  sizes.temp = scratch.temp;
  sizes.temp_largest = scratch.temp_largest > 0 ? scratch.temp_largest : scratch.temp;
  sizes.shared = scratch.shared;
  sizes.shared_on_device = scratch.shared_on_device;
  return sizes;
}

/* Copies user buffers of the rank between device and host: the inputs to the host (`down`) before
 * the algorithm, or the results back to the device after it. */
static void stage(struct tn_strand *r, enum tn_staging staging, bool down)
{
  if (staging == TN_STAGE_NOTHING || !r->transport->stage)
    return;
  const struct tn_sizes sizes = tn_user_sizes(r->call);
  const int rank = r->call->rank;
  const bool is_read = staging == TN_STAGE_BOTH || tn_call_has_input_in_recv(r->call, rank);
  if (down && sizes.send > 0)
    r->transport->stage(r, TN_SEND, sizes.send, true);
  if (sizes.recv > 0 && (down ? is_read : tn_call_has_result(r->call, rank)))
    r->transport->stage(r, TN_RECV, sizes.recv, down);
}

void tn_method_run(const struct tn_method *e, struct tn_strand *r)
{
  const struct tn_call *asked = r->call;
  struct running x;
  find_running(e, asked, &x);
  r->call = x.call;
  stage(r, x.staging, true);
  if (x.algorithm->run) {
    x.algorithm->run(r);
  } else {
    struct tn_p2p p;
    tn_p2p_begin(&p, r, tn_p2p_use_of(x.algorithm, r->call));
    p.entry = x.algorithm;
    x.algorithm->exchange(&p);
    tn_p2p_end(&p);
  }
  if (x.call->entries > 0 && x.call->n_ranks == 1)
    r->transport->compute(r, x.call->compute);
  stage(r, x.staging, false);
  r->call = asked;
}
