/* Decides from a library's output whether a rule was in force. */
#ifndef TN_RULES_RULE_VERDICT_H
#define TN_RULES_RULE_VERDICT_H

#include "log.h"
#include "parsed_rules.h"

enum tn_rule_verdict {
  TN_RULE_RAN,       /* the log has calls of the rule's algorithm */
  TN_RULE_IN_FORCE,  /* the log shows all conditions of the rule, and nothing contradicts them */
  TN_RULE_UNDECIDED, /* the log does not show one of the conditions */
  TN_RULE_NOT_IN_FORCE
};
extern const char *const
    tn_rule_verdict_names[]; /* names of the verdicts, NULL-terminated: "ran", "in force", "not
                              * known", "not in force" */

/* Data for the verdict on a rule; all borrowed. */
struct tn_rule_verdict_terms {
  const struct tn_log *log;
  enum tn_target target;
  const char *file;    /* name of the file of rules, as in a parameter of the library */
  int n_ranks;         /* number of ranks; 0 if not known */
  const GArray *flaws; /* flaws that lint finds in the file, sorted */
  const char *dropped; /* reason why the library ignores the whole file; NULL if the library uses
                        * it */
};

/* Returns the library whose output concerns the target's files. */
enum tn_log_library tn_rule_log_library(enum tn_target target);

/* Returns the verdict on a rule. *ret_why: its reason, or the output that is missing; "" if there
 * is no remark. Transfer full. */
enum tn_rule_verdict tn_rule_judge(const struct tn_rule_verdict_terms *terms,
                                   const struct tn_parsed_rule *rule, char **ret_why);

#endif
