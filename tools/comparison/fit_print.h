/* Prints the results of a fit as text on stdout. */
#ifndef TN_TOOLS_COMPARISON_FIT_PRINT_H
#define TN_TOOLS_COMPARISON_FIT_PRINT_H

#include "compare/fit.h"
#include "compare/fit_rows.h"
#include "compare/verdict.h"

/* Returns the value rounded to three digits, the accuracy of a fit; bytes and counts become whole
 * numbers. */
double tn_fit_digits(enum tn_param p, double value);

/* Prints the parameters of fitted[TN_N_PARAMS] that have a value. */
void tn_fit_print_params(const struct tn_param_value *fitted);
/* Prints parameters and errors of a fit to points (struct tn_fit_point). `taken`: true if the
 * platform file gets its values. */
void tn_fit_print(const struct tn_fit *fit, const GArray *points, bool taken);
/* Prints errors by kind of data (messages, trees), distance and size. */
void tn_fit_print_residuals(const struct tn_fit *fit, const GArray *points);
/* Prints the options that simulations with the fitted platform file need. */
void tn_fit_print_run(const char *file, enum tn_fit_assumption assumption);
/* Prints the simulator's errors for each measured file (struct tn_fit_file): off[files->len]. */
void tn_fit_print_rows(const GArray *files, const struct tn_fit_rows_deviation *off);

/* Prints how well repeated measurements of the points (struct tn_fit_point) agree, and what follows
 * for the fit. */
void tn_fit_print_verdict(const struct tn_repeatability *v, const GArray *points);

/* Simulates the messages on the platform file (tn_fit_check). *ret_seconds: array of their
 * times. */
bool tn_fit_simulate(const char *file, const GArray *points, enum tn_fit_assumption assumption,
                     double *ret_seconds, GError **error);

/* Prints for which sizes and distances the file's predictions are reliable, and their error: that
 * of the simulated seconds[points->len] for messages, that of the fitted form for trees. */
void tn_fit_print_trust(const struct tn_fit *fit, const GArray *points,
                        const struct tn_repeatability *v, const double *seconds);

/* Prints that messages do not determine the cost of freshly written bytes, and which measured row
 * would. Prints nothing if the simulator was fitted to such a row (struct tn_row), with a line rate
 * in unknown[n_unknowns]. */
void tn_fit_print_fresh(const GPtrArray *rows, const enum tn_param *unknown, int n_unknowns);

/* Prints simulated osu_latency, seconds[points->len], next to the measured messages, and errors by
 * distance and size. Returns true if each group's median error is at most max_error (relative). */
bool tn_fit_print_check(const GArray *points, const double *seconds, double max_error);

#endif
