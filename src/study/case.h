/* What is asked: one run of one algorithm on one machine, and what all runs of a study share.
 *
 * Numbers and enumerations only, never the text of an option. In a structure that is all zero
 * nothing is chosen: every field then has its default. A field that holds an enumeration whose
 * default is decided by the platform or the algorithm is an int: 0 leaves it open, TN_JUST(x)
 * chooses x. */
#ifndef TN_STUDY_CASE_H
#define TN_STUDY_CASE_H

#include "algos/compose/nested.h"
#include "platform/transports.h"
#include "sim/sim.h"

#define TN_JUST(x) (1 + (int)(x))
#define TN_DEFAULT_MAPPING "core"
/* That of a case with the user's buffers there that names none. Static. */
const char *tn_usual_mapping(enum tn_user_memory memory);

/* Why something that was asked for was refused. The message is one line that names no option: what
 * was found and what is accepted. */
GQuark tn_study_error_quark(void);
#define TN_STUDY_ERROR tn_study_error_quark()
#define tn_study_refuse(error, code, ...)                                                          \
  tn_refuse(error, TN_STUDY_ERROR, TN_STUDY_##code, __VA_ARGS__)
enum tn_study_error {
  TN_STUDY_SETUP,       /* no values: a kernel profile that the platform lacks, a bad override */
  TN_STUDY_MECHANISM,   /* not one of the algorithm's */
  TN_STUDY_PARAM,       /* a parameter of the algorithm is out of its range */
  TN_STUDY_ROOT,        /* no such rank */
  TN_STUDY_PLACES,      /* the ranks do not fit, or a mapping that is none */
  TN_STUDY_SIZE,        /* too many bytes, or no whole number of elements */
  TN_STUDY_COUNTS,      /* not as many counts as the ranks need, or none are taken */
  TN_STUDY_UNSUPPORTED, /* the algorithm cannot run so */
  TN_STUDY_NOISE,       /* it names ranks that the case lacks */
  TN_STUDY_ARRIVAL      /* it has fewer delays than the case has ranks, or no such barrier */
};

/* In warmup and seed, where 0 is the default: really none, really 0. */
enum { TN_REALLY_ZERO = -1 };

/* Of repetitions, ranks and the like, and of worker processes: more is a slip of the finger. */
enum { TN_MAX_COUNT = 1000000, TN_MAX_JOBS = 1024 };
/* Precision of a case: what it is by default, and the coarsest. */
#define TN_PRECISION 0.005
#define TN_LEAST_PRECISION 0.1
/* Seconds for one case: more than anybody waits for. */
#define TN_LONGEST_LIMIT 1e8

struct tn_conditions;

/* Bytes of each rank's block, where the collective lets them differ. */
struct tn_counts {
  const char *name;    /* for rows; NULL: unnamed */
  const size_t *bytes; /* [n]: of the ranks or, of alltoallv, for each sender a row of as many; it
                          takes one for each receiver, too: all ranks send it the same */
  size_t n;
};

/* Everything is borrowed. A study keeps `platform` and `conditions` and copies the rest. */
struct tn_case {
  const struct tn_platform *platform;  /* must be there */
  int kernel;                          /* TN_JUST(enum tn_kernel); 0: the platform's own */
  const struct tn_override *overrides; /* [n_overrides] values of the platform's parameters */
  int n_overrides;
  int transport;                     /* TN_JUST(enum tn_transport_profile), under the overrides;
                                           0: the platform's own; -1: no row names one */
  const struct tn_method *algorithm; /* must be there; it implies the collective */
  int64_t mechanism;                 /* TN_JUST(enum tn_mechanism), or a list of alternatives as
                                           tn_list_append makes it; 0: open (tn_mechanism_choose) */
  bool (*has)(enum tn_mechanism m, GError **error); /* the machine; NULL: as the platform says */
  int memory;  /* TN_JUST(enum tn_user_memory); 0: the mechanism's, or the
                                           host's where that is open, too */
  int backing; /* TN_JUST(enum tn_backing); 0: the platform's own */
  enum tn_buffers buffers;
  const char *mapping;            /* as tn_places_new takes it; NULL: "core", or "device" where the
                                     user's buffers are on devices */
  bool share_cores;               /* more ranks than units; for real processes only */
  bool strands_share;             /* cores, whatever core_sharing is: as the operating system or
                                           a closed form has it */
  unsigned given;                 /* bit i: params[i] counts; else the algorithm's default */
  int64_t params[TN_MAX_PARAMS];  /* in the order of the algorithm's entry */
  const struct tn_nested *nested; /* what a composition is made of; NULL for others. A way back
                                           that is left open has the algorithm of the way there */
  int ranks;                      /* 0: what the parameters ask for, else the platform's own, or
                                     one for each device where the user's buffers are there */
  int root;
  bool in_place;
  int type; /* TN_JUST(enum tn_type), of reductions; 0: float32 */
  enum tn_op op;
  size_t bytes;                    /* as tn_call.block; of no account beside counts */
  const struct tn_counts *counts;  /* NULL: `bytes` for each rank */
  const struct tn_method *barrier; /* before each call, where the conditions have no arrival:
                                           the ranks enter as it leaves them. NULL: as a
                                           dissemination barrier does */
  const struct tn_conditions
      *conditions; /* law, protocol, warmup, repetitions, noise, arrival, seed
                                             and ideal of this case alone, the rest of it unused;
                                             NULL: the study's */
};

/* A copy in which the platform's parameter p has the value, over what the overrides say. It owns its
 * overrides and borrows what `asked` borrows. Transfer full (g_free). */
struct tn_case *tn_case_with(const struct tn_case *asked, enum tn_param p, double value);

/* How delays at entry are spread between the shortest and the longest. */
enum tn_arrival_shape {
  TN_ARRIVAL_UNIFORM,    /* drawn at random for each rank */
  TN_ARRIVAL_ASCENDING,  /* in equal steps by rank: the last rank has the longest */
  TN_ARRIVAL_DESCENDING, /* rank 0 has the longest */
  TN_ARRIVAL_LATE,       /* one rank has the longest, all others the shortest */
  TN_N_ARRIVAL_SHAPES
};

/* When the ranks enter a call, after they have met. */
struct tn_arrival {
  enum tn_arrival_shape shape;
  int late;           /* the rank of TN_ARRIVAL_LATE; -1: the last one */
  double first, last; /* seconds: between them, when there is neither of the others */
  double *delays;     /* [n] seconds by rank, or NULL */
  int n;
  const struct tn_method *barrier; /* as it leaves them in the simulation, or NULL */
  char *text;                      /* as it was written, for rows; NULL: unnamed; owned */
};

/* What all cases of a study share, but for those that have conditions of their own. */
struct tn_conditions {
#define CONDITION(KEY, type, name) type name;
#include "sim/point.def"
  size_t data_limit;             /* bytes that `verify` may carry at a time; 0: half of the
                                    machine's memory */
  double point_limit;            /* seconds of processor time for one case; 0: none */
  int jobs;                      /* worker processes; 0: one for each processor online */
  bool mute;                     /* these have neither standard output nor standard error */
  struct tn_sim_outputs outputs; /* of a study of one case, borrowed; stamps and path in memory that
                                    worker processes share */
};

/* The number that conditions come to. */
int tn_conditions_jobs(const struct tn_conditions *c);

/* Limits of noise and delays. Beside longer times the clock would lose the picoseconds of the rest;
 * an interrupt alone takes about a microsecond; with less than a twentieth of the time left, calls
 * hardly end. */
#define TN_NOISE_LONGEST 1000.0 /* seconds */
#define TN_NOISE_MOST_OFTEN 1e6 /* per second */
#define TN_NOISE_MOST_LOAD 0.95 /* share of the time, of all sources together */

void tn_noises_free(struct tn_noises *noises);
/* False and *error (TN_STUDY_NOISE) when a number is beyond these limits, or starts of a trace do
 * not ascend. */
bool tn_noises_validate(const struct tn_noises *noises, GError **error);
/* The sources as --noise takes them; a trace by its length. Transfer full. */
char *tn_noises_text(const struct tn_noises *noises);
/* False and *error when a rank that is named does not exist among n_ranks. */
bool tn_noises_check(const struct tn_noises *noises, int n_ranks, GError **error);

void tn_arrival_free(struct tn_arrival *arrival);
/* The barrier of the entry "library:NAME", or else of the entry NAME. NULL and *error
 * (TN_STUDY_ARRIVAL) where there is none. */
const struct tn_method *tn_arrival_find_barrier(const char *name, GError **error);
/* The delays as --arrival takes them; a list of them by its length. Transfer full. */
char *tn_arrival_text(const struct tn_arrival *arrival);
/* False and *error when there are fewer delays than ranks, or no such barrier for so many that
 * sit so. */
bool tn_arrival_check(const struct tn_arrival *arrival, int n_ranks, const struct tn_layout *layout,
                      GError **error);
/* Entry delays of n_ranks ranks in seconds, transfer full; the same for the same seed and rank. NULL
 * where `arrival` is NULL or a barrier gives them. */
double *tn_arrival_delays(const struct tn_arrival *arrival, uint64_t seed, int n_ranks);

#endif
