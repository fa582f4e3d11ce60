/* Texts on how decisions depend on parameters. */
#ifndef TN_TOOLS_EXPLAIN_SENSITIVITY_TEXT_H
#define TN_TOOLS_EXPLAIN_SENSITIVITY_TEXT_H

#include "document/document.h"
#include "table/table.h"
#include "tune/sensitivity.h"

/* Upper limit of the parameters per decision in the text; CSV and JSON have all parameters. */
enum { TN_MAX_INFLUENCES = 6 };

/* Decisions of a study (struct tn_decision_point). */
struct tn_sensitivity_result {
  const struct tn_study *study;
  const GPtrArray *decisions;
  enum tn_objective objective;
  guint n_runs; /* number of points that were run in addition to the study's points */
};

/* Returns a point's algorithm and parameters, as in "throttled-read throttle=4". Transfer full. */
char *tn_sensitivity_choice(const struct tn_sensitivity_result *h, guint point);
/* Returns a fraction as a percentage with sign, as in "+4.1 %"; "-" if it is unknown (NAN).
 * Transfer full. */
char *tn_sensitivity_percent(double share);
/* Returns a table with a line for each of the most influential parameters. Columns: whether it
 * flips the decision, parameter, value, error, lead with the value lowered, with it raised, value
 * at which another choice wins. Transfer full. */
struct tn_table *tn_influences_table(const struct tn_sensitivity_result *h,
                                     const struct tn_decision_point *d);
/* Returns one or two sentences without the last full stop: how many decisions depend on a stated
 * error of a parameter, and the measurement that settles most of them. Transfer full. */
char *tn_sensitivity_verdict(const struct tn_sensitivity_result *h);
/* Returns the legend of the table, as in "lead: the rival's time ...; 120 runs". Transfer full. */
char *tn_sensitivity_legend(const struct tn_sensitivity_result *h);

/* Returns the command that measures a parameter: "calibrate --only copy", or a fit to rows if
 * calibrate has no probe. Static or interned. */
const char *tn_measured_by(enum tn_param p);

void tn_sensitivity_write(struct tn_document *d, const struct tn_sensitivity_result *result);

#endif
