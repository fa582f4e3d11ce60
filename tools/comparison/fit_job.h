/* State of one `platform fit`: inputs, fitted values and output. */
#ifndef TN_TOOLS_COMPARISON_FIT_JOB_H
#define TN_TOOLS_COMPARISON_FIT_JOB_H

#include <stdio.h>

#include "compare/fit_rows.h"
#include "compare/verdict.h"
#include "plan/options.h"

struct tn_fit_job {
  const struct tn_options *settings;
  const char *like;                /* platform of the parameters that are not fitted; borrowed */
  struct tn_platform *platform;    /* topology with the parameters of `like`; owned */
  int transport;                   /* enum tn_transport_profile; -1 if no transport is named */
  bool is_transports[TN_N_PARAMS]; /* true if `known` comes from the transport; the file omits the
                                    * parameter */
  double values[TN_N_PARAMS];      /* values from --like, the transport, --set and the matrix */
  struct tn_param_value known[TN_N_PARAMS]; /* values for the file; NAN: the value of --like */
  bool is_held[TN_N_PARAMS];                /* true if the fit must not change it */
  GArray *points;                           /* struct tn_fit_point, owned */
  GArray *windows;                          /* struct tn_fit_point with several messages in flight,
                                             * owned */
  GPtrArray *rows;                          /* measured rows of collectives, owned */
  GArray *files;                            /* struct tn_fit_file of the rows, owned */
  GPtrArray *texts;                         /* char *: notes and other stored texts, owned */
  bool is_fitted;                           /* true if points were fitted; `fit` and `verdict` are
                                             * valid */
  struct tn_fit fit;
  struct tn_repeatability verdict;
  double max_error; /* largest relative error, of --max-error */
  bool ok;          /* true if all groups of points are within max_error */
};

/* Takes ownership of a text until the job is freed; returns it. */
const char *tn_fit_job_store_text(struct tn_fit_job *job, char *text);

/* Loads the platform with the parameters of `like`, and reads all files that the options name.
 * Returns false and *error on failure. */
bool tn_fit_job_read(struct tn_fit_job *job, const char *spec, GError **error);
/* Appends the messages from --p2p to the points, and prints their number to `out` (NULL: prints
 * nothing). Returns false and *error on failure. */
bool tn_fit_job_messages(struct tn_fit_job *job, FILE *out, GError **error);
/* Returns the files without folders and column values. Transfer full. */
char *tn_fit_job_files(const struct tn_options *s);

/* Fits the closed forms to the points; prints the fits under all assumptions, the residuals of the
 * selected fit, and the options for its platform file. Fails if no fit is usable. */
bool tn_fit_job_points(struct tn_fit_job *job, GError **error);
/* Fits the simulator to the rows and prints the result. Returns false and *error if that fit is not
 * usable. */
bool tn_fit_job_rows(struct tn_fit_job *job, GError **error);
/* Prints the parameters that messages cannot determine but --rows may. Fails on an invalid
 * --free. */
bool tn_fit_job_fresh(const struct tn_fit_job *job, GError **error);

/* Returns the known platform most similar to the topology (FILE.xml or a string), also by the
 * messages of --p2p. Prints the candidates to `out` (relatives_text.c). Transfer full; errors are
 * usage errors. */
char *tn_relative_choose(const struct tn_options *s, const char *topology, FILE *out,
                         GError **error);

#endif
