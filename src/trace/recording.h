/* A rank's file (record.h) after it was checked. */
#ifndef TN_TRACE_RECORDING_H
#define TN_TRACE_RECORDING_H

#include <glib.h>
#include <stdbool.h>

#include "record.h"

/* A communicator from the rank's point of view. */
struct tn_recording_comm {
  guint64 id; /* identifier that all ranks of the communicator share and no other communicator
               * has */
  int n;
  int *rank; /* [n] ranks in MPI_COMM_WORLD, owned */
};

struct tn_recording {
  char *file;    /* name of the file for messages */
  GBytes *bytes; /* contents of the file; `header` and `calls` point into them */
  const struct tn_record_header *header;
  GArray *comms; /* struct tn_recording_comm, indexed by record.comm */
  GPtrArray
      *calls; /* const struct tn_record *, blocking, sorted by entry, each before its numbers */
  guint64 started[TN_N_KINDS]; /* number of non-blocking calls of each kind */
  guint64 end;                 /* ns: time of MPI_Finalize, or the last exit in the file */
  guint64 used;                /* bytes of the file up to the last valid record */
  bool is_finished;            /* true if the rank called MPI_Finalize */
  bool is_damaged;             /* true if the file ends at an invalid record */
};

/* Returns the recording of a file and keeps a reference to `bytes`. Returns NULL and *error (usage)
 * if the file is not a recording. */
struct tn_recording *tn_recording_parse(const char *file, GBytes *bytes, GError **error);
void tn_recording_free(struct tn_recording *r);

/* Names of the kinds; collectives of the registry have their names in tn_collective_names. */
extern const char *const tn_record_kind_names[TN_N_KINDS];
/* Returns the kind with this name of `length` letters, ignoring case; TN_N_KINDS if no kind has
 * the name. */
int tn_record_kind_find(const char *name, gsize length);
extern const char *const tn_record_reason_texts[TN_N_REASONS];
bool tn_record_kind_has_root(int kind);
/* Return true if each rank has its own count, or (alltoallv and alltoallw) if each rank has one
 * count for each rank. */
bool tn_record_kind_has_counts(int kind);
bool tn_record_kind_has_matrix(int kind);

/* Returns the numbers that follow a record: the bytes to each rank. */
static inline const uint64_t *tn_record_numbers(const struct tn_record *record)
{
  return (const uint64_t *)(const void *)(record + 1);
}

#endif
