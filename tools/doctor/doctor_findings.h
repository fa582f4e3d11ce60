/* Findings of `doctor`: as lines of text for people, and as rows for programs. */
#ifndef TN_TOOLS_DOCTOR_DOCTOR_FINDINGS_H
#define TN_TOOLS_DOCTOR_DOCTOR_FINDINGS_H

#include "document/document.h"
#include "platform/mpi.h"

enum tn_severity { TN_SEVERITY_NONE, TN_SEVERITY_NOTE, TN_SEVERITY_PROBLEM };
extern const char *const tn_severity_names[];

/* Finding about the machine or a library. Its texts are owned; remedy may be NULL. */
struct tn_advice {
  char *what, *value;
  enum tn_severity severity;
  char *meaning, *remedy;
};
/* Returns an empty list of findings. Free with g_ptr_array_unref. */
GPtrArray *tn_advice_new(void);
/* Appends a finding without a remedy; makes the texts, which may be untrusted, printable. Takes
 * ownership of `value`. */
struct tn_advice *tn_advice_add(GPtrArray *all, const char *what, char *value,
                                enum tn_severity severity, const char *meaning);

/* Adds an empty line, then for each finding a line "  what   value   meaning". Marks findings that
 * are problems. */
void tn_doctor_write(struct tn_document *d, const GPtrArray *all);
/* Returns two lists of findings as one table with tn_doctor_columns (schema.h). Transfer full. */
struct tn_table *tn_doctor_table(const GPtrArray *first, const GPtrArray *second);

/* Returns findings (struct tn_advice) about this machine if n_ranks ranks run on it. Transfer
 * full. */
GPtrArray *tn_findings_of_machine(const struct tn_facts *facts, int n_ranks);

/* Returns a finding about each library, in the order of tn_mpis. Transfer full. */
GPtrArray *tn_findings_of_libraries(const struct tn_facts *facts, int n_ranks);

#endif
