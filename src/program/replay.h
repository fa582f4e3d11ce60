/* Simulation of a program on a platform, call by call.
 *
 * Each rank has a clock. The rank computes for the time given in the program and enters the call.
 * The call is simulated with the resulting delays at entry; then the clocks of its ranks are set to
 * their exits. Therefore waiting results from earlier computation, and the order of exits affects
 * the next call.
 *
 * Simplifications: concurrent calls of different communicators do not slow each other. Computation
 * takes the given time, whatever the caches contain. A call finds its buffers in the state in which
 * a first call of the same kind and arrival left them, with rewritten contributions; if the program
 * uses new buffers, the call finds new memory. A call that is not modelled ends as long after the
 * last entry as it did in the measurement. */
#ifndef TN_PROGRAM_REPLAY_H
#define TN_PROGRAM_REPLAY_H

#include "classes.h"
#include "study/study.h"

/* The algorithm for the calls of one class. */
struct tn_choice {
  const struct tn_method *algorithm; /* algorithm; NULL if the class is not modelled */
  int mechanism, transport;          /* as in tn_case; the default is the transport of
                                      * tn_replay.machine */
  unsigned given;
  int64_t params[TN_MAX_PARAMS];
};

/* A program and a machine; all pointers are borrowed. */
struct tn_replay {
  const struct tn_program *program;
  const struct tn_call_classes *classes;
  struct tn_case machine; /* platform, kernel, overrides, transport, backing, mapping (NULL: core);
                           * its other members are not used */
  enum tn_buffers reused; /* state of the buffers that are not new */
  size_t working_set;     /* bytes that the computation before each call touches, as in tn_point */
  int jobs;               /* number of worker processes, as in tn_conditions */
  /* Receives how many of n calls have been simulated, at least twice a second. Returns false to
   * stop the replay. May be NULL. */
  bool (*may_continue)(void *data, guint n_done, guint n);
  /* Receives the algorithm and the number of each call, of n, that tn_replay_accepts checks. May be
   * NULL. */
  void (*plans)(void *data, const char *algorithm, guint call, guint n);
  void *data; /* argument of both callbacks */
};

/* Checks that the platform can run the calls of a class with this choice, by one call of each kind.
 * Returns false and *error (TN_STUDY_ERROR) if it cannot. */
bool tn_replay_accepts(const struct tn_replay *replay, guint class, const struct tn_choice *choice,
                       GError **error);

/* Entry times of a few calls of each class in one replay, with which other algorithms are tried. */
enum { TN_REPLAY_SAMPLES = 8 };
struct tn_replay_samples {
  double **entry; /* [classes * TN_REPLAY_SAMPLES][ranks of the call's group] entry times in
                   * seconds; NULL if there is no such sample */
  guint *call;    /* [classes * TN_REPLAY_SAMPLES] number of the call; valid where `entry` is not
                   * NULL */
  guint n;        /* length of both arrays */
};
void tn_replay_samples_free(struct tn_replay_samples *samples);

/* Replays the program once for each variant, in parallel; choices[variant][class] are its
 * algorithms. ret[variant], made by tn_program_times_new, receive the times. ret_samples (may be
 * NULL): samples of the first variant, transfer full. Returns false and *error if a call cannot be
 * run or a worker dies. Returns false without *error if goes_on stopped the replay. */
bool tn_replay_run(const struct tn_replay *replay, guint n_variants,
                   const struct tn_choice *const *choices, struct tn_program_times *const *ret,
                   struct tn_replay_samples **ret_samples, GError **error);

/* Computes a lower limit of the program's time, with collectives that take no time: a rank leaves a
 * call when all ranks whose data it needs have entered. No algorithm can be faster than this. */
void tn_replay_free(const struct tn_replay *replay, struct tn_program_times *ret);

/* Finds the best of candidates[class] (struct tn_choice) for each class: the one with the least
 * mean time of the sampled calls with their entry times. Skips candidates that cannot be run;
 * ret[class] is zero if no candidate remains. Returns false and *error as tn_replay_run. */
bool tn_replay_tune(const struct tn_replay *replay, const struct tn_replay_samples *samples,
                    GArray *const *candidates, struct tn_choice *ret, GError **error);

#endif
