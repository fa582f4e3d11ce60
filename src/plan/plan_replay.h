/* Reads a program, its platform and the algorithms of its replay from the settings. */
#ifndef TN_PLAN_PLAN_REPLAY_H
#define TN_PLAN_PLAN_REPLAY_H

#include "program/program.h"
#include "table/table.h"
#include "variants.h"

/* Reads the group [application] of a scenario as a program of n_ranks ranks, called `name`.
 * Transfer full; errors are usage errors. */
struct tn_program *tn_application_read(const struct tn_options *s, const char *name, int n_ranks,
                                       GError **error);

/* A replay's inputs and variants. The job owns all members except `settings`. */
struct tn_replay_job {
  const struct tn_options *settings; /* borrowed; settings->rows names a trace */
  struct tn_platform *platform;      /* read from the settings unless the caller sets it */
  struct tn_program *program;
  GPtrArray *notes; /* char *: how the trace was projected, what it does not contain */
  GArray *overrides;
  struct tn_call_classes *classes;
  struct tn_replay replay; /* the caller sets its members goes_on, plans and data */
  GPtrArray *variants;     /* struct tn_assignment; the reference is the first */
  /* library whose algorithms may win; zeros: all algorithms may win */
  struct tn_library_rows library_rows;
  /* struct tn_row: mean times, in all calls of each class, of the algorithms that were the fastest
   * in its sampled calls, without waiting; NULL without --tune */
  GPtrArray *finalists;
  /* [classes] seconds by which the program is longer without the last variant's choice for the
   * class; 0 where the choice is the reference's; NULL without --tune */
  double *gains;
  double
      even_gain; /* gain of the last variant, as a fraction, if all ranks computed equally long */
};

/* Least gain, as a share of the program's time, for which a setting is kept. */
#define TN_REPLAY_WORTH 0.001

/* Reads the job from its settings; `scenario`: name of the application's. Errors are usage
 * errors. */
bool tn_replay_job_read(struct tn_replay_job *job, const char *scenario, GError **error);
/* Returns true if the job adds the variant with the best algorithms. */
bool tn_replay_job_tunes(const struct tn_replay_job *job);
/* Runs all variants and, with --tune, adds the variant with the best algorithms. If goes_on ended
 * the replay, returns false without *error. */
bool tn_replay_job_run(struct tn_replay_job *job, GError **error);
/* Replays the variants (struct tn_assignment) and sets their times, as tn_replay_run. */
bool tn_replay_variants(const struct tn_replay_job *job, const GPtrArray *variants,
                        struct tn_replay_samples **ret_samples, GError **error);
/* Adds the variant with the fastest algorithm for each class, if the program is shorter by it; sets
 * finalists, gains and even_gain. */
bool tn_replay_job_tune(struct tn_replay_job *job, const struct tn_replay_samples *samples,
                        GError **error);
void tn_replay_job_clear(struct tn_replay_job *job);

/* Returns measured / predicted time of collectives without waiting; 1 if almost none was measured.
 * `measured` may be NULL. From TN_REPLAY_DISTURBED on, the text tells why. */
double tn_replay_disturbance(const struct tn_program_times *predicted,
                             const struct tn_program_times *measured);
#define TN_REPLAY_DISTURBED 10.0
#define TN_REPLAY_DISTURBED_TEXT                                                                   \
  ": the machine may have been busy or had more ranks than cores, which looks like waiting "       \
  "(record again)"

/* Adds a row with the times of a class of calls under a variant; `class` beyond the last: of the
 * whole program. `measured`: times in the trace; may be NULL. Times have `digits` digits
 * (TN_ALL_DIGITS). */
#define TN_REPLAY_COLUMNS                                                                          \
  "variant collective ranks:i size_from:iB size_to:iB calls:d algorithm mechanism params "         \
  "measured_us:dus predicted_us:dus waiting_us:dus"
void tn_replay_put(struct tn_table *table, const struct tn_replay *replay,
                   const struct tn_assignment *variant, guint class,
                   const struct tn_program_times *measured, int digits);

#endif
