/* Measures memory that two cores alternately write and read, like shared slots.
 *
 * The peer writes a block, and this core copies it out. The first lines wait for line latencies, as
 * many at a time as a core has misses of neighbouring lines (line_mlp.adjacent); the others arrive
 * at line_rate, the slope over blocks larger than a first-level cache. The excess of the largest
 * block over the slope gives the misses. Under one LLC, line_rate is the rate out of the peer's L2,
 * and the LLC's rate that of blocks that have left it.
 *
 * Copying into a block that the peer has read takes longer than into a private block: the lines are
 * reclaimed. The excess over the time of reading them is reclaim_factor (.llc under one LLC). If
 * the peer has just written the copied lines, a copy takes both times minus their overlap
 * (reclaim_overlap). */
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
  TRIPS = 16,
  OUT = 0,
  OUT_LLC, /* like OUT (copies the block out), after the block has left the peer's L2 */
  INTO_OWN,
  INTO_READ,
  OUT_INTO_READ, /* copies a block that the peer wrote into one that it read */
  N_OPERATIONS,
  LINE = N_SIZES * N_OPERATIONS,
  N_TIMES,
};
enum request { NOTHING, WRITE, READ, WRITE_OTHER, N_REQUESTS };

/* Flags at the start of the shared memory; two blocks follow them. */
struct turns {
  _Alignas(SPREAD) _Atomic unsigned ping;
  _Alignas(SPREAD) _Atomic unsigned pong;
  _Alignas(SPREAD) _Atomic unsigned request; /* bytes * N_REQUESTS + kind (enum request) */
};

struct shared_plan {
  size_t first, step; /* block i has first + i * step bytes; `first` is the size of a first-level
                       * cache */
  size_t flood;       /* bytes that the peer writes to evict a block from its L2; 0: not tried */
  size_t block;
};

static size_t size_of(const struct shared_plan *plan, int i)
{
  return plan->first + (size_t)i * plan->step;
}

static _Noreturn void serve(struct turns *t, unsigned char *block, unsigned char *other,
                            unsigned char *own)
{
  for (unsigned n = 1;; n++) {
    tn_flag_await(&t->ping, n);
    const unsigned request = atomic_load_explicit(&t->request, memory_order_relaxed);
    const size_t bytes = request / N_REQUESTS;
    if (request % N_REQUESTS == WRITE)
      memset(block, (int)n, bytes);
    else if (request % N_REQUESTS == READ)
      memcpy(own, block, bytes);
    else if (request % N_REQUESTS == WRITE_OTHER)
      memset(other, (int)n, bytes);
    atomic_store_explicit(&t->pong, n, memory_order_release);
  }
}

struct asker {
  const struct shared_plan *plan;
  struct turns *turns;
  unsigned char *block, *own; /* address of the first shared block; address of the private block */
  unsigned n;                 /* number of requests so far */
};

static void ask(struct asker *a, enum request what, size_t bytes)
{
  struct turns *t = a->turns;
  atomic_store_explicit(&t->request, (unsigned)bytes * N_REQUESTS + what, memory_order_relaxed);
  atomic_store_explicit(&t->ping, ++a->n, memory_order_release);
  tn_flag_await(&t->pong, a->n);
}

static double timed(struct asker *a, int operation, size_t bytes)
{
  if (operation == OUT || operation == OUT_LLC) {
    ask(a, WRITE, operation == OUT ? bytes : MAX(a->plan->flood, bytes));
    return tn_clock_memcpy(a->own, a->block, bytes);
  }
  memcpy(a->block, a->own, bytes);
  if (operation != INTO_OWN)
    ask(a, READ, bytes);
  if (operation == OUT_INTO_READ) {
    ask(a, WRITE_OTHER, bytes);
    return tn_clock_memcpy(a->block, a->block + a->plan->block, bytes);
  }
  memset(a->own, (int)a->n, bytes);
  return tn_clock_memcpy(a->block, a->own, bytes);
}

static void shared_body(struct tn_member *m)
{
  const struct shared_plan *plan = m->team->plan;
  const size_t largest = size_of(plan, N_SIZES - 1);
  struct turns *turns = (struct turns *)m->shared;
  unsigned char *block = m->shared + HEAD;
  unsigned char *own = tn_probe_memory_new(m, largest, HEAD, TN_MEMORY_BASE);
  struct asker asker = { plan, turns, block, own, 0 };
  struct tn_sampler s;
  memset(own, 0, largest);
  memset(block, 0, 2 * plan->block);
  tn_member_barrier(m);
  if (m->rank == 1) {
    tn_member_detach(m);
    serve(turns, block, block + plan->block, own);
  }
  tn_sampler_init(&s, N_TIMES, m->team->seconds);
  while (tn_sampler_turn(&s)) {
    for (int i = 0; i < N_SIZES; i++)
      for (int o = 0; o < N_OPERATIONS; o++)
        tn_sampler_add(&s, i * N_OPERATIONS + o, timed(&asker, o, size_of(plan, i)));
    const double before = tn_clock_now();
    for (int i = 0; i < TRIPS; i++) /* round trips of the flags */
      ask(&asker, NOTHING, 0);
    tn_sampler_add(&s, LINE, (tn_clock_now() - before) / TRIPS / 4);
  }
  tn_sampler_medians(&s, m->results);
}

