#include "line.h"

#include <stdlib.h>
#include <string.h>

static double larger(double a, double b)
{
  return a > b ? a : b;
}

double tn_line_price(double requester_owner, double requester_home, double home_owner)
{
  return larger(requester_owner, larger(requester_home, home_owner));
}

double tn_line_next(double latency, double mlp, double occupancy)
{
  return larger(latency / mlp, occupancy);
}

void tn_barrier_skew(int n, double (*price)(const void *context, int reader, int writer),
                     const void *context, double *ret)
{
  double *before = malloc((size_t)n * sizeof *before);
  if (!before)
    abort();
  for (int r = 0; r < n; r++)
    ret[r] = 0.0;
  for (int distance = 1; distance < n; distance *= 2) {
    memcpy(before, ret, (size_t)n * sizeof *before);
    for (int r = 0; r < n; r++) {
      const int peer = (r - distance + n) % n;
      ret[r] = larger(before[r], before[peer] + price(context, r, peer));
    }
  }
  free(before);
  double first = n > 0 ? ret[0] : 0.0;
  for (int r = 1; r < n; r++)
    first = ret[r] < first ? ret[r] : first;
  for (int r = 0; r < n; r++)
    ret[r] -= first;
}
