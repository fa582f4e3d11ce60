/* libturnstile: MPI collectives inside a node, simulated.
 *
 * A study holds cases (each is one run of one algorithm on one machine), runs them in parallel and
 * returns their outcomes; it also gives winners, comparisons with measurements and rows as CSV.
 * Every quantity is SI unless its name says otherwise: seconds, bytes, bytes per second.
 *
 * The caller zeroes the structures that it fills in; zero is the default of every field. Functions
 * that can fail return NULL or FALSE and set the GError (domain TURNSTILE_ERROR), whose message is
 * one line: what was found and what is accepted. Arguments `ret_...` are not touched on failure.
 * Strings that are returned as `const` belong to the library or to the object that they come from;
 * others are freed by g_free, NULL-terminated arrays of them by g_strfreev.
 *
 * Enumerations and numbers are checked, those of conditions by turnstile_study_add; of an object
 * beyond the last there is FALSE or NULL, and nothing is written.
 *
 * Simulations run in worker processes: turnstile_study_run forks, since SimGrid allows one engine
 * per process. Standard streams are flushed before the fork. The library prints nothing and sets no
 * signal handler in the calling process; workers have neither standard output nor standard error,
 * leave SIGINT, SIGTERM and SIGHUP to it, and end with the calling thread. Objects may be used by one thread at a time. */
#ifndef TURNSTILE_H
#define TURNSTILE_H

#include <glib.h>

G_BEGIN_DECLS

/* "0.1.0" */
const char *turnstile_version(void);

#define TURNSTILE_ERROR turnstile_error_quark()
GQuark turnstile_error_quark(void);

typedef enum {
  TURNSTILE_ERROR_INPUT, /* a name, a value or a file that is not understood */
  TURNSTILE_ERROR_CASE,  /* a case that cannot be run */
  TURNSTILE_ERROR_RUN    /* no worker process could be started; real processes failed */
} TurnstileError;

/* OWN, the default of a case, is the platform's own kernel profile or backing. */
typedef enum {
  TURNSTILE_KERNEL_OWN,
  TURNSTILE_KERNEL_PAPER,
  TURNSTILE_KERNEL_LINUX6,
  TURNSTILE_KERNEL_MEASURED
} TurnstileKernel;
typedef enum {
  TURNSTILE_BACKING_OWN,
  TURNSTILE_BACKING_BASE,
  TURNSTILE_BACKING_THP,
  TURNSTILE_BACKING_HUGETLB
} TurnstileBacking;

/* State of the user's buffers before a call: as the last call left them, contributions written
 * again, other memory, or all caches empty. */
typedef enum {
  TURNSTILE_BUFFERS_UNCHANGED,
  TURNSTILE_BUFFERS_REWRITTEN,
  TURNSTILE_BUFFERS_NEW,
  TURNSTILE_BUFFERS_COLD
} TurnstileBuffers;

/* Elements of reductions. */
typedef enum {
  TURNSTILE_TYPE_DEFAULT /* float32 */,
  TURNSTILE_TYPE_UINT8,
  TURNSTILE_TYPE_INT32,
  TURNSTILE_TYPE_FLOAT32,
  TURNSTILE_TYPE_FLOAT64
} TurnstileType;

/* Laws of the page lock: callers share it for batches of pages, or queue for each page. */
typedef enum { TURNSTILE_LAW_BATCHED, TURNSTILE_LAW_QUEUE } TurnstileLaw;

/* How calls follow each other: all ranks synchronise before each call, as in the loops of OSU and
 * of IMB since 2017, or (IMB_OLD) they do not, and the root moves on by one rank per call. */
typedef enum {
  TURNSTILE_PROTOCOL_SINGLE,
  TURNSTILE_PROTOCOL_OSU,
  TURNSTILE_PROTOCOL_IMB,
  TURNSTILE_PROTOCOL_IMB_OLD
} TurnstileProtocol;

/* ---- Platforms ---- */

typedef struct _TurnstilePlatform TurnstilePlatform;

/* Names of the platforms that are installed, sorted. (transfer full) */
char **turnstile_platform_names(void) G_GNUC_WARN_UNUSED_RESULT;
/* Loads a platform by name, or from a platform file. (transfer full) */
TurnstilePlatform *turnstile_platform_new(const char *name,
                                          GError **error) G_GNUC_WARN_UNUSED_RESULT;
