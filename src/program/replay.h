/* Simulation of a program on a platform, call by call.
 *
 * Each rank has a clock. It computes for the program's time and enters the call, which is simulated
 * with the resulting delays; exits set the clocks. So waiting results from earlier computation, and
 * exits affect the next call.
 *
 * Simplifications: concurrent calls of different communicators do not slow each other. Computation
 * does not depend on caches. A call finds its buffers as a first call of the same kind and arrival
 * left them, with rewritten contributions, or new memory for new buffers. A call that is not
 * modelled ends as long after the last entry as measured. */
#ifndef TN_PROGRAM_REPLAY_H
#define TN_PROGRAM_REPLAY_H

#include "classes.h"
#include "study/study.h"

struct tn_choice {
  const struct tn_method *algorithm; /* NULL if the class is not modelled */
  int mechanism, transport;          /* as in tn_case; default: the transport of
                                      * tn_replay.machine */
  unsigned given;
  int64_t params[TN_MAX_PARAMS];
};

struct tn_replay {
  const struct tn_program *program;
  const struct tn_call_classes *classes;
  struct tn_case machine; /* platform, kernel, overrides, transport, backing, mapping (NULL: core);
                           * other members are unused */
  enum tn_buffers reused; /* state of buffers that are not new */
  size_t working_set;     /* bytes that the computation before each call touches (tn_point) */
  int jobs;               /* worker processes, as in tn_conditions */
  /* Receives how many of n calls are done, at least twice a second. Returns false to stop. May be
   * NULL. */
  bool (*may_continue)(void *data, guint n_done, guint n);
  /* Receives algorithm and number of each call, of n, that tn_replay_accepts checks. May be
   * NULL. */
  void (*plans)(void *data, const char *algorithm, guint call, guint n);
  void *data; /* argument of both callbacks */
};

/* Checks a class with this choice by one call of each kind. Returns false and *error
 * (TN_STUDY_ERROR) if the platform cannot run it. */
bool tn_replay_accepts(const struct tn_replay *replay, guint class, const struct tn_choice *choice,
                       GError **error);

/* Entry times of a few calls per class, with which other algorithms are tried. */
enum { TN_REPLAY_SAMPLES = 8 };
struct tn_replay_samples {
  double **entry; /* [classes * TN_REPLAY_SAMPLES][ranks of the group] entries in seconds; NULL: no
                   * sample */
  guint *call;    /* [classes * TN_REPLAY_SAMPLES] number of the call; valid where `entry` is not
                   * NULL */
  guint n;
};
void tn_replay_samples_free(struct tn_replay_samples *samples);

/* Replays the program for each variant, in parallel, with choices[variant][class]. ret[variant]
 * (tn_program_times_new) receive the times. ret_samples (may be NULL): samples of the first
 * variant, transfer full. Returns false and *error if a call cannot be run or a worker dies,
 * without *error if may_continue stopped. */
bool tn_replay_run(const struct tn_replay *replay, guint n_variants,
                   const struct tn_choice *const *choices, struct tn_program_times *const *ret,
                   struct tn_replay_samples **ret_samples, GError **error);

/* Computes a lower limit of the program's time: collectives take no time, ranks leave when all
 * ranks whose data they need have entered. */
void tn_replay_free(const struct tn_replay *replay, struct tn_program_times *ret);

/* Finds the fastest of candidates[class] (struct tn_choice) by mean time of the sampled calls. Skips
 * candidates that cannot be run, and all but the first of one algorithm or time. ret[class *
 * TN_REPLAY_FINALISTS]: the fastest first; zeros where none remains. Returns false and *error as
 * tn_replay_run. */
enum { TN_REPLAY_FINALISTS = 3 };
bool tn_replay_tune(const struct tn_replay *replay, const struct tn_replay_samples *samples,
                    GArray *const *candidates, struct tn_choice *ret, GError **error);

#endif
