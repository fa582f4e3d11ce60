/* State of one `platform fit`: its inputs, fitted values and output. */
#ifndef TN_TOOLS_COMPARISON_FIT_JOB_H
#define TN_TOOLS_COMPARISON_FIT_JOB_H

#include <stdio.h>

#include "compare/fit_rows.h"
#include "compare/verdict.h"
#include "plan/options.h"

struct tn_fit_job {
  const struct tn_options *settings;
  /* name of the platform from which values of parameters that are not fitted come; borrowed */
  const char *like;
  struct tn_platform *platform; /* given topology with the parameters of `like`; owned */
  /* enum tn_transport_profile; -1 if the user named no transport */
  int transport;
  /* true if the transport sets the parameter; the platform file then contains it only if it was
   * fitted */
  bool is_transports[TN_N_PARAMS];
  /* initial values, from --like, the transport, --set and the matrix */
  double values[TN_N_PARAMS];
  /* values for the platform file; NAN: the file takes the value of `like` */
  struct tn_param_value known[TN_N_PARAMS];
  bool is_held[TN_N_PARAMS]; /* true if the fit must not change the parameter */
  GArray *points;            /* struct tn_fit_point, owned */
  /* struct tn_fit_point with several messages in flight, owned */
  GArray *windows;
  GPtrArray *rows;  /* measured rows of collectives, owned */
  GArray *files;    /* struct tn_fit_file for each file of `rows`, owned */
  GPtrArray *texts; /* char *: texts that other members refer to, owned */
  /* true if `points` were fitted; `fit` and `verdict` are then valid */
  bool is_fitted;
  struct tn_fit fit;
  struct tn_repeatability verdict;
  double max_error; /* largest accepted median error of a group, relative (--max-error) */
  bool ok;          /* true if the error of each group of points is within max_error */
};

/* Stores a text until the job is freed; returns it. Takes ownership. */
const char *tn_fit_job_store_text(struct tn_fit_job *job, char *text);

/* Loads the topology `spec` with the parameters of `like`, and reads all files that the options
 * name. Returns false and *error on failure. */
bool tn_fit_job_read(struct tn_fit_job *job, const char *spec, GError **error);
/* Appends the messages in the files of --p2p to the points. Prints a line per file to `out`, which
 * may be NULL. Returns false and *error on failure. */
bool tn_fit_job_messages(struct tn_fit_job *job, FILE *out, GError **error);
/* Returns the names of the fit's files, without folders and column values. Transfer full. */
char *tn_fit_job_files(const struct tn_options *s);

/* Fits the closed forms to the points. Prints the fit under each assumption, then the residuals of
 * the selected fit. Fails if no fit is usable. */
bool tn_fit_job_points(struct tn_fit_job *job, GError **error);
/* Fits the simulator to the rows and prints the result. Returns false and *error if the fit is not
 * usable. */
bool tn_fit_job_rows(struct tn_fit_job *job, GError **error);
/* Prints the parameters that messages cannot determine, but measured rows (--rows) can. Fails if
 * --free is invalid. */
bool tn_fit_job_fresh(const struct tn_fit_job *job, GError **error);

/* Returns the known platform most similar to the topology (FILE.xml or a string) or, with --p2p, to
 * the messages. Prints the candidates to `out` (relatives_text.c). Transfer full; errors are usage
 * errors. */
char *tn_relative_choose(const struct tn_options *s, const char *topology, FILE *out,
                         GError **error);

#endif
