/* Measures bandwidths of memory, caches and links.
 *
 * Each core copies blocks with memcpy from its own region into a small block in its nearest cache,
 * so that only loads leave that cache: first one core, then all. */
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "contest.h"
#include "probes.h"
#include "processes.h"
#include "sampler.h"
#include "shared.h"

enum { BLOCK = 128 << 10, ALONE = 0, TOGETHER, IN_STEP, STEPS = 64 };

struct region_plan {
  /* bytes before the regions: shared state (struct tn_contest_lane) of two contests */
  size_t head;
  size_t bytes; /* bytes of each reader's region */
  int n_readers;
  bool has_owners; /* true if reader r reads the region of member r + n_readers */
  /* true to add a last phase, in which all members read the same blocks of all regions at once */
  bool in_step;
};

/* A reader's position in a region. After the last block it continues with the first. */
struct walk {
  const unsigned char *region;
  unsigned char *to; /* [BLOCK] */
  size_t n_blocks, next;
};

static double copy_next(struct tn_member *m, void *context)
{
  struct walk *walk = context;
  const unsigned char *from = walk->region + walk->next * BLOCK;
  (void)m;
  walk->next = (walk->next + 1) % walk->n_blocks;
  return tn_clock_memcpy(walk->to, from, BLOCK);
}

/* Returns this reader's bytes per second while the first n_readers members read. */
static double rate_of(struct tn_member *m, struct walk *walk, int number, int n_readers)
{
  g_autofree unsigned char *plays = g_new0(unsigned char, m->team->n);
  const struct tn_contest contest = { (struct tn_contest_lane *)m->shared + number * m->team->n,
                                      plays, copy_next, walk };
  memset(plays, 1, (size_t)n_readers);
  return BLOCK / tn_contest_median(m, &contest, m->team->seconds / 2);
}

/* Returns the median seconds to read a block that all readers begin at once; all regions are
 * read. */
static double time_in_step(struct tn_member *m)
{
  const struct region_plan *plan = m->team->plan;
  _Atomic unsigned *begun = (_Atomic unsigned *)(m->shared + plan->head - BLOCK);
  unsigned char *to = tn_probe_memory_new(m, BLOCK, BLOCK, TN_MEMORY_BASE);
  struct walk walk = { m->shared + plan->head, to, plan->bytes / BLOCK * (size_t)plan->n_readers,
                       0 };
  struct tn_sampler s;
  tn_sampler_init(&s, 1, m->team->seconds);
  for (unsigned n = 1; n <= STEPS; n++) {
    atomic_fetch_add(begun, 1);
    while (atomic_load(begun) < n * (unsigned)plan->n_readers)
      ;
    tn_sampler_add(&s, 0, copy_next(m, &walk));
  }
  const double median = tn_sampler_median(&s, 0);
  tn_sampler_finish(&s);
  return median;
}

static void read_regions(struct tn_member *m)
{
  const struct region_plan *plan = m->team->plan;
  unsigned char *mine = m->shared + plan->head + (size_t)(m->rank % plan->n_readers) * plan->bytes;
  /* First touch places memory in the member's domain. */
  if (m->rank >= plan->n_readers || !plan->has_owners)
    memset(mine, m->rank + 1, plan->bytes);
  unsigned char *to = tn_probe_memory_new(m, BLOCK, BLOCK, TN_MEMORY_BASE);
  memset(to, 0, BLOCK);
  tn_member_barrier(m);
  if (m->rank >= plan->n_readers)
    tn_member_sleep(m);
  struct walk walk = { mine, to, plan->bytes / BLOCK, 0 };
  /* One lap fills the caches. */
  for (size_t b = 0; b < walk.n_blocks; b++)
    copy_next(m, &walk);
  tn_member_barrier(m);
  if (m->rank == 0)
    m->results[ALONE] = rate_of(m, &walk, ALONE, 1);
  tn_member_barrier(m);
  m->results[TOGETHER] = rate_of(m, &walk, TOGETHER, plan->n_readers);
  tn_member_barrier(m);
  if (plan->in_step)
    m->results[IN_STEP] = BLOCK / time_in_step(m);
}

