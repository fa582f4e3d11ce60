/* Log: output of MPI libraries, possibly mixed with other output, and the choices of algorithms
 * that it shows.
 * Open MPI: coll_base_verbose, pml_base_verbose, mpi_show_mca_params, and lines of coll/tuned (6.0,
 * or earlier debug builds). UCX: tables and settings. MPICH: counters of algorithms, and errors
 * about a table. UCC: score map and UCC_COLL_TRACE.
 * docs/export.md lists what was tested with real runs. The log owns all texts. */
#ifndef TN_RULES_LOG_H
#define TN_RULES_LOG_H

#include <glib.h>
#include <stdbool.h>

#include "platform/ucx_table.h"

enum tn_log_library { TN_LOG_OMPI, TN_LOG_MPICH, TN_LOG_UCC, TN_LOG_UCX, TN_N_LOG_LIBRARIES };
extern const char *const tn_log_library_names[TN_N_LOG_LIBRARIES]; /* "Open MPI" and so on */

/* A component of Open MPI's coll framework that is enabled on MPI_COMM_WORLD. */
struct tn_log_component {
  const char *name;
  int priority;
};

/* An algorithm that ran, and how often it was called. */
struct tn_log_call {
  const char *collective; /* "bcast" and so on */
  const char *name;       /* Open MPI's number or MPICH's name of the algorithm */
  gint64 segment;         /* segment size in bytes; -1 if the log does not show it */
  gint64 n;               /* number of calls by one rank */
};

/* A range of sizes in UCC's score map for host memory. */
struct tn_log_score {
  const char *collective, *team; /* team is a name such as "TL_UCP" */
  int64_t from, to;              /* bytes, inclusive */
};

struct tn_log {
  GStringChunk *texts;
  bool has[TN_N_LOG_LIBRARIES];
  bool is_ompi_4; /* true if the log shows parameters that Open MPI 4's mpirun sets */
  /* number of ranks in MPI_COMM_WORLD or UCC's team; 0 if unknown */
  int n_ranks;
  /* parameter of Open MPI or UCX -> "value (origin)", e.g. "true (environment)" */
  GHashTable *params;
  GHashTable *takes;      /* collective -> component of Open MPI that performs it (6.0) */
  GArray *components;     /* struct tn_log_component */
  GArray *calls, *scores; /* struct tn_log_call, struct tn_log_score */
  /* name of Open MPI's pml component; NULL if unknown */
  const char *messages;
  const char *ucx;     /* version of UCX; NULL if the log does not show it */
  const char *dropped; /* line that reports a rejected file of rules; NULL if there is none */
  GHashTable *failed;  /* set of collectives; a call of each failed */
  struct tn_ucx_limits limits; /* limits in UCX's tables, valid if has_limits */
  bool has_limits;
  char *why; /* why the limits are unknown although there are tables of UCX, or NULL */
};

/* Reads a log; free with tn_log_free. If the text has no output of a library, `has` is false for
 * it. */
struct tn_log *tn_log_read(const char *text, gsize length);
void tn_log_free(struct tn_log *log);

/* Returns "value (origin)" of a parameter; NULL if the log does not show it. Borrowed. */
const char *tn_log_param(const struct tn_log *log, const char *name);

#endif
