/* Memory that two cores write and read by turns, by loads and stores, as shared slots are.
 *
 * The peer writes a block, and it is copied out: the first lines of a transfer wait for line
 * latencies, as many at a time as a core has misses of neighbouring lines under way; what follows
 * comes at a rate. So a straight line through the times of blocks larger than a first-level cache
 * is the rate (line_rate), and what its largest block takes longer than that gives the misses
 * (line_mlp.adjacent). Under one LLC that is the rate out of the peer's L2; the LLC's own is that
 * of blocks which have left it. Copying into a block that the peer has read, less the same into
 * one that nobody else has, is the time of taking the lines back, which relative to that of
 * reading them is reclaim_factor, or under one LLC reclaim_factor.llc. */
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "probes.h"
#include "sampler.h"
#include "shared.h"

enum {
  USUAL_L1 = 32 << 10,
  N_SIZES = 5,
  HEAD = 4096,
  SPREAD = 256,
  CELL = 4096,
  TRIPS = 16,
  OUT = 0,
  OUT_LLC, /* the same of what the peer wrote before so much else that its L2 has lost it */
  INTO_OWN,
  INTO_READ,
  N_OPERATIONS,
  CELLS = N_SIZES * N_OPERATIONS,
  LINE,
  N_TIMES,
};
enum request { NOTHING, WRITE, READ, N_REQUESTS };

/* At the start of the shared memory; the block follows. */
struct turns {
  _Alignas(SPREAD) _Atomic unsigned ping;
  _Alignas(SPREAD) _Atomic unsigned pong;
  _Alignas(SPREAD) _Atomic unsigned request; /* bytes * N_REQUESTS + enum request */
};

struct shared_plan {
  size_t first, step; /* block i has first + i * step bytes; first: a first-level cache's */
  size_t flood;       /* bytes that push a block out of an L2; 0: no such thing is tried */
};

static size_t size_of(const struct shared_plan *plan, int i)
{
  return plan->first + (size_t)i * plan->step;
}

static void wait_for(_Atomic unsigned *flag, unsigned value)
{
  while (atomic_load_explicit(flag, memory_order_acquire) != value)
    ;
}

static _Noreturn void serve(struct turns *t, unsigned char *block, unsigned char *own)
{
  for (unsigned n = 1;; n++) {
    wait_for(&t->ping, n);
    const unsigned request = atomic_load_explicit(&t->request, memory_order_relaxed);
    const size_t bytes = request / N_REQUESTS;
    if (request % N_REQUESTS == WRITE)
      memset(block, (int)n, bytes);
    else if (request % N_REQUESTS == READ)
      memcpy(own, block, bytes);
    atomic_store_explicit(&t->pong, n, memory_order_release);
  }
}

static void ask(struct turns *t, unsigned *n, enum request what, size_t bytes)
{
  atomic_store_explicit(&t->request, (unsigned)bytes * N_REQUESTS + what, memory_order_relaxed);
  atomic_store_explicit(&t->ping, ++*n, memory_order_release);
  wait_for(&t->pong, *n);
}

static double timed_copy(unsigned char *to, const unsigned char *from, size_t bytes)
{
  const double before = tn_clock_now();
  memcpy(to, from, bytes);
  atomic_signal_fence(memory_order_seq_cst);
  return tn_clock_now() - before;
}

static double timed(struct turns *t, unsigned *n, int operation, unsigned char *block,
                    unsigned char *own, size_t bytes, size_t flood)
{
  if (operation == OUT || operation == OUT_LLC) {
    ask(t, n, WRITE, operation == OUT ? bytes : MAX(flood, bytes));
    return timed_copy(own, block, bytes);
  }
  memcpy(block, own, bytes);
  if (operation == INTO_READ)
    ask(t, n, READ, bytes);
  memset(own, (int)*n, bytes);
  return timed_copy(block, own, bytes);
}

/* A cell copied into, copied out by the peer and handed back; or the two flags alone. */
static double time_trips(struct turns *t, unsigned *n, unsigned char *block, unsigned char *own,
                         bool has_cell)
{
  const double before = tn_clock_now();
  for (int i = 0; i < TRIPS; i++) {
    if (has_cell)
      memcpy(block, own, CELL);
    ask(t, n, has_cell ? READ : NOTHING, CELL);
  }
  return (tn_clock_now() - before) / TRIPS;
}

