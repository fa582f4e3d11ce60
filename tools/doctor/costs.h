/* Simulated costs of the mechanism that a library uses and of its alternatives, for some calls. */
#ifndef TN_TOOLS_COSTS_H
#define TN_TOOLS_COSTS_H

#include "platform/mpi.h"
#include "study/study.h"

enum { TN_COST_CALLS = 4 };
extern const char *const tn_cost_calls[TN_COST_CALLS]; /* "bcast 64K" */

/* Costs of a library's calls by one mechanism. */
struct tn_library_cost {
  const struct tn_mpi *mpi;
  enum tn_mechanism mechanism;
  bool is_taken;                 /* true for the mechanism that the library uses; without CMA if
                                  * CMA would fail */
  double seconds[TN_COST_CALLS]; /* NAN if there is no such point */
};

/* Returns the kernel profile of the simulation: linux-6 instead of paper if this machine runs such
 * a kernel, else the platform's own profile. */
enum tn_kernel tn_costs_kernel(const struct tn_facts *facts, const struct tn_platform *platform);

/* Simulates the calls of all libraries on a platform with n_ranks ranks (0: the platform's own
 * number). Returns struct tn_library_cost in the order of tn_mpis and of the mechanisms of their
 * transports, without mechanisms that the platform lacks. Returns NULL and *error if nothing can
 * be simulated, or after an interruption. */
GPtrArray *tn_costs_new(const struct tn_facts *facts, const struct tn_platform *platform,
                        int n_ranks, int jobs, GError **error);

/* Returns the library's cost with the fastest call c; NULL if no cost is known. */
const struct tn_library_cost *tn_costs_best(const GPtrArray *costs, const struct tn_mpi *mpi,
                                            int c);
/* Returns the library's cost by a mechanism; NULL if there is no such cost. */
const struct tn_library_cost *tn_costs_find(const GPtrArray *costs, const struct tn_mpi *mpi,
                                            enum tn_mechanism mechanism);
/* Returns the cost of the mechanism that the library uses; NULL if no cost is known. */
const struct tn_library_cost *tn_costs_taken(const GPtrArray *costs, const struct tn_mpi *mpi);

#endif
