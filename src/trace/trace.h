/* Reads traces of real programs into programs (program/program.h). Formats: recordings of
 * tools/trace, as a folder or a merged file; OTF2 archives, as an anchor file or Score-P's folder;
 * SimGrid's time-independent traces as "FILE:speed=FLOPS", flops per second ("2.5Gf"). */
#ifndef TN_TRACE_TRACE_H
#define TN_TRACE_TRACE_H

#include "program/program.h"

/* Returns the traced program: blocking collectives that all ranks of their communicator completed,
 * with entries and exits. `computed` is all time since the exit of the rank's last call. A node's
 * time begins when its first rank left MPI_Init. Non-blocking collectives are skipped. `notes`
 * (char *, owned) receives a line, beginning with the file's or folder's name, for each kind of
 * skipped or suspicious data. Transfer full. Returns NULL and *error if no data are usable. */
struct tn_program *tn_trace_load(const char *path, GPtrArray *notes, GError **error);

#endif
