/* Whether a rule was in force, by what the library printed. */
#ifndef TN_RULES_TOOK_H
#define TN_RULES_TOOK_H

#include "log.h"
#include "told.h"

enum tn_took {
  TN_TOOK_RAN,     /* the log has calls of its algorithm */
  TN_TOOK_FORCE,   /* all that decides it is in the log, and nothing against it */
  TN_TOOK_UNKNOWN, /* the log lacks something */
  TN_TOOK_NOT
};
extern const char
    *const tn_took_names[]; /* NULL-terminated: "ran", "in force", "not known", "not in force" */

/* What rules are judged by; all borrowed. */
struct tn_took_terms {
  const struct tn_log *log;
  enum tn_target target;
  const char *file;    /* its name, as a parameter of the library may have it */
  int n_ranks;         /* 0: not known */
  const GArray *flaws; /* what lint finds in it, sorted; */
  const char *dropped; /* why the library drops the whole file; NULL: it does not */
};

/* Whose lines tell of the target's files. */
enum tn_logged tn_took_logged(enum tn_target target);

/* The verdict, and why, or what would have to be printed ("": nothing to say); transfer full. */
enum tn_took tn_took_judge(const struct tn_took_terms *terms, const struct tn_told *rule,
                           char **ret_why);

#endif
