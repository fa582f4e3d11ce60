/* Measures readers that compete for a page lock: the scope of the lock, and the slowdown.
 *
 * The processes that are read sleep, so two cores suffice for two readers. The result is the time
 * of a reader while the others read, too (contest.h). */
#include <math.h>
#include <string.h>

#include "contest.h"
#include "lockscope.h"
#include "probes.h"

struct place {
  int target;     /* member that the reader reads, by its rank */
  size_t offset;  /* bytes from the start of the target's memory */
  size_t n_pages; /* pages to read; 0: the reader takes no part */
};

struct lock_plan {
  size_t page, huge_page;
  int n_readers, n_targets, n_contests;
  /* [contest * n_readers + reader] pages to read */
  const struct place *places;
  /* bytes that a target touches in each 2 MiB (one page-table page) of its memory */
  size_t reach;
};

struct reading {
  int target;
  unsigned char *remote;
  size_t bytes;
};

static double read_once(struct tn_member *m, void *context)
{
  const struct reading *reading = context;
  char byte;
  return tn_probe_read(m, reading->target, &byte, 1, reading->remote, reading->bytes);
}

/* Returns the median seconds of this reader's calls in the contest; NAN if the member takes no part
 * in it. */
static double contend(struct tn_member *m, const struct lock_plan *plan, int number)
{
  const struct place *places = &plan->places[number * plan->n_readers], *at = &places[m->rank];
  g_autofree unsigned char *plays = g_new0(unsigned char, m->team->n);
  for (int r = 0; r < plan->n_readers; r++)
    plays[r] = places[r].n_pages > 0;
  tn_member_barrier(m);
  if (!plays[m->rank])
    return NAN;
  struct reading reading = { at->target,
                             (unsigned char *)tn_member_address(m, at->target) + at->offset,
                             at->n_pages * plan->page };
  const struct tn_contest contest = { (struct tn_contest_lane *)m->shared + number * m->team->n,
                                      plays, read_once, &reading };
  return tn_contest_median(m, &contest, m->team->seconds / plan->n_contests);
}

static void lock_body(struct tn_member *m)
{
  const struct lock_plan *plan = m->team->plan;
  if (m->rank >= plan->n_readers) {
    enum { N_TABLES = 2 };
    unsigned char *memory =
        tn_probe_memory_new(m, N_TABLES * plan->huge_page, plan->huge_page, TN_MEMORY_BASE);
    for (int t = 0; t < N_TABLES; t++)
      memset(memory + (size_t)t * plan->huge_page, 1, plan->reach);
    tn_member_publish(m, memory);
    tn_member_barrier(m);
    tn_member_sleep(m);
  }
  tn_member_barrier(m);
  for (int c = 0; c < plan->n_contests; c++)
    m->results[c] = contend(m, plan, c);
}

/* Computes ret[n_contests], the mean time over each contest's readers. */
static bool run_contests(struct tn_probe_round *round, struct lock_plan *plan, double *ret,
                         GError **error)
{
  const int n = plan->n_readers + plan->n_targets;
  g_autofree int *pus = g_new(int, n);
  g_autofree double *results = g_new(double, n *TN_TEAM_RESULTS);
  for (int r = 0; r < n; r++)
    pus[r] = r < plan->n_readers ? round->machine->cores->pu[r] : -1;
  plan->page = round->machine->page;
  plan->huge_page = round->machine->huge_page;
  const struct tn_team team = { .n = n,
                                .pus = pus,
                                .shared_bytes =
                                    (size_t)(plan->n_contests * n) * sizeof(struct tn_contest_lane),
                                .body = lock_body,
                                .plan = plan };
  if (!tn_probe_team(round, team, results, error))
    return false;
  for (int c = 0; c < plan->n_contests; c++) {
    int n_took_part = 0;
    ret[c] = 0;
    for (int r = 0; r < plan->n_readers; r++)
      if (plan->places[c * plan->n_readers + r].n_pages > 0) {
        ret[c] += results[r * TN_TEAM_RESULTS + c];
        n_took_part++;
      }
    ret[c] /= n_took_part;
    if (isnan(ret[c]))
      return tn_probe_no_overlap(error);
  }
  return true;
}