struct readers {
  int n;
  /* [n] units of the readers; [n] units of the members that own the regions, or NULL if the readers
   * own them */
  const int *pus, *owners;
  size_t bytes;
};

/* Bytes per second of one reader alone, of all readers together, and of one reader if all read the
 * same blocks at once (mean). */
struct rates {
  double alone, together, in_step;
};

static bool run_regions(struct tn_probe_round *round, const struct readers *readers, bool in_step,
                        struct rates *ret, GError **error)
{
  const int n = readers->n, n_members = readers->owners ? 2 * n : n;
  const size_t lanes = 2 * (size_t)n_members * sizeof(struct tn_contest_lane);
  const struct region_plan plan = { (lanes / BLOCK + 2) * BLOCK, readers->bytes / BLOCK * BLOCK, n,
                                    readers->owners != NULL, in_step };
  g_autofree int *all = g_new(int, n_members);
  g_autofree double *results = g_new(double, n_members *TN_TEAM_RESULTS);
  const struct tn_team team = { .n = n_members,
                                .pus = all,
                                .shared_bytes = plan.head + (size_t)n * plan.bytes,
                                .body = read_regions,
                                .plan = &plan };
  for (int r = 0; r < n_members; r++)
    all[r] = r < n ? readers->pus[r] : readers->owners[r - n];
  if (!tn_probe_team(round, team, results, error))
    return false;
  *ret = (struct rates){ .alone = results[ALONE] };
  for (int r = 0; r < n; r++) {
    ret->together += results[r * TN_TEAM_RESULTS + TOGETHER];
    ret->in_step += in_step ? results[r * TN_TEAM_RESULTS + IN_STEP] / n : 0;
  }
  return isfinite(ret->together) || tn_probe_no_overlap(error);
}

static bool find_rates(struct tn_probe_round *round, struct readers readers, const char *one,
                       const char *all, GError **error)
{
  struct rates rates;
  if (!run_regions(round, &readers, false, &rates, error))
    return false;
  tn_probe_found(round, rates.alone, NAN, NAN, "%s", one);
  tn_probe_found(round, rates.together, NAN, NAN, "%s", all);
  return true;
}

bool tn_probe_memory(struct tn_probe_round *round, GError **error)
{
  const struct tn_probe_machine *machine = round->machine;
  g_autofree int *pus = g_new(int, machine->cores->n);
  const int n = tn_probe_units_of(machine, machine->cores->numa, pus);
  return find_rates(round, (struct readers){ n, pus, NULL, tn_probe_uncached(machine, n) },
                    "line_rate.memory", "memory_bandwidth", error);
}

bool tn_probe_core_copy(struct tn_probe_round *round, GError **error)
{
  const struct tn_probe_machine *machine = round->machine;
  const int pus[] = { machine->cores->pu[0], tn_probe_unit_at(machine, TN_SAME_CORE) };
  const size_t bytes = MAX(MIN(machine->llc / 4, (size_t)4 << 20), (size_t)2 * BLOCK);
  if (pus[1] < 0)
    return tn_real_refuse(error, REFUSED, "a core has one hardware thread here");
  return find_rates(round, (struct readers){ 2, pus, NULL, bytes }, "core.one-thread",
                    "core_copy_rate", error);
}

bool tn_probe_llc(struct tn_probe_round *round, GError **error)
{
  const struct tn_probe_machine *machine = round->machine;
  g_autofree int *pus = g_new(int, machine->cores->n);
  const int n = tn_probe_units_of(machine, machine->cores->llc, pus);
  const size_t bytes = machine->llc / 2 / (size_t)n;
  if (n < 2 || bytes < 2 * machine->l2)
    return tn_real_refuse(
        error, REFUSED,
        n < 2 ? "no last-level cache that cores share"
              : "the last-level cache is not much larger than the cores' own caches");
  return find_rates(round, (struct readers){ n, pus, NULL, bytes }, "llc.one-core", "llc_bandwidth",
                    error);
}

/* n readers of the same bytes load the memory 1 + (n-1)(1-llc_share) times as much as one reader.
 * If memory limits them, their rate is the memory's divided by that number. */
