/* Fits the parameters of a platform to measured rows of collectives. The fit compares the rows with
 * simulations, so algorithms need no closed form here. */
#ifndef TN_COMPARE_FIT_ROWS_H
#define TN_COMPARE_FIT_ROWS_H

#include "compare.h"
#include "study/case.h"

struct tn_fit_file {
  const char *name;
  /* index in `rows` after the file's last row. The file's rows begin at the previous file's
   * `end`. */
  guint end;
};

/* Returns the error domain of fits that are refused. An error message has one line and names no
 * option of the program. */
GQuark tn_fit_error_quark(void);
#define TN_FIT_ERROR tn_fit_error_quark()
enum tn_fit_error {
  TN_FIT_BAD_ROWS,   /* a row cannot be simulated, or a file has no times */
  TN_FIT_BAD_UNKNOWN /* a parameter does not have numeric values */
};

/* Input of a fit; all members are borrowed. */
struct tn_fit_rows {
  const struct tn_platform *platform;
  /* [TN_N_PARAMS] values that replace the platform's; NAN: the platform's value stays */
  const struct tn_param_value *known;
  /* conditions that the rows share. Its platform, ranks and bytes are ignored. Its overrides have
   * priority over `known`. */
  const struct tn_case *asked;
  const struct tn_conditions *conditions;
  const GPtrArray *rows;        /* struct tn_row, measured */
  const GArray *files;          /* struct tn_fit_file */
  const enum tn_param *unknown; /* [n_unknowns]: parameters to fit */
  int n_unknowns;
};

/* Deviation of the simulation from the measurement in one file, by size class (compare.h). */
struct tn_fit_rows_deviation {
  double median[1 + TN_N_SIZE_CLASSES]; /* deviations of all points, then of the points of each
                                         * size class; NAN if there are no points */
  int n[1 + TN_N_SIZE_CLASSES];
};

/* Root mean square of log(simulated / measured) over the points, at the start values (`before`) and
 * at the fitted values (`after`). */
struct tn_fit_rows_end {
  bool converged; /* false if the search was stopped early: the values are then the last ones
                   * tried, and their errors are NAN */
  double before, after;
};

/* Fits by least squares of the logarithms, files with equal weight. fitted[p].value is NAN if p is
 * not fitted. Sets off[files->len]. Returns false and *error: TN_FIT_ERROR, or the reason why a
 * simulation failed. */
bool tn_fit_rows(const struct tn_fit_rows *in, struct tn_param_value *fitted,
                 struct tn_fit_rows_deviation *off, struct tn_fit_rows_end *ret_end,
                 GError **error);

#endif
