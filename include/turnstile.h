/* libturnstile 1: MPI collectives inside a node, simulated.
 *
 * A case says what is asked, by the names of the program's options and of scenarios' keys, with values
 * as on the command line ("size", "4K..1M"; "throttle", "2,4,8"): lists combine as a product, so that
 * a case is one run or a whole sweep. A study runs cases; what comes of them are tables, whose columns
 * have names, types and units. turnstile_options says what names mean. Structures are opaque: later
 * versions add functions, names and columns.
 *
 * Functions that can fail return NULL, FALSE or NAN and set the GError (domain TURNSTILE_ERROR), whose
 * message is one line: what was found and what is accepted. Arguments `ret_...` are not touched on
 * failure. Pointers must not be NULL where nothing else is said: that is a mistake of the program,
 * which GLib's g_critical tells. Strings that are returned as `const` belong to the object that they
 * come from; others are freed by g_free, NULL-terminated arrays of them by g_strfreev.
 *
 * Simulations run in worker processes, which the library forks, since SimGrid allows one engine per
 * process. Standard streams are flushed before the fork. The library prints nothing and sets no signal
 * handler in the calling process; workers have neither standard output nor standard error, leave
 * SIGINT, SIGTERM and SIGHUP to it, and end with the calling thread. An object may be used by one
 * thread at a time. */
#ifndef TURNSTILE_H
#define TURNSTILE_H

#include <glib.h>

G_BEGIN_DECLS

#define TURNSTILE_MAJOR_VERSION 0
#define TURNSTILE_MINOR_VERSION 2
#define TURNSTILE_MICRO_VERSION 0
/* Whether this header is of that version or a later one. */
#define TURNSTILE_CHECK_VERSION(major, minor, micro)                                               \
  (TURNSTILE_MAJOR_VERSION > (major) ||                                                            \
   (TURNSTILE_MAJOR_VERSION == (major) && TURNSTILE_MINOR_VERSION > (minor)) ||                    \
   (TURNSTILE_MAJOR_VERSION == (major) && TURNSTILE_MINOR_VERSION == (minor) &&                    \
    TURNSTILE_MICRO_VERSION >= (micro)))
/* The library's own, "0.2.0". */
const char *turnstile_version(void);

#define TURNSTILE_ERROR turnstile_error_quark()
GQuark turnstile_error_quark(void);

typedef enum {
  TURNSTILE_ERROR_INPUT, /* a name, a value or a file that is not understood */
  TURNSTILE_ERROR_CASE,  /* a case that cannot be run */
  TURNSTILE_ERROR_RUN    /* no worker process could be started; a case or a real process failed */
} TurnstileError;

/* Called from time to time, in the calling thread: n_known of n runs have an outcome, or n_known of n
 * parts of the time are over. FALSE ends it. The study that runs can be looked at, not run, changed or
 * freed. (scope call) */
typedef gboolean (*TurnstileProgress)(guint n_known, guint n, gpointer data);

/* ---- Tables ---- */

typedef struct _TurnstileTable TurnstileTable;
typedef enum { TURNSTILE_TEXT, TURNSTILE_INT64, TURNSTILE_DOUBLE } TurnstileType;

void turnstile_table_free(TurnstileTable *table); /* NULL: nothing */
guint turnstile_table_n_rows(const TurnstileTable *table);
guint turnstile_table_n_columns(const TurnstileTable *table);
/* Of column `column`: its name, "avg_us"; "us", "s", "B", "B/s", or "": no unit. NULL beyond the
 * last. */
const char *turnstile_table_name(const TurnstileTable *table, guint column);
const char *turnstile_table_unit(const TurnstileTable *table, guint column);
TurnstileType turnstile_table_type(const TurnstileTable *table, guint column);
/* A cell by its column's name. What is not known is "", -1 or NAN. An error (NULL, -1, NAN) where there
 * is no such row or column, or it has another type; _double takes columns of TURNSTILE_INT64, too. */
const char *turnstile_table_text(const TurnstileTable *table, guint row, const char *name,
                                 GError **error);
