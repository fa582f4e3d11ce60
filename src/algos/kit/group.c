#include "group.h"

#include "base/grown.h"

enum { FEW = 8 };

struct strand {
  struct tn_strand base;
  struct tn_strand *outer;
  const struct tn_group *group;
  struct tn_cond *conds; /* [max_conds] conditions converted for the surrounding call; owned */
  int max_conds;
  /* function that a spawned strand runs */
  void (*fn)(struct tn_strand *r, void *arg);
  void *arg;
  struct tn_strand *spawned;
};

static struct strand *strand_of(struct tn_strand *r)
{
  return (struct strand *)r;
}

static const struct tn_transport *transport_of(struct tn_strand *r)
{
  return strand_of(r)->outer->transport;
}

static int member(struct tn_strand *r, int rank)
{
  return strand_of(r)->group->members[rank];
}

static int slot_of(struct tn_strand *r, int slot)
{
  return strand_of(r)->group->slot + slot;
}

static struct tn_window window_of(const struct tn_group *g, int rank, enum tn_buf buf)
{
  switch (buf) {
  case TN_SEND:
    return g->send[rank];
  case TN_RECV:
    return g->recv[rank];
  case TN_TEMP:
    return (struct tn_window){ TN_TEMP, g->temp };
  case TN_SHARED:
  case TN_N_BUFS:
    break;
  }
  return (struct tn_window){ TN_SHARED, g->shared };
}

static struct tn_span outer_span(struct tn_strand *r, struct tn_span span)
{
  const struct tn_window w = window_of(strand_of(r)->group, span.rank, span.buf);
  return (struct tn_span){ member(r, span.rank), w.buf, w.off + span.off, span.len };
}

/* Converts spans for the surrounding call. Returns `few` or, for more than FEW spans, memory that
 * the caller frees. */
static struct tn_span *outer_spans(struct tn_strand *r, int n, const struct tn_span *spans,
                                   struct tn_span *few)
{
  struct tn_span *all = n <= FEW ? few : tn_grown(NULL, (size_t)n, sizeof *all);
  for (int i = 0; i < n; i++)
    all[i] = outer_span(r, spans[i]);
  return all;
}

static void copy(struct tn_strand *r, int n_dst, const struct tn_span *dst, int n_src,
                 const struct tn_span *src)
{
  struct tn_span few_dst[FEW], few_src[FEW];
  struct tn_span *to = outer_spans(r, n_dst, dst, few_dst);
  struct tn_span *from = outer_spans(r, n_src, src, few_src);
  transport_of(r)->copy(strand_of(r)->outer, n_dst, to, n_src, from);
  if (to != few_dst)
    free(to);
  if (from != few_src)
    free(from);
}

static void move(struct tn_strand *r, struct tn_span dst, struct tn_span src)
{
  transport_of(r)->move(strand_of(r)->outer, outer_span(r, dst), outer_span(r, src));
}

static void reduce(struct tn_strand *r, struct tn_span dst, int n_src, const struct tn_span *src)
{
  struct tn_span from[TN_REDUCE_MAX];
  for (int i = 0; i < n_src; i++)
    from[i] = outer_span(r, src[i]);
  transport_of(r)->reduce(strand_of(r)->outer, outer_span(r, dst), n_src, from);
}

static void expose(struct tn_strand *r, enum tn_buf buf)
{
  const struct tn_window w = window_of(strand_of(r)->group, r->call->rank, buf);
  transport_of(r)->expose(strand_of(r)->outer, w.buf);
}

static void expose_part(struct tn_strand *r, struct tn_span own)
{
  transport_of(r)->expose_part(strand_of(r)->outer, outer_span(r, own));
}

static void attach(struct tn_strand *r, int rank, enum tn_buf buf)
{
  const struct tn_window w = window_of(strand_of(r)->group, rank, buf);
  transport_of(r)->attach(strand_of(r)->outer, member(r, rank), w.buf);
}

static void post(struct tn_strand *r, int slot, uint64_t value)
{
  transport_of(r)->post(strand_of(r)->outer, slot_of(r, slot), value);
}

static int wait_any(struct tn_strand *r, int n, const struct tn_cond *conds)
{
  struct strand *s = strand_of(r);
  if (n > s->max_conds) {
    s->conds = tn_grown(s->conds, (size_t)n, sizeof *s->conds);
    s->max_conds = n;
  }
  for (int i = 0; i < n; i++) {
    s->conds[i] = conds[i];
    s->conds[i].rank = member(r, conds[i].rank);
    s->conds[i].slot = slot_of(r, conds[i].slot);
  }
  return transport_of(r)->wait_any(s->outer, n, s->conds);
}

static uint64_t fetch_add(struct tn_strand *r, int rank, int slot, uint64_t n)
{
  return transport_of(r)->fetch_add(strand_of(r)->outer, member(r, rank), slot_of(r, slot), n);
}

