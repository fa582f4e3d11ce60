/* Measures transfers of cache lines.
 *
 * Cores A and B have a flag each, in two lines: A sets its flag, B sees it and sets its own, A sees
 * that. Each store upgrades a line that the other core holds, each load that sees a change fetches
 * it: four transfers per round trip. Compare-and-swap moves one line exclusively: two transfers.
 * TRIPS round trips are timed at once. */
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "probes.h"
#include "sampler.h"
#include "shared.h"

enum { TRIPS = 64, SPREAD = 256 };

struct flags {
  _Alignas(SPREAD) _Atomic unsigned ping;
  _Alignas(SPREAD) _Atomic unsigned pong;
  _Alignas(SPREAD) _Atomic unsigned ball;
};

enum { FLAGS, SWAP, N_TIMES };

static double time_flags(struct flags *f, unsigned *n)
{
  const double before = tn_clock_now();
  for (int i = 0; i < TRIPS; i++) {
    atomic_store_explicit(&f->ping, ++*n, memory_order_release);
    tn_flag_await(&f->pong, *n);
  }
  return (tn_clock_now() - before) / TRIPS;
}

static void swap(_Atomic unsigned *ball, unsigned from, unsigned to)
{
  unsigned expected;
  do
    expected = from;
  while (!atomic_compare_exchange_weak_explicit(ball, &expected, to, memory_order_acq_rel,
                                                memory_order_relaxed));
}

static void line_body(struct tn_member *m)
{
  struct flags *f = (struct flags *)m->shared;
  struct tn_sampler s;
  unsigned n = 0;
  if (m->rank == 1) {
    tn_member_barrier(m);
    tn_member_detach(m);
    for (;;) { /* alternate flags and swaps until the team ends */
      for (int i = 0; i < TRIPS; i++) {
        tn_flag_await(&f->ping, ++n);
        atomic_store_explicit(&f->pong, n, memory_order_release);
      }
      for (int i = 0; i < TRIPS; i++)
        swap(&f->ball, 1, 0);
    }
  }
  tn_member_barrier(m);
  tn_sampler_init(&s, N_TIMES, m->team->seconds);
  while (tn_sampler_turn(&s)) {
    tn_sampler_add(&s, FLAGS, time_flags(f, &n));
    const double before = tn_clock_now();
    for (int i = 0; i < TRIPS; i++)
      swap(&f->ball, 0, 1);
    swap(&f->ball, 0, 0);
    tn_sampler_add(&s, SWAP, (tn_clock_now() - before) / TRIPS);
  }
  tn_sampler_costs(&s, m->results);
}

bool tn_probe_line(struct tn_probe_round *round, GError **error)
{
  for (int d = 0; d < TN_N_DISTANCES; d++) {
    const int pus[] = { round->machine->cores->pu[0],
                        tn_probe_unit_at(round->machine, (enum tn_distance)d) };
    double results[2 * TN_TEAM_RESULTS];
    if (pus[1] < 0)
      continue;
    const struct tn_team team = {
      .n = 2, .pus = pus, .shared_bytes = sizeof(struct flags), .body = line_body
    };
    if (!tn_probe_team(round, team, results, error))
      return false;
    tn_probe_found(round, results[FLAGS] / 4, NAN, NAN, "line_latency.%s", tn_distance_names[d]);
    tn_probe_found(round, results[SWAP] / 2, NAN, NAN, "atomic_latency.%s", tn_distance_names[d]);
  }
  return true;
}

/* Lines that one core has written and the other loads. Each is in its own page, because neighbours
 * would be prefetched, and has a different offset, because equal offsets share a cache set. */
enum { MAX_LINES = 32, LINE_STRIDE = 4096 + 320, N_COUNTS = 6, HEAD = 4096 };
static const int line_counts[N_COUNTS] = { 1, 2, 4, 8, 16, MAX_LINES };

/* Returns the seconds of n independent loads. The values are used only in a sum. */
static double time_loads(unsigned char *lines, int n)
{
  unsigned sum = 0;
  const double before = tn_clock_now();
  for (int i = 0; i < n; i++)
    sum += atomic_load_explicit((_Atomic unsigned *)(lines + (size_t)i * LINE_STRIDE),
                                memory_order_relaxed);
  atomic_signal_fence(memory_order_seq_cst);
  const double after = tn_clock_now();
  /* Store the sum, so that the compiler keeps the loads. */
  atomic_store_explicit((_Atomic unsigned *)(lines + (size_t)MAX_LINES * LINE_STRIDE), sum,
                        memory_order_relaxed);
  return after - before;
}

