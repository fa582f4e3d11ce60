/* Matches the recordings of a program's ranks into its calls. */
#ifndef TN_TRACE_MATCH_H
#define TN_TRACE_MATCH_H

#include "program/program.h"
#include "recording.h"

/* One call that all ranks of its communicator recorded. */
struct tn_match {
  int group;                       /* number of the call's group in the program */
  const struct tn_record **record; /* [ranks of the group] the record of each rank, owned */
};

/* Returns the calls (struct tn_match) that all their ranks completed and agree on. Their order
 * preserves the order of calls on each rank. Adds the groups of the calls to the program.
 * `recording[rank]` is NULL if the rank has no recording. Each note begins with `where`. Transfer
 * full. */
GArray *tn_match_calls(const char *where, struct tn_recording *const *recording,
                       struct tn_program *program, GPtrArray *notes);

#endif
