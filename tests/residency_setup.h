/* A small node and accesses to it, for suites of the residency directory. Included by one file of a
 * suite. */
#ifndef TN_TESTS_RESIDENCY_SETUP_H
#define TN_TESTS_RESIDENCY_SETUP_H

#include <criterion/criterion.h>

#include "cache/residency.h"

#define RANKS 4
#define BUFS 2
#define CAPACITY 100

/* Two packages with one domain and one LLC each; two ranks per LLC. */
static const int core[RANKS] = { 0, 1, 2, 3 }, llc[RANKS] = { 0, 0, 1, 1 };

static struct tn_residency *make_of(size_t llc_size, size_t l2_size, double share)
{
  const struct tn_residency_layout layout = { .n_ranks = RANKS,
                                              .n_bufs = BUFS,
                                              .n_fillers = RANKS,
                                              .core = core,
                                              .llc = llc,
                                              .numa = llc,
                                              .package = llc,
                                              .llc_size = llc_size,
                                              .l2_size = l2_size,
                                              .llc_share = share,
                                              .counts_remote = true };
  return tn_residency_new(&layout);
}

static struct tn_access read_by(struct tn_residency *r, int by, int rank, size_t off, size_t len)
{
  struct tn_access a;
  tn_residency_read(r, (struct tn_extent){ rank, 0, off, len }, by, by, &a);
  return a;
}

/* Reads and completes the read. */
static struct tn_access done_by(struct tn_residency *r, int by, int rank, size_t off, size_t len)
{
  const struct tn_access a = read_by(r, by, rank, off, len);
  tn_residency_filled(r, by);
  return a;
}

static struct tn_access write_by(struct tn_residency *r, int by, int rank, size_t off, size_t len)
{
  struct tn_access a;
  tn_residency_write(r, (struct tn_extent){ rank, 0, off, len }, by, &a);
  return a;
}

#endif
