/* The recordings of a program's ranks, matched into its calls. */
#ifndef TN_TRACE_MATCH_H
#define TN_TRACE_MATCH_H

#include "program/program.h"
#include "recording.h"

/* One call, as all ranks of its communicator recorded it. */
struct tn_match {
  int group;                       /* of the program */
  const struct tn_record **record; /* [n ranks of the group], owned */
};

/* The calls that all of their ranks completed and agree on: struct tn_match, in an order that
 * agrees with each rank's. Adds their groups to the program. `recording[rank]`: NULL where there is
 * none. `where` begins the notes. Transfer full. */
GArray *tn_match_calls(const char *where, struct tn_recording *const *recording,
                       struct tn_program *program, GPtrArray *notes);

#endif
