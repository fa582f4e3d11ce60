/* Makes recordings from the events of traces in other formats. */
#ifndef TN_TRACE_RECORDER_H
#define TN_TRACE_RECORDER_H

#include "recording.h"

/* Ranks of a communicator. */
struct tn_recorder_group {
  guint n;           /* 0: each rank alone, MPI_COMM_SELF */
  bool is_global;    /* true if roots are ranks in MPI_COMM_WORLD */
  uint64_t member[]; /* [n] ranks in MPI_COMM_WORLD */
};

/* Events that are counted and not recorded. */
enum tn_unused {
  TN_UNUSED_MESSAGE,
  TN_UNUSED_NONBLOCKING,
  TN_UNUSED_PERSISTENT,
  TN_UNUSED_NEIGHBOUR,
  TN_UNUSED_ONE_SIDED,
  TN_UNUSED_NODES,
  TN_UNUSED_UNDEFINED,
  TN_UNUSED_HANDLE,
  TN_UNUSED_THREAD,
  TN_N_UNUSED
};

/* Returns what a function of the program is: an unused event, or one of these. */
enum { TN_REGION_OTHER = TN_N_UNUSED, TN_REGION_INIT, TN_REGION_FINALIZE };
int tn_recorder_region(const char *function, bool is_one_sided);

/* Numbers of recorded calls and of other events of all ranks together; reasons for assumptions. */
struct tn_recorder_counts {
  guint64 calls;
  guint64 reductions;
  guint64 matrices;  /* alltoallv and alltoallw */
  guint64 ambiguous; /* calls with sizes that fit with and without MPI_IN_PLACE */
  guint64 unused[TN_N_UNUSED];
  double message_bytes;
  bool is_foreign;   /* true if Score-P did not write the trace */
  bool has_no_nodes; /* true if the trace does not name the nodes */
};

struct tn_recorder {
  guint n_ranks;
  const int *node; /* [n_ranks] lowest rank on the same node, borrowed */
  uint64_t rank;
  GByteArray *bytes; /* a file of tools/trace */
  GHashTable *comms; /* reference -> struct recorder_comm */
  guint n_comms;     /* number of recorded communicators */
  struct tn_recorder_counts *counts;
};

struct tn_recorder tn_recorder_new(int rank, const int *node, guint n_ranks,
                                   struct tn_recorder_counts *counts);

/* Appends a record and its n numbers. Sets its `more` and `mark`. */
void tn_recorder_add(struct tn_recorder *recorder, struct tn_record record, const uint64_t *numbers,
                     gsize n);

/* Appends a collective with the record's kind, times and root. `group`: ranks of the communicator,
 * NULL if unknown; `reference`: its number in the trace; `sent`, `received`: bytes as Score-P counts
 * them. The trace has no element types: the largest type of 8, 4 or 1 bytes that fits is assumed.
 * Likewise equal shares of alltoallv and alltoallw, and no MPI_IN_PLACE if both fit. */
void tn_recorder_call(struct tn_recorder *recorder, struct tn_record record, uint32_t reference,
                      const struct tn_recorder_group *group, uint64_t sent, uint64_t received);

/* Adds the recording, which begins at `begin` ns, to `ret` and frees the recorder. */
void tn_recorder_finish(struct tn_recorder *recorder, const char *file, guint64 begin,
                        GPtrArray *ret);

/* Adds notes on assumptions and unused events; *ret_unused: text on these events, transfer full,
 * not set if all are used. Returns false and *error (usage) if no calls were recorded. */
bool tn_recorder_report(const struct tn_recorder_counts *counts, const char *path,
                        char **ret_unused, GPtrArray *notes, GError **error);

#endif
