/* What a case that has been looked up (struct tn_point) comes to, and how it is said. */
#ifndef TN_STUDY_STUDY_POINT_H
#define TN_STUDY_STUDY_POINT_H

#include "case.h"

/* A platform under one kernel profile, with the values that the overrides leave. Owned by a study. */
struct tn_setup {
  const struct tn_platform *platform; /* borrowed */
  enum tn_kernel kernel;
  struct tn_override *overrides; /* [n_overrides], a transport's first; owned */
  int n_overrides;
  double values[TN_N_PARAMS];
};

/* The transport that the setup is under: TN_JUST(enum tn_transport_profile), or 0. */
int tn_setup_transport(const struct tn_setup *setup);
/* A parameter's value under the setup, and where it comes from: file, kernel profile, transport or
 * "override". */
struct tn_param_value tn_setup_param(const struct tn_setup *setup, enum tn_param p);

/* Puts the point under the conditions, with their defaults as numbers. */
void tn_point_under(struct tn_point *point, const struct tn_conditions *c);

/* Calls before the timed ones: as the conditions say, otherwise the protocol's, and under TN_OSU, whose
 * benchmarks call in a loop, as many as let messages use each slot of a pair once. */
int tn_point_warmup(const struct tn_point *point);

/* Entry delays of the point's ranks in seconds, transfer full; the same for the same seed and rank.
 * NULL: none, or a barrier gives them. */
static inline double *tn_point_delays(const struct tn_point *point)
{
  return tn_arrival_delays(point->arrival, (uint64_t)point->seed, point->call.n_ranks);
}

/* One value of a parameter as a user would write it: "4", "16384", "read", "numa+socket". Transfer
 * full. */
char *tn_param_text(const struct tn_alg_param *p, int64_t value);

/* Appends "inner=linear", "inner.requests=8" and so on of a composition's parts; `brief`: without
 * parameters that have the entry's default. NULL: nothing. */
void tn_add_nested(GPtrArray *all, enum tn_collective collective, const struct tn_nested *nested,
                   bool brief);

/* "segment=16384;throttle=8": by name, sizes in bytes, choices by name. Transfer full. */
char *tn_point_params(const struct tn_point *point);

/* "knl scatter throttled-read throttle=4, 64 ranks, 4096 bytes", for messages. Transfer full. */
char *tn_point_describe(const struct tn_point *point);

/* ", mapping numa, root 10, buffers cold", for headings: what is not the default. Transfer full. */
char *tn_point_context(const struct tn_point *point);

#endif
