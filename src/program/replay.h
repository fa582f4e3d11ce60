/* A program on a platform, call by call.
 *
 * Each rank has a clock. It computes as long as the program says and enters the call; the call is
 * simulated with the delays at entry that follow, and sets the clocks of its ranks to their exits.
 * So waiting arises from what ranks did before, and a faster collective hands its gain, or its
 * order of exits, to the next.
 *
 * What this leaves out: calls of different communicators at the same time do not slow each other;
 * computation takes as long as it did, whatever it and the collective do to each other's caches.
 * A call finds its buffers as a first one of the same kind and the same arrival left them, with the
 * contributions written anew (buffers rewritten), or, where the program uses fresh buffers, in new
 * memory. A call that is not modelled takes as long after the last entry as was measured. */
#ifndef TN_PROGRAM_REPLAY_H
#define TN_PROGRAM_REPLAY_H

#include "classes.h"
#include "study/study.h"

/* How the calls of one class are done. */
struct tn_choice {
  const struct tn_algorithm *algorithm; /* NULL: as it is not modelled */
  int mechanism, transport;             /* as in tn_case; without a transport the machine's */
  unsigned given;
  int64_t params[TN_MAX_PARAMS];
};

/* Where a program is replayed; everything is borrowed. */
struct tn_replay {
  const struct tn_program *program;
  const struct tn_call_classes *classes;
  struct tn_case machine; /* platform, kernel, overrides, transport, backing, mapping (NULL: core);
                             the rest is unused */
  enum tn_buffers reused; /* what calls find whose buffers are not fresh */
  size_t working_set;     /* as in tn_point: what the computation before each call goes through */
  int jobs;               /* as in tn_conditions */
  /* Asked at least twice a second with the calls that are simulated and their number; false ends
   * the replay. May be NULL. */
  bool (*goes_on)(void *data, guint n_done, guint n);
  /* Told of each call that tn_replay_accepts comes to, of n, and with which algorithm. May be NULL. */
  void (*plans)(void *data, const char *algorithm, guint call, guint n);
  void *data; /* of both */
};

/* Whether the calls of a class can be done so on the platform: false and *error (TN_STUDY_ERROR). Of
 * each kind of call in the class one is looked at. */
bool tn_replay_accepts(const struct tn_replay *replay, guint class, const struct tn_choice *choice,
                       GError **error);

/* The entries of some calls of each class in one replay, for trying other algorithms on them. */
enum { TN_REPLAY_SAMPLES = 8 };
struct tn_replay_samples {
  double **entry; /* [classes * TN_REPLAY_SAMPLES][ranks of the call's group] seconds, or NULL */
  guint *call;    /* [classes * TN_REPLAY_SAMPLES] whose, where there is an entry */
  guint n;        /* length of both */
};
void tn_replay_samples_free(struct tn_replay_samples *samples);

/* Replays the program once for each variant, choices[variant][class], side by side. ret[variant]
 * come from tn_program_times_new. ret_samples: of the first variant, transfer full; may be NULL.
 * False and *error: a call cannot be run, a worker died, or goes_on ended it (then *error is not
 * set). */
bool tn_replay_run(const struct tn_replay *replay, guint n_variants,
                   const struct tn_choice *const *choices, struct tn_program_times *const *ret,
                   struct tn_replay_samples **ret_samples, GError **error);

/* The program where the collectives themselves take no time: a rank leaves a call as soon as those have
 * entered whose data it needs. What it then takes is waiting that the computation causes, and no
 * algorithm makes the program faster than that. */
void tn_replay_free(const struct tn_replay *replay, struct tn_program_times *ret);

/* The best of candidates[class] (struct tn_choice; those that cannot be run are left out) for each
 * class, by the mean time in the sampled calls with their entries: ret[class]. A class without
 * candidates has none. False and *error as above. */
bool tn_replay_tune(const struct tn_replay *replay, const struct tn_replay_samples *samples,
                    GArray *const *candidates, struct tn_choice *ret, GError **error);

#endif
