/* Measures the cost of a call whose lines have left the caches.
 *
 * A core writes so much of its own memory, on huge pages, that its L2 or LLC holds nothing else.
 * This is twice the size of the L2, or four times that of the LLC, because an LLC need not evict
 * the oldest lines. The next process_vm_readv of one byte ("first") fetches the lines of the
 * kernel's text and data from the next level one after another, and the kernel's lines of the
 * target process. The same call to another process ("another") finds the lines of the kernel's text
 * and data in the cache. A repeated call ("again") finds all lines there. A pointer chase through
 * the lines of a level gives the time per line:
 *
 *     first - another = alpha_lines (latency.LEVEL - latency.l1)
 *     another - again = (target_lines + pin_lines) (latency.memory - latency.l1)
 *
 * The first equation holds for LLC and memory; alpha_lines is the geometric mean of the two
 * results, and its error is half of their relative difference. pin_lines comes from the difference
 * between the first and a repeated call that pins many pages. */
#include <math.h>
#include <string.h>

#include "base/spread.h"
#include "probes.h"
#include "processes.h"
#include "sampler.h"
#include "shared.h"

enum { CALLER, TARGET, OTHER, N_MEMBERS };
enum level { L1, L2, LLC, MEMORY, N_LEVELS };
enum call { FIRST, AGAIN, ANOTHER, PAGES, PAGES_AGAIN, N_CALLS };
enum { N_PAGES = 32, REPEATS = 5, STEPS = 20000, LEAST_LINE = 64, MAX_BYTES = 1 << 30 };

struct cold_plan {
  /* sizes of page, huge page, line, and memory for walks and chases, in bytes */
  size_t page, huge_page, line, bytes;
  /* bytes of a pointer chase in the level, a power of two; 0: no such level */
  size_t chased[N_LEVELS];
  /* bytes to write so that the lines of the next call are in this level */
  size_t walked[N_LEVELS];
};

struct cell {
  struct cell *next;
  uint32_t written;
};

static struct cell *cell_at(const struct cold_plan *plan, unsigned char *memory, size_t i)
{
  return (struct cell *)(void *)(memory + i * plan->line);
}

/* Returns the seconds per line of a pointer chase. */
static double chase_pointers(const struct cold_plan *plan, unsigned char *memory, size_t bytes)
{
  const struct cell *volatile end;
  const struct cell *cell = cell_at(plan, memory, 0);
  double each[REPEATS], unused;
  const size_t n = bytes / plan->line;
  /* Ring of all lines in an order that no prefetcher follows: a linear congruential generator with
   * the power of two as period (Knuth, The Art of Computer Programming 2, 3.2.1.2). */
  for (size_t i = 0; i < n; i++)
    cell_at(plan, memory, i)->next = cell_at(plan, memory, (i * 1664525 + 1013904223) & (n - 1));
  for (int r = 0; r < REPEATS; r++) {
    const double before = tn_clock_now();
    for (int i = 0; i < STEPS; i++)
      cell = cell->next;
    end = cell;
    each[r] = (tn_clock_now() - before) / STEPS;
  }
  (void)end;
  return tn_median_scatter(each, REPEATS, &unused);
}

static double read_pages(struct tn_member *m, int target, size_t first, size_t n)
{
  const struct cold_plan *plan = m->team->plan;
  unsigned char *from = (unsigned char *)tn_member_address(m, target) + first * plan->page;
  char byte;
  return tn_probe_read(m, target, &byte, 1, from, n * plan->page);
}

/* Times calls after writing so much other memory that their lines are in the given level. Each
 * level has a loop of its own, because a cache keeps lines longer after a hit. */
static void call_after_walks(struct tn_member *m, unsigned char *memory, enum level level)
{
  const struct cold_plan *plan = m->team->plan;
  struct tn_sampler s;
  tn_sampler_init(&s, N_CALLS, m->team->seconds / 2);
  while (tn_sampler_turn(&s)) {
    for (size_t i = 0; i < plan->walked[level] / plan->line; i++)
      ((volatile struct cell *)cell_at(plan, memory, i))->written++;
    tn_sampler_add(&s, FIRST, read_pages(m, TARGET, 0, 1));
    tn_sampler_add(&s, AGAIN, read_pages(m, TARGET, 0, 1));
    tn_sampler_add(&s, ANOTHER, read_pages(m, OTHER, 0, 1));
    tn_sampler_add(&s, PAGES, read_pages(m, TARGET, 1, N_PAGES));
    tn_sampler_add(&s, PAGES_AGAIN, read_pages(m, TARGET, 1, N_PAGES));
  }
  tn_sampler_medians(&s, m->results + N_LEVELS + level * N_CALLS);
}

