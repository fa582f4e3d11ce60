/* The simulator: runs one point (a collective on a node) and returns its times.
 *
 * Call tn_sim_run from a worker process that has called tn_sim_init; each process has one engine.
 * The clock starts at 0 at each point, so results do not depend on earlier runs. */
#ifndef TN_SIM_SIM_H
#define TN_SIM_SIM_H

#include <glib.h>
#include <stdbool.h>

#include "algos/bench/schedule.h"
#include "algos/device/nccl_tuning.h"
#include "point.h"

/* Parts of the critical path. Columns: constant; name, as in columns of rows; letter in tables;
 * text of the legend; adjective of a run in which the part is the largest; description. */
#define TN_HOST_PARTS(X)                                                                           \
  X(TN_STARTUP, "startup", 'S', "startup", "start-up",                                             \
    "calls, attachments and the software of messages")                                             \
  X(TN_LOCK, "lock", 'L', "lock", "lock", "pinning or faulting in pages under page locks")         \
  X(TN_COPY, "copy", 'C', "copy", "copy", "copying at the rate of a single copy")                  \
  X(TN_MEMORY, "memory", 'M', "memory", "bandwidth",                                               \
    "copying more slowly because others use caches, links or memory too")                          \
  X(TN_SYNC, "sync", 'F', "flag lines", "flags", "waiting for cache lines of flags")               \
  X(TN_REDUCE_PART, "reduce", 'R', "reduce", "reduction", "reducing")                              \
  X(TN_COMPUTE, "compute", 'X', "compute", "computation", "computing")                             \
  X(TN_NOISE, "noise", 'N', "noise", "noise", "noise on the ranks' cores")
#define TN_DEVICE_PARTS(X)                                                                         \
  X(TN_LAUNCH_PART, "launch", 'D', "launch", "launches",                                           \
    "handing work to a device, its start and noticing its end")
#define TN_PARTS(X) TN_HOST_PARTS(X) TN_DEVICE_PARTS(X)

#define TN_PART_CONSTANT(part, ...) part,
enum tn_part { TN_PARTS(TN_PART_CONSTANT) TN_N_PARTS };
#undef TN_PART_CONSTANT

extern const struct tn_part_words {
  const char *name;
  char letter;
  const char *legend, *bound, *does;
} tn_parts[TN_N_PARTS];

/* Returns the largest of parts[TN_N_PARTS], the first of equals. */
enum tn_part tn_part_largest(const double *parts);

/* Times of the ranks in the last call, in seconds of the point's clock. */
struct tn_sim_stamps {
  double start; /* end of the last meeting of all ranks before the call */
  struct {
    double entry;
    double exit;
    /* arrival of the last byte in the receive buffer; before `start` if no byte arrived */
    double data;
  } rank[]; /* [n_ranks] */
};

/* Steps of the critical path of the calls after the last meeting of all ranks, each an action of a
 * strand. A step begins where the previous one ends. */
struct tn_path_step {
  double from, to;  /* begin and end, in seconds since the entry of the last rank */
  double noise;     /* seconds of noise on the core */
  const char *name; /* "pin", "copy", "flag", "idle", ...; static */
  int rank, strand; /* strand 0 is the rank's own strand */
  int peer;         /* rank from or to which it copies, or that continues the path; -1: none */
  /* most callers of the page lock at one time, this rank included; 0: no lock */
  int callers;
  size_t bytes; /* bytes to move; 0: none or unknown */
};
struct tn_sim_path {
  size_t room;                /* number of elements of `step`; set by the caller of tn_sim_run */
  size_t n;                   /* number of steps; only the first `room` are stored */
  struct tn_path_step step[]; /* [room] without gaps from time 0 to the end of the span */
};

/* Optional outputs, each NULL if it is not wanted. */
#define TN_SIM_OUTPUTS                                                                             \
  const char *timeline; /* name of the file for the last call's timeline */                        \
  const char *title;    /* of the timeline, or NULL */                                             \
  struct tn_sim_stamps *stamps;                                                                    \
  struct tn_sim_path *path;
struct tn_sim_outputs {
  TN_SIM_OUTPUTS
};

/* Limits of a run in a race among points. The run stops as soon as its result is sure to exceed a
 * limit. All 0: no race. */
struct tn_sim_race {
  double most_avg;     /* seconds, for the result's avg; 0: no limit */
  double most_warm_up; /* seconds, for the result's warm_up; 0: no limit */
  /* true for less precise times: coarse bundles of fragments, and rates that lag (strand.h) */
  bool is_coarse;
};

/* A point with its resolved inputs and outputs, borrowed during tn_sim_run. The members of `point`
 * and `outputs` are also members of this structure. */
struct tn_sim_point {
  union {
    struct tn_point point;
    struct {
#define INPUT(KEY, type, name) type name;
#define CONDITION INPUT
#include "point.def"
    };
  };
  const double *values;           /* [TN_N_PARAMS], from tn_platform_resolve */
  int n_packages;                 /* number of packages of one node */
  const struct tn_fabric *fabric; /* devices and links of the platform file; NULL: no devices */
  /* [n_ranks] seconds by which each rank enters late; NULL: as it leaves a dissemination barrier */
  const double *delays;
  /* most bytes that `verify` may allocate; 0: tn_sim_data_limit() */
  size_t data_limit;
  struct tn_sim_race race;
  union {
    struct tn_sim_outputs outputs;
    struct {
      TN_SIM_OUTPUTS
    };
  };
};

