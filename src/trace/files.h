/* Reads and merges the recordings of a run. */
#ifndef TN_TRACE_FILES_H
#define TN_TRACE_FILES_H

#include "recording.h"

/* Recordings of one run, from a folder or a merged file. */
struct tn_recordings {
  int n_ranks;
  struct tn_recording **rank; /* [n_ranks], owned; NULL without a usable recording */
};

/* Reads a folder of tools/trace or a file of tn_recordings_merge. `notes` as in tn_trace_load.
 * Returns false and *error (usage) without a usable recording. */
bool tn_recordings_read(struct tn_recordings *ret, const char *path, GPtrArray *notes,
                        GError **error);
/* Writes the recordings into one compressed file, without data behind damaged records. Returns
 * false and *error on failure. */
bool tn_recordings_merge(const struct tn_recordings *recordings, const char *path, GError **error);

/* Functions for files.c. Test whether the bytes begin as a merged file does, and add the recordings
 * of such a file to `ret` (struct tn_recording *). */
bool tn_merged_is(const void *data, gsize length);
bool tn_merged_read(const char *path, GBytes *bytes, GPtrArray *ret, GError **error);

void tn_recordings_clear(struct tn_recordings *recordings);

#endif