static void mlp_body(struct tn_member *m)
{
  struct flags *f = (struct flags *)m->shared;
  unsigned char *lines = m->shared + HEAD;
  struct tn_sampler s;
  unsigned n = 0;
  tn_member_barrier(m);
  if (m->rank == 1) {
    tn_member_detach(m);
    for (n = 1;; n++) {
      tn_flag_await(&f->ping, n);
      for (int i = 0; i < MAX_LINES; i++)
        atomic_store_explicit((_Atomic unsigned *)(lines + (size_t)i * LINE_STRIDE), n,
                              memory_order_relaxed);
      atomic_store_explicit(&f->pong, n, memory_order_release);
    }
  }
  tn_sampler_init(&s, N_COUNTS, m->team->seconds);
  while (tn_sampler_turn(&s))
    for (int i = 0; i < N_COUNTS; i++) {
      atomic_store_explicit(&f->ping, ++n, memory_order_release);
      tn_flag_await(&f->pong, n);
      tn_sampler_add(&s, i, time_loads(lines, line_counts[i]));
    }
  tn_sampler_medians(&s, m->results);
}

bool tn_probe_line_mlp(struct tn_probe_round *round, GError **error)
{
  const int pus[] = { round->machine->cores->pu[0], round->machine->cores->pu[1] };
  double results[2 * TN_TEAM_RESULTS], pair[2 * TN_TEAM_RESULTS], counts[N_COUNTS];
  struct tn_line_fit fit;
  const struct tn_team pair_team = {
    .n = 2, .pus = pus, .shared_bytes = sizeof(struct flags), .body = line_body
  };
  const struct tn_team team = { .n = 2,
                                .pus = pus,
                                .shared_bytes = HEAD + (MAX_LINES + 1) * (size_t)LINE_STRIDE,
                                .body = mlp_body };
  if (!tn_probe_team(round, team, results, error) || !tn_probe_team(round, pair_team, pair, error))
    return false;
  for (int i = 0; i < N_COUNTS; i++)
    counts[i] = line_counts[i];
  if (!tn_probe_line_through(N_COUNTS, counts, results, NULL, &fit, error))
    return false;
  /* The first line costs its latency, each further one latency / line_mlp (contention/line.h). */
  const double latency = pair[FLAGS] / 4;
  tn_probe_found(round, MAX(latency / fit.slope, 1), fit.slope_error / fit.slope, fit.residual,
                 "line_mlp");
  tn_probe_found(round, fit.slope, fit.slope_error / fit.slope, fit.residual, "line.next");
  return true;
}

/* Times round trips of two members while the other members poll the line of a flag. */
static void polled_body(struct tn_member *m)
{
  struct flags *f = (struct flags *)m->shared;
  struct tn_sampler s;
  unsigned n = 0;
  tn_member_barrier(m);
  if (m->rank == 0) {
    tn_sampler_init(&s, 1, m->team->seconds);
    while (tn_sampler_turn(&s))
      tn_sampler_add(&s, 0, time_flags(f, &n));
    tn_sampler_costs(&s, m->results);
    return;
  }
  tn_member_detach(m);
  /* A poller may miss a value, so it waits for none and is detached from the team. */
  while (m->rank > 1)
    (void)atomic_load_explicit(&f->ping, memory_order_acquire);
  for (;;) {
    tn_flag_await(&f->ping, ++n);
    atomic_store_explicit(&f->pong, n, memory_order_release);
  }
}

enum { MAX_POLLERS = 6 };

/* Pollers read the ping flag between its writer and the core that answers. Of r pollers, r/2 are
 * served before that core on average; each occupies the line once. */
bool tn_probe_line_occupancy(struct tn_probe_round *round, GError **error)
{
  const int n_pollers = MIN(round->machine->cores->n - 2, MAX_POLLERS);
  double results[(MAX_POLLERS + 2) * TN_TEAM_RESULTS];
  double times[MAX_POLLERS + 1], pollers[MAX_POLLERS + 1];
  struct tn_line_fit fit;
  for (int p = 0; p <= n_pollers; p++) {
    const struct tn_team team = { .n = p + 2,
                                  .pus = round->machine->cores->pu,
                                  .shared_bytes = sizeof(struct flags),
                                  .body = polled_body };
    if (!tn_probe_team(round, team, results, error))
      return false;
    times[p] = results[0];
    pollers[p] = p;
  }
  if (!tn_probe_line_through(n_pollers + 1, pollers, times, NULL, &fit, error))
    return false;
  tn_probe_found(round, 2 * fit.slope, fit.slope_error / fit.slope, fit.residual, "line_occupancy");
  return true;
}