bool tn_probe_llc_share(struct tn_probe_round *round, GError **error)
{
  const struct tn_probe_machine *machine = round->machine;
  g_autofree int *pus = g_new(int, machine->cores->n);
  const int n = tn_probe_units_of(machine, machine->cores->llc, pus);
  const struct readers readers = { n, pus, NULL, tn_probe_uncached(machine, MAX(n, 1)) };
  struct rates rates;
  if (n < 2)
    return tn_real_refuse(error, REFUSED, "no last-level cache that cores share");
  if (!run_regions(round, &readers, true, &rates, error))
    return false;
  if (rates.together >= TN_PROBE_UNLIMITED * n * rates.alone)
    return tn_real_refuse(
        error, REFUSED,
        "memory traffic is not measurable: %d cores did not reach the memory's limit", n);
  tn_probe_found(round, (n - rates.together / rates.in_step) / (n - 1), NAN, NAN, "llc_share");
  return true;
}

bool tn_probe_package(struct tn_probe_round *round, GError **error)
{
  const struct tn_probe_machine *machine = round->machine;
  const struct tn_places *cores = machine->cores;
  g_autofree int *pus = g_new(int, cores->n), *owners = g_new(int, cores->n);
  const int far = tn_probe_unit_at(machine, TN_OTHER_PACKAGE);
  if (far < 0)
    return tn_real_refuse(error, REFUSED, "one package only");
  const int n = tn_probe_units_of(machine, cores->package, pus);
  for (int r = 0; r < n; r++)
    owners[r] = far;
  return find_rates(round, (struct readers){ n, pus, owners, tn_probe_uncached(machine, n) },
                    "package.one-core", "package_bandwidth", error);
}

/* Plan of a reader that reads an uncached region of another process. */
struct memory_plan {
  size_t bytes;
};

static void copy_memory_body(struct tn_member *m)
{
  enum { OWNER = 1, PIN = 0, READ, N_OPERATIONS };
  const struct memory_plan *plan = m->team->plan;
  const size_t n_blocks = (plan->bytes / BLOCK - 1) | 1;
  struct tn_sampler s;
  if (m->rank == OWNER) {
    unsigned char *region = tn_probe_memory_new(m, plan->bytes, BLOCK, TN_MEMORY_BASE);
    memset(region, 1, plan->bytes);
    tn_member_publish(m, region);
    tn_member_barrier(m);
    tn_member_sleep(m);
  }
  unsigned char *local = tn_probe_memory_new(m, BLOCK, BLOCK, TN_MEMORY_BASE);
  memset(local, 0, BLOCK);
  tn_member_barrier(m);
  unsigned char *region = tn_member_address(m, OWNER);
  tn_sampler_init(&s, N_OPERATIONS, m->team->seconds);
  /* Alternate calls that only pin and calls that also copy. Each call uses a block that was last
   * used a whole pass ago, so both find the kernel's page data equally cold. n_blocks is odd, so
   * both use every block. */
  for (size_t b = 0; tn_sampler_turn(&s); b++) {
    unsigned char *block = region + 2 * b % n_blocks * BLOCK;
    unsigned char *next = region + (2 * b + 1) % n_blocks * BLOCK;
    tn_sampler_add(&s, PIN, tn_probe_read(m, OWNER, local, 1, block, BLOCK));
    tn_sampler_add(&s, READ, tn_probe_read(m, OWNER, local, BLOCK, next, BLOCK));
  }
  m->results[0] = BLOCK / (tn_sampler_median(&s, READ) - tn_sampler_median(&s, PIN));
  tn_sampler_finish(&s);
}

bool tn_probe_copy_memory(struct tn_probe_round *round, GError **error)
{
  const struct tn_probe_machine *machine = round->machine;
  const struct memory_plan plan = { tn_probe_uncached(machine, 1) };
  const int pus[] = { machine->cores->pu[0], -1 };
  double results[2 * TN_TEAM_RESULTS];
  const struct tn_team team = { .n = 2, .pus = pus, .body = copy_memory_body, .plan = &plan };
  if (!tn_probe_team(round, team, results, error))
    return false;
  tn_probe_found(round, results[0], NAN, NAN, "copy_rate.memory");
  return true;
}
