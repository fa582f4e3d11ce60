/* Format of the file that the tracer (tools/tracer) writes for each rank and that recording.c
 * reads: a header and records of equal size, in the writer's byte order. Plain C for the user's MPI
 * compiler.
 *
 * A record is valid if its last word, written last, is tn_record_mark of its number; the first
 * record without its mark ends the file. So a killed rank's records stay readable. Times are
 * nanoseconds of CLOCK_MONOTONIC, which a node shares. */
#ifndef TN_TRACE_RECORD_H
#define TN_TRACE_RECORD_H

#include <stdint.h>

#define TN_RECORD_MAGIC "TNTRACE"
#define TN_RECORD_SUFFIX ".rank"

enum {
  TN_RECORD_VERSION = 1,
  TN_RECORD_ORDER = 0x01020304,
  TN_RECORD_HEADER = 8192, /* bytes of the header */
  TN_RECORD_BYTES = 64,
  TN_RECORD_COUNTS = 8, /* numbers in a struct tn_record_more */
};

/* X(number, name, true if the collective has a root). After EXSCAN calls are only counted, or only
 * their start is recorded. clang-format would indent the list further at each run. */
/* clang-format off */
#define TN_RECORD_KINDS(X)                                                                       \
  X(BARRIER, "barrier", 0) X(BCAST, "bcast", 1) X(SCATTER, "scatter", 1)                         \
  X(SCATTERV, "scatterv", 1) X(GATHER, "gather", 1) X(GATHERV, "gatherv", 1)                     \
  X(ALLGATHER, "allgather", 0) X(ALLGATHERV, "allgatherv", 0) X(ALLTOALL, "alltoall", 0)         \
  X(ALLTOALLV, "alltoallv", 0) X(ALLTOALLW, "alltoallw", 0) X(REDUCE, "reduce", 1)               \
  X(ALLREDUCE, "allreduce", 0) X(REDUCE_SCATTER, "reduce_scatter", 0)                            \
  X(REDUCE_SCATTER_BLOCK, "reduce_scatter_block", 0) X(SCAN, "scan", 0) X(EXSCAN, "exscan", 0)   \
  X(IBARRIER, "ibarrier", 0) X(IBCAST, "ibcast", 1) X(ISCATTER, "iscatter", 1)                   \
  X(ISCATTERV, "iscatterv", 1) X(IGATHER, "igather", 1) X(IGATHERV, "igatherv", 1)               \
  X(IALLGATHER, "iallgather", 0) X(IALLGATHERV, "iallgatherv", 0) X(IALLTOALL, "ialltoall", 0)   \
  X(IALLTOALLV, "ialltoallv", 0) X(IALLTOALLW, "ialltoallw", 0) X(IREDUCE, "ireduce", 1)         \
  X(IALLREDUCE, "iallreduce", 0) X(IREDUCE_SCATTER, "ireduce_scatter", 0)                        \
  X(IREDUCE_SCATTER_BLOCK, "ireduce_scatter_block", 0) X(ISCAN, "iscan", 0)                      \
  X(IEXSCAN, "iexscan", 0) X(NEIGHBOR, "neighbor", 0) X(PERSISTENT, "persistent", 0)
/* clang-format on */

enum tn_record_kind {
#define TN_RECORD_KIND_NUMBER(number, name, root) TN_KIND_##number,
  TN_RECORD_KINDS(TN_RECORD_KIND_NUMBER)
#undef TN_RECORD_KIND_NUMBER
      TN_N_KINDS,
  TN_KIND_COMM = 200, /* a communicator of `bytes` ranks; send: identifier; numbers: ranks in
                       * MPI_COMM_WORLD */
  TN_KIND_DONE,       /* end of non-blocking call `sequence`, at `exit` */
  TN_KIND_PAUSE,      /* MPI_Pcontrol(0), at `entry` */
  TN_KIND_RESUME,     /* MPI_Pcontrol(1 or more), at `entry` */
  TN_KIND_END,        /* MPI_Finalize, at `entry` */
};

