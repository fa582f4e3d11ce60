/* Reads from the settings a program, its platform, and the algorithms with which the program is
 * replayed. */
#ifndef TN_PLAN_PLAN_REPLAY_H
#define TN_PLAN_PLAN_REPLAY_H

#include "program/program.h"
#include "table/table.h"
#include "variants.h"

/* Reads the description of an application, the group [application] of a scenario, as a program
 * called `name` of n_ranks ranks. Transfer full; errors are usage errors. */
struct tn_program *tn_application_read(const struct tn_options *s, const char *name, int n_ranks,
                                       GError **error);

/* Inputs and variants of a replay. The job owns everything except `settings`; free with
 * tn_replay_job_clear. */
struct tn_replay_job {
  const struct tn_options *settings; /* borrowed; settings->rows has the name of a trace */
  struct tn_platform *platform;      /* requested platform, unless the caller has set it before */
  struct tn_program *program;
  GPtrArray *notes; /* char *: information that the trace lacks */
  GArray *overrides;
  struct tn_call_classes *classes;
  struct tn_replay replay; /* the caller sets the members goes_on, plans and data */
  GPtrArray *variants;     /* struct tn_assignment; the reference is the first */
  struct tn_library_rows
      library_rows; /* library whose algorithms may win; without a library, every algorithm
                     * may win */
};

/* Reads the settings; `scenario` is the name of an application. Errors are usage errors. */
bool tn_replay_job_read(struct tn_replay_job *job, const char *scenario, GError **error);
/* Runs all variants and, if requested, adds the variant with the best algorithms. Returns false and
 * *error on failure; if goes_on ended the replay, *error stays unset. */
bool tn_replay_job_run(struct tn_replay_job *job, GError **error);
void tn_replay_job_clear(struct tn_replay_job *job);

/* Adds the times of a class of calls under a variant as a table row; `class` beyond the last class
 * means the whole program. `measured` is NULL if the program was not measured. Times have `digits`
 * digits (TN_ALL_DIGITS). */
#define TN_REPLAY_COLUMNS                                                                          \
  "variant collective ranks:i size_from:iB size_to:iB calls:d algorithm mechanism params "         \
  "measured_us:dus predicted_us:dus waiting_us:dus"
void tn_replay_put(struct tn_table *table, const struct tn_replay *replay,
                   const struct tn_assignment *variant, guint class,
                   const struct tn_program_times *measured, int digits);

#endif
