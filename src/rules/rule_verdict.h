/* Decides from a library's output whether it used a rule (the rule was in force). */
#ifndef TN_RULES_RULE_VERDICT_H
#define TN_RULES_RULE_VERDICT_H

#include "log.h"
#include "parsed_rules.h"

enum tn_rule_verdict {
  TN_RULE_RAN, /* the log has calls that ran the rule's algorithm */
  /* the log shows that all conditions for the rule hold, and does not contradict it */
  TN_RULE_IN_FORCE,
  TN_RULE_UNDECIDED, /* the log does not show whether all conditions for the rule hold */
  TN_RULE_NOT_IN_FORCE
};
extern const char *const
    tn_rule_verdict_names[]; /* "ran", "in force", "not known", "not in force"; NULL-terminated */

/* Data for a verdict; all borrowed. */
struct tn_rule_verdict_terms {
  const struct tn_log *log;
  enum tn_target target;
  const char *file;    /* name of the file of rules, as in the library's parameter */
  int n_ranks;         /* number of ranks; 0 if unknown */
  const GArray *flaws; /* flaws of the file found by lint, sorted */
  const char *dropped; /* reason why the library ignores the whole file, or NULL */
};

/* Returns the library that reads decision files for the target. */
enum tn_log_library tn_rule_log_library(enum tn_target target);

/* Returns the verdict on a rule. *ret_why: reason for the verdict, or output that would be needed;
 * may be "". Transfer full. */
enum tn_rule_verdict tn_rule_judge(const struct tn_rule_verdict_terms *terms,
                                   const struct tn_parsed_rule *rule, char **ret_why);

#endif
