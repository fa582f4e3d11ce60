/* Cases of the registry test: every algorithm x ranks x roots x sizes x in place or not x parameter
 * values, the same for every transport. */
#ifndef TN_TESTS_REGISTRY_CASES_H
#define TN_TESTS_REGISTRY_CASES_H

#include "algos/registry.h"

/* Runs one call with verification. `template` has everything but rank and epoch. Its layout and idle
 * cores are for transports without a platform: 2 cores share an LLC, 4 a memory domain, 8 a package.
 * Returns false if the call failed; *ret_message has the reason and is freed by the caller. */
typedef bool tn_case_run(const struct tn_method *algorithm, const struct tn_call *template,
                         char **ret_message);

struct tn_case_counts {
  long n_run, n_unsupported, n_failed;
  long n_same; /* skipped: the entry takes an algorithm that ran with such a call before */
  char first_failure[512]; /* the case and the message; empty without a failure */
};

/* Largest numbers of ranks for three depths. Each depth has every entry and rank count, in place or
 * not, and sizes on both sides of the page and of each parameter's default size. */
struct tn_case_range {
  int all;  /* every root up to 8 ranks, else 0, 1, p/2, p-1; every size and parameter value */
  int some; /* roots 0, 1, p-1; one size on each side; every parameter value */
  int few;  /* roots 0, p-1; one size on each side; default parameters */
};

/* `full` is used if TN_TEST_FULL is set. Otherwise each non-default value of a parameter runs in
 * every third case, and entries that only decide run up to `some`, unless what they take has run
 * with such a call. TN_TEST_MAX_RANKS limits both. */
struct tn_case_ranges {
  struct tn_case_range brief, full;
  int nodes; /* ranks per node; 0 for one node */
};

/* Runs the cases of one algorithm and adds to *counts. */
void tn_registry_cases(const struct tn_method *algorithm, size_t page_size,
                       const struct tn_case_ranges *ranges, tn_case_run *run,
                       struct tn_case_counts *counts);

/* Runs a reduction with whole elements of types other than float32: alternating ones, or all if
 * full. Does nothing for other collectives. tn_registry_cases has float32. */
void tn_registry_typed_cases(const struct tn_method *algorithm, size_t page_size,
                             const struct tn_case_ranges *ranges, tn_case_run *run,
                             struct tn_case_counts *counts);

/* Prints to stderr the counts and the part of the entries (TN_TEST_PART). Returns false if all
 * entries were requested but none ran. */
bool tn_registry_report(const char *what, const struct tn_case_counts *counts);

/* Returns true if the call's ranks are placed cyclically as by the mapping `numa`: every second
 * call. The other calls fill one place after the other as by `core`. */
bool tn_registry_goes_round(const struct tn_call *call);

#endif
