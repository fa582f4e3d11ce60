/* libturnstile 1: MPI collectives inside a node, simulated.
 *
 * A case sets options and scenario keys by name, with values as on the command line ("size",
 * "4K..1M"; "throttle", "2,4,8"). Lists combine as a product, so that a case is one run or a whole
 * sweep. A study runs cases and returns tables, whose columns have names, types and units.
 * turnstile_options lists all names. Structures are opaque; later versions add functions, names and
 * columns.
 *
 * Functions that can fail return NULL, FALSE, -1 or NAN and set the GError (domain
 * TURNSTILE_ERROR). Its message is one line: what was found and what is accepted. Arguments
 * `ret_...` are unchanged on failure. Pointers must not be NULL unless the comment allows it; GLib
 * reports NULL with g_critical. Strings returned as `const` belong to their object. The caller
 * frees other strings with g_free, and NULL-terminated arrays of strings with g_strfreev.
 *
 * Simulations run in worker processes that the library forks, since SimGrid allows one engine per
 * process. Standard streams are flushed before the fork. The library prints nothing and sets no
 * signal handler in the calling process. Workers have no standard output or standard error, ignore
 * SIGINT, SIGTERM and SIGHUP, and end with the calling thread. Only one thread at a time may use an
 * object. */
#ifndef TURNSTILE_H
#define TURNSTILE_H

#include <glib.h>

G_BEGIN_DECLS

#define TURNSTILE_MAJOR_VERSION 0
#define TURNSTILE_MINOR_VERSION 3
#define TURNSTILE_MICRO_VERSION 0
/* True if the version of this header is major.minor.micro or later. */
#define TURNSTILE_CHECK_VERSION(major, minor, micro)                                               \
  (TURNSTILE_MAJOR_VERSION > (major) ||                                                            \
   (TURNSTILE_MAJOR_VERSION == (major) && TURNSTILE_MINOR_VERSION > (minor)) ||                    \
   (TURNSTILE_MAJOR_VERSION == (major) && TURNSTILE_MINOR_VERSION == (minor) &&                    \
    TURNSTILE_MICRO_VERSION >= (micro)))
/* Returns the version of the loaded library, for example "0.3.0". Static. */
const char *turnstile_version(void);

#define TURNSTILE_ERROR turnstile_error_quark()
GQuark turnstile_error_quark(void);

typedef enum {
  TURNSTILE_ERROR_INPUT, /* a name is unknown, a value is invalid or a file is invalid */
  TURNSTILE_ERROR_CASE,  /* the case cannot be run */
  TURNSTILE_ERROR_RUN    /* a worker process could not be started, or a run failed */
} TurnstileError;

/* Receives the progress of a call in the calling thread: n_known of n runs have a result, or
 * n_known of n parts of the available time have passed. Returns FALSE to stop the call. The
 * callback may read the running study, but may not run, change or free it. (scope call) */
typedef gboolean (*TurnstileProgress)(guint n_known, guint n, gpointer data);

/* ---- Tables ---- */

typedef struct _TurnstileTable TurnstileTable;
typedef enum { TURNSTILE_TEXT, TURNSTILE_INT64, TURNSTILE_DOUBLE } TurnstileType;

void turnstile_table_free(TurnstileTable *table); /* NULL is allowed */
guint turnstile_table_n_rows(const TurnstileTable *table);
guint turnstile_table_n_columns(const TurnstileTable *table);
/* Return a column's name ("avg_us") and its unit ("us", "s", "B", "B/s"; "" if the column has no
 * unit), or NULL if `column` is out of range. */
const char *turnstile_table_name(const TurnstileTable *table, guint column);
const char *turnstile_table_unit(const TurnstileTable *table, guint column);
TurnstileType turnstile_table_type(const TurnstileTable *table, guint column);
/* Return the cell of a row in the column `name`. An unknown value is "", -1 or NAN. Return NULL, -1
 * or NAN and set the error if the row or column does not exist or the column has another type.
 * _double also reads columns of type TURNSTILE_INT64. */
const char *turnstile_table_text(const TurnstileTable *table, guint row, const char *name,
                                 GError **error);
gint64 turnstile_table_int64(const TurnstileTable *table, guint row, const char *name,
                             GError **error);
double turnstile_table_double(const TurnstileTable *table, guint row, const char *name,
                              GError **error);
/* Returns the table as CSV (RFC 4180) with a line of column names; a table of rows has the format
 * of `run --format csv`. (transfer full) */