static void shared_body(struct tn_member *m)
{
  const struct shared_plan *plan = m->team->plan;
  const size_t largest = size_of(plan, N_SIZES - 1);
  struct turns *turns = (struct turns *)m->shared;
  unsigned char *block = m->shared + HEAD;
  unsigned char *own = tn_probe_memory_new(m, largest, HEAD, TN_MEMORY_BASE);
  struct tn_sampler s;
  unsigned n = 0;
  memset(own, 0, largest);
  memset(block, 0, MAX(largest, plan->flood));
  tn_member_meet(m);
  if (m->rank == 1) {
    tn_member_detach(m);
    serve(turns, block, own);
  }
  tn_sampler_init(&s, N_TIMES, m->team->seconds);
  while (tn_sampler_turn(&s)) {
    for (int i = 0; i < N_SIZES; i++)
      for (int o = 0; o < N_OPERATIONS; o++)
        tn_sampler_add(&s, i * N_OPERATIONS + o,
                       timed(turns, &n, o, block, own, size_of(plan, i), plan->flood));
    tn_sampler_add(&s, CELLS, time_trips(turns, &n, block, own, true));
    tn_sampler_add(&s, LINE, time_trips(turns, &n, block, own, false) / 4);
  }
  for (int i = 0; i < N_TIMES; i++)
    m->results[i] = tn_sampler_median(&s, i);
  tn_sampler_finish(&s);
}

/* A line through the times of one operation; its slope is the named rate. */
static bool find_rate(struct tn_probe_round *round, const char *name, const double *sizes,
                      const double *times, int operation, struct tn_line_fit *ret, GError **error)
{
  double taken[N_SIZES];
  for (int i = 0; i < N_SIZES; i++)
    taken[i] = times[i * N_OPERATIONS + operation];
  if (!tn_probe_line_through(round, name, N_SIZES, sizes, taken, NULL, ret, error))
    return false;
  tn_probe_found_rate(round, ret, name);
  return true;
}

/* What is found between the first core and the unit `pu`; all but the rate only where is_first. */
static bool measure_distance(struct tn_probe_round *round, enum tn_distance distance, int pu,
                             bool is_first, GError **error)
{
  const struct tn_probe_machine *machine = round->machine;
  const size_t first = machine->l1 > 0 ? machine->l1 : USUAL_L1;
  const size_t top = CLAMP(machine->l2 / 4, 4 * first, 8 * first);
  const bool has_left =
      distance == TN_SAME_LLC && machine->l2 > 0 && machine->llc >= 8 * machine->l2;
  const struct shared_plan plan = { .first = first,
                                    .step = (top - first) / (N_SIZES - 1) / 64 * 64,
                                    .flood = has_left ? 4 * machine->l2 : 0 };
  const int pus[] = { machine->cores->pu[0], pu };
  double results[2 * TN_TEAM_RESULTS], sizes[N_SIZES], out[N_SIZES], taken[N_SIZES];
  struct tn_line_fit reading, left, taking;
  if (!tn_probe_team(round, 2, pus, HEAD + MAX(size_of(&plan, N_SIZES - 1), plan.flood),
                     shared_body, &plan, results, error))
    return false;
  for (int i = 0; i < N_SIZES; i++) {
    const double *times = results + i * N_OPERATIONS;
    sizes[i] = (double)size_of(&plan, i);
    out[i] = times[OUT];
    taken[i] = times[INTO_READ] - times[INTO_OWN];
  }
  const enum tn_param rate = has_left ? TN_P_LINE_RATE_PEER_L2 : TN_P_LINE_RATE + distance;
  if (!find_rate(round, tn_params[rate].name, sizes, results, OUT, &reading, error) ||
      (has_left && !find_rate(round, tn_params[TN_P_LINE_RATE_LLC].name, sizes, results, OUT_LLC,
                              &left, error)))
    return false;
  if (!is_first)
    return true;
  tn_probe_found(round, results[CELLS], NAN, NAN, "cell.4K");
  const double line = machine->line > 0 ? (double)machine->line : 64, latency = results[LINE];
  tn_probe_found(round, latency * (double)first / line / reading.intercept,
                 reading.intercept_error / reading.intercept, NAN, "line_mlp.adjacent");
  if (tn_fit_line(N_SIZES, sizes, taken, out, &taking))
    tn_probe_found(round, taking.slope / reading.slope,
                   hypot(taking.slope_error, reading.slope_error) / reading.slope, NAN,
                   distance > TN_SAME_LLC ? "reclaim_factor" : "reclaim_factor.llc");
  return true;
}

bool tn_probe_shared(struct tn_probe_round *round, GError **error)
{
  bool is_first = true;
  for (int d = TN_SAME_LLC; d < TN_N_DISTANCES; d++) {
    const int pu = tn_probe_unit_at(round->machine, (enum tn_distance)d);
    if (pu < 0)
      continue;
    if (!measure_distance(round, (enum tn_distance)d, pu, is_first, error))
      return false;
    is_first = false;
  }
  return true;
}
