/* A case that has been looked up: everything the simulator, the closed forms and rows need. */
#ifndef TN_STUDY_POINT_H
#define TN_STUDY_POINT_H

#include "case.h"

/* A platform under one kernel profile, with the values that the overrides leave. Owned by a study. */
struct tn_setup {
  const struct tn_platform *platform; /* borrowed */
  enum tn_kernel kernel;
  struct tn_override *overrides; /* [n_overrides], a transport's first; owned */
  int n_overrides;
  double values[TN_N_PARAMS];
};

struct tn_point {
  int platform;                   /* number of setup->platform among those of the study */
  const struct tn_setup *setup;   /* borrowed from the study */
  const char *mapping;            /* static */
  const struct tn_places *places; /* borrowed from the study */
  const struct tn_algorithm *algorithm;
  enum tn_backing backing;
  enum tn_buffers buffers;
  enum tn_mechanism mechanism;
  const struct tn_algorithm *barrier;     /* as in tn_case; NULL under an arrival */
  const struct tn_conditions *conditions; /* as in tn_case; borrowed */
  struct tn_call call; /* rank 0's; epoch and layout unset; its counts are the study's */
  const char *counts;  /* static: their name and a checksum, "skew.txt:0f3c5a7788b1"; NULL: none */
};

/* Where ranks sit as algorithms see it; the places outlive it. */
static inline struct tn_layout tn_layout_of(const struct tn_places *places)
{
  return (struct tn_layout){ places->core, places->llc, places->numa, places->package,
                             places->node };
}

/* The transport that the setup is under: TN_JUST(enum tn_transport_profile), or 0. */
int tn_setup_transport(const struct tn_setup *setup);
/* A parameter's value under the setup, and where it comes from: file, kernel profile, transport or
 * "override". */
struct tn_param_value tn_setup_param(const struct tn_setup *setup, enum tn_param p);

/* Calls before the timed ones: as the conditions say, otherwise 1, and under TN_OSU, whose benchmarks
 * call in a loop, as many as let messages use each slot of a pair once. */
int tn_point_warmup(const struct tn_conditions *c, const struct tn_point *point);

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
