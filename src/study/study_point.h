/* Values and texts of a resolved case (struct tn_point). */
#ifndef TN_STUDY_STUDY_POINT_H
#define TN_STUDY_STUDY_POINT_H

#include "case.h"

/* A platform under one kernel profile, and the values of its parameters after the overrides. Owned
 * by a study. */
struct tn_setup {
  const struct tn_platform *platform; /* borrowed */
  enum tn_kernel kernel;
  struct tn_override *overrides; /* [n_overrides] overrides of a transport first; owned */
  int n_overrides;
  double values[TN_N_PARAMS];
};

/* Returns the transport of the setup: TN_JUST(enum tn_transport_profile), or 0. */
int tn_setup_transport(const struct tn_setup *setup);
/* Returns a parameter's value under the setup and its origin: file, kernel profile, transport or
 * "override". */
struct tn_param_value tn_setup_param(const struct tn_setup *setup, enum tn_param p);

/* Sets the conditions of the point, with defaults resolved to numbers. */
void tn_point_under(struct tn_point *point, const struct tn_conditions *c);

/* Returns the number of calls before the timed ones: from the conditions, else from the protocol.
 * For TN_OSU, whose benchmarks call in a loop, the number (200 or fewer) is such that messages use
 * each slot of a pair once. */
int tn_point_warmup(const struct tn_point *point);

/* Returns the entry delays of the point's ranks in seconds. They depend only on arrival, seed and
 * rank. Returns NULL if the point has no arrival, or one with a barrier. Transfer full. */
static inline double *tn_point_delays(const struct tn_point *point)
{
  return tn_arrival_delays(point->arrival, (uint64_t)point->seed, point->call.n_ranks);
}

/* Returns one value of a parameter as a user writes it: "4", "16384", "read", "numa+socket".
 * Transfer full. */
char *tn_param_text(const struct tn_alg_param *p, int64_t value);

/* Appends "inner=linear", "inner.requests=8" and so on for the parts of a composition. `brief`
 * omits parameters with the entry's default. `nested` may be NULL. */
void tn_add_nested(GPtrArray *all, enum tn_collective collective, const struct tn_nested *nested,
                   bool brief);

/* Returns the parameters of the point, sorted by name, with choices as words:
 * "segment=16384;throttle=8". Transfer full. */
char *tn_point_params(const struct tn_point *point);

/* Returns "knl scatter throttled-read throttle=4, 64 ranks, 4096 bytes". Transfer full. */
char *tn_point_describe(const struct tn_point *point);

/* Returns the conditions of the point that differ from the default: ", mapping numa, root 10".
 * Transfer full. */
char *tn_point_context(const struct tn_point *point);

#endif