gint64 turnstile_table_int64(const TurnstileTable *table, guint row, const char *name,
                             GError **error);
double turnstile_table_double(const TurnstileTable *table, guint row, const char *name,
                              GError **error);
/* As CSV (RFC 4180) with a line of names; rows as `run --format csv` writes them. (transfer full) */
char *turnstile_table_csv(const TurnstileTable *table) G_GNUC_WARN_UNUSED_RESULT;

/* ---- What there is ----
 * All transfer full. NULL and an error where there is nothing of that name. */

/* Names that cases take: name, key ("GROUP.KEY" of scenarios), argument, preset, help. */
TurnstileTable *turnstile_options(void) G_GNUC_WARN_UNUSED_RESULT;
/* Of a collective, or NULL: of all: collective, algorithm, summary, mechanisms ("cma,knem", the default
 * first), parameters ("segment,throttle"). */
TurnstileTable *turnstile_algorithms(const char *collective,
                                     GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Of an algorithm: name, summary, min, max, preset (of numbers and sizes, bytes; max -1: unbounded),
 * choices ("core,numa", of words). */
TurnstileTable *turnstile_parameters(const char *collective, const char *algorithm,
                                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* ---- Platforms ---- */

typedef struct _TurnstilePlatform TurnstilePlatform;

/* Names of the platforms that are installed, sorted. (transfer full) */
char **turnstile_platform_names(void) G_GNUC_WARN_UNUSED_RESULT;
/* A platform by name, by its file, or "synthetic:STRING", for which `like` names the platform that
 * gives the parameters (NULL otherwise). (transfer full) */
TurnstilePlatform *turnstile_platform_new(const char *name, const char *like,
                                          GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The platform that a file of this text would be. Files that it names are looked for in the working
 * directory. `length` -1: up to the NUL. (transfer full) */
TurnstilePlatform *turnstile_platform_new_from_xml(const char *xml, gssize length,
                                                   GError **error) G_GNUC_WARN_UNUSED_RESULT;
void turnstile_platform_free(TurnstilePlatform *platform); /* NULL: nothing */

const char *turnstile_platform_name(const TurnstilePlatform *platform);
int turnstile_platform_cores(const TurnstilePlatform *platform);
int turnstile_platform_packages(const TurnstilePlatform *platform);
/* The number of ranks of a case that asks for none. */
int turnstile_platform_ranks(const TurnstilePlatform *platform);
/* Parameters under a kernel profile (NULL: the platform's own): name, value (SI; a word's number; infinite
 * where there is no limit), unit, text (the value as "set.NAME" takes it), source (paper, measured,
 * datasheet, fitted, assumed, unknown, default), error (relative, NAN: not stated), note.
 * (transfer full) */
TurnstileTable *turnstile_platform_parameters(const TurnstilePlatform *platform, const char *kernel,
                                              GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* ---- Cases ---- */

typedef struct _TurnstileCase TurnstileCase;

/* A case of which nothing is said but the defaults; the scenario of a file, or of a name as `list
 * scenarios` has it; a copy. (transfer full) */
TurnstileCase *turnstile_case_new(void) G_GNUC_WARN_UNUSED_RESULT;
TurnstileCase *turnstile_case_new_from_scenario(const char *scenario,
                                                GError **error) G_GNUC_WARN_UNUSED_RESULT;
TurnstileCase *turnstile_case_copy(const TurnstileCase *asked) G_GNUC_WARN_UNUSED_RESULT;
void turnstile_case_free(TurnstileCase *asked); /* NULL: nothing */

/* Sets what `name` says: an option ("ranks", "in-place"), a scenario's key ("collective.name"), a
 * parameter of algorithms ("throttle", "inner.segment") or, as "set.NAME", of the platform. The last
 * value counts; several noises go into one, joined by ";". What a value means is checked where the case
 * is used. Numbers are SI, a share for percents. */
gboolean turnstile_case_set(TurnstileCase *asked, const char *name, const char *value,
                            GError **error);
gboolean turnstile_case_set_int64(TurnstileCase *asked, const char *name, gint64 value,
                                  GError **error);
gboolean turnstile_case_set_double(TurnstileCase *asked, const char *name, double value,
                                   GError **error);
/* The text that was set, or the default; "": neither. NULL and an error: no such name. */
const char *turnstile_case_get(const TurnstileCase *asked, const char *name, GError **error);
/* One number of it, as it was set: NAN and an error where it is none. */
double turnstile_case_get_double(const TurnstileCase *asked, const char *name, GError **error);
gint64 turnstile_case_get_int64(const TurnstileCase *asked, const char *name, GError **error);

/* A platform that is loaded already, in place of "platform". The case keeps it. */
void turnstile_case_set_platform(TurnstileCase *asked, const TurnstilePlatform *platform);
/* Bytes of each rank's block, in place of "counts" and "size", where blocks may differ (scatterv, gatherv,
 * allgatherv, alltoallv): of every rank, or of alltoallv a row of as many for each sender. Copied. */
void turnstile_case_set_counts(TurnstileCase *asked, const gsize *counts, gsize n);

/* ---- Studies ---- */

typedef struct _TurnstileStudy TurnstileStudy;

/* A study without cases. (transfer full) */
TurnstileStudy *turnstile_study_new(void) G_GNUC_WARN_UNUSED_RESULT;
void turnstile_study_free(TurnstileStudy *study); /* NULL: nothing */
/* Appends the runs of a case, whose later changes do not matter. Of "jobs", "point-timeout", "verify",
 * "uncertainty" and "jitter" the first case speaks for all. FALSE when something cannot be run or is not
 * understood; then nothing is added. */
gboolean turnstile_study_add(TurnstileStudy *study, const TurnstileCase *asked,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The number of runs, which are numbered from 0 in the order in which they were added. */
guint turnstile_study_n(const TurnstileStudy *study);
/* "knl scatter throttled-read throttle=4, 64 ranks, 4096 bytes"; NULL beyond the last.
 * (transfer full) */
char *turnstile_study_describe(const TurnstileStudy *study, guint i) G_GNUC_WARN_UNUSED_RESULT;

/* Runs what has not been run, in parallel; one that fails is marked, the others continue. Under
 * "uncertainty" or "jitter" each is then run again with other values. `progress` is called at least
 * twice a second; it may be NULL. FALSE when no worker process could be started. */
gboolean turnstile_study_run(TurnstileStudy *study, TurnstileProgress progress, gpointer data,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The rows of what is done, in order, with the columns of `run --format csv`; of what failed: run,
 * message. (transfer full) */
TurnstileTable *turnstile_study_rows(const TurnstileStudy *study) G_GNUC_WARN_UNUSED_RESULT;
TurnstileTable *turnstile_study_failures(const TurnstileStudy *study) G_GNUC_WARN_UNUSED_RESULT;

/* The critical path of the last call of run i, which is run again: step by step from_us, to_us (since
 * the last rank entered, without gaps), name ("pin", "copy", "flag", ...), rank, strand, peer (-1: none),
 * callers (of the page lock, 0: none), bytes, noise_us. (transfer full) */
TurnstileTable *turnstile_study_path(const TurnstileStudy *study, guint i,
                                     GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* What all ranks do in that call, as text in the format "json" (Chrome, Perfetto) or "goal" (LogGOPSim),
 * handed over in pieces. (scope call) */
typedef void (*TurnstileWrite)(const char *text, gsize length, gpointer data);
gboolean turnstile_study_timeline(const TurnstileStudy *study, guint i, const char *format,
                                  TurnstileWrite write, gpointer data,
                                  GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Why the one run of a case takes its time: kind, name, avg_us, span_us, change (of avg_us, relative). The
 * first row, of kind "run", has what limits it as its name ("lock", "late ranks"); then what it would
 * take with another value of an algorithm's parameter, mechanism, kernel, ... (kind), and with each
 * parameter that matters moved ("platform -10%", "platform +10%"). *ret_words (transfer full; may be NULL):
 * the same as a paragraph. Runs the case and all these. (transfer full) */
TurnstileTable *turnstile_explain(const TurnstileCase *asked, char **ret_words,
                                  GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* What the choices among the runs that are done depend on, by `objective` as below. For each size and
 * parameter that changes the winner's lead (the rival's time over the winner's, less 1): size_bytes,
 * winner, rival, lead, parameter, value, error (relative; as stated, else 0.1), stated ("yes", "no"),
 * lead_down, lead_up (with it moved by the error), flips ("yes": within the stated error another one
 * wins), flip_value, flip_to (the nearest value found where it does). Runs are run again with other
 * values. (transfer full) */
TurnstileTable *turnstile_study_sensitivity(const TurnstileStudy *study, const char *objective,
                                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* ---- Rows without a simulation ----
 * All transfer full. */

/* The closed forms of a case as rows (source "model"). */
TurnstileTable *turnstile_model(const TurnstileCase *asked,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The case by real processes of this machine, as `turnstile measure` (source "measured"; what a model alone
 * knows is not known). "budget" is the time for all of it. Runs that fail are left out. NULL when none is left,
 * the machine is another one or has too few cores, or `progress` (may be NULL) ended it. */
TurnstileTable *turnstile_measure(const TurnstileCase *asked, TurnstileProgress progress,
                                  gpointer data, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Rows of a file of this program, or the text of the OSU benchmarks or IMB-MPI1, of at most 512 MiB. */
TurnstileTable *turnstile_rows_read(const char *file, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Measures this machine by real processes, writes the platform file `file` (its name ends in .xml; a
 * topology that no synthetic string describes is written beside it) and loads it. Of `how` (may be NULL)
 * count "budget" (30s), "only" and "like", of `progress` as above. NULL when a name is unknown
 * (TURNSTILE_ERROR_INPUT), or nothing could be measured or written (TURNSTILE_ERROR_RUN). */
TurnstilePlatform *turnstile_calibrate(const char *file, const TurnstileCase *how,
                                       TurnstileProgress progress, gpointer data,
                                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* A program, call by call: a trace as `turnstile replay` takes it, or with NULL the application of the
 * case ("calls", "computation", ...; of a scenario). The first variant is "reference", then come those of
 * "algorithm" and, with "tuned" or "for", the best. For each variant and class of calls: variant,
 * collective, ranks, size_from, size_to, calls, algorithm, mechanism, params, measured_us,
 * predicted_us, waiting_us (means over ranks, sums over calls); and a row with collective "program" for all
 * of it. `progress` may be NULL. */
TurnstileTable *turnstile_replay(const char *trace, const TurnstileCase *asked,
                                 TurnstileProgress progress, gpointer data,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* ---- Decisions ----
 * From tables of rows. `objective` is the time to minimise: "avg", "span", "median", "p5",
 * "p95-under-noise", "max". All transfer full. */

/* Which choice is the fastest from which size to which, by context: platform, collective, ranks,
 * algorithm, params, mechanism, from_bytes, to_bytes, from_us, to_us, second (the best other algorithm
 * at the smallest size, ""), margin_min, margin_max (the second's time over the winner's, less 1),
 * differs ("no": a tie), candidates (the fewest at any of the sizes). */
TurnstileTable *turnstile_tune(const TurnstileTable *rows, const char *objective,
                               GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* One choice for several platforms, kernels, states of buffers or values of parameters: collective,
 * size_bytes, algorithm, params, mechanism, loss_max, loss_mean (its time over the best one's of that
 * world, less 1), worst (the world of the largest), best_in (worlds where nothing is faster), worlds,
 * candidates. */
TurnstileTable *turnstile_robust(const TurnstileTable *rows, const char *objective,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Rows joined with measured ones: collective, algorithm, params, mechanism, ranks, size_bytes, predicted_us,
 * measured_us (medians over repeats), error (predicted over measured, less 1), n_measured. */
TurnstileTable *turnstile_compare(const TurnstileTable *predicted, const TurnstileTable *measured,
                                  const char *objective, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TurnstileTable, turnstile_table_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TurnstilePlatform, turnstile_platform_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TurnstileCase, turnstile_case_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TurnstileStudy, turnstile_study_free)

G_END_DECLS

#endif
