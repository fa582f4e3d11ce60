/* What an entry does for a call, or the one that it decides for. */
#include <stdio.h>

#include "algos/kit/basics.h"
#include "algos/messages/p2p.h"

/* The entry that runs, the call as it sees it, and what of it is staged. */
struct running {
  const struct tn_algorithm *entry; /* NULL: a library takes what is not among the entries, */
  const char *name;                 /* this one */
  const struct tn_call *call;       /* that asked for, or `own` where it is not the same */
  enum tn_staging staging;
  struct tn_call own;
};

static void find_running(const struct tn_algorithm *a, const struct tn_call *call,
                         struct running *ret)
{
  ret->entry = a;
  ret->name = NULL;
  ret->call = call;
  ret->staging = TN_STAGE_NOTHING;
  if (!a->decide && call->variant == a->variant)
    return;
  ret->call = &ret->own;
  ret->own = *call;
  if (a->decide) {
    const struct tn_decision decision = tn_algorithm_decide(a, call);
    ret->entry = decision.algorithm;
    ret->name = decision.name;
    ret->own = tn_decision_call(&decision, call);
    ret->staging = ret->own.memory == TN_STAGED ? decision.staging : TN_STAGE_NOTHING;
  }
  if (ret->entry)
    ret->own.variant = ret->entry->variant;
}

/* Why the entry cannot run on call->n_ranks ranks with these parameters. */
static const char *wrong_ranks(const struct tn_algorithm *a, const struct tn_call *call)
{
  static _Thread_local char text[120];
  const int64_t n = tn_algorithm_ranks(a, call);
  if (n == 0 || n == call->n_ranks)
    return NULL;
  if (a->crew.per)
    snprintf(text, sizeof text, "%s=%lld makes %lld ranks, not %d (leave the ranks out)",
             a->params[a->crew.param].name, (long long)call->params[a->crew.param], (long long)n,
             call->n_ranks);
  else
    snprintf(text, sizeof text, "runs on %lld ranks, not %d (leave the ranks out)", (long long)n,
             call->n_ranks);
  return text;
}

static const char *unsupported(const struct tn_algorithm *a, const struct tn_call *call)
{
  static _Thread_local char text[96];
  struct running x;
  find_running(a, call, &x);
  if (x.entry) {
    const char *why = x.entry->unsupported ? x.entry->unsupported(x.call) : NULL;
    return why ? why : wrong_ranks(x.entry, x.call);
  }
  snprintf(text, sizeof text, "the library takes %s here, which is not among the algorithms",
           x.name);
  return text;
}

const char *tn_algorithm_refusal(const struct tn_algorithm *a, const struct tn_call *call)
{
  const char *why = unsupported(a, call);
  if (why || a->composed || !tn_spans_nodes(call) || tn_algorithm_crosses(a, call))
    return why;
  return "ranks on several nodes (wanted: all on one, or inside nodes: -a compose -P levels=node)";
}

const struct tn_algorithm *tn_algorithm_resolve(const struct tn_algorithm *a,
                                                const struct tn_call *call,
                                                struct tn_call *ret_call)
{
  struct running x;
  find_running(a, call, &x);
  *ret_call = *x.call;
  return x.entry;
}

int tn_algorithm_slots(const struct tn_algorithm *a, const struct tn_call *call)
{
  struct running x;
  find_running(a, call, &x);
  return x.entry->n_slots ? x.entry->n_slots(x.call) : TN_LINE(x.entry->n_lines);
}

struct tn_sizes tn_algorithm_scratch(const struct tn_algorithm *a, const struct tn_call *call)
{
  struct running x;
  find_running(a, call, &x);
  struct tn_sizes sizes = x.entry->scratch ? x.entry->scratch(x.call) : (struct tn_sizes){ 0 };
  if (x.entry->exchange)
    sizes.shared += tn_p2p_shared(x.call, tn_p2p_use_of(x.entry, x.call));
  return sizes;
}

struct tn_sizes tn_call_sizes(const struct tn_algorithm *a, const struct tn_call *call)
{
  const struct tn_sizes scratch = tn_algorithm_scratch(a, call);
  struct tn_sizes sizes = tn_user_sizes(call);
  sizes.temp = scratch.temp;
  sizes.temp_largest = scratch.temp_largest > 0 ? scratch.temp_largest : scratch.temp;
  sizes.shared = scratch.shared;
  sizes.shared_on_device = scratch.shared_on_device;
  return sizes;
}

/* What the collective reads, or all, comes to the host; what it has written goes back. */
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

void tn_algorithm_run(const struct tn_algorithm *a, struct tn_strand *r)
{
  const struct tn_call *asked = r->call;
  struct running x;
  find_running(a, asked, &x);
  r->call = x.call;
  stage(r, x.staging, true);
  if (x.entry->run) {
    x.entry->run(r);
  } else {
    struct tn_p2p p;
    tn_p2p_begin(&p, r, tn_p2p_use_of(x.entry, r->call));
    p.entry = x.entry;
    x.entry->exchange(&p);
    tn_p2p_end(&p);
  }
  if (x.call->entries > 0 && x.call->n_ranks == 1)
    r->transport->compute(r, x.call->compute);
  stage(r, x.staging, false);
  r->call = asked;
}
