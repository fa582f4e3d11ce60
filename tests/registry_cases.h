/* The cases of the registry test: every algorithm x ranks x roots x sizes x in place or not x
 * parameter values, the same for every transport. */
#ifndef TN_TESTS_REGISTRY_CASES_H
#define TN_TESTS_REGISTRY_CASES_H

#include "algos/registry.h"

/* Runs one call with verification. `template` has everything but rank and epoch; its layout and
 * idle cores are for transports without a platform: 2 cores share a last-level cache, 4 a memory domain,
 * 8 a package. False when it failed; *ret_message, free()d by the caller, says why. */
typedef bool tn_case_run(const struct tn_algorithm *algorithm, const struct tn_call *template,
                         char **ret_message);

struct tn_case_counts {
  long n_run, n_unsupported, n_failed;
  long n_same;             /* left out, as the entry took what had been run for such a call */
  char first_failure[512]; /* the case and the message; empty when none */
};

/* Up to how many ranks how much is run. In all of them every entry and rank count, in place or not,
 * and sizes on both sides of the page and of each default of a parameter that is a size. */
struct tn_case_range {
  int all;  /* every root of up to 8 ranks, else 0, 1, p/2, p-1; every size and parameter value */
  int some; /* roots 0, 1, p-1; one size on each side; every parameter value */
  int few;  /* roots 0, p-1; one size on each side; the default parameters */
};

/* `full` is for when TN_TEST_FULL is set in the environment; without, each value of a parameter
 * beside its default is run in every third of the cases that are left, and entries that only decide
 * are run up to `some`, and not where what they take was run for such a call before.
 * TN_TEST_MAX_RANKS bounds both. */
struct tn_case_ranges {
  struct tn_case_range brief, full;
  int nodes; /* as many ranks on each of them; 0: on one */
};

/* Runs the cases of one algorithm, counting on in *counts. */
void tn_registry_cases(const struct tn_algorithm *algorithm, size_t page_size,
                       const struct tn_case_ranges *ranges, tn_case_run *run,
                       struct tn_case_counts *counts);

/* The same of a reduction with whole elements of other types than float32, which tn_registry_cases
 * has as the command line: in turn, in full all. Nothing for other collectives. */
void tn_registry_typed_cases(const struct tn_algorithm *algorithm, size_t page_size,
                             const struct tn_case_ranges *ranges, tn_case_run *run,
                             struct tn_case_counts *counts);

/* Says on stderr what was run, and of which part of the entries (TN_TEST_PART). False: nothing,
 * though all were asked for. */
bool tn_registry_report(const char *what, const struct tn_case_counts *counts);

/* Whether the call's ranks are to be dealt out to places in turn, as the mapping `numa` does: every
 * second call's are, the others' fill one place after the other, as by `core`. */
bool tn_registry_goes_round(const struct tn_call *call);

#endif
