/* The simulator: runs one point (a collective on a node) and returns its times.
 *
 * tn_sim_run must be called from a worker process that has called tn_sim_init; one engine per
 * process. The engine's clock starts at 0 at each point, so results do not depend on what ran
 * before. */
#ifndef TN_SIM_SIM_H
#define TN_SIM_SIM_H

#include <glib.h>
#include <stdbool.h>

#include "algos/bench/schedule.h"
#include "algos/device/nccl_tuning.h"
#include "point.h"

/* What the time of the critical path was spent on. Columns: constant; name, as in columns of rows; its
 * letter in tables, and what the legend says for it; what a run is bound by where it is the largest;
 * what is done in that time. */
#define TN_HOST_PARTS(X)                                                                           \
  X(TN_STARTUP, "startup", 'S', "startup", "start-up",                                             \
    "calls, attachments and the software of messages")                                             \
  X(TN_LOCK, "lock", 'L', "lock", "lock", "pinning or faulting in pages under page locks")         \
  X(TN_COPY, "copy", 'C', "copy", "copy", "copying at the rates of a lone copy")                   \
  X(TN_MEMORY, "memory", 'M', "memory", "bandwidth",                                               \
    "copying more slowly because others use caches, links or memory too")                          \
  X(TN_SYNC, "sync", 'F', "flag lines", "flags", "waiting for cache lines of flags to come")       \
  X(TN_REDUCE_PART, "reduce", 'R', "reduce", "reduction", "reducing")                              \
  X(TN_COMPUTE, "compute", 'X', "compute", "computation", "computing")                             \
  X(TN_NOISE, "noise", 'N', "noise", "noise", "noise on the ranks' cores")
#define TN_DEVICE_PARTS(X)                                                                         \
  X(TN_LAUNCH_PART, "launch", 'D', "launch", "launches",                                           \
    "handing work to a device, its start and the sight of its end")
#define TN_PARTS(X) TN_HOST_PARTS(X) TN_DEVICE_PARTS(X)

#define TN_PART_CONSTANT(part, ...) part,
enum tn_part { TN_PARTS(TN_PART_CONSTANT) TN_N_PARTS };
enum { TN_N_HOST_PARTS = TN_LAUNCH_PART }; /* the first ones; the others only devices have */
#undef TN_PART_CONSTANT

extern const struct tn_part_words {
  const char *name;
  char letter;
  const char *legend, *bound, *does;
} tn_parts[TN_N_PARTS];

/* The largest of parts[TN_N_PARTS], the first of equal ones. */
enum tn_part tn_part_largest(const double *parts);

/* When the ranks were where in the last stretch of calls that begins with a meeting, in seconds of the
 * point's clock. */
struct tn_sim_stamps {
  double start; /* when they had met */
  struct {
    double entry; /* when the rank entered its last call */
    double exit;  /* when the rank left its last call */
    double data;  /* when the last byte came into its receive buffer; before `start`: none did */
  } rank[];       /* [n_ranks] */
};

/* What the critical path leads over in the last stretch of calls: a rank or a strand of it does
 * something, and the next step begins where it ends. */
struct tn_path_step {
  double from, to;  /* seconds since the last rank entered */
  double noise;     /* seconds of it, in which the rank's core was away */
  const char *name; /* "pin", "copy", "flag", "idle", ...: static in the program */
  int rank, strand; /* strand 0: the rank itself */
  int peer;         /* the rank that it copied from or to, or handed over to; -1: none */
  int callers;      /* of the page lock at the end, itself included; 0: no lock */
  size_t bytes;     /* that were to be moved; 0: none, or not known */
};
struct tn_sim_path {
  size_t room;                /* of `step`, for the caller to set */
  size_t n;                   /* steps that there are; those beyond `room` are missing */
  struct tn_path_step step[]; /* [room], from 0 to the span without a gap */
};

/* What a run writes beside its result; NULL: not wanted. */
#define TN_SIM_OUTPUTS                                                                             \
  const char *timeline;         /* file for the Chrome/Perfetto JSON of the last call */           \
  struct tn_sim_stamps *stamps; /* for all ranks */                                                \
  struct tn_sim_path *path;
struct tn_sim_outputs {
  TN_SIM_OUTPUTS
};

/* How a run takes part in a race; all 0: it does not. It stops when its result can only be above a
 * limit. */
struct tn_sim_race {
  double most_avg;     /* seconds, of the result's avg; 0: no limit */
  double most_warm_up; /* seconds, of the result's warm_up; 0: no limit */
  bool is_coarse;      /* coarse bundles of fragments, and rates that are late in the first call */
};

