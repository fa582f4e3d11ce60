/* What `doctor` has found, as lines for people and rows for programs. */
#ifndef TN_TOOLS_DOCTOR_DOCTOR_FINDINGS_H
#define TN_TOOLS_DOCTOR_DOCTOR_FINDINGS_H

#include "document/document.h"
#include "platform/mpi.h"

enum tn_concern { TN_CONCERN_NONE, TN_CONCERN_NOTE, TN_CONCERN_PROBLEM };
extern const char *const tn_concern_names[]; /* NULL-terminated */

/* One thing that was looked at, or one library. All owned; remedy may be NULL, meaning empty. */
struct tn_advice {
  char *what, *value;
  enum tn_concern concern;
  char *meaning, *remedy;
};
/* A list of them. g_ptr_array_unref. */
GPtrArray *tn_advice_new(void);
/* Appends one without a remedy, of texts that may be a stranger's (tn_shown); `value` is taken over. */
struct tn_advice *tn_advice_add(GPtrArray *all, const char *what, char *value,
                                enum tn_concern concern, const char *meaning);

/* An empty line and a line of text for each, or several: "  what   value   meaning"; what is wrong is marked. */
void tn_doctor_tell(struct tn_document *d, const GPtrArray *all);
/* Two lists as rows of tn_doctor_columns (schema.h). Transfer full. */
struct tn_table *tn_doctor_table(const GPtrArray *first, const GPtrArray *second);

/* Of the machine, n_ranks ranks on it. struct tn_advice, transfer full. */
GPtrArray *tn_findings_of_machine(const struct tn_facts *facts, int n_ranks);

/* Of each of tn_mpis, in that order. */
GPtrArray *tn_findings_of_libraries(const struct tn_facts *facts, int n_ranks);

#endif
