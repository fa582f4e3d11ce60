/* What a fit has found, as text on stdout. */
#ifndef TN_TOOLS_COMPARISON_FIT_PRINT_H
#define TN_TOOLS_COMPARISON_FIT_PRINT_H

#include "compare/fit.h"
#include "compare/fit_rows.h"

/* A value in three digits: no fit here is better than that. Bytes and counts are whole. */
double tn_fit_digits(enum tn_param p, double value);

void tn_fit_print_param(enum tn_param p, const struct tn_param_value *fitted);
/* The errors of a fit to points (struct tn_fit_point) and its parameters; `taken`: it is the one that
 * goes into the file. */
void tn_fit_print(const struct tn_fit *fit, const GArray *points, bool taken);
/* Its errors by kind of data, distance and size. */
void tn_fit_print_residuals(const struct tn_fit *fit, const GArray *points);
/* What a platform file with the values of such a fit is to be run with. */
void tn_fit_print_run(const char *file, enum tn_fit_assumption assumption);
/* How far off the files (struct tn_fit_file) are, off[files->len]. */
void tn_fit_print_rows(const GArray *files, const struct tn_fit_rows_off *off);

#endif