/* Order in which a reduction adds the ranks' operands, if the point verifies orders. Two results
 * have the same bits, whatever numbers are added, if their orders are equal; a + b counts as b + a.
 */
struct tn_sum_order {
  uint64_t all;          /* equal if all elements on all ranks have equal orders */
  uint64_t element;      /* equal if the ranks' first elements have equal orders */
  bool is_uniform;       /* all elements of a rank's result have one order */
  bool is_same_on_ranks; /* all ranks that get the same element get it with one order */
  /* each sum joins neighbouring ranges of ranks, so that the order would serve an operation that
   * does not commute */
  bool in_rank_order;
  bool is_repeated; /* all calls of the point have the same order */
};

enum { TN_N_FIRST = 8 };
enum { TN_READ_WORDS = (TN_N_PARAMS + 63) / 64 };

struct tn_sim_result {
  /* seconds. avg, min, max: average, smallest and largest over ranks of each rank's mean over
   * calls; span: mean over calls */
  double avg, min, max, span;
  /* seconds of the first warm-up call, mean over ranks; 0: no such call */
  double warm_up;
  /* true if a limit stopped the run: avg is race.most_avg, a lower bound */
  bool is_stopped;
  double parts[TN_N_PARTS]; /* seconds, mean over calls; their sum is span */
  /* computed: seconds of each rank's computation in a non-blocking collective; alone, together:
   * spans without and with it. Measured values are medians over calls of the average over ranks. 0:
   * no computation. */
  double computed, alone, together;
  double first[TN_N_FIRST]; /* seconds of ranks 0, 1, ..., mean over calls */
  /* Seconds: median over calls of the average over ranks, and the median's 95 % interval. */
  double avg_median, avg_low, avg_high;
  /* seconds: percentiles 5 and 95 over calls of the average over ranks (nearest rank) */
  double avg_p5, avg_p95;
  /* messages of one call, in total and by distance */
  long long transfers, inter_node, inter_package, inter_numa, intra_numa;
  /* look-ups and hits in the registration caches of all ranks, in the timed calls */
  long long look_ups, hits;
  int max_callers; /* most callers of one page lock in the timed calls */
  int verified;    /* 1 correct, 0 wrong, -1 not checked */
  struct tn_sum_order order;
  bool lacks_timeline;
  /* number of all operations: a measure of the run's cost */
  long long operations;
  /* one bit per parameter that contributed to a cost (tn_sim_has_read) */
  uint64_t reads[TN_READ_WORDS];
};

/* Returns true if the value of parameter p influenced the run. A parameter whose value was only
 * looked up, without an effect on a cost, has not influenced the run. */
static inline bool tn_sim_has_read(const struct tn_sim_result *result, enum tn_param p)
{
  return result->reads[p / 64] >> p % 64 & 1;
}

static inline void tn_reads_add(uint64_t *reads, enum tn_param p)
{
  reads[p / 64] |= (uint64_t)1 << p % 64;
}

static inline void tn_reads_join(uint64_t *reads, const uint64_t *more)
{
  for (int i = 0; i < TN_READ_WORDS; i++)
    reads[i] |= more[i];
}

/* Loads SimGrid, if needed, for this process and its later children. */
bool tn_sim_load(const struct tn_platform *pf, GError **error);

/* Prepares this process for the platform, with SimGrid if needed. Sets the locale to C. */
bool tn_sim_init(const struct tn_platform *pf, GError **error);

/* Runs a point. Returns false and *error on a deadlock (with ranks and flags), wrong data, or a
 * source that changed while it was read. */
bool tn_sim_run(const struct tn_sim_point *point, struct tn_sim_result *ret, GError **error);

/* Computes the schedule of the point's calls (algos/bench/schedule.h). Returns false if the point
 * has no schedule. Works without tn_sim_init. */
bool tn_sim_schedule(const struct tn_sim_point *point, struct tn_schedule *ret);

/* Returns how many bytes all concurrent points together may allocate for `verify`: half of the
 * memory. */
size_t tn_sim_data_limit(void);
/* Returns how many bytes the point allocates for `verify`. Works without tn_sim_init. */
size_t tn_sim_data_bytes(const struct tn_sim_point *point);

/* Parameters that determine limits of messages within (near) and between nodes (far), as bits. */
struct tn_limits_reads {
  uint64_t near[TN_READ_WORDS], far[TN_READ_WORDS];
};

/* Returns the limits of messages for values from tn_platform_resolve. Adds the parameters used to
 * *ret_reads, which may be NULL. */
struct tn_p2p_limits tn_sim_p2p_limits(const double *values, enum tn_mechanism mechanism,
                                       struct tn_limits_reads *ret_reads);

/* Returns the node's properties that NCCL uses, for values from tn_platform_resolve. */
struct tn_nccl tn_sim_nccl(const double *values);

/* A call with the layout of its ranks and the properties of the node that NCCL uses. `call` points
 * into this structure, so do not move it. */
struct tn_placed {
  struct tn_call call;
  struct tn_layout layout;
  struct tn_nccl nccl;
};

/* Places the call on `places`, which must outlive *ret, for the mechanism and resolved values. */
void tn_sim_place(const struct tn_call *call, const struct tn_places *places,
                  enum tn_mechanism mechanism, const double *values, struct tn_placed *ret);

/* Returns for example "3.32.0", or "unknown" if SimGrid cannot be loaded. */
const char *tn_sim_simgrid_version(void);

#endif
