/* doctor --took: reads from a library's log which algorithms it chose, and whether the log shows
 * that rules were in force. */
#ifndef TN_TOOLS_DOCTOR_DOCTOR_RULE_VERDICT_H
#define TN_TOOLS_DOCTOR_DOCTOR_RULE_VERDICT_H

#include "doctor_findings.h"
#include "rules/log.h"

struct tn_doctor_log {
  const char *log, *rules; /* file names; `rules` may be NULL */
  int target;              /* TN_JUST(enum tn_target); 0: the release that the rules name */
  int n_ranks, jobs;       /* number of ranks, 0: the number in the log; number of worker
                            * processes */
  const struct tn_platform *platform; /* platform for predicted costs; NULL: costs are not
                                       * predicted */
  GPtrArray *shown, *judged;          /* tn_advice_new(): receive the findings from the log, and one
                                       * verdict on each rule */
  char *title; /* receives the heading "FILE, as ompi-4.1 reads it", transfer full; NULL without
                * rules */
};

/* Fills shown, judged and title. Returns false and *error (usage) if a file cannot be read or has
 * an unknown format, or if log and rules belong to different libraries. */
bool tn_doctor_log_examine(struct tn_doctor_log *job, GError **error);

/* Appends the findings from a log (doctor_log_text.c). */
void tn_doctor_log_show(GPtrArray *all, const struct tn_log *log);
/* Returns a range of sizes in bytes as text: "8K..64K", "1M..". Transfer full. */
char *tn_doctor_log_range(gint64 from, gint64 to);

#endif
