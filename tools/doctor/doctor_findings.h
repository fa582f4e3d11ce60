/* Findings of `doctor`: lines in a document for people, rows for programs. */
#ifndef TN_TOOLS_DOCTOR_DOCTOR_FINDINGS_H
#define TN_TOOLS_DOCTOR_DOCTOR_FINDINGS_H

#include "document/document.h"
#include "platform/mpi.h"

enum tn_severity { TN_SEVERITY_NONE, TN_SEVERITY_NOTE, TN_SEVERITY_PROBLEM };
extern const char *const tn_severity_names[]; /* names of the concerns, NULL-terminated */

/* One finding about the machine or one library. All texts are owned; remedy may be NULL if there is
 * no remedy. */
struct tn_advice {
  char *what, *value;
  enum tn_severity severity;
  char *meaning, *remedy;
};
/* Returns an empty list of findings. g_ptr_array_unref. */
GPtrArray *tn_advice_new(void);
/* Appends a finding without a remedy. The texts may be untrusted input (tn_printable). Takes
 * ownership of `value`. */
struct tn_advice *tn_advice_add(GPtrArray *all, const char *what, char *value,
                                enum tn_severity severity, const char *meaning);

/* Adds an empty line, then one or more lines for each finding: "  what   value   meaning";
 * problems are marked. */
void tn_doctor_write(struct tn_document *d, const GPtrArray *all);
/* Returns the findings of two lists as one table with tn_doctor_columns (schema.h). Transfer
 * full. */
struct tn_table *tn_doctor_table(const GPtrArray *first, const GPtrArray *second);

/* Returns the findings (struct tn_advice) about this machine if n_ranks ranks run on it. Transfer
 * full. */
GPtrArray *tn_findings_of_machine(const struct tn_facts *facts, int n_ranks);

/* Returns the findings about each library, in the order of tn_mpis, if n_ranks ranks run. Transfer
 * full. */
GPtrArray *tn_findings_of_libraries(const struct tn_facts *facts, int n_ranks);

#endif
