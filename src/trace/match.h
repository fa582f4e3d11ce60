/* Matches the recordings of a program's ranks into its calls. */
#ifndef TN_TRACE_MATCH_H
#define TN_TRACE_MATCH_H

#include "program/program.h"
#include "recording.h"

/* One call, recorded by all ranks of its communicator. */
struct tn_match {
  int group;                       /* group of the program */
  const struct tn_record **record; /* [n ranks of the group], owned */
};

/* Returns the calls (struct tn_match) that all of their ranks completed and agree on, in an
 * order that preserves the order of each rank. Adds their groups to the program.
 * `recording[rank]` is NULL if the rank has no recording. Each note begins with `where`.
 * Transfer full. */
GArray *tn_match_calls(const char *where, struct tn_recording *const *recording,
                       struct tn_program *program, GPtrArray *notes);

#endif
