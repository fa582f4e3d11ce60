/* One `platform fit`: what it reads, fits and writes. */
#ifndef TN_TOOLS_COMPARISON_FIT_JOB_H
#define TN_TOOLS_COMPARISON_FIT_JOB_H

#include <stdio.h>

#include "compare/fit_rows.h"
#include "compare/verdict.h"
#include "plan/options.h"

/* Everything of one fit. */
struct tn_fit_job {
  const struct tn_options *settings;
  const char *like;                /* whose parameters the rest are; borrowed */
  struct tn_platform *platform;    /* the topology with the parameters of --like; owned */
  int transport;                   /* enum tn_transport_profile; -1: none */
  bool is_transports[TN_N_PARAMS]; /* `known` is the transport's, and stays out of the file */
  double values[TN_N_PARAMS];      /* of --like, the transport, set, and what the matrix gives */
  struct tn_param_value known[TN_N_PARAMS]; /* what goes into the file; NAN: of --like */
  bool is_held[TN_N_PARAMS];                /* what the fit is not to touch */
  GArray *points;                           /* struct tn_fit_point, owned */
  GArray *windows;                          /* the same of several messages in flight, owned */
  GPtrArray *rows;                          /* measured ones of a collective, owned */
  GArray *files;                            /* struct tn_fit_file: of these rows, owned */
  GPtrArray *texts;                         /* char *: notes, owned */
  bool is_fitted;                           /* to points: */
  struct tn_fit fit;                        /* the one that is taken */
  struct tn_repeatability verdict;          /* on the points */
  double max_error;                         /* of --check */
  bool ok;                                  /* whether --check keeps to it */
};

/* Keeps a text as long as the job; borrowed. */
const char *tn_fit_job_keep(struct tn_fit_job *job, char *text);

/* Loads the platform, with the parameters of `like`, and reads all that the options name. False and *error. */
bool tn_fit_job_read(struct tn_fit_job *job, const char *spec, GError **error);
/* Appends the messages that --p2p names to the points, and prints how many to `out`, NULL: not. */
bool tn_fit_job_messages(struct tn_fit_job *job, FILE *out, GError **error);
/* The names of all files, without folders and what was said of them; transfer full. */
char *tn_fit_job_files(const struct tn_options *s);

/* Fits the closed forms to the points, and prints it: all assumptions, the residuals of the one that
 * is taken, and what to run with. False and *error when none is of use. */
bool tn_fit_job_points(struct tn_fit_job *job, GError **error);
/* Fits the simulator to the rows, and prints it. False and *error when it is of no use. */
bool tn_fit_job_rows(struct tn_fit_job *job, GError **error);
/* Says what messages could not tell; --rows may have. False and *error on a bad --free. */
bool tn_fit_job_fresh(const struct tn_fit_job *job, GError **error);

/* relatives_text.c: the name of the platform most like the topology (FILE.xml or a string), by the messages that
 * --p2p names if any; the table of all goes to `out`. Transfer full; NULL and *error (usage). */
char *tn_relative_choose(const struct tn_options *s, const char *topology, FILE *out,
                         GError **error);

#endif
