/* What the mechanism that a library gets costs against the others that it may use: some calls,
 * simulated. */
#ifndef TN_TOOLS_COSTS_H
#define TN_TOOLS_COSTS_H

#include "platform/mpi.h"
#include "study/study.h"

enum { TN_COST_CALLS = 4 };
extern const char *const tn_cost_calls[TN_COST_CALLS]; /* "bcast 64K" */

/* A library's calls by one mechanism. */
struct tn_library_cost {
  const struct tn_mpi *mpi;
  enum tn_mechanism mechanism;
  bool is_taken;                 /* what the library gets; without CMA where that would break */
  double seconds[TN_COST_CALLS]; /* NAN: no such point */
};

/* The kernel profile under which costs are simulated: linux-6 instead of paper where this machine
 * runs such a kernel, else the platform's own. */
enum tn_kernel tn_costs_kernel(const struct tn_facts *facts, const struct tn_platform *platform);

/* Of all libraries on a platform, n_ranks ranks (0: the platform's own). struct tn_library_cost, in the
 * order of tn_mpis and of their transports' mechanisms. Mechanisms that the platform lacks are left
 * out. NULL and *error when nothing can be simulated, or it was interrupted. */
GPtrArray *tn_costs_new(const struct tn_facts *facts, const struct tn_platform *platform,
                        int n_ranks, int jobs, GError **error);

/* The library's cost of which call c is the fastest; NULL: none has a figure. */
const struct tn_library_cost *tn_costs_best(const GPtrArray *costs, const struct tn_mpi *mpi,
                                            int c);
/* The library's cost by that mechanism; NULL: none. */
const struct tn_library_cost *tn_costs_find(const GPtrArray *costs, const struct tn_mpi *mpi,
                                            enum tn_mechanism mechanism);
/* What the library gets; NULL: no figure. */
const struct tn_library_cost *tn_costs_taken(const GPtrArray *costs, const struct tn_mpi *mpi);

#endif
