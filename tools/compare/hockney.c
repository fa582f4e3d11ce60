#include "hockney.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algos/registry.h"
#include "fit.h"

enum { FROM = 0, TO = 22 }; /* 1 B .. 4 MiB */

/* Of all pairs of different ranks, how many are how far apart; one rank alone is near itself. */
static void count_pairs(const struct tn_places *places, double ret[TN_N_DISTANCES])
{
  double n = 0;
  for (int d = 0; d < TN_N_DISTANCES; d++)
    ret[d] = 0;
  for (int i = 0; i < places->n; i++)
    for (int j = 0; j < i; j++, n++)
      ret[tn_places_distance(places, i, j)]++;
  if (n < 1)
    ret[TN_SAME_LLC] = n = 1;
  for (int d = 0; d < TN_N_DISTANCES; d++)
    ret[d] /= n;
}

/* One message between two ranks that far apart, without anybody else at work. */
static double message(const double *values, enum tn_hockney_kind kind, int distance, double bytes)
{
  const struct tn_fit_point p = { (enum tn_distance)distance, 0, bytes, 0 };
  const double copy = bytes / values[TN_P_COPY_RATE_CLASS + distance];
  const double line = values[TN_P_LINE_LATENCY + distance];
  double busy, rest;
  switch (kind) {
  case TN_HOCKNEY_KERNEL:
    return values[TN_P_ALPHA] + copy +
           values[TN_P_PIN_TIME] * ceil(bytes / values[TN_P_PAGE_SIZE]);
  case TN_HOCKNEY_MAPPED:
    return 2 * line + values[TN_P_RCACHE_LOOKUP] + copy;
  default:
    tn_fit_queued(values, &p, bytes > values[TN_P_RENDEZVOUS_LIMIT], &busy, &rest);
    return busy + rest;
  }
}

struct tn_hockney tn_hockney_fit(const double *values, const struct tn_places *places,
                                 enum tn_hockney_kind kind)
{
  double share[TN_N_DISTANCES];
  double s = 0, x = 0, xx = 0, y = 0, xy = 0;
  count_pairs(places, share);
  for (int i = FROM; i <= TO; i++) {
    const double bytes = (double)(1u << i);
    double time = 0;
    for (int d = 0; d < TN_N_DISTANCES; d++)
      if (share[d] > 0)
        time += share[d] * message(values, kind, d, bytes);
    const double weight = 1 / (time * time);
    s += weight;
    x += weight * bytes;
    xx += weight * bytes * bytes;
    y += weight * time;
    xy += weight * bytes * time;
  }
  const double beta = (s * xy - x * y) / (s * xx - x * x);
  return (struct tn_hockney){ .alpha = (y - beta * x) / s, .beta = beta,
                              .sum = 1 / values[TN_P_REDUCE_RATE] };
}

/* Messages and volume (in n) along the longest chain, of p ranks; k: the parameter named below. */
struct chain {
  double messages, volume;
};

static double lg(int p)
{
  int rounds = 0;
  for (int reach = 1; reach < p; reach *= 2)
    rounds++;
  return rounds;
}

static struct chain one(int p, int k)
{
  (void)k;
  return (struct chain){ p > 1, p > 1 };
}

static struct chain serial(int p, int k)
{
  (void)k;
  return (struct chain){ p - 1, p - 1 };
}

static struct chain tree(int p, int k)
{
  (void)k;
  return (struct chain){ lg(p), lg(p) };
}

/* Each inner node of a binary tree sends twice. */
static struct chain binary(int p, int k)
{
  (void)k;
  return (struct chain){ 2 * (lg(p + 1) - 1), 2 * (lg(p + 1) - 1) };
}

/* k chains, started one after another. */
static struct chain chains(int p, int k)
{
  const int fans = k < p - 1 ? k : p - 1;
  const int depth = fans > 0 ? (p - 1 + fans - 1) / fans : 0;
  return (struct chain){ fans > 0 ? fans + depth - 1 : 0, fans > 0 ? fans + depth - 1 : 0 };
}

static struct chain knomial(int p, int k)
{
  int rounds = 0;
  for (long reach = 1; reach < p; reach *= k + 1)
    rounds++;
  return (struct chain){ rounds, rounds };
}

static struct chain throttled(int p, int k)
{
  const int rounds = (p - 1 + k - 1) / k;
  return (struct chain){ rounds, rounds };
}

static struct chain halves(int p, int k)
{
  (void)k;
  return (struct chain){ lg(p), p - 1 };
}

