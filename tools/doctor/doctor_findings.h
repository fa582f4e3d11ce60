/* Findings of `doctor`: lines for people, rows for programs. */
#ifndef TN_TOOLS_DOCTOR_DOCTOR_FINDINGS_H
#define TN_TOOLS_DOCTOR_DOCTOR_FINDINGS_H

#include "document/document.h"
#include "platform/mpi.h"

enum tn_severity { TN_SEVERITY_NONE, TN_SEVERITY_NOTE, TN_SEVERITY_PROBLEM };
extern const char *const tn_severity_names[];

/* A finding about the machine or a library. Texts are owned; remedy may be NULL. */
struct tn_advice {
  char *what, *value;
  enum tn_severity severity;
  char *meaning, *remedy;
};
/* Returns an empty list. g_ptr_array_unref. */
GPtrArray *tn_advice_new(void);
/* Appends a finding without remedy; texts may be untrusted (tn_printable). Owns `value`. */
struct tn_advice *tn_advice_add(GPtrArray *all, const char *what, char *value,
                                enum tn_severity severity, const char *meaning);

/* Adds an empty line, then "  what   value   meaning" for each finding; marks problems. */
void tn_doctor_write(struct tn_document *d, const GPtrArray *all);
/* Returns both lists as a table with tn_doctor_columns (schema.h). Transfer full. */
struct tn_table *tn_doctor_table(const GPtrArray *first, const GPtrArray *second);

/* Returns the findings (struct tn_advice) about this machine with n_ranks ranks. Transfer full. */
GPtrArray *tn_findings_of_machine(const struct tn_facts *facts, int n_ranks);

/* Returns the findings about each library, in the order of tn_mpis. Transfer full. */
GPtrArray *tn_findings_of_libraries(const struct tn_facts *facts, int n_ranks);

#endif
