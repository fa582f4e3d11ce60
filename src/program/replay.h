/* Simulation of a program on a platform, call by call.
 *
 * Each rank has a clock. It computes for the program's time and enters the call. The call is
 * simulated with the resulting delays at entry, and sets the clocks of its ranks to their exits. So
 * waiting results from earlier computation, and the order of exits affects the next call.
 *
 * Simplifications: concurrent calls of different communicators do not slow each other. Computation
 * takes the given time, whatever is in the caches. A call finds its buffers as a first call of the
 * same kind and arrival left them, with rewritten contributions, or in new memory if the program
 * uses fresh buffers. A call that is not modelled ends as long after the last entry as measured. */
#ifndef TN_PROGRAM_REPLAY_H
#define TN_PROGRAM_REPLAY_H

#include "classes.h"
#include "study/study.h"

/* The algorithm for the calls of one class. */
struct tn_choice {
  const struct tn_method *algorithm; /* NULL if the class is not modelled */
  int mechanism, transport;          /* see tn_case; by default the machine's transport */
  unsigned given;
  int64_t params[TN_MAX_PARAMS];
};

/* A program and a machine; all pointers are borrowed. */
struct tn_replay {
  const struct tn_program *program;
  const struct tn_call_classes *classes;
  struct tn_case machine; /* platform, kernel, overrides, transport, backing, mapping (NULL: core);
                             other members are unused */
  enum tn_buffers reused; /* state of buffers that are not fresh */
  size_t working_set;     /* see tn_point: bytes that the computation before each call touches */
  int jobs;               /* as in tn_conditions */
  /* Receives the number of simulated calls, of n, at least twice a second. Returns false to stop
   * the replay. May be NULL. */
  bool (*goes_on)(void *data, guint n_done, guint n);
  /* Receives each call, of n, that tn_replay_accepts checks, and the algorithm. May be NULL. */
  void (*plans)(void *data, const char *algorithm, guint call, guint n);
  void *data; /* argument of both callbacks */
};

/* Checks that the platform can run the calls of a class in this way, by one call of each kind.
 * Returns false and *error (TN_STUDY_ERROR) otherwise. */
bool tn_replay_accepts(const struct tn_replay *replay, guint class, const struct tn_choice *choice,
                       GError **error);

/* Entry times of some calls of each class in one replay, used to try other algorithms. */
enum { TN_REPLAY_SAMPLES = 8 };
struct tn_replay_samples {
  double **entry; /* [classes * TN_REPLAY_SAMPLES][ranks of the call's group] seconds, or NULL */
  guint *call;    /* [classes * TN_REPLAY_SAMPLES] number of the call, where `entry` is not NULL */
  guint n;        /* length of both arrays */
};
void tn_replay_samples_free(struct tn_replay_samples *samples);

/* Replays the program in parallel for each variant, with choices[variant][class]. ret[variant] are
 * from tn_program_times_new. ret_samples (may be NULL): samples of the first variant, transfer
 * full. Returns false and *error if a call cannot be run or a worker dies, and false without *error
 * if goes_on stopped it. */
bool tn_replay_run(const struct tn_replay *replay, guint n_variants,
                   const struct tn_choice *const *choices, struct tn_program_times *const *ret,
                   struct tn_replay_samples **ret_samples, GError **error);

/* Computes a lower limit of the program's time, with collectives that take no time: a rank leaves a
 * call when all ranks whose data it needs have entered. Algorithms cannot shorten this. */
void tn_replay_free(const struct tn_replay *replay, struct tn_program_times *ret);

/* Finds the best of candidates[class] (struct tn_choice) for each class, by mean time of the
 * sampled calls with their entries. Candidates that cannot be run are skipped; ret[class] is zero
 * without candidates. Returns false and *error as tn_replay_run. */
bool tn_replay_tune(const struct tn_replay *replay, const struct tn_replay_samples *samples,
                    GArray *const *candidates, struct tn_choice *ret, GError **error);

#endif
