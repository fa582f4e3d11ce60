/* Measures the cost of copying into new pages.
 *
 * The probe times a kernel copy of N pages twice: into pages that were released, and again when the
 * pages are present. The slope of the difference over N is the cost per page: a fault, in which the
 * kernel finds and clears a page, minus the benefit that the cleared page is cached. */
#include <string.h>
#include <sys/mman.h>

#include "probes.h"
#include "regression.h"
#include "sampler.h"

enum { READER, TARGET, N_MEMBERS };
enum { NEW, THERE, N_STATES };
static const int n_pages[] = { 1, 4, 8, 16, 32, 64 };
enum { N_COUNTS = G_N_ELEMENTS(n_pages) };

struct fault_plan {
  size_t page, alignment, span; /* bytes */
};

static void fault_body(struct tn_member *m)
{
  const struct fault_plan *plan = m->team->plan;
  struct tn_sampler s;
  unsigned char *memory = tn_probe_memory_new(m, plan->span, plan->alignment, TN_MEMORY_BASE);
  memset(memory, 1, plan->span);
  if (m->rank == TARGET) {
    tn_member_publish(m, memory);
    tn_member_barrier(m);
    tn_member_sleep(m);
  }
  tn_member_barrier(m);
  tn_sampler_init(&s, N_COUNTS * N_STATES, m->team->seconds);
  while (tn_sampler_turn(&s)) {
    for (int i = 0; i < N_COUNTS; i++) {
      const size_t bytes = (size_t)n_pages[i] * plan->page;
      if (madvise(memory, plan->span, MADV_DONTNEED) != 0)
        tn_member_refuse(m, "pages cannot be released");
      for (int state = NEW; state < N_STATES; state++)
        tn_sampler_add(
            &s, i * N_STATES + state,
            tn_probe_read(m, TARGET, memory, bytes, tn_member_address(m, TARGET), bytes));
    }
  }
  tn_sampler_costs(&s, m->results);
}

bool tn_probe_fault(struct tn_probe_round *round, GError **error)
{
  const struct tn_probe_machine *machine = round->machine;
  const int pus[N_MEMBERS] = { machine->cores->pu[0], -1 };
  const struct fault_plan plan = { machine->page, machine->huge_page,
                                   (size_t)n_pages[N_COUNTS - 1] * machine->page };
  double results[N_MEMBERS * TN_TEAM_RESULTS];
  double pages[N_COUNTS], more[N_COUNTS], whole[N_COUNTS];
  struct tn_line_fit fit;
  const struct tn_team team = { .n = N_MEMBERS, .pus = pus, .body = fault_body, .plan = &plan };
  if (!tn_probe_team(round, team, results, error))
    return false;
  for (int i = 0; i < N_COUNTS; i++) {
    pages[i] = n_pages[i];
    whole[i] = results[i * N_STATES + NEW];
    more[i] = whole[i] - results[i * N_STATES + THERE];
  }
  if (!tn_probe_line_through(N_COUNTS, pages, more, whole, &fit, error))
    return false;
  tn_probe_found(round, fit.slope, fit.slope_error / fit.slope, fit.residual, "fault_time");
  return true;
}
