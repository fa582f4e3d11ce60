/* Reads UCX's tables (UCX_PROTO_INFO=y): protocol and transports by size for each kind of call
 * between two endpoints. Tested with UCX 1.13.1; releases up to 1.20 differ only in headings
 * (ucp/proto/proto_debug.c). */
#ifndef TN_PLATFORM_UCX_TABLE_H
#define TN_PLATFORM_UCX_TABLE_H

#include <stdint.h>

#include "transports.h"

/* Parses "0..92", "4K..inf", "0" of ucs_memunits_range_str (UCX, UCC). "inf" is INT64_MAX. */
bool tn_ucx_read_sizes(const char *text, int64_t *ret_from, int64_t *ret_to);

/* Row for messages (ucp_tag_send) from the host's memory. */
struct tn_ucx_row {
  int table; /* number of the row's table: line of the table's heading in the text, from 1 */
  const char
      *heading;     /* "ucp_context_0 intra-node cfg#1 tagged message by ucp_tag_send*(...) ..." */
  int64_t from, to; /* sizes in bytes, inclusive; INT64_MAX: inf */
  const char *protocol; /* "eager copy-in copy-out" */
  const char *over;     /* "sysv/memory" */
};

/* Limits and mechanism of messages within a node, as UCX's tables give them, in the form of
 * platform parameters (`overrides`). Free with tn_ucx_limits_free. */
enum { TN_UCX_N_LIMITS = 4 };
struct tn_ucx_limits {
  GStringChunk *texts;
  GArray *rows; /* struct tn_ucx_row, grouped by table */
  /* number of the table of non-blocking sends; 0: absent */
  int table;
  enum tn_mechanism mechanism; /* mechanism of long messages; TN_CICO: cells */
  /* transports of the row with the smallest messages, of the rows that do not use shared memory
   * only, "55% on knem/memory and 45% on rc_mlx5/mlx5_2:1", or NULL */
  const char *adapter;
  int64_t adapter_from;                          /* smallest message of this row in bytes */
  bool is_adapter_alone;                         /* true if a row uses no shared memory */
  struct tn_override overrides[TN_UCX_N_LIMITS]; /* [n_overrides] */
  int n_overrides;
};

/* Reads a text that has UCX's tables among other lines. Lines of several ranks may be mixed if they
 * begin with "[host:pid...]"; truncated lines are ignored. Returns false if the text has no table
 * for messages within a node, or is from an unknown release (protocol, gap in the sizes, or early
 * end). *ret_why is then a line with the reason, transfer full, or NULL if there is no table.
 * ret->rows is filled in either case. */
bool tn_ucx_limits_read(const char *text, size_t length, struct tn_ucx_limits *ret, char **ret_why);
void tn_ucx_limits_free(struct tn_ucx_limits *limits);

#endif
