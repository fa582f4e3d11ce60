/* Measures start-up and pinning of a kernel copy.
 *
 * process_vm_readv with a remote piece of N pages and a local piece of one byte pins N pages and
 * copies one byte. N is at most one batch, 2 page_size/8 pages, because further batches are not
 * pinned when the local piece is full (Linux, mm/process_vm_access.c). The time is
 *
 *     T(N) = alpha + pin_time min(N, pin_batch)
 *
 * Without a local piece (CMA paper, Table III), current kernels return before they pin pages. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "probes.h"
#include "processes.h"
#include "regression.h"
#include "sampler.h"

struct pin_plan {
  size_t page, huge_page;
  size_t span; /* bytes of the target's memory */
  enum tn_probe_memory kind;
  int n;
  const int *n_pages; /* [n] */
};

enum { READER, TARGET, N_MEMBERS };

/* Returns the bytes of transparent huge pages in the mapping that contains the address. */
static size_t huge_bytes(const void *address)
{
  g_autofree char *text = NULL;
  unsigned long from, to;
  size_t kib = 0;
  bool inside = false;
  if (!g_file_get_contents("/proc/self/smaps", &text, NULL, NULL))
    return 0;
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  for (char **line = lines; *line; line++) {
    if (sscanf(*line, "%lx-%lx ", &from, &to) == 2)
      inside = (unsigned long)address >= from && (unsigned long)address < to;
    else if (inside && sscanf(*line, "AnonHugePages: %zu kB", &kib) == 1)
      return kib << 10;
  }
  return 0;
}

static void pin_body(struct tn_member *m)
{
  const struct pin_plan *plan = m->team->plan;
  struct tn_sampler s;
  char byte;
  if (m->rank == TARGET) {
    unsigned char *memory = tn_probe_memory_new(m, plan->span, plan->huge_page, plan->kind);
    memset(memory, 1, plan->span);
    if (plan->kind == TN_MEMORY_THP && huge_bytes(memory) < plan->span)
      tn_member_refuse(m, "the kernel gives no transparent huge pages "
                          "(see /sys/kernel/mm/transparent_hugepage/enabled)");
    tn_member_publish(m, memory);
    tn_member_barrier(m);
    tn_member_sleep(m);
  }
  tn_member_barrier(m);
  tn_sampler_init(&s, plan->n, m->team->seconds);
  while (tn_sampler_turn(&s))
    for (int i = 0; i < plan->n; i++)
      tn_sampler_add(&s, i,
                     tn_probe_read(m, TARGET, &byte, 1, tn_member_address(m, TARGET),
                                   (size_t)plan->n_pages[i] * plan->page));
  tn_sampler_costs(&s, m->results);
}

/* Runs the plan; ret_times[plan->n] receives the reader's seconds. */
static bool run_pins(struct tn_probe_round *round, struct pin_plan *plan, double *ret_times,
                     GError **error)
{
  const int pus[N_MEMBERS] = { round->machine->cores->pu[0], -1 };
  double results[N_MEMBERS * TN_TEAM_RESULTS];
  plan->page = round->machine->page;
  plan->huge_page = round->machine->huge_page;
  const struct tn_team team = { .n = N_MEMBERS, .pus = pus, .body = pin_body, .plan = plan };
  if (!tn_probe_team(round, team, results, error))
    return false;
  memcpy(ret_times, results, (size_t)plan->n * sizeof *ret_times);
  return true;
}

/* Fits T(N): the slope is the time per page, the intercept the start-up. */
static bool fit_pins(struct tn_probe_round *round, struct pin_plan *plan, struct tn_line_fit *ret,
                     GError **error)
{
  double times[TN_TEAM_RESULTS], pages[TN_TEAM_RESULTS];
  if (!run_pins(round, plan, times, error))
    return false;
  for (int i = 0; i < plan->n; i++)
    pages[i] = plan->n_pages[i];
  return tn_probe_line_through(plan->n, pages, times, NULL, ret, error);
}

bool tn_probe_pin(struct tn_probe_round *round, GError **error)
{
  static const int n_pages[] = { 1, 2, 4, 8, 16, 24, 32, 48, 64 };
  struct pin_plan plan = { .kind = TN_MEMORY_BASE,
                           .n = G_N_ELEMENTS(n_pages),
                           .n_pages = n_pages,
                           .span = 64 * round->machine->page };
  struct tn_line_fit fit;
  if (!fit_pins(round, &plan, &fit, error))
    return false;
  tn_probe_found(round, fit.intercept, fit.intercept_error / fit.intercept, fit.residual, "alpha");
  tn_probe_found(round, fit.slope, fit.slope_error / fit.slope, fit.residual, "pin_time");
  return true;
}

/* Measures huge pages. Their cost per base page is so small that the fit needs a whole batch. */
static bool pin_huge(struct tn_probe_round *round, enum tn_probe_memory kind, const char *name,
                     GError **error)
{
  const int batch = (int)(2 * round->machine->page / 8);
  const int n_pages[] = { 1, batch / 8, batch / 4, batch / 2, 3 * batch / 4, batch };
  struct pin_plan plan = { .kind = kind,
                           .n = G_N_ELEMENTS(n_pages),
                           .n_pages = n_pages,
                           .span = (size_t)batch * round->machine->page };
  struct tn_line_fit fit;
  if (!fit_pins(round, &plan, &fit, error))
    return false;
  tn_probe_found(round, fit.slope, fit.slope_error / fit.slope, fit.residual, "%s", name);
  return true;
}

bool tn_probe_pin_thp(struct tn_probe_round *round, GError **error)
{
  return pin_huge(round, TN_MEMORY_THP, "pin_time.thp", error);
}

bool tn_probe_pin_hugetlb(struct tn_probe_round *round, GError **error)
{
  return pin_huge(round, TN_MEMORY_HUGETLB, "pin_time.hugetlb", error);
}

bool tn_probe_pin_batch(struct tn_probe_round *round, GError **error)
{
  const int rule = (int)(2 * round->machine->page / 8);
  const int n_pages[] = { rule / 8, rule / 4, 3 * rule / 8, rule / 2, 4 * rule };
  enum { N_BELOW = 4, BEYOND = 4, MAX_BYTES = 256 << 20 };
  struct pin_plan plan = { .kind = TN_MEMORY_BASE,
                           .n = G_N_ELEMENTS(n_pages),
                           .n_pages = n_pages,
                           .span = (size_t)n_pages[BEYOND] * round->machine->page };
  double times[G_N_ELEMENTS(n_pages)], pages[N_BELOW];
  struct tn_line_fit fit;
  if (plan.span > MAX_BYTES)
    return tn_real_refuse(error, REFUSED, "takes %zu MiB with pages of this size", plan.span >> 20);
  if (!run_pins(round, &plan, times, error))
    return false;
  for (int i = 0; i < N_BELOW; i++)
    pages[i] = n_pages[i];
  if (!tn_probe_line_through(N_BELOW, pages, times, NULL, &fit, error))
    return false;
  const double batch = (times[BEYOND] - fit.intercept) / fit.slope;
  tn_probe_found(round, batch, fit.slope_error / fit.slope, fit.residual, "pin_batch");
  return true;
}
