/* A case that has been looked up: everything the simulator, the closed forms and rows need. */
#ifndef TN_STUDY_POINT_H
#define TN_STUDY_POINT_H

#include "case.h"

/* A platform under one kernel profile, with the values that the overrides leave. Owned by a study. */
struct tn_setup {
  const struct tn_platform *platform; /* borrowed */
  enum tn_kernel kernel;
  struct tn_override *overrides;      /* [n_overrides], by parameter; owned */
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
  struct tn_call call; /* rank 0's; epoch and layout unset */
};

/* One value of a parameter as a user would write it: "4", "16384", "read", "numa+socket". Transfer
 * full. */
char *tn_param_text(const struct tn_alg_param *p, int64_t value);

/* "segment=16384;throttle=8": by name, sizes in bytes, choices by name. Transfer full. */
char *tn_point_params(const struct tn_point *point);

/* "knl scatter throttled-read throttle=4, 64 ranks, 4096 bytes", for messages. Transfer full. */
char *tn_point_describe(const struct tn_point *point);

/* ", mapping numa, root 10, buffers cold", for headings: what is not the default. Transfer full. */
char *tn_point_context(const struct tn_point *point);

#endif
