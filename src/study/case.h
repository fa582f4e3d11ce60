/* A case: the description of one run of one algorithm on one machine, and the conditions that all
 * runs of a study share.
 *
 * Fields are numbers and enumerations, not the text of options. A structure that is all zero has
 * the default in every field. If the platform or the algorithm decides the default of an
 * enumeration, the field is an int: 0 keeps that default, TN_JUST(x) selects x. */
#ifndef TN_STUDY_CASE_H
#define TN_STUDY_CASE_H

#include "algos/compose/nested.h"
#include "platform/transports.h"
#include "sim/sim.h"

#define TN_JUST(x) (1 + (int)(x))
#define TN_DEFAULT_MAPPING "core"
/* Returns the default mapping of a case with the user's buffers in this memory. Static. */
const char *tn_usual_mapping(enum tn_user_memory memory);

/* Errors of a case that cannot run. The message is one line with the value found and the values
 * accepted; it names no options. */
GQuark tn_study_error_quark(void);
#define TN_STUDY_ERROR tn_study_error_quark()
#define tn_study_refuse(error, code, ...)                                                          \
  tn_refuse(error, TN_STUDY_ERROR, TN_STUDY_##code, __VA_ARGS__)
enum tn_study_error {
  TN_STUDY_SETUP,     /* the kernel profile is missing on the platform, or an override is invalid */
  TN_STUDY_MECHANISM, /* the algorithm cannot use the mechanism */
  TN_STUDY_PARAM,     /* a parameter of the algorithm is out of its range */
  TN_STUDY_ROOT,      /* the root is not a rank */
  TN_STUDY_PLACES,    /* too few processing units, or an invalid mapping */
  TN_STUDY_SIZE,      /* too many bytes, or not a whole number of elements */
  TN_STUDY_COUNTS,    /* wrong number of counts, or the collective takes no counts */
  TN_STUDY_UNSUPPORTED, /* the algorithm does not support the conditions */
  TN_STUDY_NOISE,       /* the noise names ranks that the case does not have */
  TN_STUDY_ARRIVAL      /* fewer delays than ranks, or an unknown barrier */
};

/* Value of the fields warmup and seed that means the number 0, because 0 selects the default. */
enum { TN_REALLY_ZERO = -1 };

/* Upper limits of counts and of worker processes; larger values are rejected as typing errors. */
enum { TN_MAX_COUNT = 1000000, TN_MAX_JOBS = 1024 };
/* Precision of a case: default value, and largest accepted value. */
#define TN_PRECISION 0.005
#define TN_LEAST_PRECISION 0.1
/* Upper limit of point_limit in seconds; larger values are rejected as typing errors. */
#define TN_LONGEST_LIMIT 1e8

struct tn_conditions;

/* Sizes of the ranks' blocks, for collectives with counts. */
struct tn_counts {
  const char *name; /* name of the counts in rows; NULL: unnamed */
  /* [n] bytes of each rank's block. For alltoallv: n_ranks values for each sender in turn, or
   * n_ranks values that all senders use, one for each receiver */
  const size_t *bytes;
  size_t n;
};

/* All pointers are borrowed. A study keeps `platform` and `conditions` and copies the rest. */
struct tn_case {
  const struct tn_platform *platform;  /* required */
  int kernel;                          /* TN_JUST(enum tn_kernel); 0: the platform's profile */
  const struct tn_override *overrides; /* [n_overrides] values of the platform's parameters */
  int n_overrides;
  /* TN_JUST(enum tn_transport_profile), whose values the overrides replace; 0: the platform's own
   * transport; -1: the platform's own, and rows name no transport */
  int transport;
  const struct tn_method *algorithm; /* required; implies the collective */
  int64_t mechanism; /* TN_JUST(enum tn_mechanism), or a list made by tn_list_append; 0: default */
  /* returns true if the machine has mechanism m; NULL: the platform file decides */
  bool (*has)(enum tn_mechanism m, GError **error);
  /* TN_JUST(enum tn_user_memory); 0: the memory of the mechanism or, without one, the host's */
  int memory;
  int backing; /* TN_JUST(enum tn_backing); 0: the platform's backing */
  enum tn_buffers buffers;
  /* mapping of the ranks (tn_places_new); NULL: "core", or "device" for user buffers on devices */
  const char *mapping;
  /* true if there may be more ranks than processing units; only for real processes */
  bool share_cores;
  bool strands_share; /* true if strands may share cores for any value of core_sharing */
  /* bits: bit i is set if params[i] is used; otherwise the algorithm's default is used */
  unsigned given;
  /* values of the parameters, in the order of the algorithm's entry */
  int64_t params[TN_MAX_PARAMS];
  /* parts of a composition; NULL for other algorithms. If no algorithm is set for a return phase,
   * it uses the algorithm of the forward phase */
  const struct tn_nested *nested;
  /* number of ranks; 0: the number that the parameters require, otherwise the platform's default
   * (for user buffers on devices: the number of devices) */
  int ranks;
  int root;
  bool in_place;
  int type; /* TN_JUST(enum tn_type) of reductions; 0: float32 */
  enum tn_op op;
  size_t bytes;                   /* bytes as in tn_call.block; ignored if counts is set */
  const struct tn_counts *counts; /* NULL: `bytes` for each rank */
  /* barrier before each call, if the conditions have no arrival; the ranks enter the call when they
   * leave the barrier. NULL: a dissemination barrier */
  const struct tn_method *barrier;
  /* conditions of this case alone: law, protocol, warmup, repetitions, noise, arrival, seed and
   * ideal are used, other members are ignored. NULL: the study's conditions */
  const struct tn_conditions *conditions;
};

/* Returns a copy of the case with the additional override p = value, which takes precedence over
 * earlier overrides. The copy owns its overrides. Its other pointers are those of `asked`. Transfer
 * full (g_free). */
struct tn_case *tn_case_with(const struct tn_case *asked, enum tn_param p, double value);

/* Distribution of the entry delays between the shortest and the longest. */
enum tn_arrival_shape {
  TN_ARRIVAL_UNIFORM, /* drawn at random for each rank */
  /* delays grow with the rank in equal steps: the last rank has the longest delay */
  TN_ARRIVAL_ASCENDING,
  /* delays shrink with the rank in equal steps: rank 0 has the longest delay */
  TN_ARRIVAL_DESCENDING,
  TN_ARRIVAL_LATE, /* one rank has the longest delay, all others have the shortest */
  TN_N_ARRIVAL_SHAPES
};

/* Times at which the ranks enter a call after their synchronisation. */
struct tn_arrival {
  enum tn_arrival_shape shape;
  int late; /* late rank of TN_ARRIVAL_LATE; -1: the last rank */
  /* shortest and longest delay in seconds, used if there are neither delays nor a barrier */
  double first, last;
  double *delays; /* [n] delay of each rank in seconds, or NULL */
  int n;
  /* barrier whose simulated exit times are the entry times, or NULL */
  const struct tn_method *barrier;
  char *text; /* text of the option, for rows; NULL: unnamed; owned */
};

/* Conditions of all cases of a study, except of cases with separate conditions. */
struct tn_conditions {
#define CONDITION(KEY, type, name) type name;
#include "sim/point.def"
  /* largest number of bytes that `verify` may allocate at a time; 0: half of the machine's
   * memory */
  size_t data_limit;
  double point_limit; /* largest processor time of one case in seconds; 0: unlimited */
  int jobs;           /* number of worker processes; 0: one per online processor */
  bool mute;          /* true if the workers' stdout and stderr go to /dev/null */
  /* outputs of a study with one case, borrowed; stamps and path are in memory shared with the
   * workers */
  struct tn_sim_outputs outputs;
};

/* Returns the number of worker processes under the conditions. */
int tn_conditions_jobs(const struct tn_conditions *c);

/* Upper limits of noise and delays. With longer times the clock would no longer resolve
 * picoseconds. One interrupt takes about a microsecond. If noise takes more than 95 % of the time,
 * calls hardly end. */
#define TN_NOISE_LONGEST 1000.0 /* seconds */
#define TN_NOISE_MAX_OFTEN 1e6  /* per second */
#define TN_NOISE_MAX_LOAD 0.95  /* share of the time, sum over all sources */

void tn_noises_free(struct tn_noises *noises);
/* Checks numbers against these limits, and that the starts of a trace ascend. Returns false and
 * sets *error (TN_STUDY_NOISE) otherwise. */
bool tn_noises_validate(const struct tn_noises *noises, GError **error);
/* Returns the sources in the syntax of --noise; a trace is described by its length. Transfer
 * full. */
char *tn_noises_text(const struct tn_noises *noises);
/* Checks that all ranks in the noise are below n_ranks. Returns false and sets *error otherwise. */
bool tn_noises_check(const struct tn_noises *noises, int n_ranks, GError **error);

void tn_arrival_free(struct tn_arrival *arrival);
/* Returns the barrier of the entry "library:NAME" or, if there is no such entry, of the entry NAME.
 * Returns NULL and sets *error (TN_STUDY_ARRIVAL) if there is no such barrier. */
const struct tn_method *tn_arrival_find_barrier(const char *name, GError **error);
/* Returns the delays in the syntax of --arrival; a list of delays is described by its length.
 * Transfer full. */
char *tn_arrival_text(const struct tn_arrival *arrival);
/* Checks that every rank has a delay and that the barrier supports n_ranks ranks in this layout.
 * Returns false and sets *error otherwise. */
bool tn_arrival_check(const struct tn_arrival *arrival, int n_ranks, const struct tn_layout *layout,
                      GError **error);
/* Returns the entry delays of n_ranks ranks in seconds. They depend only on arrival, seed and rank.
 * Returns NULL if `arrival` is NULL or has a barrier. Transfer full. */
double *tn_arrival_delays(const struct tn_arrival *arrival, uint64_t seed, int n_ranks);

#endif
