/* Decides whether a rule was in force, from the library's output. */
#ifndef TN_RULES_TOOK_H
#define TN_RULES_TOOK_H

#include "log.h"
#include "told.h"

enum tn_took {
  TN_TOOK_RAN,     /* the log has calls with its algorithm */
  TN_TOOK_FORCE,   /* the log has all conditions for it and nothing contradicts them */
  TN_TOOK_UNKNOWN, /* the log lacks a condition */
  TN_TOOK_NOT
};
extern const char
    *const tn_took_names[]; /* NULL-terminated: "ran", "in force", "not known", "not in force" */

/* Data for judging rules; all borrowed. */
struct tn_took_terms {
  const struct tn_log *log;
  enum tn_target target;
  const char *file;    /* name of the rule file, as a parameter of the library may have it */
  int n_ranks;         /* 0: not known */
  const GArray *flaws; /* flaws that lint finds in the file, sorted */
  const char *dropped; /* reason why the library drops the whole file; NULL if it does not */
};

/* Returns the library whose log lines concern the target's files. */
enum tn_logged tn_took_logged(enum tn_target target);

/* Returns the verdict. *ret_why is its reason, or the output that would be needed; "" if there
 * is no remark. Transfer full. */
enum tn_took tn_took_judge(const struct tn_took_terms *terms, const struct tn_told *rule,
                           char **ret_why);

#endif
