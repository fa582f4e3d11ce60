/* Measures other load on the cores: runs equal pieces of work one after the other, and compares the
 * time of each with the shortest time. The result is reported; it is not a parameter. */
#include <math.h>

#include "probes.h"
#include "shared.h"

enum { LOST, LONGEST };

static void noise_body(struct tn_member *m)
{
  double least = INFINITY, longest = 0, sum = 0;
  int n = 0;
  tn_member_barrier(m);
  const double end = tn_clock_now() + m->team->seconds;
  while (n < 8 || tn_clock_now() < end) {
    /* Arithmetic without memory accesses, about 10 us. */
    const double before = tn_clock_now();
    for (volatile int i = 0; i < 10000; i++)
      ;
    const double quantum = tn_clock_now() - before;
    least = fmin(least, quantum);
    longest = fmax(longest, quantum);
    sum += quantum;
    n++;
  }
  m->results[LOST] = 1 - n * least / sum;
  m->results[LONGEST] = longest - least;
}

bool tn_probe_noise(struct tn_probe_round *round, GError **error)
{
  const struct tn_places *cores = round->machine->cores;
  g_autofree double *results = g_new(double, cores->n *TN_TEAM_RESULTS);
  const struct tn_team team = { .n = cores->n, .pus = cores->pu, .body = noise_body };
  if (!tn_probe_team(round, team, results, error))
    return false;
  for (int c = 0; c < cores->n; c++) {
    const double *of_core = results + c * TN_TEAM_RESULTS;
    tn_probe_found(round, of_core[LOST], NAN, NAN, "noise.core-%d.lost", c);
    tn_probe_found(round, of_core[LONGEST], NAN, NAN, "noise.core-%d.longest", c);
  }
  return true;
}
