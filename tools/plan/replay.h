/* A program on a platform as settings say it: what is replayed there, and by which algorithms. */
#ifndef TN_TOOLS_PLAN_REPLAY_H
#define TN_TOOLS_PLAN_REPLAY_H

#include "variants.h"

/* All but `settings` is made here; tn_replay_job_clear. */
struct tn_replay_job {
  const struct tn_settings *settings; /* borrowed; their word (rows) is a trace */
  struct tn_platform *platform;       /* that the settings name, unless it is set beforehand */
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

#endif