static void put(struct tn_strand *r, struct tn_span dst, struct tn_span src, int here, int there,
                uint64_t value)
{
  transport_of(r)->put(strand_of(r)->outer, outer_span(r, dst), outer_span(r, src),
                       slot_of(r, here), slot_of(r, there), value);
}

static void run_spawned(struct tn_strand *outer, void *arg)
{
  struct strand *s = arg;
  s->outer = outer;
  s->fn(&s->base, s->arg);
  free(s->conds);
}

static struct tn_strand *spawn(struct tn_strand *r, int core,
                               void (*fn)(struct tn_strand *r, void *arg), void *arg)
{
  struct strand *s = tn_zeros(1, sizeof *s);
  s->base = *r;
  s->group = strand_of(r)->group;
  s->fn = fn;
  s->arg = arg;
  s->spawned = transport_of(r)->spawn(strand_of(r)->outer, core, run_spawned, s);
  return &s->base;
}

static void join(struct tn_strand *r, struct tn_strand *other)
{
  transport_of(r)->join(strand_of(r)->outer, strand_of(other)->spawned);
  free(other);
}

static void compute(struct tn_strand *r, double seconds)
{
  transport_of(r)->compute(strand_of(r)->outer, seconds);
}

static void software(struct tn_strand *r, enum tn_software what, int peer, size_t bytes)
{
  transport_of(r)->software(strand_of(r)->outer, what, member(r, peer), bytes);
}

static void message(struct tn_strand *r, int rank)
{
  if (transport_of(r)->message)
    transport_of(r)->message(strand_of(r)->outer, member(r, rank));
}

static void kernel(struct tn_strand *r, const struct tn_device_kernel *prices)
{
  tn_device(strand_of(r)->outer, prices);
}

static double now(struct tn_strand *r)
{
  return transport_of(r)->now(strand_of(r)->outer);
}

/* Operations of the benchmark loop; algorithms do not call them. */
static void enter(struct tn_strand *r)
{
  transport_of(r)->enter(strand_of(r)->outer);
}

static void leave(struct tn_strand *r)
{
  transport_of(r)->leave(strand_of(r)->outer);
}

/* Operations in the order of struct tn_transport, without designators, so that the compiler reports
 * missing ones. */
static const struct tn_transport transport = {
  copy,   move,      reduce, expose, expose_part, attach,  post,     wait_any,
  NULL,   fetch_add, put,    spawn,  join,        compute, software, message,
  kernel, NULL,      NULL,   now,    enter,       leave,   NULL,
};

void tn_group_run(struct tn_strand *r, const struct tn_group *group, const struct tn_call *call,
                  const struct tn_method *algorithm)
{
  struct strand s = { .base = { &transport, call }, .outer = r, .group = group };
  tn_method_run(algorithm, &s.base);
  free(s.conds);
}

/* Renumbers the members' places in the order of first appearance. */
static void number_places(const int *of, int n_ranks, const int *members, int *ret)
{
  int most = 0, n_places = 0;
  for (int i = 0; of && i < n_ranks; i++)
    most = of[members[i]] > most ? of[members[i]] : most;
  int *number = tn_grown(NULL, (size_t)most + 1, sizeof *number);
  for (int place = 0; place <= most; place++)
    number[place] = -1;
  for (int i = 0; i < n_ranks; i++) {
    int *own = &number[of ? of[members[i]] : 0];
    if (*own < 0)
      *own = n_places++;
    ret[i] = *own;
  }
  free(number);
}

void tn_group_layout_init(struct tn_group_layout *l, const struct tn_layout *of, int n_ranks,
                          const int *members)
{
  enum { LLC, NUMA, PACKAGE, NODE, N_KINDS };
  const size_t n = (size_t)n_ranks;
  l->places = tn_grown(NULL, (N_KINDS + 1) * n, sizeof *l->places);
  const int *const kinds[N_KINDS] = { of ? of->llc : NULL, of ? of->numa : NULL,
                                      of ? of->package : NULL, of ? of->node : NULL };
  for (size_t k = 0; k < N_KINDS; k++)
    number_places(kinds[k], n_ranks, members, l->places + k * n);
  int *cores = l->places + N_KINDS * n;
  for (int i = 0; i < n_ranks; i++)
    cores[i] = of && of->core ? of->core[members[i]] : i;
  l->layout = (struct tn_layout){ .core = cores,
                                  .llc = l->places + LLC * n,
                                  .numa = l->places + NUMA * n,
                                  .package = l->places + PACKAGE * n,
                                  .node = l->places + NODE * n,
                                  .platform = of ? of->platform : NULL };
}

void tn_group_layout_finish(struct tn_group_layout *l)
{
  free(l->places);
}
