/* Values and texts of a resolved case (struct tn_point). */
#ifndef TN_STUDY_STUDY_POINT_H
#define TN_STUDY_STUDY_POINT_H

#include "case.h"

/* A platform under a kernel profile, with its values after overrides. The study owns it. */
struct tn_setup {
  const struct tn_platform *platform; /* borrowed */
  enum tn_kernel kernel;
  /* [n_overrides] overrides of parameters, owned; the transport's come first */
  struct tn_override *overrides;
  int n_overrides;
  double values[TN_N_PARAMS];
};

/* Returns the setup's transport as TN_JUST(enum tn_transport_profile), or 0 if it has none. */
int tn_setup_transport(const struct tn_setup *setup);
/* Returns a parameter's value and its origin: file, kernel profile, transport or "override". */
struct tn_param_value tn_setup_param(const struct tn_setup *setup, enum tn_param p);

/* Copies the conditions to the point; a value that selects a default becomes the default's
 * number. */
void tn_point_under(struct tn_point *point, const struct tn_conditions *c);

/* Returns the number of warm-up calls: that of the conditions, otherwise the protocol's. The latter
 * is, under TN_OSU and with messages, the number of slots of a pair, so that each slot has been
 * used once, but at most 200. */
int tn_point_warmup(const struct tn_point *point);

/* Returns the ranks' delays in seconds, a function of arrival, seed and rank; NULL if there is no
 * arrival or it is a barrier. Transfer full. */
static inline double *tn_point_delays(const struct tn_point *point)
{
  return tn_arrival_delays(point->arrival, (uint64_t)point->seed, point->call.n_ranks);
}

/* Returns a parameter's value as users write it, as in "4", "16384", "read", "numa+socket".
 * Transfer full. */
char *tn_param_text(const struct tn_alg_param *p, int64_t value);

/* Appends "inner=linear", "inner.requests=8" and so on for a composition; `brief` omits defaults.
 * `nested` may be NULL. */
void tn_add_nested(GPtrArray *all, enum tn_collective collective, const struct tn_nested *nested,
                   bool brief);

/* Returns the point's parameters sorted by name, choices as words, as in
 * "segment=16384;throttle=8". Transfer full. */
char *tn_point_params(const struct tn_point *point);

/* Returns the point in words, as in "knl scatter throttled-read throttle=4, 64 ranks, 4096 bytes".
 * Transfer full. */
char *tn_point_describe(const struct tn_point *point);

/* Returns the point's conditions that differ from the default, as in ", mapping numa, root 10".
 * Transfer full. */
char *tn_point_context(const struct tn_point *point);

#endif
