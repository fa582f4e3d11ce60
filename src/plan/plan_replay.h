/* A program on a platform as settings say it: what is replayed there, and by which algorithms. */
#ifndef TN_PLAN_PLAN_REPLAY_H
#define TN_PLAN_PLAN_REPLAY_H

#include "program/program.h"
#include "table/table.h"
#include "variants.h"

/* Reads the skeleton of an application, as a scenario's group [application] describes it, as a program of
 * n_ranks ranks called `name`. Transfer full; NULL and *error (usage). */
struct tn_program *tn_application_read(const struct tn_options *s, const char *name, int n_ranks,
                                       GError **error);

/* All but `settings` is made here; tn_replay_job_clear. */
struct tn_replay_job {
  const struct tn_options *settings; /* borrowed; their word (rows) is a trace */
  struct tn_platform *platform;      /* that the settings name, unless it is set beforehand */
  struct tn_program *program;
  GPtrArray *notes; /* char *: what the trace lacks */
  GArray *overrides;
  struct tn_call_classes *classes;
  struct tn_replay replay; /* goes_on, plans and data are the caller's */
  GPtrArray *variants;     /* struct tn_assignment, the reference first */
  struct tn_among among;   /* no library: everything may win */
};

/* What the settings say; `scenario` names an application. False and *error (usage). */
bool tn_replay_job_read(struct tn_replay_job *job, const char *scenario, GError **error);
/* Runs all variants and, where the settings ask for it, adds the best. False where it failed, or goes_on
 * ended it: then *error is not set. */
bool tn_replay_job_run(struct tn_replay_job *job, GError **error);
void tn_replay_job_clear(struct tn_replay_job *job);

/* What a class of calls takes under a variant, as a row of a table; `class` beyond the last: the whole
 * program. `measured` NULL: it was not; times have so many digits (TN_ALL_DIGITS). */
#define TN_REPLAY_COLUMNS                                                                          \
  "variant collective ranks:i size_from:iB size_to:iB calls:d algorithm mechanism params "         \
  "measured_us:dus predicted_us:dus waiting_us:dus"
void tn_replay_put(struct tn_table *table, const struct tn_replay *replay,
                   const struct tn_assignment *variant, guint class,
                   const struct tn_program_times *measured, int digits);

#endif
