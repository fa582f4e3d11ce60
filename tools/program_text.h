/* Functions for the commands about programs: loading of traces, and texts on classes of calls. */
#ifndef TN_TOOLS_PROGRAM_TEXT_H
#define TN_TOOLS_PROGRAM_TEXT_H

#include "program/classes.h"

/* Prints notes on a trace (char *) to stderr. */
void tn_notes_print(const GPtrArray *notes);
/* Returns the program of a trace, or NULL and *error; prints a note on omitted calls to stderr.
 * Transfer full. */
struct tn_program *tn_program_load(const char *trace, GError **error);

/* Returns the message sizes of a class as text: "4K", or "4K..7K" if its calls differ in size.
 * Transfer full. */
char *tn_class_sizes(const struct tn_call_class *class);

/* Returns 100 * part / whole, or 0 if whole is 0. */
double tn_percent(double part, double whole);

#endif