void turnstile_platform_free(TurnstilePlatform *platform);

const char *turnstile_platform_name(const TurnstilePlatform *platform);
int turnstile_platform_cores(const TurnstilePlatform *platform);
int turnstile_platform_packages(const TurnstilePlatform *platform);
/* The number of ranks of a case that asks for none. */
int turnstile_platform_ranks(const TurnstilePlatform *platform);

/* Names of the parameters that every platform has. (transfer full) */
char **turnstile_parameter_names(void) G_GNUC_WARN_UNUSED_RESULT;
/* "s", "B", "B/s" or ""; NULL when there is no such parameter. */
const char *turnstile_parameter_unit(const char *parameter);
/* The value of a parameter under a kernel profile; infinite where no limit is known. */
gboolean turnstile_platform_value(const TurnstilePlatform *platform, TurnstileKernel kernel,
                                  const char *parameter, double *ret_value,
                                  GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The source of the value: paper, measured, datasheet, fitted, assumed, unknown or default; NULL when
 * there is no such parameter. */
const char *turnstile_platform_source(const TurnstilePlatform *platform, const char *parameter);

/* Options of a calibration of this machine. */
typedef struct {
  double seconds;            /* time limit; 0: 30. Three rounds of the probes are run in any case */
  const char *const *probes; /* as for `turnstile calibrate --only`, NULL-terminated; NULL: all */
  const char *like;          /* the platform for what is not measured; NULL: broadwell */
} TurnstileCalibration;

/* Called from time to time, in the calling thread: n_known of n cases have an outcome, or n_known
 * of n parts of the time are over. FALSE ends the run. The study that runs can be looked at, not
 * run, changed or freed. (scope call) */
typedef gboolean (*TurnstileProgress)(guint n_known, guint n, gpointer data);

/* Measures this machine by real processes, which it forks, writes the platform file `file` (its
 * name ends in .xml; a topology that no synthetic string describes is written beside it) and loads
 * it. `how` and `progress` may be NULL. turnstile_platform_source says what was measured. NULL when
 * a name is unknown (TURNSTILE_ERROR_INPUT), when nothing could be measured or written, or when
 * `progress` ended it (TURNSTILE_ERROR_RUN). (transfer full) */
TurnstilePlatform *turnstile_calibrate(const char *file, const TurnstileCalibration *how,
                                       TurnstileProgress progress, gpointer data,
                                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* ---- Algorithms ---- */

/* "bcast", "scatter", ... (transfer full) */
char **turnstile_collective_names(void) G_GNUC_WARN_UNUSED_RESULT;
/* Names of a collective's algorithms; NULL when there is no such collective. (transfer full) */
char **turnstile_algorithm_names(const char *collective) G_GNUC_WARN_UNUSED_RESULT;
/* One line on an algorithm; NULL when there is none. */
const char *turnstile_algorithm_summary(const char *collective, const char *algorithm);
/* Names of the mechanisms that it has, the default first; NULL as above. (transfer full) */
char **turnstile_algorithm_mechanisms(const char *collective,
                                      const char *algorithm) G_GNUC_WARN_UNUSED_RESULT;
/* Names of its parameters; NULL as above. (transfer full) */
char **turnstile_algorithm_parameters(const char *collective,
                                      const char *algorithm) G_GNUC_WARN_UNUSED_RESULT;

/* A parameter of an algorithm: a number, a size in bytes, or one of some words. */
typedef struct {
  const char *name, *summary;
  gint64 min, max, preset;    /* of numbers and sizes; max 0: unbounded */
  const char *const *choices; /* NULL-terminated words, or NULL */
} TurnstileParameter;
/* FALSE when there is no such parameter. */
gboolean turnstile_algorithm_parameter(const char *collective, const char *algorithm,
                                       const char *parameter, TurnstileParameter *ret_parameter);

/* ---- Cases and studies ---- */

/* The value of a platform's parameter, in its unit. */
typedef struct {
  const char *name;
  double value;
} TurnstileValue;

/* The value of an algorithm's parameter: a number or, where it has words, `word` ("numa+socket" for
 * several). */
typedef struct {
  const char *name;
  gint64 number;
  const char *word; /* NULL: the number counts */
} TurnstileSetting;

/* Pointers have to be valid during turnstile_study_add, the platform as long as the study. */
typedef struct {
  const TurnstilePlatform *platform; /* not NULL */
  TurnstileKernel kernel;
  const TurnstileValue *values; /* [n_values], in place of the platform's */
  gsize n_values;
  const char *collective, *algorithm; /* not NULL */
  const TurnstileSetting *settings;   /* [n_settings]; others have the algorithm's defaults */
  gsize n_settings;
  const char *mechanism; /* "cma", "xpmem", ...; NULL: the algorithm's first */
  TurnstileBacking backing;
  TurnstileBuffers buffers;
  const char *mapping; /* core, pu, numa, socket or list:0,4,8 of processing units; NULL: core */
  int ranks;           /* 0: as many as the settings ask for, else the platform's own number */
  int root;
  gboolean in_place;
  TurnstileType type; /* of reductions, which sum */
  gsize bytes;        /* of the vector for bcast and reductions, else of one block */
  /* [n_counts] bytes of each rank's block instead, where blocks may differ (scatterv, gatherv,
   * allgatherv, alltoallv): of every rank, or of alltoallv a row of as many for each sender. NULL:
   * `bytes` each. Rows then have a checksum of them; the size is the largest. */
  const gsize *counts;
  gsize n_counts;
} TurnstileCase;

/* What all cases of a study share. */
typedef struct {
  TurnstileLaw law;
  TurnstileProtocol protocol;
  int warmup;         /* calls before the timed ones, up to 1e6; -1: none; 0: 1, or under OSU's
                       * protocol until messages have used each of their slots */
  int repetitions;    /* timed calls, up to 1e6; 0: 1 */
  gint64 seed;        /* of everything drawn at random; 0: 1 */
  gboolean ideal;     /* only what the closed forms know; there is no noise then */
  gboolean verify;    /* carry real bytes and check every rank's result */
  double point_limit; /* seconds of processor time for one case, up to 1e8, after which it fails;
                         0: no limit */
  int jobs;           /* worker processes, up to 1024; 0: one for each processor online */
} TurnstileConditions;

/* The times at which noise takes the processing unit from a rank: every 1/rate seconds from a
 * random time on, with exponential gaps of mean 1/rate, once, or as recorded. */
typedef enum {
  TURNSTILE_NOISE_PERIODIC,
  TURNSTILE_NOISE_POISSON,
  TURNSTILE_NOISE_ONCE,
  TURNSTILE_NOISE_TRACE
} TurnstileNoiseProcess;

/* One source of noise. Fields that its process does not use are ignored. */
typedef struct {
  TurnstileNoiseProcess process;
  double rate;              /* per second, up to 1e6: PERIODIC, POISSON */
  double at;                /* seconds: ONCE */
  double shortest, longest; /* seconds, up to 1000, uniform between them: all but TRACE */
  const double *trace;      /* [2 * n_trace] start, duration in seconds, by start: TRACE */
  gsize n_trace;
  int first_rank, n_ranks; /* the ranks that have it; n_ranks 0: all from first_rank on */
  gboolean irq;            /* a rank keeps a page lock during noise; else it releases it first */
  gboolean same_phase;     /* all ranks' noises begin at the same times; durations are their own */
  double phase_spread;     /* seconds: without same_phase, they begin up to so much after common
                               times; 0: each rank has its own times */
} TurnstileNoise;

/* The delays with which ranks enter a call after they have synchronised: those of an MPI library's
 * barrier, given ones, or random ones. */
typedef struct {
  const char *barrier;  /* "ompi" or "mpich", in a simulation; NULL: the other fields count */
  double first, last;   /* seconds, up to 1000, uniform between them; unused with `delays` */
  const double *delays; /* [n_delays] seconds by rank, up to 1000; NULL: none */
  gsize n_delays;
} TurnstileArrival;

typedef enum {
  TURNSTILE_PENDING, /* not run yet */
  TURNSTILE_DONE,
  TURNSTILE_FAILED
} TurnstileState;

/* Parts of the time of the critical path. */
typedef enum {
  TURNSTILE_PART_STARTUP,
  TURNSTILE_PART_LOCK,
  TURNSTILE_PART_COPY,
  TURNSTILE_PART_MEMORY,
  TURNSTILE_PART_SYNC,
  TURNSTILE_PART_REDUCE,
  TURNSTILE_PART_COMPUTE,
  TURNSTILE_PART_NOISE,
  TURNSTILE_N_PARTS
} TurnstilePart;

/* The outcome of a case. All but state and message are valid only when it is done. */
typedef struct {
  TurnstileState state;
  const char *message;             /* why it failed, else NULL; owned by the study */
  int ranks;                       /* that took part */
  double avg, min, max;            /* seconds from entry to exit, over the ranks */
  double span;                     /* seconds from the last entry to the last exit */
  double parts[TURNSTILE_N_PARTS]; /* seconds by TurnstilePart; their sum is span */
  double median, low, high; /* over calls, of the average over ranks; with its 95 % interval */
  double p5, p95;           /* percentiles of the same */
  gint64 transfers;         /* messages of one call: between nodes, packages, domains, */
  gint64 inter_node, inter_package, inter_numa, intra_numa; /* and inside a domain */
  int max_callers;                                          /* of one page lock */
  gboolean verified; /* the bytes were checked, as the conditions asked for */
} TurnstileOutcome;

typedef struct _TurnstileStudy TurnstileStudy;

/* A study without cases. `conditions` is copied; NULL: the defaults. (transfer full) */
TurnstileStudy *
turnstile_study_new(const TurnstileConditions *conditions) G_GNUC_WARN_UNUSED_RESULT;
void turnstile_study_free(TurnstileStudy *study);

/* Sets the noise of all cases of a study that has no cases yet. Everything is copied; a second call
 * replaces the first. FALSE when a number is out of its range, when all sources
 * together take more than 95 % of the time, or when the study has cases or is ideal.
 * Afterwards turnstile_study_add refuses cases that lack a rank of the noise. */
gboolean turnstile_study_set_noise(TurnstileStudy *study, const TurnstileNoise *noise,
                                   gsize n_noise, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Sets the arrival of all cases; NULL: as a dissemination barrier releases the ranks. Afterwards
 * turnstile_study_add refuses cases with more ranks than delays. */
gboolean turnstile_study_set_arrival(TurnstileStudy *study, const TurnstileArrival *arrival,
                                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Appends a case. FALSE when it cannot be run (TURNSTILE_ERROR_CASE) or has an unknown name or
 * value (TURNSTILE_ERROR_INPUT); then nothing is added. */
gboolean turnstile_study_add(TurnstileStudy *study, const TurnstileCase *asked,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Runs the cases that have not been run, in parallel. A case that fails is marked, the others
 * continue. `progress` is called at least twice a second; it may be NULL. FALSE when no worker
 * process could be started. */
gboolean turnstile_study_run(TurnstileStudy *study, TurnstileProgress progress, gpointer data,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The number of cases, which are numbered from 0 in the order in which they were added. */
guint turnstile_study_n(const TurnstileStudy *study);
/* The outcome of case i. TRUE when it is done. */
gboolean turnstile_study_outcome(const TurnstileStudy *study, guint i,
                                 TurnstileOutcome *ret_outcome);
/* "knl scatter throttled-read throttle=4, 64 ranks, 4096 bytes" (transfer full) */
char *turnstile_study_describe(const TurnstileStudy *study, guint i) G_GNUC_WARN_UNUSED_RESULT;
/* The rows of the cases that are done as CSV (RFC 4180) with a line of column names, as `turnstile
 * run --format csv` writes them. (transfer full) */
char *turnstile_study_csv(const TurnstileStudy *study) G_GNUC_WARN_UNUSED_RESULT;

/* The paper's closed form of a case, which need not be run, in seconds: the sum, and its parts
 * start-up, lock and copy. FALSE when none is known, or when a page lock is not one per process. */
typedef struct {
  double sum, startup, lock, copy;
} TurnstileForm;
gboolean turnstile_study_form(const TurnstileStudy *study, guint i, TurnstileForm *ret_form);

/* Runs case i with real processes of this machine and returns their times; `parts` are NAN and
 * max_callers is -1. The simulated outcome of the case stays. The case's platform must be that of
 * this machine (from turnstile_calibrate, or with its topology). `seconds` is the time limit of the
 * calls, 0: 1. Without a number of repetitions in the conditions there are up to 1000 calls, fewer
 * when their median is known within 2 %. FALSE when the machine is another one, cannot do it or has
 * too few cores, when the study has noise or is ideal (TURNSTILE_ERROR_CASE), or when a rank failed
 * (TURNSTILE_ERROR_RUN). */
gboolean turnstile_study_measure(const TurnstileStudy *study, guint i, double seconds,
                                 TurnstileOutcome *ret_outcome,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* ---- Decisions ---- */

/* The time to minimise: the average over ranks, the span, or the median or 5th percentile over
 * calls of the average. */
typedef enum {
  TURNSTILE_OBJECTIVE_AVG,
  TURNSTILE_OBJECTIVE_SPAN,
  TURNSTILE_OBJECTIVE_MEDIAN,
  TURNSTILE_OBJECTIVE_P5
} TurnstileObjective;

/* An algorithm with parameters that is fastest at neighbouring sizes, among the cases that differ
 * only in algorithm, parameters and mechanism. Strings are owned by the winners. */
typedef struct {
  const char *platform, *collective, *algorithm;
  const char *params; /* "segment=16384;throttle=8" */
  const char *mechanism;
  const char *second; /* the best other algorithm at the smallest size; NULL: none */
  int ranks;
  gsize from_bytes, to_bytes;    /* sizes, both included */
  double from_time, to_time;     /* seconds, at these sizes */
  double margin_min, margin_max; /* the second's time over the winner's, minus 1; NAN without */
  gboolean differs;              /* FALSE: a tie */
  int n_candidates;              /* the fewest at any of the sizes */
} TurnstileWinner;

typedef struct _TurnstileWinners TurnstileWinners;

/* The winners among the cases that are done, by context and ascending size. (transfer full) */
TurnstileWinners *turnstile_study_tune(const TurnstileStudy *study, TurnstileObjective objective,
                                       GError **error) G_GNUC_WARN_UNUSED_RESULT;
void turnstile_winners_free(TurnstileWinners *winners);
guint turnstile_winners_n(const TurnstileWinners *winners);
void turnstile_winners_get(const TurnstileWinners *winners, guint i, TurnstileWinner *ret_winner);

/* ---- Measurements ---- */

/* One point that was both simulated and measured. Strings are owned by the comparison. */
typedef struct {
  const char *collective, *algorithm, *params, *mechanism;
  int ranks;
  gsize bytes;
  double predicted, measured; /* seconds; medians over repeats */
  int n_measured;             /* repeats */
} TurnstileCompared;

/* Relative errors, predicted over measured minus 1. */
typedef struct {
  guint n; /* points on both sides */
  guint predicted_alone, measured_alone;
  double bias;        /* median of the signed errors */
  double median, p90; /* of the absolute errors */
} TurnstileErrors;

typedef struct _TurnstileComparison TurnstileComparison;

/* Joins the cases that are done with measured rows: a file as `turnstile measure` writes it, or the
 * text of the OSU benchmarks or IMB-MPI1, of at most 512 MiB. NULL when the file is not understood
 * or nothing joins.
 * (transfer full) */
TurnstileComparison *turnstile_study_compare(const TurnstileStudy *study, const char *file,
                                             TurnstileObjective objective,
                                             GError **error) G_GNUC_WARN_UNUSED_RESULT;
void turnstile_comparison_free(TurnstileComparison *comparison);
guint turnstile_comparison_n(const TurnstileComparison *comparison);
void turnstile_comparison_get(const TurnstileComparison *comparison, guint i,
                              TurnstileCompared *ret_compared);
void turnstile_comparison_errors(const TurnstileComparison *comparison,
                                 TurnstileErrors *ret_errors);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TurnstilePlatform, turnstile_platform_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TurnstileStudy, turnstile_study_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TurnstileWinners, turnstile_winners_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TurnstileComparison, turnstile_comparison_free)

G_END_DECLS

#endif