/* A point with what it comes to; everything is borrowed for the duration of tn_sim_run. The point's
 * members and those of the outputs are also the structure's own. */
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
  int n_packages;                 /* of a node of the platform */
  const struct tn_fabric *fabric; /* what the platform file names; NULL: nothing */
  const double
      *delays;       /* at entry: [n_ranks] seconds, NULL: exit skew of a dissemination barrier */
  size_t data_limit; /* bytes that `verify` may carry; 0: tn_sim_data_limit() */
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
  double avg, min, max, span; /* seconds: over ranks of per-rank means; span: mean over calls */
  double warm_up;             /* seconds: mean over ranks of the first call before the timed ones */
  bool is_stopped;            /* avg is race.most_avg, and the real one is above it */
  double parts[TN_N_PARTS];   /* seconds, mean over calls; they add up to span */
  /* Of a non-blocking collective beside a computation, seconds: of that, of each rank; of the
   * collective without it, and of both together: spans, of measured ones medians over calls of the
   * average over ranks. 0: nothing is computed. */
  double computed, alone, together;
  double first[TN_N_FIRST]; /* seconds: mean over calls of each of the first ranks */
  /* Over calls, of the average over ranks: median, 95 % interval. */
  double avg_median, avg_low, avg_high;
  double avg_p5, avg_p95; /* percentiles of the same, the nearest call's value */
  long long transfers, inter_node, inter_package, inter_numa, intra_numa; /* messages of one call */
  long long look_ups, hits;      /* of all ranks' registration caches, in the timed calls */
  int max_callers;               /* of one lock, in the timed calls */
  int verified;                  /* 1 yes, 0 no, -1 not asked */
  bool lacks_timeline;           /* it could not be written */
  long long operations;          /* carried out, warm-up included: what the run cost */
  uint64_t reads[TN_READ_WORDS]; /* parameters that something was charged by: tn_sim_has_read */
};

/* Whether the value of parameter p decided something in the run: not merely that it was looked at,
 * nor that a default follows it. */
static inline bool tn_sim_has_read(const struct tn_sim_result *result, enum tn_param p)
{
  return result->reads[p / 64] >> p % 64 & 1;
}

/* Notes that parameter p, or all that `more` notes, decided something. */
static inline void tn_reads_add(uint64_t *reads, enum tn_param p)
{
  reads[p / 64] |= (uint64_t)1 << p % 64;
}

static inline void tn_reads_join(uint64_t *reads, const uint64_t *more)
{
  for (int i = 0; i < TN_READ_WORDS; i++)
    reads[i] |= more[i];
}

/* Loads SimGrid, if the platform needs it, for this process and those that it forks. */
bool tn_sim_load(const struct tn_platform *pf, GError **error);

/* Prepares this process, whose locale becomes C, for the platform; starts SimGrid where it is needed. */
bool tn_sim_init(const struct tn_platform *pf, GError **error);

/* Runs a point. False and *error: deadlock (ranks and flags named), wrong data, a source changed
 * while it was read. */
bool tn_sim_run(const struct tn_sim_point *point, struct tn_sim_result *ret, GError **error);

/* Computes the schedule of the point's calls (algos/bench/schedule.h); false: it has none. Needs no
 * tn_sim_init. */
bool tn_sim_schedule(const struct tn_sim_point *point, struct tn_schedule *ret);

/* Bytes that all points that run at a time may carry for `verify`: half of the machine's memory. */
size_t tn_sim_data_limit(void);
/* Bytes that the point would carry for `verify`. Needs no tn_sim_init. */
size_t tn_sim_data_bytes(const struct tn_sim_point *point);

/* The parameters that the limits of messages within a node, and between nodes, come from. */
struct tn_limits_reads {
  uint64_t near[TN_READ_WORDS], far[TN_READ_WORDS];
};

/* Returns the limits of point-to-point messages among resolved values (tn_platform_resolve), and notes in
 * *ret_reads what it reads of them. NULL: nobody asks. */
struct tn_p2p_limits tn_sim_p2p_limits(const double *values, enum tn_mechanism mechanism,
                                       struct tn_limits_reads *ret_reads);

/* What NCCL finds on a node, among resolved values. */
struct tn_nccl tn_sim_nccl(const double *values);

/* A call that knows where it runs: of its ranks, of NCCL, of the user's memory. It points into its
 * structure, which is not moved. */
struct tn_placed {
  struct tn_call call;
  struct tn_layout layout;
  struct tn_nccl nccl;
};

/* The call on places, which outlive it, by the mechanism, at resolved values. */
void tn_sim_place(const struct tn_call *call, const struct tn_places *places,
                  enum tn_mechanism mechanism, const double *values, struct tn_placed *ret);

/* "3.32.0"; "unknown" where SimGrid cannot be loaded. */
const char *tn_sim_simgrid_version(void);

#endif