/* Fits a line through the times of one operation (*times is the time of the first size), and adds
 * its rate as a finding with this name. */
static bool find_rate(struct tn_probe_round *round, const char *name, const double *sizes,
                      const double *times, struct tn_line_fit *ret, GError **error)
{
  double taken[N_SIZES];
  for (int i = 0; i < N_SIZES; i++)
    taken[i] = times[i * N_OPERATIONS];
  if (!tn_probe_line_through(N_SIZES, sizes, taken, NULL, ret, error))
    return false;
  tn_probe_found_rate(round, ret, name);
  return true;
}

/* Adds reclaim_factor, the cost of stores to lines that the peer has read, and its overlap with
 * reading (reclaim_overlap). Reading takes `slope` +- `error` seconds per byte. */
static void find_stores(struct tn_probe_round *round, enum tn_distance distance,
                        const double *sizes, const double *results, double slope, double error)
{
  double out[N_SIZES], taken[N_SIZES], waited[N_SIZES], beside[N_SIZES];
  struct tn_line_fit taking, waiting, hidden;
  for (int i = 0; i < N_SIZES; i++) {
    const double *times = results + i * N_OPERATIONS;
    out[i] = times[OUT];
    taken[i] = times[INTO_READ] - times[INTO_OWN];
    waited[i] = times[OUT] - times[INTO_OWN];
    beside[i] = waited[i] + times[INTO_READ] - times[OUT_INTO_READ];
  }
  if (!tn_fit_line(N_SIZES, sizes, taken, out, &taking))
    return;
  tn_probe_found(round, taking.slope / slope, hypot(taking.slope_error, error) / slope, NAN,
                 distance > TN_SAME_LLC ? "reclaim_factor" : "reclaim_factor.llc");
  if (!tn_fit_line(N_SIZES, sizes, waited, out, &waiting) ||
      !tn_fit_line(N_SIZES, sizes, beside, out, &hidden))
    return;
  const double shorter = MIN(waiting.slope, taking.slope);
  tn_probe_found(round, hidden.slope / shorter,
                 hypot(hidden.slope_error, waiting.slope_error) / shorter, NAN, "reclaim_overlap");
}

/* Measures shared memory between the first core and processing unit `pu`. Unless is_first, measures
 * only the rate. */
static bool measure_distance(struct tn_probe_round *round, enum tn_distance distance, int pu,
                             bool is_first, GError **error)
{
  const struct tn_probe_machine *machine = round->machine;
  const size_t first = machine->l1 > 0 ? machine->l1 : USUAL_L1;
  const size_t top = CLAMP(machine->l2 / 4, 4 * first, 8 * first);
  const bool has_left =
      distance == TN_SAME_LLC && machine->l2 > 0 && machine->llc >= 8 * machine->l2;
  struct shared_plan plan = { .first = first,
                              .step = (top - first) / (N_SIZES - 1) / 64 * 64,
                              .flood = has_left ? 4 * machine->l2 : 0 };
  const int pus[] = { machine->cores->pu[0], pu };
  double results[2 * TN_TEAM_RESULTS], sizes[N_SIZES];
  struct tn_line_fit reading, left;
  plan.block = MAX(size_of(&plan, N_SIZES - 1), plan.flood);
  const struct tn_team team = {
    .n = 2, .pus = pus, .shared_bytes = HEAD + 2 * plan.block, .body = shared_body, .plan = &plan
  };
  if (!tn_probe_team(round, team, results, error))
    return false;
  for (int i = 0; i < N_SIZES; i++)
    sizes[i] = (double)size_of(&plan, i);
  const enum tn_param rate = has_left ? TN_P_LINE_RATE_PEER_L2 : TN_P_LINE_RATE + distance;
  if (!find_rate(round, tn_params[rate].name, sizes, &results[OUT], &reading, error) ||
      (has_left && !find_rate(round, tn_params[TN_P_LINE_RATE_LLC].name, sizes, &results[OUT_LLC],
                              &left, error)))
    return false;
  if (!is_first)
    return true;
  const double line = machine->line > 0 ? (double)machine->line : 64, latency = results[LINE];
  tn_probe_found(round, latency * (double)first / line / reading.intercept,
                 reading.intercept_error / reading.intercept, NAN, "line_mlp.adjacent");
  find_stores(round, distance, sizes, results, reading.slope, reading.slope_error);
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
