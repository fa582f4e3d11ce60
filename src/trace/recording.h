/* One rank's file of record.h, checked. */
#ifndef TN_TRACE_RECORDING_H
#define TN_TRACE_RECORDING_H

#include <glib.h>
#include <stdbool.h>

#include "record.h"

/* A communicator as the rank knows it. */
struct tn_recording_comm {
  guint64 id; /* the same on all its ranks, and no other communicator's */
  int n;
  int *rank; /* [n] in the world, owned */
};

struct tn_recording {
  char *file;    /* for messages */
  GBytes *bytes; /* what the calls point into */
  const struct tn_record_header *header;
  GArray *comms; /* struct tn_recording_comm; record.comm counts here */
  GPtrArray
      *calls; /* const struct tn_record *, blocking, by entry; numbers of `more` behind each */
  guint64 started[TN_N_KINDS]; /* non-blocking calls */
  guint64 end;                 /* ns: MPI_Finalize, or the last exit there is */
  guint64 used;                /* bytes of the file that say something */
  bool is_finished;            /* MPI_Finalize was called */
  bool is_damaged;             /* it ends at a record that makes no sense */
};

/* `bytes` is kept. NULL and *error (usage) when it is none of ours. */
struct tn_recording *tn_recording_parse(const char *file, GBytes *bytes, GError **error);
void tn_recording_free(struct tn_recording *r);

/* What the program knows of kinds: the name, as in tn_collective_names where there is one. */
extern const char *const tn_record_kind_names[TN_N_KINDS];
/* The kind of so many letters, whose case does not matter; TN_N_KINDS: none. */
int tn_record_kind_find(const char *name, gsize length);
extern const char *const tn_record_reason_texts[TN_N_REASONS];
bool tn_record_kind_has_root(int kind);
/* Whether each rank has a count of its own; alltoallv and alltoallw: one for each rank. */
bool tn_record_kind_has_counts(int kind);
bool tn_record_kind_has_matrix(int kind);

/* Numbers behind the record: the bytes to each rank. */
static inline const uint64_t *tn_record_numbers(const struct tn_record *record)
{
  return (const uint64_t *)(const void *)(record + 1);
}

#endif
