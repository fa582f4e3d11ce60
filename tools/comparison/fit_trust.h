/* What a fit's data are worth, what it could not know, and how far to trust it, as text on stdout. */
#ifndef TN_TOOLS_COMPARISON_FIT_TRUST_H
#define TN_TOOLS_COMPARISON_FIT_TRUST_H

#include "compare/verdict.h"

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