static void cold_body(struct tn_member *m)
{
  const struct cold_plan *plan = m->team->plan;
  if (m->rank != CALLER) {
    const size_t bytes = (1 + N_PAGES) * plan->page;
    unsigned char *target = tn_probe_memory_new(m, bytes, plan->page, TN_MEMORY_BASE);
    memset(target, 1, bytes);
    tn_member_publish(m, target);
    tn_member_barrier(m);
    tn_member_sleep(m);
  }
  unsigned char *memory = tn_probe_memory_new(m, plan->bytes, plan->huge_page, TN_MEMORY_THP);
  memset(memory, 0, plan->bytes);
  tn_member_barrier(m);
  for (enum level l = L1; l < N_LEVELS; l++)
    if (plan->chased[l])
      m->results[l] = chase_pointers(plan, memory, plan->chased[l]);
  for (enum level l = L1; l < N_LEVELS; l++)
    if (plan->walked[l])
      call_after_walks(m, memory, l);
}

static size_t power_of_two(size_t bytes)
{
  size_t power = 1;
  while (power <= bytes / 2)
    power *= 2;
  return power;
}

static bool plan_for(const struct tn_probe_machine *machine, struct cold_plan *ret)
{
  const size_t l1 = machine->l1, llc = machine->llc, l2 = machine->l2 < llc ? machine->l2 : 0;
  const size_t far = MIN(4 * llc, (size_t)MAX_BYTES);
  const size_t most = 2 * power_of_two(MAX(far, (size_t)2) - 1);
  const size_t chased[N_LEVELS] = { l1 / 2, l2 / 4, l2 ? MIN(4 * l2, llc / 2) : llc / 2, most };
  *ret = (struct cold_plan){ .page = machine->page,
                             .huge_page = machine->huge_page,
                             .line = MAX(machine->line, (size_t)LEAST_LINE),
                             .bytes = most,
                             .walked = { [LLC] = l2 ? 2 * l2 : llc / 2, [MEMORY] = far } };
  for (enum level l = L1; l < N_LEVELS; l++)
    ret->chased[l] = chased[l] ? power_of_two(chased[l]) : 0;
  return l1 > 0 && llc > 0;
}

/* Adds findings from the medians t[N_LEVELS][N_CALLS] and each level's latency, in seconds. */
static void conclude(struct tn_probe_round *round, const double *t, const double *latency)
{
  const double *near = t + LLC * N_CALLS, *far = t + MEMORY * N_CALLS;
  const double line = latency[MEMORY] - latency[L1];
  const double of_llc = (near[FIRST] - near[ANOTHER]) / (latency[LLC] - latency[L1]);
  const double of_memory = (far[FIRST] - far[ANOTHER]) / line;
  const double of_page = (far[PAGES] - far[PAGES_AGAIN]) / line / N_PAGES;
  const double of_target = (far[ANOTHER] - far[AGAIN]) / line - of_page;
  if (of_llc > 0 && of_memory > 0)
    tn_probe_found(round, sqrt(of_llc * of_memory), fabs(of_llc - of_memory) / (of_llc + of_memory),
                   NAN, "alpha_lines");
  tn_probe_found(round, of_target > 0 ? of_target : NAN, NAN, NAN, "target_lines");
  tn_probe_found(round, of_page > 0 ? of_page : NAN, NAN, NAN, "pin_lines");
}

bool tn_probe_cold(struct tn_probe_round *round, GError **error)
{
  static const enum tn_param latencies[] = { TN_P_LATENCY, TN_P_LATENCY_L2, TN_P_LATENCY_LLC,
                                             TN_P_LATENCY_MEMORY };
  const int pus[N_MEMBERS] = { round->machine->cores->pu[0], -1, -1 };
  double results[N_MEMBERS * TN_TEAM_RESULTS];
  struct cold_plan plan;
  if (!plan_for(round->machine, &plan))
    return tn_real_refuse(error, REFUSED, "the sizes of the caches are not known");
  const struct tn_team team = { .n = N_MEMBERS, .pus = pus, .body = cold_body, .plan = &plan };
  if (!tn_probe_team(round, team, results, error))
    return false;
  for (enum level l = L1; l < N_LEVELS; l++)
    tn_probe_found(round, results[l], NAN, NAN, "%s", tn_params[latencies[l]].name);
  conclude(round, results + N_LEVELS, results);
  return true;
}
