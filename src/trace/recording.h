/* A rank's file (record.h) after checks. */
#ifndef TN_TRACE_RECORDING_H
#define TN_TRACE_RECORDING_H

#include <glib.h>
#include <stdbool.h>

#include "record.h"

struct tn_recording_comm {
  guint64 id; /* identifier that all ranks of the communicator share and no other communicator
               * has */
  int n;
  int *rank; /* [n] ranks in MPI_COMM_WORLD, owned */
};

struct tn_recording {
  char *file;    /* name of the file for messages */
  GBytes *bytes; /* `header` and `calls` point into them */
  const struct tn_record_header *header;
  GArray *comms; /* struct tn_recording_comm, by record.comm */
  GPtrArray
      *calls; /* const struct tn_record *, blocking, sorted by entry, each before its numbers */
  guint64 started[TN_N_KINDS]; /* non-blocking calls by kind */
  guint64 end;                 /* ns: time of MPI_Finalize, or the last exit in the file */
  guint64 used;                /* bytes up to the last valid record */
  bool is_finished;            /* true if the rank called MPI_Finalize */
  bool is_damaged;             /* true if the file ends at an invalid record */
};

/* Returns a file's recording with a reference to `bytes`; NULL and *error (usage) if it is none. */
struct tn_recording *tn_recording_parse(const char *file, GBytes *bytes, GError **error);
void tn_recording_free(struct tn_recording *r);

/* Names of kinds; collectives of the registry are in tn_collective_names. */
extern const char *const tn_record_kind_names[TN_N_KINDS];
/* Returns the kind with this name of `length` letters in any case, or TN_N_KINDS. */
int tn_record_kind_find(const char *name, gsize length);
extern const char *const tn_record_reason_texts[TN_N_REASONS];
bool tn_record_kind_has_root(int kind);
/* Return true if each rank has its own count, or (alltoallv, alltoallw) a count for each rank. */
bool tn_record_kind_has_counts(int kind);
bool tn_record_kind_has_matrix(int kind);

static inline const uint64_t *tn_record_numbers(const struct tn_record *record)
{
  return (const uint64_t *)(const void *)(record + 1);
}

#endif
