/* What MPI libraries print about their choices, in any mixture and with anything else between:
 * Open MPI's coll_base_verbose, pml_base_verbose and mpi_show_mca_params, and coll/tuned's own lines (of 6.0;
 * before, of builds with debugging); UCX's tables and settings; MPICH's counters of algorithms and its
 * complaints about a table; UCC's score map and UCC_COLL_TRACE. docs/export.md says which of them were
 * tried on real runs. */
#ifndef TN_RULES_LOG_H
#define TN_RULES_LOG_H

#include <glib.h>
#include <stdbool.h>

#include "platform/ucx_table.h"

enum tn_logged { TN_LOG_OMPI, TN_LOG_MPICH, TN_LOG_UCC, TN_LOG_UCX, TN_N_LOGGED };
extern const char *const tn_logged_names[TN_N_LOGGED]; /* "Open MPI" */

/* All texts are the log's.
 * A component of Open MPI's coll framework that is enabled on MPI_COMM_WORLD. */
struct tn_log_component {
  const char *name;
  int priority;
};

/* An algorithm that ran. */
struct tn_log_call {
  const char *collective; /* "bcast" */
  const char *name;       /* by Open MPI's number, or MPICH's name */
  gint64 segment;         /* -1: not told */
  gint64 n;               /* calls, of one rank */
};

/* A range of UCC's score map, of the host's memory. */
struct tn_log_score {
  const char *collective, *team; /* "TL_UCP" */
  int64_t from, to;              /* bytes, inclusive */
};

struct tn_log {
  GStringChunk *texts; /* owns all texts */
  bool has[TN_N_LOGGED];
  bool is_ompi_4;         /* mpirun of Open MPI 4 has set parameters */
  int n_ranks;            /* of MPI_COMM_WORLD, or of UCC's team; 0: not told */
  GHashTable *params;     /* text -> text: Open MPI's and UCX's, "true (environment)" */
  GHashTable *takes;      /* text -> text: which component has a collective (6.0) */
  GArray *components;     /* struct tn_log_component */
  GArray *calls, *scores; /* struct tn_log_call, struct tn_log_score */
  const char *messages;   /* Open MPI's pml; NULL: not told */
  const char *ucx;        /* UCX's version; NULL: not told */
  const char *dropped;    /* the line that says that the file of rules is not taken; NULL: none */
  GHashTable *failed;     /* texts: collectives whose call failed */
  struct tn_ucx_limits limits; /* UCX's, if has_limits */
  bool has_limits;
  char *why; /* there are tables, but no limits; NULL: otherwise */
};

/* tn_log_free. Nothing of these libraries: all of `has` is false. */
struct tn_log *tn_log_read(const char *text, gsize length);
void tn_log_free(struct tn_log *log);

/* The value of a parameter, with where it was set; NULL: not printed. Borrowed. */
const char *tn_log_param(const struct tn_log *log, const char *name);

#endif
