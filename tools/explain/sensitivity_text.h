/* Words on the sensitivity of decisions, for text and pages. */
#ifndef TN_TOOLS_EXPLAIN_SENSITIVITY_TEXT_H
#define TN_TOOLS_EXPLAIN_SENSITIVITY_TEXT_H

#include "document/document.h"
#include "table/table.h"
#include "tune/sensitivity.h"

/* Parameters per decision in text; CSV and JSON have all. */
enum { TN_MAX_INFLUENCES = 6 };

/* A study's decisions (struct tn_decision_point) and the objective. */
struct tn_sensitivity_result {
  const struct tn_study *study;
  const GPtrArray *decisions;
  enum tn_objective objective;
  guint n_runs; /* number of points that were run in addition to the study's points */
};

/* Returns a point's choice: "throttled-read throttle=4". Transfer full. */
char *tn_sensitivity_choice(const struct tn_sensitivity_result *h, guint point);
/* Returns a fraction as a percentage with sign, "+4.1 %"; "-" if the fraction is unknown. Transfer
 * full. */
char *tn_sensitivity_percent(double share);
/* Returns a line for each of the first levers (influential parameters): flips, parameter, value,
 * error, down, up, another wins at. Transfer full. */
struct tn_table *tn_influences_table(const struct tn_sensitivity_result *h,
                                     const struct tn_decision_point *d);
/* Returns one or two sentences without last full stop: the decisions that depend on a stated error,
 * and the measurement that decides most of them. Transfer full. */
char *tn_sensitivity_verdict(const struct tn_sensitivity_result *h);
/* Returns the legend: "lead: the rival's time ...; 120 runs". Transfer full. */
char *tn_sensitivity_legend(const struct tn_sensitivity_result *h);

/* Returns how to measure a parameter: "calibrate --only copy", or a fit to rows if calibrate has no
 * probe. Static or interned. */
const char *tn_measured_by(enum tn_param p);

void tn_sensitivity_write(struct tn_document *d, const struct tn_sensitivity_result *result);

#endif
