/* doctor --took: what a library printed of its choices, and whether rules were in force. */
#ifndef TN_TOOLS_DOCTOR_DOCTOR_TOOK_H
#define TN_TOOLS_DOCTOR_DOCTOR_TOOK_H

#include "doctor_findings.h"
#include "rules/log.h"

struct tn_took_job {
  const char *log, *rules; /* files; rules NULL: none */
  int target;              /* TN_JUST(enum tn_target); 0: what the rules say themselves */
  int n_ranks, jobs;       /* n_ranks 0: as many as the log has */
  const struct tn_platform *platform; /* on which it is predicted what it costs; NULL: not */
  GPtrArray *shown, *judged;          /* tn_advice_new(): get what the log shows; each rule */
  char *title; /* gets "FILE, as ompi-4.1 reads it", transfer full; NULL without rules */
};

/* Fills the last three. False and *error (usage): a file that cannot be read, or is none of these, or
 * the two are of different libraries. */
bool tn_took_examine(struct tn_took_job *job, GError **error);

/* shown.c: what a log shows, appended. */
void tn_took_show(GPtrArray *all, const struct tn_log *log);
/* "8K..64K", "1M..". Transfer full. */
char *tn_took_range(gint64 from, gint64 to);

#endif
