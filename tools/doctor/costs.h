/* Simulated costs of calls with a library's mechanism and its alternatives. */
#ifndef TN_TOOLS_COSTS_H
#define TN_TOOLS_COSTS_H

#include "platform/mpi.h"
#include "study/study.h"

enum { TN_COST_CALLS = 4 };
extern const char *const tn_cost_calls[TN_COST_CALLS]; /* "bcast 64K", ... */

struct tn_library_cost {
  const struct tn_mpi *mpi;
  enum tn_mechanism mechanism;
  bool is_used;                  /* true for the mechanism in use: the fallback if the preferred one
                                  * would fail */
  double seconds[TN_COST_CALLS]; /* seconds of each call; NAN if its simulation failed */
};

/* Returns the kernel profile for the simulation: linux-6 instead of paper if this machine runs such
 * a kernel, else the platform's own profile. */
enum tn_kernel tn_costs_kernel(const struct tn_facts *facts, const struct tn_platform *platform);

/* Simulates the calls of all libraries with n_ranks ranks (0: the platform's). Returns struct
 * tn_library_cost in the order of tn_mpis and of each transport's mechanisms that the platform has.
 * Fails if nothing can be simulated, or after an interruption. */
GPtrArray *tn_costs_new(const struct tn_facts *facts, const struct tn_platform *platform,
                        int n_ranks, int jobs, GError **error);

/* Returns the library's fastest mechanism for call c; NULL without known costs. */
const struct tn_library_cost *tn_costs_best(const GPtrArray *costs, const struct tn_mpi *mpi,
                                            int c);
/* Returns the costs of the library with a given mechanism; NULL if they are not known. */
const struct tn_library_cost *tn_costs_find(const GPtrArray *costs, const struct tn_mpi *mpi,
                                            enum tn_mechanism mechanism);
/* Returns the costs of the library with the mechanism that it uses; NULL if they are not known. */
const struct tn_library_cost *tn_costs_used(const GPtrArray *costs, const struct tn_mpi *mpi);

#endif
