/* Shared by the commands about programs: loading of traces, and texts of call classes. */
#ifndef TN_TOOLS_PROGRAM_TEXT_H
#define TN_TOOLS_PROGRAM_TEXT_H

#include "program/classes.h"

/* Prints a trace's notes (char *) to stderr. */
void tn_notes_print(const GPtrArray *notes);
/* Returns the traced program; prints omitted calls to stderr. Transfer full. */
struct tn_program *tn_program_load(const char *trace, GError **error);

/* Returns the sizes of a class in bytes as text: "4K", or "4K..7K" if its calls differ in size.
 * Transfer full. */
char *tn_class_sizes(const struct tn_call_class *class);

/* Returns 100 * part / whole; 0 for whole 0. */
double tn_percent(double part, double whole);

#endif
