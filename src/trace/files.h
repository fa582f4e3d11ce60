/* Reads and merges the recordings of a run. */
#ifndef TN_TRACE_FILES_H
#define TN_TRACE_FILES_H

#include "recording.h"

/* Recordings of one run. */
struct tn_recordings {
  int n_ranks;
  struct tn_recording **rank; /* [n_ranks], owned; NULL without a usable recording */
  char *left_out;             /* text as in struct tn_program, owned; NULL if unknown */
};

/* Reads a folder of tools/trace, a file of tn_recordings_merge, or an OTF2 archive (its anchor file
 * NAME.otf2, or Score-P's folder). `notes` as in tn_trace_load. Returns false and *error (usage)
 * without a usable recording. */
bool tn_recordings_read(struct tn_recordings *ret, const char *path, GPtrArray *notes,
                        GError **error);
/* Writes the recordings into one compressed file, without data behind damaged records. Returns
 * false and *error on failure. */
bool tn_recordings_merge(const struct tn_recordings *recordings, const char *path, GError **error);

/* Functions for files.c. Test whether the bytes begin as a merged file does, and add the recordings
 * of such a file to `ret` (struct tn_recording *). */
bool tn_merged_is(const void *data, gsize length);
bool tn_merged_read(const char *path, GBytes *bytes, GPtrArray *ret, GError **error);

/* Adds the recordings of an OTF2 archive to `ret` (struct tn_recording *). *ret_unused: text on
 * events that are not used, transfer full; not set if all are used. Returns false and *error
 * (usage) if there are no usable calls, or if the build lacks OTF2. */
bool tn_otf2_read(const char *path, GPtrArray *ret, char **ret_unused, GPtrArray *notes,
                  GError **error);

void tn_recordings_clear(struct tn_recordings *recordings);

#endif
