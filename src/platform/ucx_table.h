/* Reads UCX's tables (UCX_PROTO_INFO=y): protocol and transports by size for each kind of call
 * between two endpoints. Tested with UCX 1.13.1; releases up to 1.20 differ only in headings
 * (ucp/proto/proto_debug.c). */
#ifndef TN_PLATFORM_UCX_TABLE_H
#define TN_PLATFORM_UCX_TABLE_H

#include <stdint.h>

#include "transports.h"

/* Parses "0..92", "4K..inf", "0" of ucs_memunits_range_str (UCX, UCC). "inf" is INT64_MAX. */
bool tn_ucx_read_sizes(const char *text, int64_t *ret_from, int64_t *ret_to);

/* Row of a UCX table for messages (ucp_tag_send) from the host's memory. */
struct tn_ucx_row {
  /* number of the row's table, which is the number (from 1) of the line with the table's heading */
  int table;
  const char
      *heading;     /* "ucp_context_0 intra-node cfg#1 tagged message by ucp_tag_send*(...) ..." */
  int64_t from, to; /* sizes in bytes, inclusive; INT64_MAX: inf */
  const char *protocol; /* "eager copy-in copy-out" */
  const char *over;     /* "sysv/memory" */
};

/* Limits and mechanism of messages within a node, read from UCX's tables. `overrides` has them as
 * platform parameters. Free with tn_ucx_limits_free. */
enum { TN_UCX_N_LIMITS = 4 };
struct tn_ucx_limits {
  GStringChunk *texts;
  GArray *rows; /* struct tn_ucx_row, grouped by table */
  /* number of the table of non-blocking sends; 0: absent */
  int table;
  enum tn_mechanism mechanism; /* mechanism of long messages; TN_CICO: cells */
  /* for rows with transports other than shared memory: transports of the row with the smallest
   * messages, "55% on knem/memory and 45% on rc_mlx5/mlx5_2:1"; NULL if there is no such row */
  const char *adapter;
  /* smallest size of the row `adapter`, in bytes */
  int64_t adapter_from;
  /* true if a row uses no shared memory at all */
  bool is_adapter_alone;
  struct tn_override overrides[TN_UCX_N_LIMITS]; /* [n_overrides] */
  int n_overrides;
};

/* Reads a text that has UCX's tables among other lines. Lines of several ranks may be mixed if they
 * begin with "[host:pid...]"; truncated lines are ignored. Returns false if the text has no table
 * for messages within a node, or if a table is not that of a known release (unknown protocol, gap
 * in the sizes, or early end). *ret_why is then a line with the reason, transfer full; NULL if the
 * text has no UCX table. ret->rows is filled in either case. */
bool tn_ucx_limits_read(const char *text, size_t length, struct tn_ucx_limits *ret, char **ret_why);
void tn_ucx_limits_free(struct tn_ucx_limits *limits);

#endif