char *turnstile_table_csv(const TurnstileTable *table) G_GNUC_WARN_UNUSED_RESULT;

/* ---- Lists of names ----
 * Each function returns NULL and sets *error if a name is unknown. All results are transfer
 * full. */

/* Lists the options of cases. Columns: name, key ("GROUP.KEY" of scenarios), argument, preset,
 * help. */
TurnstileTable *turnstile_options(void) G_GNUC_WARN_UNUSED_RESULT;
/* Lists the algorithms of a collective (NULL: of all collectives). Columns: collective, algorithm,
 * summary, mechanisms ("cma,knem", the default first), parameters ("segment,throttle"). */
TurnstileTable *turnstile_algorithms(const char *collective,
                                     GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Lists the parameters of an algorithm. Columns: name, summary, min, max (-1: unlimited), preset
 * (the default: numbers, or sizes in bytes), choices (the accepted words, "core,numa"). */
TurnstileTable *turnstile_parameters(const char *collective, const char *algorithm,
                                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* ---- Platforms ---- */

typedef struct _TurnstilePlatform TurnstilePlatform;

/* Returns the sorted names of the installed platforms. (transfer full) */
char **turnstile_platform_names(void) G_GNUC_WARN_UNUSED_RESULT;
/* Loads a platform by its name, its file, or "synthetic:STRING" (a topology in hwloc's syntax). A
 * synthetic platform takes its parameters from the platform `like`; for others `like` is NULL.
 * (transfer full) */
TurnstilePlatform *turnstile_platform_new(const char *name, const char *like,
                                          GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Loads a platform from the text of a platform file. Relative names of files in the text refer to
 * the working directory. `length` is in bytes; -1: up to the NUL. (transfer full) */
TurnstilePlatform *turnstile_platform_new_from_xml(const char *xml, gssize length,
                                                   GError **error) G_GNUC_WARN_UNUSED_RESULT;
void turnstile_platform_free(TurnstilePlatform *platform); /* NULL is allowed */

const char *turnstile_platform_name(const TurnstilePlatform *platform);
int turnstile_platform_cores(const TurnstilePlatform *platform);
int turnstile_platform_packages(const TurnstilePlatform *platform);
/* Returns the number of ranks that a case on this platform has if it does not set "ranks". */
int turnstile_platform_ranks(const TurnstilePlatform *platform);
/* Lists the parameters under a kernel profile (NULL: the platform's own). Columns: name, value (SI
 * units; infinite if there is no limit; for a parameter whose values are words, the index of the
 * word), unit, text (the value as for "set.NAME"), source (paper, measured, datasheet, fitted,
 * assumed, unknown, default), error (relative; NAN if not stated), note. (transfer full) */
TurnstileTable *turnstile_platform_parameters(const TurnstilePlatform *platform, const char *kernel,
                                              GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* ---- Cases ---- */

typedef struct _TurnstileCase TurnstileCase;

/* Return a case with default options, the case of a scenario (a file, or a name from `list
 * scenarios`), or a copy of a case. (transfer full) */
TurnstileCase *turnstile_case_new(void) G_GNUC_WARN_UNUSED_RESULT;
TurnstileCase *turnstile_case_new_from_scenario(const char *scenario,
                                                GError **error) G_GNUC_WARN_UNUSED_RESULT;
TurnstileCase *turnstile_case_copy(const TurnstileCase *asked) G_GNUC_WARN_UNUSED_RESULT;
void turnstile_case_free(TurnstileCase *asked); /* NULL is allowed */

/* Set an option ("ranks", "in-place"), a scenario key ("collective.name"), a parameter of
 * algorithms ("throttle", "inner.segment") or a parameter of the platform ("set.NAME"). A later
 * value replaces an earlier one; several noises are one value, joined by ";". Most values are
 * checked when the case is used. Numbers are in SI units; percentages are fractions (0.1 for
 * 10%). */
gboolean turnstile_case_set(TurnstileCase *asked, const char *name, const char *value,
                            GError **error);
gboolean turnstile_case_set_int64(TurnstileCase *asked, const char *name, gint64 value,
                                  GError **error);
gboolean turnstile_case_set_double(TurnstileCase *asked, const char *name, double value,
                                   GError **error);
/* Returns the text of a value as it was set, else its default, else "". Returns NULL and sets
 * *error if the name is unknown. */
const char *turnstile_case_get(const TurnstileCase *asked, const char *name, GError **error);
/* Return a value as one number in SI units. Return NAN (-1) and set *error if the value is not a
 * (whole) number. */
double turnstile_case_get_double(const TurnstileCase *asked, const char *name, GError **error);
gint64 turnstile_case_get_int64(const TurnstileCase *asked, const char *name, GError **error);

/* Sets "platform" to a loaded platform. The case holds a reference of its own. */
void turnstile_case_set_platform(TurnstileCase *asked, const TurnstilePlatform *platform);
/* Sets the bytes of each block of scatterv, gatherv, allgatherv or alltoallv; replaces "counts" and
 * "size". counts[n] has one element per rank; for alltoallv it has one row per sender with one
 * element per receiver. The array is copied. */
void turnstile_case_set_counts(TurnstileCase *asked, const gsize *counts, gsize n);

/* ---- Studies ---- */

typedef struct _TurnstileStudy TurnstileStudy;

/* Returns a study without cases. (transfer full) */
TurnstileStudy *turnstile_study_new(void) G_GNUC_WARN_UNUSED_RESULT;
void turnstile_study_free(TurnstileStudy *study); /* NULL is allowed */
/* Appends the runs of a case; later changes of the case have no effect. The first case determines
 * "jobs", "point-timeout", "verify", "uncertainty" and "jitter" for the whole study. On an error,
 * no run is added. */
gboolean turnstile_study_add(TurnstileStudy *study, const TurnstileCase *asked,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Returns the number of runs. Runs are numbered from 0 in the order in which they were added. */
guint turnstile_study_n(const TurnstileStudy *study);
/* Returns a description of run i, "knl scatter throttled-read throttle=4, 64 ranks, 4096 bytes".
 * Returns NULL if i is out of range. (transfer full) */
char *turnstile_study_describe(const TurnstileStudy *study, guint i) G_GNUC_WARN_UNUSED_RESULT;

/* Runs all pending runs in parallel. A failed run is marked, and the others continue. With
 * "uncertainty" or "jitter", each run is repeated with other parameter values. `progress` (may be
 * NULL) is called at least twice a second. Returns FALSE if no worker process could be started. */
gboolean turnstile_study_run(TurnstileStudy *study, TurnstileProgress progress, gpointer data,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Return the rows of the completed runs in the order of the runs, with the columns of `run --format
 * csv`; or the failed runs, with the columns run, message. (transfer full) */
TurnstileTable *turnstile_study_rows(const TurnstileStudy *study) G_GNUC_WARN_UNUSED_RESULT;
TurnstileTable *turnstile_study_failures(const TurnstileStudy *study) G_GNUC_WARN_UNUSED_RESULT;

/* Repeats run i and returns the critical path of its last call, one row per step; the steps follow
 * each other without gaps. Columns: from_us, to_us (time since the last rank entered), name ("pin",
 * "copy", "flag", ...), rank, strand (thread of the rank), peer (-1 if the step has no peer),
 * callers (number of callers of the page lock, 0 if the step has no lock), bytes, noise_us.
 * (transfer full) */
TurnstileTable *turnstile_study_path(const TurnstileStudy *study, guint i,
                                     GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Repeats run i and passes the timeline of all ranks in its last call to `write`, in several pieces
 * of text. `format` is "json" (Chrome, Perfetto) or "goal" (LogGOPSim). (scope call) */
typedef void (*TurnstileWrite)(const char *text, gsize length, gpointer data);
gboolean turnstile_study_timeline(const TurnstileStudy *study, guint i, const char *format,
                                  TurnstileWrite write, gpointer data,
                                  GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Explains the time of a case, which must be a single run. Columns: kind, name, avg_us, span_us,
 * change (relative change of avg_us). The first row has kind "run"; its name is the cause that
 * limits the time ("lock", "late ranks"). Each further row has the times with one difference:
 * another parameter of the algorithm, mechanism, kernel, ... (kind), or one influential platform
 * parameter changed ("platform -10%", "platform +10%"). *ret_words (transfer full; may be NULL):
 * the explanation as a paragraph. Simulates the case and all variants. (transfer full) */
TurnstileTable *turnstile_explain(const TurnstileCase *asked, char **ret_words,
                                  GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Finds the platform parameters that decide which choice wins among the completed runs; `objective`
 * is described under Decisions. Has one row for each size and each parameter that changes the
 * winner's lead. Columns: size_bytes, winner, rival, lead (time of the rival divided by the
 * winner's, minus 1), parameter, value, error (relative; 0.1 if not stated), stated ("yes", "no"),
 * lead_down and lead_up (lead with the value changed by the error), flips ("yes" if another choice
 * wins within the stated error), flip_value (nearest value with another winner), flip_to (that
 * winner). Simulates the runs again with other values. (transfer full) */
TurnstileTable *turnstile_study_sensitivity(const TurnstileStudy *study, const char *objective,
                                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* ---- Rows without a simulation ----
 * All results are transfer full. */

/* Computes the closed forms of a case, as rows with the source "model". */
TurnstileTable *turnstile_model(const TurnstileCase *asked,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Measures the case with real processes on this machine, as `turnstile measure` does. Rows have the
 * source "measured"; columns that only a simulation has are unknown. "budget" is the time for all
 * runs. Failed runs have no row. Returns NULL if all runs failed, if the platform is another
 * machine, if there are too few cores, or if `progress` (may be NULL) stopped the call. */
TurnstileTable *turnstile_measure(const TurnstileCase *asked, TurnstileProgress progress,
                                  gpointer data, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Reads rows that this program wrote, or the text output of the OSU benchmarks or IMB-MPI1, up to
 * 512 MiB. */
TurnstileTable *turnstile_rows_read(const char *file, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Measures this machine with real processes, writes the platform file `file` (*.xml) and loads it.
 * If no synthetic string describes the topology, it is written to a second file in the same folder.
 * `how` (may be NULL) sets "budget" (default 30s), "only", "like" and "memory" ("device": measures
 * a GPU, too). `progress` may be NULL. Fails with TURNSTILE_ERROR_INPUT for an unknown name, and
 * with TURNSTILE_ERROR_RUN if measuring or writing fails. */
TurnstilePlatform *turnstile_calibrate(const char *file, const TurnstileCase *how,
                                       TurnstileProgress progress, gpointer data,
                                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Simulates a program call by call. The program is a trace as for `turnstile replay`; if `trace` is
 * NULL, it is the application of the case ("calls", "computation", ...; of a scenario). "ranks"
 * projects a trace to other ranks. The first variant is "reference"; then follow the variants of
 * "algorithm" and, with "tuned" or "for", the best one (of the library in "for", else of the
 * trace's, if known). There is one row for each variant and class of calls, and one row with
 * collective "program" for the whole variant. Columns: variant, collective, ranks, size_from,
 * size_to, calls, algorithm, mechanism, params, measured_us, predicted_us, waiting_us (means over
 * ranks, sums over calls). `progress` may be NULL. */
TurnstileTable *turnstile_replay(const char *trace, const TurnstileCase *asked,
                                 TurnstileProgress progress, gpointer data,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* ---- Decisions ----
 * The functions decide from tables of rows. `objective` is the time to minimise: "avg", "span",
 * "median", "p5", "p95-under-noise", "max". All results are transfer full. */

/* Finds the fastest choice for each range of sizes. Columns: platform, collective, ranks,
 * algorithm, params, mechanism, from_bytes and to_bytes (first and last size), from_us and to_us
 * (the winner's time at these sizes), second (the second-fastest algorithm at the first size, or
 * ""), margin_min and margin_max (time of the second divided by the winner's, minus 1), differs
 * ("no" if winner and second are a tie), candidates (number of candidates; if it differs between
 * sizes, the smallest number). */
TurnstileTable *turnstile_tune(const TurnstileTable *rows, const char *objective,
                               GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Finds one choice per size for several worlds, which are combinations of platform, kernel, state
 * of buffers and values of parameters. Columns: collective, size_bytes, algorithm, params,
 * mechanism, loss_max and loss_mean (time divided by the fastest choice's time in the same world,
 * minus 1), worst (world with loss_max), best_in (number of worlds in which the choice is the
 * fastest), worlds and candidates (numbers of worlds and of candidates). */
TurnstileTable *turnstile_robust(const TurnstileTable *rows, const char *objective,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Joins predicted rows with measured rows. Columns: collective, algorithm, params, mechanism,
 * ranks, size_bytes, predicted_us, measured_us (medians over repeats), error (predicted divided by
 * measured, minus 1), n_measured. */
TurnstileTable *turnstile_compare(const TurnstileTable *predicted, const TurnstileTable *measured,
                                  const char *objective, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TurnstileTable, turnstile_table_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TurnstilePlatform, turnstile_platform_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TurnstileCase, turnstile_case_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TurnstileStudy, turnstile_study_free)

G_END_DECLS

#endif
