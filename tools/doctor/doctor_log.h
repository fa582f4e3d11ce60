/* doctor --took: which algorithms a library chose by its log, and whether rules were in force. */
#ifndef TN_TOOLS_DOCTOR_DOCTOR_RULE_VERDICT_H
#define TN_TOOLS_DOCTOR_DOCTOR_RULE_VERDICT_H

#include "doctor_findings.h"
#include "rules/log.h"

struct tn_doctor_log {
  const char *log, *rules;            /* files; `rules` may be NULL */
  int target;                         /* TN_JUST(enum tn_target); 0: as the rules name it */
  int n_ranks, jobs;                  /* ranks, 0: as in the log; worker processes */
  const struct tn_platform *platform; /* platform for costs; NULL: no costs */
  GPtrArray *shown, *judged;          /* tn_advice_new(): receive findings, and a verdict on each
                                       * rule */
  char *title; /* receives "FILE, as ompi-4.1 reads it", transfer full; NULL without rules */
};

/* Fills shown, judged and title. Fails (usage) on unreadable or unknown files, or if log and rules
 * are of different libraries. */
bool tn_doctor_log_examine(struct tn_doctor_log *job, GError **error);

/* Appends a log's findings (doctor_log_text.c). */
void tn_doctor_log_show(GPtrArray *all, const struct tn_log *log);
/* Returns a range of sizes in bytes as text: "8K..64K", "1M..". Transfer full. */
char *tn_doctor_log_range(gint64 from, gint64 to);

#endif
