/* Parameters of a platform from measured rows of collectives. The model is the simulator itself:
 * no second description of an algorithm has to be kept true. */
#ifndef TN_COMPARE_FIT_ROWS_H
#define TN_COMPARE_FIT_ROWS_H

#include "compare.h"
#include "study/case.h"

/* The rows of one file. */
struct tn_fit_file {
  const char *name; /* borrowed */
  guint end; /* index behind its last row; its first row follows the last one of the file before */
};

/* Why a fit was refused. The message is one line that names no option. */
GQuark tn_fit_error_quark(void);
#define TN_FIT_ERROR tn_fit_error_quark()
enum tn_fit_error {
  TN_FIT_BAD_ROWS,   /* a row cannot be simulated, or none of a file has a time */
  TN_FIT_BAD_UNKNOWN /* no parameter that a number can be fitted to */
};

/* What is fitted to what; everything is borrowed. */
struct tn_fit_rows {
  const struct tn_platform *platform;
  const struct tn_param_value *known; /* [TN_N_PARAMS] on top of it; NAN: the platform's */
  const struct tn_case *asked;        /* what the rows are runs of; its overrides go before what is
                                         known. Platform, ranks and bytes do not count */
  const struct tn_conditions *conditions;
  const GPtrArray *rows;        /* struct tn_row, measured */
  const GArray *files;          /* struct tn_fit_file */
  const enum tn_param *unknown; /* [n_unknowns]: what is fitted */
  int n_unknowns;
};

/* How far simulation and measurement are apart in one file, by size class (compare.h). */
struct tn_fit_rows_off {
  double median[1 + TN_N_SIZE_CLASSES]; /* all, then the classes; NAN without points */
  int n[1 + TN_N_SIZE_CLASSES];
};

/* How a search ended: root mean squares of log(simulated / measured) before and after it. */
struct tn_fit_rows_end {
  bool converged; /* false: the values are where it was stopped, their errors NAN */
  double before, after;
};

/* Fits by least squares of the logarithms, all files weighing the same; fitted[p].value is NAN
 * where nothing was fitted. off[files->len]. False and *error: TN_FIT_ERROR, or why a simulation
 * failed. */
bool tn_fit_rows(const struct tn_fit_rows *in, struct tn_param_value *fitted,
                 struct tn_fit_rows_off *off, struct tn_fit_rows_end *ret_end, GError **error);

#endif