/* Reasons for counting without recording: X(number, text). */
/* clang-format off */
#define TN_RECORD_REASONS(X)                                                                     \
  X(NODES, "on communicators of several nodes") X(INTER, "on intercommunicators")                \
  X(PAUSED, "between MPI_Pcontrol(0) and (1)") X(UNKNOWN, "of a kind that is only counted")       \
  X(ROOM, "after the file could not grow")
/* clang-format on */

enum tn_record_reason {
#define TN_RECORD_REASON_NUMBER(number, text) TN_REASON_##number,
  TN_RECORD_REASONS(TN_RECORD_REASON_NUMBER)
#undef TN_RECORD_REASON_NUMBER
      TN_N_REASONS
};

/* Element type of a reduction, without its size. */
enum tn_record_type { TN_ELEMENT_OTHER, TN_ELEMENT_INTEGER, TN_ELEMENT_REAL };

enum tn_record_op {
  TN_RECORD_OP_NONE,
  TN_RECORD_OP_SUM,
  TN_RECORD_OP_PROD,
  TN_RECORD_OP_MIN,
  TN_RECORD_OP_MAX,
  TN_RECORD_OP_LOGICAL,
  TN_RECORD_OP_BITS,
  TN_RECORD_OP_LOC,
  TN_RECORD_OP_USER
};

/* TN_CALL_UNSURE: another rank's record has the bytes. */
enum { TN_CALL_IN_PLACE = 1, TN_CALL_FAILED = 2, TN_CALL_UNSURE = 4 };

/* A call of one rank, or another event, by `kind`. */
struct tn_record {
  uint64_t entry, exit;   /* ns */
  uint64_t send, receive; /* addresses of the buffers; 0 if the call has no such buffer or it is not
                           * significant on this rank */
  uint64_t bytes;         /* bytes of the vector, or of the rank's own block; if each rank has its
                           * own count, that of this rank; for alltoallv and alltoallw, the sum of
                           * what the rank sends */
  uint32_t comm;          /* communicator in this file, from 0 in order of appearance */
  uint32_t sequence;      /* number of the call on the communicator, from 0, counted over all kinds
                           * of calls */
  int32_t root;
  uint8_t kind, type, op, flags;
  uint16_t more;    /* number of struct tn_record_more that follow; each holds 8 numbers */
  uint16_t element; /* bytes of a reduction's element, at most 65535 */
  uint32_t mark;
};

/* Numbers after a record: bytes to each rank (alltoallv, alltoallw) or ranks (TN_KIND_COMM),
 * complete before the record's mark is set. */
struct tn_record_more {
  uint64_t number[TN_RECORD_COUNTS];
};

struct tn_record_header {
  char magic[8];
  uint32_t version, order, header_bytes, record_bytes;
  int32_t rank, n_ranks;                      /* rank and number of ranks in MPI_COMM_WORLD */
  int32_t node;                               /* lowest rank on the same node, as the number of the
                                               * node */
  int32_t threads;                            /* MPI's level of thread support */
  uint64_t run;                               /* equal in all files of a run */
  uint64_t begin;                             /* ns: end of MPI_Init */
  char host[128], program[128], library[512]; /* NUL-terminated; host: name of the node */
  uint64_t counted[TN_N_REASONS][64];         /* calls not recorded, by reason and kind */
  int32_t processors;                         /* processors of the node; 0: unknown */
};

_Static_assert(sizeof(struct tn_record) == TN_RECORD_BYTES, "a record");
_Static_assert(sizeof(struct tn_record_more) == TN_RECORD_BYTES, "a record of more");
_Static_assert(sizeof(struct tn_record_header) <= TN_RECORD_HEADER, "the header");
_Static_assert(TN_N_KINDS <= 64, "header.counted");

/* Returns the last word of record number i, which is never 0. */
static inline uint32_t tn_record_mark(uint64_t i)
{
  return 0x80000000u | (uint32_t)(i * 2654435761u >> 1);
}

#endif
