/* What a fit has found, as text on stdout. */
#ifndef TN_TOOLS_COMPARISON_FIT_PRINT_H
#define TN_TOOLS_COMPARISON_FIT_PRINT_H

#include "compare/fit.h"
#include "compare/fit_rows.h"
#include "compare/verdict.h"

/* A value in three digits: no fit here is better than that. Bytes and counts are whole. */
double tn_fit_digits(enum tn_param p, double value);

/* Prints the values that are known, of fitted[TN_N_PARAMS]. */
void tn_fit_print_params(const struct tn_param_value *fitted);
/* The errors of a fit to points (struct tn_fit_point) and its parameters; `taken`: it is the one that
 * goes into the file. */
void tn_fit_print(const struct tn_fit *fit, const GArray *points, bool taken);
/* Its errors by kind of data, distance and size. */
void tn_fit_print_residuals(const struct tn_fit *fit, const GArray *points);
/* What a platform file with the values of such a fit is to be run with. */
void tn_fit_print_run(const char *file, enum tn_fit_assumption assumption);
/* How far off the files (struct tn_fit_file) are, off[files->len]. */
void tn_fit_print_rows(const GArray *files, const struct tn_fit_rows_off *off);

/* The verdict on the data (struct tn_fit_point), and what it makes of the fit. */
void tn_fit_print_verdict(const struct tn_repeatability *v, const GArray *points);

/* Simulates the messages on the platform file (tn_fit_check). */
bool tn_fit_simulate(const char *file, const GArray *points, enum tn_fit_assumption assumption,
                     double *ret_seconds, GError **error);

/* For which sizes and distances predictions with the file are to be trusted, and how far: by the
 * simulated messages, seconds[points->len], and by the fit where it is to trees. */
void tn_fit_print_trust(const struct tn_fit *fit, const GArray *points,
                        const struct tn_repeatability *v, const double *seconds);

/* What messages do not tell of freshly written bytes, and which row would; nothing where the rows
 * (struct tn_row) that the simulator was fitted to, by the parameters unknown[n_unknowns], told. */
void tn_fit_print_fresh(const GPtrArray *rows, const enum tn_param *unknown, int n_unknowns);

/* osu_latency as simulated, seconds[points->len], beside the measured messages, and errors by distance
 * and size. Returns whether the median error of every group keeps to max_error. */
bool tn_fit_print_check(const GArray *points, const double *seconds, double max_error);

#endif
