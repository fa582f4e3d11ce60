/* Decides from a library's output whether a rule was in force. */
#ifndef TN_RULES_TOOK_H
#define TN_RULES_TOOK_H

#include "log.h"
#include "told.h"

enum tn_took {
  TN_TOOK_RAN,     /* the log has calls of the rule's algorithm */
  TN_TOOK_FORCE,   /* the log shows all conditions of the rule, and nothing contradicts them */
  TN_TOOK_UNKNOWN, /* the log does not show one of the conditions */
  TN_TOOK_NOT
};
extern const char
    *const tn_took_names[]; /* names of the verdicts, NULL-terminated: "ran", "in force", "not
                             * known", "not in force" */

/* Data for the verdict on a rule; all borrowed. */
struct tn_took_terms {
  const struct tn_log *log;
  enum tn_target target;
  const char *file;    /* name of the file of rules, as in a parameter of the library */
  int n_ranks;         /* number of ranks; 0 if not known */
  const GArray *flaws; /* flaws that lint finds in the file, sorted */
  const char *dropped; /* reason why the library ignores the whole file; NULL if the library uses
                        * it */
};

/* Returns the library whose output concerns the target's files. */
enum tn_logged tn_took_logged(enum tn_target target);

/* Returns the verdict on a rule. *ret_why: its reason, or the output that is missing; "" if there
 * is no remark. Transfer full. */
enum tn_took tn_took_judge(const struct tn_took_terms *terms, const struct tn_told *rule,
                           char **ret_why);

#endif
