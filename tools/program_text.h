/* What the commands about programs have in common: traces with their notes, and texts of classes. */
#ifndef TN_TOOLS_PROGRAM_TEXT_H
#define TN_TOOLS_PROGRAM_TEXT_H

#include "program/classes.h"

/* The notes of a trace (char *) to stderr, a line each. */
void tn_notes_print(const GPtrArray *notes);
/* The program that was traced; what of it is left out goes to stderr. Transfer full; NULL and *error. */
struct tn_program *tn_program_load(const char *trace, GError **error);

/* "4K", or "4K..7K" where the calls of a class differ. Transfer full. */
char *tn_class_sizes(const struct tn_call_class *class);

/* 0 of nothing. */
double tn_percent(double part, double whole);

#endif
