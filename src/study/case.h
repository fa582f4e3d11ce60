/* A case: one run of one algorithm on one machine, and the conditions that all runs of a study
 * share.
 *
 * Fields are numbers and enumerations, not the text of options. All zero is the default. Where the
 * platform or the algorithm decides the default of an enumeration, the field is an int: 0 keeps the
 * default, TN_JUST(x) selects x. */
#ifndef TN_STUDY_CASE_H
#define TN_STUDY_CASE_H

#include "algos/compose/nested.h"
#include "platform/transports.h"
#include "sim/sim.h"

#define TN_JUST(x) (1 + (int)(x))
#define TN_DEFAULT_MAPPING "core"
/* Returns the mapping that a case gets if it sets none and the user's buffers are in this memory.
 * Static. */
const char *tn_usual_mapping(enum tn_user_memory memory);

/* Returns the GLib error domain of cases that cannot run. A message is one line with the value
 * found and the accepted values. */
GQuark tn_study_error_quark(void);
#define TN_STUDY_ERROR tn_study_error_quark()
#define tn_study_refuse(error, code, ...)                                                          \
  tn_refuse(error, TN_STUDY_ERROR, TN_STUDY_##code, __VA_ARGS__)
enum tn_study_error {
  TN_STUDY_SETUP, /* the kernel profile is not in the platform's file, or an override is invalid */
  TN_STUDY_MECHANISM,
  TN_STUDY_PARAM, /* a parameter is out of its range */
  TN_STUDY_ROOT,
  TN_STUDY_PLACES, /* too few processing units, or an invalid mapping */
  /* the call has too many bytes, or they are not a multiple of the element size */
  TN_STUDY_SIZE,
  TN_STUDY_COUNTS,      /* wrong number of counts, or the collective accepts none */
  TN_STUDY_UNSUPPORTED, /* the algorithm does not support the conditions */
  TN_STUDY_NOISE,       /* the noise names ranks that do not exist */
  TN_STUDY_ARRIVAL      /* fewer delays than ranks, or an unknown barrier */
};

/* A negative number that means 0 in `warmup` and `seed`, because 0 selects their default. */
enum { TN_REALLY_ZERO = -1 };

/* Larger counts and numbers of workers are rejected as typing errors. */
enum { TN_MAX_COUNT = 1000000, TN_MAX_JOBS = 1024 };
/* Precision of a case (relative error of times): default value, and largest accepted value. */
#define TN_PRECISION 0.005
#define TN_LEAST_PRECISION 0.1
/* Largest accepted point_limit, in seconds; larger values are rejected as typing errors. */
#define TN_LONGEST_LIMIT 1e8

struct tn_conditions;

/* Sizes of the ranks' blocks, for collectives with counts. */
struct tn_counts {
  const char *name; /* name in rows; NULL: unnamed */
  /* [n] bytes of the ranks' blocks. alltoallv: n_ranks values (by receiver) for each sender, or
   * n_ranks values that hold for all senders */
  const size_t *bytes;
  size_t n;
};

/* Pointers are borrowed. A study keeps `platform` and `conditions` and copies the rest. */
struct tn_case {
  const struct tn_platform *platform; /* required */
  int kernel; /* kernel profile as TN_JUST(enum tn_kernel); 0: the platform's */
  const struct tn_override *overrides; /* [n_overrides] values that replace the platform's */
  int n_overrides;
  /* Transport as TN_JUST(enum tn_transport_profile); 0: the platform's; -1: no transport.
   * `overrides` have priority over a transport's values. Without a transport the platform's values
   * hold, and rows name no transport. */
  int transport;
  const struct tn_method *algorithm; /* algorithm, required; determines the collective */
  /* mechanism as TN_JUST(enum tn_mechanism), or a list made by tn_list_append; 0: default */
  int64_t mechanism;
  /* Returns true if the machine has mechanism m. NULL: the platform file decides */
  bool (*has)(enum tn_mechanism m, GError **error);
  /* memory of the user's buffers as TN_JUST(enum tn_user_memory); 0: the mechanism's if one is set,
   * else the host's */
  int memory;
  int backing; /* kind of pages as TN_JUST(enum tn_backing); 0: the platform's */
  enum tn_buffers buffers;
  /* mapping for tn_places_new; NULL: "core", or "device" for user buffers on devices */
  const char *mapping;
  /* true if there may be more ranks than processing units; only for real processes */
  bool share_cores;
  /* true if strands (threads of ranks) may share cores, even if core_sharing forbids it */
  bool strands_share;
  /* bit i is set if params[i] replaces the parameter's default */
  unsigned given;
  /* parameters, in the order of the algorithm's entry */
  int64_t params[TN_MAX_PARAMS];
  /* algorithms of a composition's parts; NULL for other algorithms. If no algorithm is set for a
   * return phase, it uses the algorithm of the forward phase */
  const struct tn_nested *nested;
  /* number of ranks; 0: the number that the parameters require, otherwise the platform's default
   * (for user buffers on devices: the number of devices) */
  int ranks;
  int root;
  bool in_place;
  int type; /* element type of reductions, TN_JUST(enum tn_type); 0: float32 */
  enum tn_op op;
  size_t bytes;                   /* bytes of a block (tn_call.block); unused with counts */
  const struct tn_counts *counts; /* sizes of blocks; NULL: `bytes` for each rank */
  /* barrier of the ranks before each call, if the conditions have no arrival; NULL:
   * dissemination */
  const struct tn_method *barrier;
  /* law, protocol, warmup, repetitions, noise, arrival, seed and ideal for this case alone; NULL:
   * the study's conditions */
  const struct tn_conditions *conditions;
};

/* Returns a copy of the case with the override p = value, which replaces earlier ones of p. The
 * copy owns its overrides and borrows everything else. Transfer full (g_free). */
struct tn_case *tn_case_with(const struct tn_case *asked, enum tn_param p, double value);

/* Distribution of the ranks' entry delays between the shortest and the longest delay. */
enum tn_arrival_shape {
  TN_ARRIVAL_UNIFORM, /* delays are random by rank */
  /* delays in equal steps: the last rank has the longest */
  TN_ARRIVAL_ASCENDING,
  /* delays in equal steps: rank 0 has the longest */
  TN_ARRIVAL_DESCENDING,
  TN_ARRIVAL_LATE, /* one rank has the longest, all others the shortest */
  TN_N_ARRIVAL_SHAPES
};

/* Times at which ranks enter a call after their synchronisation. */
struct tn_arrival {
  enum tn_arrival_shape shape;
  int late; /* late rank; -1: the last rank */
  /* shortest and longest delay in seconds; unused if `delays` or `barrier` is set */
  double first, last;
  double *delays; /* [n] delay of each rank in seconds, or NULL */
  int n;
  /* barrier whose simulated exit times are the entry times; or NULL */
  const struct tn_method *barrier;
  char *text; /* the option's text, for rows; NULL: unnamed; owned */
};

/* Conditions of a study, for all cases whose `conditions` is NULL. */
struct tn_conditions {
#define CONDITION(KEY, type, name) type name;
#include "sim/point.def"
  /* largest sum, over all running points, of the bytes that they hold for `verify`; 0: half of the
   * memory */
  size_t data_limit;
  double point_limit; /* seconds of processor time per case; 0: unlimited */
  int jobs;           /* worker processes; 0: one per online processor */
  bool mute;          /* true if workers' stdout and stderr go to /dev/null */
  /* outputs of the simulation, for a study with one case; borrowed. `stamps` and `path` are shared
   * with the workers. */
  struct tn_sim_outputs outputs;
};

int tn_conditions_jobs(const struct tn_conditions *c);

/* Upper limits of noise. With longer times the clock would not resolve picoseconds. An interrupt
 * takes about a microsecond. If noise takes more than 95 % of the time, calls hardly end. */
#define TN_NOISE_LONGEST 1000.0 /* seconds */
#define TN_NOISE_MAX_OFTEN 1e6  /* per second */
#define TN_NOISE_MAX_LOAD 0.95  /* largest share of the time for all noise sources together */

void tn_noises_free(struct tn_noises *noises);
/* Returns true if the noise keeps these limits and the start times of a trace ascend. Otherwise
 * returns false and sets *error (TN_STUDY_NOISE). */
bool tn_noises_validate(const struct tn_noises *noises, GError **error);
/* Returns the noise sources in the syntax of --noise. Instead of a trace's interruptions the text
 * has their number. Transfer full. */
char *tn_noises_text(const struct tn_noises *noises);
/* Returns true if the noise names only ranks below n_ranks, otherwise false and *error. */
bool tn_noises_check(const struct tn_noises *noises, int n_ranks, GError **error);

void tn_arrival_free(struct tn_arrival *arrival);
/* Returns the barrier of the entry "library:NAME" or, if there is no such entry, of the entry NAME.
 * Returns NULL and sets *error (TN_STUDY_ARRIVAL) if there is no such barrier. */
const struct tn_method *tn_arrival_find_barrier(const char *name, GError **error);
/* Returns the arrival in the syntax of --arrival. Instead of listed delays the text has their
 * number. Transfer full. */
char *tn_arrival_text(const struct tn_arrival *arrival);
/* Returns true if every rank has a delay and the barrier supports n_ranks ranks in this layout.
 * Otherwise returns false and sets *error. */
bool tn_arrival_check(const struct tn_arrival *arrival, int n_ranks, const struct tn_layout *layout,
                      GError **error);
/* Returns the delays [n_ranks] in seconds, a function of arrival, seed and rank; NULL if there is
 * no arrival or it is a barrier. Transfer full. */
double *tn_arrival_delays(const struct tn_arrival *arrival, uint64_t seed, int n_ranks);

#endif
