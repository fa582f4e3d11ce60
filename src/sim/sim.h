/* The simulator: runs one point (a collective on a node) and returns its times.
 *
 * Call tn_sim_run from a worker process that has called tn_sim_init; each process has one engine.
 * The engine's clock starts at 0 at each point, so results do not depend on earlier runs. */
#ifndef TN_SIM_SIM_H
#define TN_SIM_SIM_H

#include <glib.h>
#include <stdbool.h>

#include "algos/bench/schedule.h"
#include "algos/device/nccl_tuning.h"
#include "point.h"

/* Parts of the critical path's time. Columns: constant; name, as in columns of rows; letter in
 * tables; text of the legend; adjective of a run in which the part is the largest; description. */
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

/* Returns the largest of parts[TN_N_PARTS], the first one if several are equal. */
enum tn_part tn_part_largest(const double *parts);

/* Times of the ranks in the last stretch of calls that begins with a meeting, in seconds of the
 * point's clock. */
struct tn_sim_stamps {
  double start; /* end of the meeting */
  struct {
    double entry;
    double exit;
    double data; /* arrival of the last byte in the receive buffer; before `start`: no byte */
  } rank[];      /* [n_ranks] */
};

/* Steps of the critical path of the last stretch of calls. Each step is an action of a rank or of
 * one of its strands, and begins where the previous step ends. */
struct tn_path_step {
  double from, to;  /* seconds since the last rank entered */
  double noise;     /* seconds of the step in which noise occupied the core */
  const char *name; /* "pin", "copy", "flag", "idle", ...; static */
  int rank, strand; /* strand 0: the rank itself */
  int peer;         /* rank that `rank` copied from or to, or handed over to; -1: no peer */
  /* number of callers of the page lock at the end of the step, this rank included; 0: no lock */
  int callers;
  size_t bytes; /* bytes to move; 0: no bytes, or unknown */
};
struct tn_sim_path {
  size_t room;                /* number of elements of `step`; set by the caller of tn_sim_run */
  size_t n;                   /* number of steps; steps beyond the first `room` are not stored */
  struct tn_path_step step[]; /* [room] steps without gaps from time 0 to the end of the span */
};

/* Optional outputs of a run; NULL: not wanted. */
#define TN_SIM_OUTPUTS                                                                             \
  const char *timeline;         /* file for the Chrome/Perfetto JSON of the last call */           \
  struct tn_sim_stamps *stamps; /* for all ranks */                                                \
  struct tn_sim_path *path;
struct tn_sim_outputs {
  TN_SIM_OUTPUTS
};

/* Upper limits of a run in a race. The run stops when its result will certainly exceed a limit. All
 * 0: no race. */
struct tn_sim_race {
  double most_avg;     /* upper limit of the result's avg in seconds; 0: no limit */
  double most_warm_up; /* upper limit of the result's warm_up in seconds; 0: no limit */
  /* true if fragments are simulated in coarse bundles and rates may lag in the first call */
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
  const struct tn_fabric *fabric; /* devices of the platform file; NULL: no devices */
  /* [n_ranks] seconds by which each rank enters late; NULL: the ranks enter as they leave a
   * dissemination barrier */
  const double *delays;
  /* largest number of bytes that `verify` may allocate; 0: tn_sim_data_limit() */
  size_t data_limit;
  struct tn_sim_race race;
  union {
    struct tn_sim_outputs outputs;
    struct {
      TN_SIM_OUTPUTS
    };
  };
};

enum { TN_N_FIRST = 8 };
enum { TN_READ_WORDS = (TN_N_PARAMS + 63) / 64 };

