/* Matches the ranks' recordings into a program's calls. */
#ifndef TN_TRACE_MATCH_H
#define TN_TRACE_MATCH_H

#include "program/program.h"
#include "recording.h"

/* A call that all ranks of its communicator recorded. */
struct tn_match {
  int group;                       /* number of the call's group in the program */
  const struct tn_record **record; /* [ranks of the group] the record of each rank, owned */
};

/* Returns the calls (struct tn_match) that all ranks completed and agree on, in an order that
 * preserves each rank's. Adds the groups to the program. recording[rank] may be NULL. Notes begin
 * with `where`. Transfer full. */
GArray *tn_match_calls(const char *where, struct tn_recording *const *recording,
                       struct tn_program *program, GPtrArray *notes);

#endif
