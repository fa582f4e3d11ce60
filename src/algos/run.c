/* What an entry does for a call, or the one that it decides for. */
#include <stdio.h>

#include "algos/kit/basics.h"
#include "algos/messages/p2p.h"

/* The entry that runs, and the call as it sees it. NULL: a library takes what is not among the entries;
 * *ret_name is that one's name. */
static const struct tn_algorithm *what_runs(const struct tn_algorithm *a,
                                            const struct tn_call *call, struct tn_call *ret_own,
                                            const char **ret_name)
{
  *ret_own = *call;
  if (a->decide) {
    const struct tn_decision decision = a->decide(call);
    *ret_own = tn_decision_call(&decision, call);
    *ret_name = decision.name;
    a = decision.algorithm;
  }
  if (a)
    ret_own->variant = a->variant;
  return a;
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
  struct tn_call own;
  const char *name;
  const struct tn_algorithm *runs = what_runs(a, call, &own, &name);
  if (runs) {
    const char *why = runs->unsupported ? runs->unsupported(&own) : NULL;
    return why ? why : wrong_ranks(runs, &own);
  }
  snprintf(text, sizeof text, "the library takes %s here, which is not among the algorithms", name);
  return text;
}

const char *tn_algorithm_refusal(const struct tn_algorithm *a, const struct tn_call *call)
{
  const char *why = unsupported(a, call);
  if (why || a->composed || !tn_spans_nodes(call) || tn_algorithm_crosses(a, call))
    return why;
  return "ranks on several nodes (wanted: all on one, or inside nodes: -a compose -P levels=node)";
}

int tn_algorithm_slots(const struct tn_algorithm *a, const struct tn_call *call)
{
  struct tn_call own;
  const char *name;
  return what_runs(a, call, &own, &name)->n_slots(&own);
}

struct tn_sizes tn_algorithm_scratch(const struct tn_algorithm *a, const struct tn_call *call)
{
  struct tn_call own;
  const char *name;
  const struct tn_algorithm *runs = what_runs(a, call, &own, &name);
  struct tn_sizes sizes = runs->scratch ? runs->scratch(&own) : (struct tn_sizes){ 0 };
  if (runs->exchange)
    sizes.shared += tn_p2p_shared(&own, runs->use(&own));
  return sizes;
}

static void exchange(const struct tn_algorithm *a, struct tn_strand *r)
{
  struct tn_p2p p;
  tn_p2p_begin(&p, r, a->use(r->call));
  a->exchange(&p);
  tn_p2p_end(&p);
}

void tn_algorithm_run(const struct tn_algorithm *a, struct tn_strand *r)
{
  const struct tn_call *asked = r->call;
  struct tn_call own;
  const char *name;
  const struct tn_algorithm *runs = what_runs(a, asked, &own, &name);
  r->call = &own;
  if (runs->run)
    runs->run(r);
  else
    exchange(runs, r);
  if (own.entries > 0 && own.n_ranks == 1)
    r->transport->compute(r, own.compute);
  r->call = asked;
}