static struct chain scatter_ring(int p, int k)
{
  (void)k;
  return (struct chain){ lg(p) + p - 1, 2.0 * (p - 1) / p };
}

static struct chain bruck(int p, int k)
{
  (void)k;
  return (struct chain){ lg(p), lg(p) * p / 2 };
}

static struct chain neighbours(int p, int k)
{
  (void)k;
  return (struct chain){ p / 2, p - 1 };
}

static const struct form {
  const char *collective, *algorithm, *param;
  struct chain (*chain)(int p, int k);
} forms[] = {
  { "bcast", "linear", NULL, serial },
  { "bcast", "chain", "fanout", chains },
  { "bcast", "pipeline", NULL, serial },
  { "bcast", "binary", NULL, binary },
  { "bcast", "binomial", NULL, tree },
  { "bcast", "scatter-ring-allgather", NULL, scatter_ring },
  { "bcast", "direct-read", NULL, one },
  { "bcast", "direct-write", NULL, serial },
  { "bcast", "k-nomial", "throttle", knomial },
  { "bcast", "xhc-flat", NULL, one },
  { "reduce", "linear", NULL, serial },
  { "reduce", "chain", "fanout", chains },
  { "reduce", "pipeline", NULL, serial },
  { "reduce", "binary", NULL, binary },
  { "reduce", "binomial", NULL, tree },
  { "scatter", "linear", NULL, serial },
  { "scatter", "linear-nb", NULL, serial },
  { "scatter", "binomial", NULL, halves },
  { "scatter", "parallel-read", NULL, one },
  { "scatter", "sequential-write", NULL, serial },
  { "scatter", "throttled-read", "throttle", throttled },
  { "gather", "linear", NULL, serial },
  { "gather", "binomial", NULL, halves },
  { "gather", "parallel-write", NULL, one },
  { "gather", "sequential-read", NULL, serial },
  { "gather", "throttled-write", "throttle", throttled },
  { "allgather", "ring-neighbor", NULL, serial },
  { "allgather", "ring-source-read", NULL, serial },
  { "allgather", "ring-source-write", NULL, serial },
  { "allgather", "recursive-doubling", NULL, halves },
  { "allgather", "bruck", NULL, halves },
  { "allgather", "ring", NULL, serial },
  { "allgather", "recursive-doubling-p2p", NULL, halves },
  { "allgather", "bruck-p2p", NULL, halves },
  { "allgather", "neighbor-exchange", NULL, neighbours },
  { "alltoall", "pairwise", NULL, serial },
  { "alltoall", "bruck", NULL, bruck },
  { "alltoall", "pairwise-p2p", NULL, serial },
  { "alltoall", "linear", NULL, serial },
  { "alltoall", "linear-sync", NULL, serial },
  { "alltoall", "bruck-p2p", NULL, bruck },
};

/* The number of a parameter in "segment=0;throttle=8"; 0 when it is not there. */
static int param_of(const char *params, const char *name)
{
  g_auto(GStrv) parts = g_strsplit(params, ";", -1);
  const size_t length = strlen(name);
  for (char **p = parts; *p; p++)
    if (strncmp(*p, name, length) == 0 && (*p)[length] == '=')
      return atoi(*p + length + 1);
  return 0;
}

double tn_hockney_time(const struct tn_hockney *h, const char *collective, const char *algorithm,
                       const char *params, int p, double n)
{
  for (size_t i = 0; i < G_N_ELEMENTS(forms); i++) {
    const struct form *f = &forms[i];
    const int k = f->param ? param_of(params, f->param) : 1;
    if (strcmp(f->collective, collective) != 0 || strcmp(f->algorithm, algorithm) != 0)
      continue;
    const int segment = param_of(params, "segment");
    if (k < 1 || (segment > 0 && n > segment))
      return NAN;
    const struct chain c = f->chain(p, k);
    const double beta = h->beta + (strcmp(collective, "reduce") == 0 ? h->sum : 0);
    return c.messages * h->alpha + c.volume * n * beta;
  }
  return NAN;
}

enum tn_hockney_kind tn_hockney_kind_of(const char *collective, const char *algorithm)
{
  const int c = tn_collective_find(collective);
  const struct tn_algorithm *a = c < 0 ? NULL
                                       : tn_algorithm_find((enum tn_collective)c, algorithm);
  if (a && a->cma_native)
    return TN_HOCKNEY_KERNEL;
  return a && a->mechanisms[0] == TN_XPMEM ? TN_HOCKNEY_MAPPED : TN_HOCKNEY_MESSAGE;
}
