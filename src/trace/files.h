/* Recordings from where they are kept. */
#ifndef TN_TRACE_FILES_H
#define TN_TRACE_FILES_H

#include "recording.h"

/* The recordings of the ranks of one run: a folder's, or a merged file's. */
struct tn_recordings {
  int n_ranks;
  struct tn_recording **rank; /* [n_ranks], owned; NULL: none that can be used */
};

/* Reads a folder of tools/trace, or what tn_recordings_merge has written. Notes are as those of
 * tn_trace_load. False and *error (usage) when there is no recording that can be used. */
bool tn_recordings_read(struct tn_recordings *ret, const char *path, GPtrArray *notes,
                        GError **error);
/* Writes them into one compressed file, without what follows a damaged record. False and *error. */
bool tn_recordings_merge(const struct tn_recordings *recordings, const char *path, GError **error);

/* For files.c: whether the bytes begin as such a file does, and its recordings in it, which are
 * added to `ret` (struct tn_recording *). */
bool tn_merged_is(const void *data, gsize length);
bool tn_merged_read(const char *path, GBytes *bytes, GPtrArray *ret, GError **error);

void tn_recordings_clear(struct tn_recordings *recordings);

#endif