bool tn_probe_lock_scope(struct tn_probe_round *round, GError **error)
{
  enum { PAGES = 256, N_READERS = 2, ONE_TABLE = TN_N_LOCK_CASES, ONE_PROCESS, N_CONTESTS };
  const size_t half = PAGES * round->machine->page, table = round->machine->huge_page;
  const int here = N_READERS, there = N_READERS + 1;
  const struct place places[N_CONTESTS][N_READERS] = {
    [TN_LOCK_ALONE] = { { here, 0, PAGES }, { here, 0, 0 } },
    [TN_LOCK_SAME_PAGES] = { { here, 0, PAGES }, { here, 0, PAGES } },
    [TN_LOCK_SAME_TABLE] = { { here, 0, PAGES }, { here, half, PAGES } },
    [TN_LOCK_OTHER_TABLE] = { { here, 0, PAGES }, { here, table, PAGES } },
    [TN_LOCK_OTHER_PROCESS] = { { here, 0, PAGES }, { there, 0, PAGES } },
    /* Each reader reads one page, so that the time serialised per process dominates. */
    [ONE_TABLE] = { { here, 0, 1 }, { here, table, 1 } },
    [ONE_PROCESS] = { { here, 0, 1 }, { there, 0, 1 } },
  };
  struct lock_plan plan = { .n_readers = N_READERS,
                            .n_targets = 2,
                            .n_contests = N_CONTESTS,
                            .places = &places[0][0],
                            .reach = 2 * half };
  double seconds[N_CONTESTS];
  if (!run_contests(round, &plan, seconds, error))
    return false;
  for (int c = 0; c < TN_N_LOCK_CASES; c++)
    tn_probe_found(round, seconds[c] / PAGES, NAN, NAN, "%s", tn_lock_case_names[c]);
  tn_probe_found(round, seconds[ONE_TABLE] - seconds[ONE_PROCESS], NAN, NAN, "access.lost");
  tn_probe_found(round, seconds[ONE_TABLE], NAN, NAN, "access.together");
  return true;
}

bool tn_probe_gamma(struct tn_probe_round *round, GError **error)
{
  enum { TABLE_PAGES = 512, MAX_PAGES = 128, LEAST_PAGES = 16 };
  int callers[TN_TEAM_RESULTS];
  double seconds[TN_TEAM_RESULTS];
  const int n_readers = round->machine->cores->n;
  int n = 0;
  /* Contests of 1, then 2, 3, 4, 6, 8, 12, 16, ... callers, up to all cores. */
  for (int c = 1; c < n_readers && n < TN_TEAM_RESULTS - 2; c += c < 4 ? 1 : c < 8 ? 2 : c / 3)
    callers[n++] = c;
  callers[n++] = n_readers;
  n++; /* one more contest, in which one reader reads one page: the start-up time */
  const size_t pages = CLAMP(TABLE_PAGES / n_readers, LEAST_PAGES, MAX_PAGES);
  g_autofree struct place *places = g_new0(struct place, n * n_readers);
  struct lock_plan plan = { .n_readers = n_readers,
                            .n_targets = 1,
                            .n_contests = n,
                            .places = places,
                            .reach = TABLE_PAGES * round->machine->page };

  places[0] = (struct place){ n_readers, 0, 1 };
  for (int i = 1; i < n; i++)
    for (int r = 0; r < callers[i - 1]; r++)
      places[i * n_readers + r] = (struct place){
        n_readers, (size_t)r * pages % (TABLE_PAGES - pages + 1) * round->machine->page, pages
      };
  if (!run_contests(round, &plan, seconds, error))
    return false;
  const double alone = (seconds[1] - seconds[0]) * (double)pages / (double)(pages - 1);
  const double startup = seconds[1] - alone;
  for (int i = 2; i < n; i++)
    tn_probe_found(round, (seconds[i] - startup) / alone, NAN, NAN, "gamma(%d)", callers[i - 1]);
  return true;
}
