/* Results of a fit as text on stdout. */
#ifndef TN_TOOLS_COMPARISON_FIT_PRINT_H
#define TN_TOOLS_COMPARISON_FIT_PRINT_H

#include "compare/fit.h"
#include "compare/fit_rows.h"
#include "compare/verdict.h"

/* Rounds to three digits, the accuracy of a fit; bytes and counts to whole numbers. */
double tn_fit_digits(enum tn_param p, double value);

/* Prints the known ones of fitted[TN_N_PARAMS]. */
void tn_fit_print_params(const struct tn_param_value *fitted);
/* Prints parameters and errors of a fit to points (struct tn_fit_point); `taken`: its values go
 * into the file. */
void tn_fit_print(const struct tn_fit *fit, const GArray *points, bool taken);
/* Prints errors by kind of data, distance and size. */
void tn_fit_print_residuals(const struct tn_fit *fit, const GArray *points);
/* Prints the options with which the platform file of a fit must be run. */
void tn_fit_print_run(const char *file, enum tn_fit_assumption assumption);
/* Prints the simulation's errors for each struct tn_fit_file: off[files->len]. */
void tn_fit_print_rows(const GArray *files, const struct tn_fit_rows_deviation *off);

/* Prints the repeatability of the points (struct tn_fit_point) and its consequence. */
void tn_fit_print_verdict(const struct tn_repeatability *v, const GArray *points);

/* Simulates messages on the platform file (tn_fit_check). */
bool tn_fit_simulate(const char *file, const GArray *points, enum tn_fit_assumption assumption,
                     double *ret_seconds, GError **error);

/* Prints for which sizes and distances the file's predictions are reliable, and their error, by the
 * messages' simulated seconds[points->len], for trees by the fit. */
void tn_fit_print_trust(const struct tn_fit *fit, const GArray *points,
                        const struct tn_repeatability *v, const double *seconds);

/* Prints that messages do not determine the cost of freshly written bytes, and which row would;
 * nothing if the rows (struct tn_row) of the simulator's fit with unknown[n_unknowns] did. */
void tn_fit_print_fresh(const GPtrArray *rows, const enum tn_param *unknown, int n_unknowns);

/* Prints simulated osu_latency, seconds[points->len], with the measured messages and errors by
 * distance and size. Returns true if each group's median error is at most max_error (relative). */
bool tn_fit_print_check(const GArray *points, const double *seconds, double max_error);

#endif
