/* doctor --took: finds in a library's log which algorithms it chose, and whether a file of rules
 * was in force. */
#ifndef TN_TOOLS_DOCTOR_DOCTOR_RULE_VERDICT_H
#define TN_TOOLS_DOCTOR_DOCTOR_RULE_VERDICT_H

#include "doctor_findings.h"
#include "rules/log.h"

struct tn_doctor_log {
  /* names of the log file and of the file of rules; `rules` may be NULL */
  const char *log, *rules;
  /* TN_JUST(enum tn_target): release for which the rules were made; 0: the release that the file of
   * rules names */
  int target;
  /* number of ranks (0: that of the log) and of worker processes */
  int n_ranks, jobs;
  /* platform on which times are predicted; NULL if it is not given */
  const struct tn_platform *platform;
  /* lists from tn_advice_new(): `shown` receives the findings in the log, `judged` a verdict on
   * each rule */
  GPtrArray *shown, *judged;
  /* receives a title, as in "FILE, as ompi-4.1 reads it", transfer full; NULL without rules */
  char *title;
};

/* Fills shown, judged and title. Fails (usage error) on unreadable or unknown files, or if log and
 * rules are of different libraries. */
bool tn_doctor_log_examine(struct tn_doctor_log *job, GError **error);

/* Appends the findings in a log to `all` (doctor_log_text.c). */
void tn_doctor_log_show(GPtrArray *all, const struct tn_log *log);
/* Returns a range of sizes in bytes as text: "8K..64K", "1M..". Transfer full. */
char *tn_doctor_log_range(gint64 from, gint64 to);

#endif
