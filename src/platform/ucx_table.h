/* Reads the tables that UCX prints with UCX_PROTO_INFO=y. For each kind of call between two
 * endpoints, a table lists the protocol and the transports by size. Tested with output of UCX
 * 1.13.1. Releases up to 1.20 differ only in the words of their headings
 * (ucp/proto/proto_debug.c). */
#ifndef TN_PLATFORM_UCX_TABLE_H
#define TN_PLATFORM_UCX_TABLE_H

#include <stdint.h>

#include "transports.h"

/* Parses "0..92", "4K..inf", or "0" alone, as UCX and UCC write sizes (ucs_memunits_range_str).
 * "inf" is INT64_MAX. */
bool tn_ucx_read_sizes(const char *text, int64_t *ret_from, int64_t *ret_to);

/* A row of a table for messages (ucp_tag_send) from the host's memory. */
struct tn_ucx_row {
  int table; /* table of the row: line number of the table's heading in the text, from 1 */
  const char
      *heading;     /* "ucp_context_0 intra-node cfg#1 tagged message by ucp_tag_send*(...) ..." */
  int64_t from, to; /* bytes, inclusive; INT64_MAX: inf */
  const char *protocol; /* "eager copy-in copy-out" */
  const char *over;     /* "sysv/memory" */
};

/* Messages within a node as parameters of a transport. Free with tn_ucx_limits_free. */
enum { TN_UCX_N_LIMITS = 4 };
struct tn_ucx_limits {
  GStringChunk *texts;
  GArray *rows; /* struct tn_ucx_row, grouped by table */
  /* table of messages that are sent by non-blocking sends; 0 if absent */
  int table;
  enum tn_mechanism mechanism; /* mechanism that copies long messages; TN_CICO: through cells */
  const char *adapter;   /* transports of the row with the shortest messages within the node that
                            uses more than shared memory, "55% on knem/memory and 45% on
                            rc_mlx5/mlx5_2:1"; may be NULL */
  int64_t adapter_from;  /* bytes of the shortest message of this row */
  bool is_adapter_alone; /* true if a row uses no shared-memory transport */
  struct tn_override overrides[TN_UCX_N_LIMITS]; /* [n_overrides] */
  int n_overrides;
};

/* Reads a text that has such tables and possibly other lines. Lines of several ranks may be mixed
 * if each begins with its rank's "[host:pid...]"; truncated lines are ignored. Returns false if no
 * table is about messages within a node, or the table is of an unknown release: unknown protocol,
 * gap in the sizes, or early end. *ret_why is then one line, transfer full; NULL if there is no
 * table. ret->rows is filled in either case. */
bool tn_ucx_limits_read(const char *text, size_t length, struct tn_ucx_limits *ret, char **ret_why);
void tn_ucx_limits_free(struct tn_ucx_limits *limits);

#endif
