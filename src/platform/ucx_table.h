/* What UCX prints with UCX_PROTO_INFO=y: for each kind of call between two endpoints a table of which
 * protocol goes over which transports from which size on. 1.13.1's was tried on real runs; those up to
 * 1.20 have other words in their headings (ucp/proto/proto_debug.c). */
#ifndef TN_PLATFORM_UCX_TABLE_H
#define TN_PLATFORM_UCX_TABLE_H

#include <stdint.h>

#include "transports.h"

/* "0..92", "4K..inf", or "0" alone, as UCX and UCC write sizes (ucs_memunits_range_str); inf is INT64_MAX. */
bool tn_ucx_read_sizes(const char *text, int64_t *ret_from, int64_t *ret_to);

/* A row of a table of messages (ucp_tag_send) from the host's memory. */
struct tn_ucx_row {
  int table; /* whose it is: the line of its heading in the text, from 1 */
  const char
      *heading;     /* "ucp_context_0 intra-node cfg#1 tagged message by ucp_tag_send*(...) ..." */
  int64_t from, to; /* bytes, inclusive; INT64_MAX: inf */
  const char *protocol; /* "eager copy-in copy-out" */
  const char *over;     /* "sysv/memory" */
};

/* Messages within a node, in parameters of a transport. tn_ucx_limits_free. */
enum { TN_UCX_N_LIMITS = 4 };
struct tn_ucx_limits {
  GStringChunk *texts;
  GArray *rows;                /* struct tn_ucx_row, table after table */
  int table;                   /* the one of messages that are not sent blocking, if there is one */
  enum tn_mechanism mechanism; /* by which long ones are copied; TN_CICO: through cells */
  const char *adapter;   /* transports of the row of the least messages inside the node that has
                          others than those of shared memory, "55% on knem/memory and 45% on rc_mlx5/mlx5_2:1"; NULL: none */
  int64_t adapter_from;  /* bytes from which on they are used */
  bool is_adapter_alone; /* true if a row has no transport of shared memory */
  struct tn_override overrides[TN_UCX_N_LIMITS]; /* [n_overrides] */
  int n_overrides;
};

/* Of a text with such tables, which may hold anything else. Lines of several ranks may be mixed, as long as
 * each has its rank's "[host:pid...]" before it; one that was cut is left out. False and *ret_why (transfer
 * full, one line; NULL: no table at all): none of messages within a node, or one of a release that is
 * not known: a protocol by another name, sizes with a gap or an end. ret->rows are there all the same. */
bool tn_ucx_limits_read(const char *text, size_t length, struct tn_ucx_limits *ret, char **ret_why);
void tn_ucx_limits_free(struct tn_ucx_limits *limits);

#endif
