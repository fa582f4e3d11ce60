/* Measures how much memory is fetched before it is overwritten (write allocation).
 *
 * All cores of a domain store into uncached regions from a small cached block. Non-temporal stores
 * fetch nothing; a sum in place reads what it writes. Kernel copies (string instruction) and sums
 * into other memory take a time between these two, which gives the fetched share. */
#include <math.h>
#include <string.h>

#include "algos/kit/reduction.h"
#include "contest.h"
#include "probes.h"
#include "processes.h"
#include "shared.h"

#ifdef __x86_64__
#include <emmintrin.h>

enum { BLOCK = 128 << 10 };
enum store { PAST, IN_PLACE, STRING, SUM, N_STORES };

struct store_plan {
  /* head: bytes before the regions, the contests' shared state; bytes: size of each region */
  size_t head, bytes;
};

struct stores {
  enum store kind;
  unsigned char *region, *from; /* [2 * BLOCK] */
  size_t n_blocks, next;
};

static double store_next(struct tn_member *m, void *context)
{
  enum { PAGE = 4096 };
  struct stores *s = context;
  unsigned char *to = s->region + s->next * BLOCK;
  (void)m;
  s->next = (s->next + 1) % s->n_blocks;
  const double before = tn_clock_now();
  if (s->kind == PAST) {
    for (size_t i = 0; i < BLOCK; i += sizeof(__m128i))
      _mm_stream_si128((__m128i *)(to + i), _mm_load_si128((const __m128i *)(s->from + i)));
    _mm_sfence();
  } else if (s->kind == STRING) {
    const unsigned char *from = s->from;
    /* one instruction per page, as the kernel copies */
    for (size_t at = 0; at < BLOCK; at += PAGE) {
      size_t n = PAGE;
      __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
    }
  } else
    tn_sum(TN_FLOAT32, BLOCK, to, s->kind == SUM ? s->from + BLOCK : to, s->from);
  return tn_clock_now() - before;
}

static void store_body(struct tn_member *m)
{
  const struct store_plan *plan = m->team->plan;
  struct stores s = { .region = m->shared + plan->head + (size_t)m->rank * plan->bytes,
                      .from = tn_probe_memory_new(m, 2 * BLOCK, BLOCK, TN_MEMORY_BASE),
                      .n_blocks = plan->bytes / BLOCK };
  g_autofree unsigned char *plays = g_malloc(m->team->n);
  memset(plays, 1, (size_t)m->team->n);
  memset(s.region, 0, plan->bytes);
  memset(s.from, 0, 2 * BLOCK);
  for (int kind = 0; kind < N_STORES; kind++) {
    const struct tn_contest contest = { (struct tn_contest_lane *)m->shared + kind * m->team->n,
                                        plays, store_next, &s };
    s.kind = (enum store)kind;
    tn_member_barrier(m);
    m->results[kind] = tn_contest_median(m, &contest, m->team->seconds / N_STORES);
  }
}

bool tn_probe_write_allocate(struct tn_probe_round *round, GError **error)
{
  const struct tn_probe_machine *machine = round->machine;
  g_autofree int *pus = g_new(int, machine->cores->n);
  const int n = tn_probe_units_of(machine, machine->cores->numa, pus);
  const size_t lanes = N_STORES * (size_t)n * sizeof(struct tn_contest_lane);
  const struct store_plan plan = { (lanes / BLOCK + 1) * BLOCK,
                                   tn_probe_uncached(machine, n) / BLOCK * BLOCK };
  g_autofree double *results = g_new(double, n *TN_TEAM_RESULTS);
  double times[N_STORES] = { 0 };
  const struct tn_team team = { .n = n,
                                .pus = pus,
                                .shared_bytes = plan.head + (size_t)n * plan.bytes,
                                .body = store_body,
                                .plan = &plan };
  if (!tn_probe_team(round, team, results, error))
    return false;
  for (int r = 0; r < n; r++)
    for (int kind = 0; kind < N_STORES; kind++)
      times[kind] += results[r * TN_TEAM_RESULTS + kind];
  const double fetching = times[IN_PLACE] - times[PAST];
  if (isnan(fetching))
    return tn_probe_no_overlap(error);
  if (!(fetching > 0.1 * times[PAST]))
    return tn_real_refuse(
        error, FAILED,
        "write-allocate reads are not measurable: stores past the caches take as long");
  tn_probe_found(round, (times[STRING] - times[PAST]) / fetching, NAN, NAN, "write_allocate");
  tn_probe_found(round, (times[SUM] - times[PAST]) / fetching, NAN, NAN, "write_allocate.sums");
  return true;
}
#else
bool tn_probe_write_allocate(struct tn_probe_round *round, GError **error)
{
  (void)round;
  return tn_real_refuse(error, REFUSED, "no stores past the caches on this processor");
}
#endif
