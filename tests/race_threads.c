/* Runs every registry entry on threads, for ThreadSanitizer, and without Criterion, whose arena it
 * cannot map. Prints one line per collective. Exit status: 1 for wrong data, 66 for a race. */
#include <stdio.h>
#include <string.h>

#include "registry_cases.h"
#include "threads.h"

enum { PAGE = 4096, FEW_RANKS = 4 };

/* Races occur between few ranks, and depend on parameters more than on roots and sizes. */
static const struct tn_case_ranges usual = { .brief = { 0, 3, 8 }, .full = { 4, 4, 8 } };
static const struct tn_case_ranges few = { .brief = { 0, 3, FEW_RANKS },
                                           .full = { FEW_RANKS, FEW_RANKS, FEW_RANKS } };

static bool run_twice(const struct tn_method *algorithm, const struct tn_call *template,
                      char **ret_message)
{
  const struct tn_bench bench = { algorithm, 1, 1, TN_SINGLE };
  return tn_threads_run(&bench, template, template->layout, true, NULL, ret_message);
}

static bool run_without_meetings(const struct tn_method *algorithm, const struct tn_call *template,
                                 char **ret_message)
{
  const struct tn_bench bench = { algorithm, 1, FEW_RANKS + 1, TN_IMB_OLD };
  return tn_threads_run(&bench, template, template->layout, true, NULL, ret_message);
}

int main(void)
{
  struct tn_case_counts all = { 0 };
  for (const struct tn_method *const *a = tn_methods(); *a; a++) {
    struct tn_case_counts counts = { 0 };
    tn_registry_cases(*a, PAGE, &usual, run_twice, &counts);
    tn_registry_cases(*a, PAGE, &few, run_without_meetings, &counts);
    printf("%s %s: %ld cases, %ld failed %s\n", tn_collective_names[(*a)->collective], (*a)->name,
           counts.n_run, counts.n_failed, counts.first_failure);
    all.n_run += counts.n_run;
    all.n_same += counts.n_same;
    all.n_unsupported += counts.n_unsupported;
    all.n_failed += counts.n_failed;
  }
  return tn_registry_report("all", &all) && all.n_failed == 0 ? 0 : 1;
}
