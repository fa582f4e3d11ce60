/* The cases of the registry test: every algorithm x ranks x roots x sizes x in place or not x
 * parameter values, the same for every transport. */
#ifndef TN_TESTS_REGISTRY_CASES_H
#define TN_TESTS_REGISTRY_CASES_H

#include "algos/registry.h"

/* Runs one call with verification. `template` has everything but rank, epoch and layout. False
 * when it failed; *ret_message, free()d by the caller, says why. */
typedef bool tn_case_run(const struct tn_algorithm *algorithm, const struct tn_call *template,
                         char **ret_message);

struct tn_case_counts {
  long n_run, n_unsupported, n_failed;
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
 * are run up to `some`, as what they take has cases of its own. TN_TEST_MAX_RANKS bounds both. */
struct tn_case_ranges {
  struct tn_case_range brief, full;
};

/* Runs the cases of one algorithm, counting on in *counts. */
void tn_registry_cases(const struct tn_algorithm *algorithm, size_t page_size,
                       const struct tn_case_ranges *ranges, tn_case_run *run,
                       struct tn_case_counts *counts);

/* The same of a reduction with elements of every other type than uint8, which tn_registry_cases
 * has: whole ones, as near to each size as can be. Nothing for other collectives. */
void tn_registry_typed_cases(const struct tn_algorithm *algorithm, size_t page_size,
                             const struct tn_case_ranges *ranges, tn_case_run *run,
                             struct tn_case_counts *counts);

/* A node for transports without a platform: 2 ranks share a last-level cache, 4 a memory domain, 8
 * a package. Good for calls of up to 64 ranks; constant. */
const struct tn_layout *tn_registry_layout(void);

#endif
