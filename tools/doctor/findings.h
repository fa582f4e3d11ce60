/* What `doctor` has found, as lines for people and rows for programs. */
#ifndef TN_TOOLS_FINDINGS_H
#define TN_TOOLS_FINDINGS_H

#include <glib.h>

#include "platform/mpi.h"

enum tn_concern { TN_CONCERN_NONE, TN_CONCERN_NOTE, TN_CONCERN_PROBLEM };
extern const char *const tn_concern_names[]; /* NULL-terminated */

/* One thing that was looked at, or one library. All owned; remedy may be NULL, meaning empty. */
struct tn_advice {
  char *what, *value;
  enum tn_concern concern;
  char *meaning, *remedy;
};
void tn_advice_free(struct tn_advice *advice);
/* Appends one without a remedy, of texts that may be a stranger's (tn_shown); `value` is taken over. */
struct tn_advice *tn_advice_add(GPtrArray *all, const char *what, char *value,
                                enum tn_concern concern, const char *meaning);

/* Of the machine, n_ranks ranks on it. struct tn_advice, transfer full. */
GPtrArray *tn_findings_of_machine(const struct tn_facts *facts, int n_ranks);

/* Of each of tn_mpis, in that order. */
GPtrArray *tn_findings_of_libraries(const struct tn_facts *facts, int n_ranks);

#endif
