/* Traces of real programs, read into what their ranks do (program/program.h): the recordings of
 * tools/trace, as a folder with a file for each rank or merged into one file; SimGrid's
 * time-independent traces, as "FILE:speed=FLOPS" where FLOPS a second turn computation into seconds
 * ("2.5Gf"). */
#ifndef TN_TRACE_TRACE_H
#define TN_TRACE_TRACE_H

#include "program/program.h"

/* The program that was traced: every blocking collective that all ranks of its communicator
 * completed, with measured entries and exits. `computed` is the time from the exit of the rank's
 * last call on any communicator to the entry, whatever the rank did meanwhile; the begin is when
 * the first rank of a node left MPI_Init. Non-blocking collectives are no calls of it. `notes`
 * (char *, owned by it) gets a line on whatever is left out or looks wrong, beginning with the file
 * or folder where it lies. Transfer full; NULL and *error (usage) when nothing can be used. */
struct tn_program *tn_trace_load(const char *path, GPtrArray *notes, GError **error);

#endif
