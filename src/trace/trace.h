/* Reads traces of real programs into programs (program/program.h). Formats: recordings of
 * tools/trace, as a folder with a file for each rank or as one merged file; SimGrid's
 * time-independent traces as "FILE:speed=FLOPS", where FLOPS per second converts computation to
 * seconds ("2.5Gf"). */
#ifndef TN_TRACE_TRACE_H
#define TN_TRACE_TRACE_H

#include "program/program.h"

/* Returns the traced program: all blocking collectives that all ranks of their communicator
 * completed, with measured entries and exits. `computed` is the time from the exit of the rank's
 * last call on any communicator to the entry; it includes all other activity of the rank. A node's
 * time begins when its first rank left MPI_Init. Non-blocking collectives are not calls of the
 * program. `notes` (char *, owned by it) receives a line for each kind of skipped or suspicious
 * data; the line begins with the name of the file or folder. Transfer full. Returns NULL and *error
 * if no data are usable. */
struct tn_program *tn_trace_load(const char *path, GPtrArray *notes, GError **error);

#endif
