/* What is known of one point of a study. */
#ifndef TN_STUDY_OUTCOME_H
#define TN_STUDY_OUTCOME_H

#include "sim/sim.h"

enum tn_state {
  TN_PENDING,
  TN_DONE,
  TN_FAILED,
  TN_SKIPPED, /* the machine cannot do what the point needs */
  TN_KEPT     /* the store has its row; `result` is unset */
};

struct tn_outcome {
  enum tn_state state;
  struct tn_sim_result result;    /* valid when done; NAN and -1: unknown */
  char *fingerprints;             /* of a measured one: fingerprints of the machine before and after
                                  (tn_fingerprint_span), NULL: none; owned */
  double low, high;               /* seconds: what the average is within by the stated errors of its
                                  parameters; both 0: not known */
  double jitter_low, jitter_high; /* seconds: the average with rates and times jittered
                                     (tn_setup_jittered), and as they are; high > 0 where known */
  int calls;                      /* timed calls; 0: as many as the conditions ask for */
  char *message;                  /* why it failed or was skipped, else NULL; owned */
};

#endif