struct tn_sim_result {
  /* seconds. avg, min, max: average, smallest and largest over ranks of each rank's mean over
   * calls; span: mean over calls */
  double avg, min, max, span;
  /* seconds of the first call before the timed ones, mean over ranks; 0: no such call */
  double warm_up;
  /* true if the run was stopped by a limit of the race: avg is then race.most_avg, a lower bound */
  bool is_stopped;
  double parts[TN_N_PARTS]; /* seconds, mean over calls; they add up to span */
  /* Seconds of a non-blocking collective that overlaps a computation. computed: the computation of
   * each rank; alone, together: spans of the collective alone and with the computation. Measured
   * values are medians over calls of the average over ranks. 0: no computation. */
  double computed, alone, together;
  double first[TN_N_FIRST]; /* seconds of each of the first ranks, mean over calls */
  /* Statistics over calls of the average over ranks, in seconds: median and its 95 % interval. */
  double avg_median, avg_low, avg_high;
  /* percentiles 5 and 95 over calls of the average over ranks, by the nearest-rank method */
  double avg_p5, avg_p95;
  /* number of messages of one call, in total and by distance */
  long long transfers, inter_node, inter_package, inter_numa, intra_numa;
  /* look-ups and hits in the registration caches of all ranks, in the timed calls */
  long long look_ups, hits;
  int max_callers;     /* largest number of callers of one page lock in the timed calls */
  int verified;        /* 1 correct, 0 wrong, -1 not checked */
  bool lacks_timeline; /* true if the timeline could not be written */
  /* number of operations carried out, warm-up included; a measure of the run's cost */
  long long operations;
  /* one bit per parameter: the parameter contributed to a cost (tn_sim_has_read) */
  uint64_t reads[TN_READ_WORDS];
};

/* Returns true if the value of parameter p influenced the run. A parameter whose value was only
 * looked up, without an effect on a cost, has not influenced the run. */
static inline bool tn_sim_has_read(const struct tn_sim_result *result, enum tn_param p)
{
  return result->reads[p / 64] >> p % 64 & 1;
}

/* Notes that parameter p, or every parameter in `more`, influenced the run. */
static inline void tn_reads_add(uint64_t *reads, enum tn_param p)
{
  reads[p / 64] |= (uint64_t)1 << p % 64;
}

static inline void tn_reads_join(uint64_t *reads, const uint64_t *more)
{
  for (int i = 0; i < TN_READ_WORDS; i++)
    reads[i] |= more[i];
}

/* Loads SimGrid, if the platform needs it, for this process and the processes that it forks. */
bool tn_sim_load(const struct tn_platform *pf, GError **error);

/* Prepares this process for the platform and starts SimGrid where it is needed. Sets the locale to
 * C. */
bool tn_sim_init(const struct tn_platform *pf, GError **error);

/* Runs a point. Returns false and *error on a deadlock (with the ranks and flags), wrong data, or a
 * source that changed while it was read. */
bool tn_sim_run(const struct tn_sim_point *point, struct tn_sim_result *ret, GError **error);

/* Computes the schedule of the point's calls (algos/bench/schedule.h). Returns false if the point
 * has no schedule. Works without tn_sim_init. */
bool tn_sim_schedule(const struct tn_sim_point *point, struct tn_schedule *ret);

/* Returns the bytes that all concurrent points together may allocate for `verify`: half of the
 * machine's memory. */
size_t tn_sim_data_limit(void);
/* Returns the bytes that the point would allocate for `verify`. Works without tn_sim_init. */
size_t tn_sim_data_bytes(const struct tn_sim_point *point);

/* Parameters that determine the limits of messages within a node and between nodes. */
struct tn_limits_reads {
  uint64_t near[TN_READ_WORDS], far[TN_READ_WORDS];
};

/* Returns the limits of point-to-point messages for values from tn_platform_resolve. Unless
 * ret_reads is NULL, adds the parameters that determine the limits to *ret_reads. */
struct tn_p2p_limits tn_sim_p2p_limits(const double *values, enum tn_mechanism mechanism,
                                       struct tn_limits_reads *ret_reads);

/* Returns the properties of a node that NCCL uses, for values from tn_platform_resolve. */
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

/* Returns the version of SimGrid, for example "3.32.0", or "unknown" if SimGrid cannot be
 * loaded. */
const char *tn_sim_simgrid_version(void);

#endif
