/* Simulated times of calls, with the mechanism that a library uses and with its other
 * mechanisms. */
#ifndef TN_TOOLS_COSTS_H
#define TN_TOOLS_COSTS_H

#include "platform/mpi.h"
#include "study/study.h"

enum { TN_COST_CALLS = 4 };
/* names of the simulated calls, as in "bcast 64K" */
extern const char *const tn_cost_calls[TN_COST_CALLS];

struct tn_library_cost {
  const struct tn_mpi *mpi;
  enum tn_mechanism mechanism;
  /* true if the library uses this mechanism on this machine: its preferred one or, if that would
   * fail, the fallback */
  bool is_used;
  double seconds[TN_COST_CALLS]; /* seconds of each call; NAN if its simulation failed */
};

/* Returns the kernel profile for the simulation: linux-6 if the platform's profile is paper and
 * this machine runs Linux 6 or later, otherwise the platform's profile. */
enum tn_kernel tn_costs_kernel(const struct tn_facts *facts, const struct tn_platform *platform);

/* Simulates the calls of all libraries with n_ranks ranks (0: the platform's). Returns struct
 * tn_library_cost in the order of tn_mpis and of each transport's mechanisms that the platform has.
 * Returns NULL and *error if a call cannot be simulated, or after an interruption. */
GPtrArray *tn_costs_new(const struct tn_facts *facts, const struct tn_platform *platform,
                        int n_ranks, int jobs, GError **error);

/* Returns the costs of the library's fastest mechanism for call c; NULL if no cost is known. */
const struct tn_library_cost *tn_costs_best(const GPtrArray *costs, const struct tn_mpi *mpi,
                                            int c);
/* Returns the costs of the library with a given mechanism; NULL if they are not known. */
const struct tn_library_cost *tn_costs_find(const GPtrArray *costs, const struct tn_mpi *mpi,
                                            enum tn_mechanism mechanism);
/* Returns the costs of the library with the mechanism that it uses; NULL if they are not known. */
const struct tn_library_cost *tn_costs_used(const GPtrArray *costs, const struct tn_mpi *mpi);

#endif
