/* What choices hang on, and the wording of it that texts and pages share. */
#ifndef TN_TOOLS_EXPLAIN_HINGES_H
#define TN_TOOLS_EXPLAIN_HINGES_H

#include "document/document.h"
#include "table/table.h"
#include "tune/sensitivity.h"

/* Parameters of a decision that people are shown; CSV and JSON have all. */
enum { TN_MOST_LEVERS = 6 };

/* Decisions (struct tn_decision_point) of a study, and by what was chosen. */
struct tn_hinges {
  const struct tn_study *study;
  const GPtrArray *decisions;
  enum tn_objective objective;
  guint n_runs; /* points that were run for it, beside the study's */
};

/* "throttled-read throttle=4". Transfer full. */
char *tn_hinges_choice(const struct tn_hinges *h, guint point);
/* "+4.1 %", or "-": not known. Transfer full. */
char *tn_hinges_percent(double share);
/* A line for each of the first levers: flips, parameter, value, error, down, up, another wins at.
 * Transfer full. */
struct tn_table *tn_levers_table(const struct tn_hinges *h, const struct tn_decision_point *d);
/* Which decisions hang on a stated error, and which one measurement settles most of them: a
 * sentence or two without the last full stop. Transfer full. */
char *tn_hinges_verdict(const struct tn_hinges *h);
/* What the marks and numbers mean: "lead: the rival's time ...; 120 runs". Transfer full. */
char *tn_hinges_legend(const struct tn_hinges *h);

/* How to measure a parameter, in words: "calibrate --only copy", or, where there is no probe, a fit to
 * measured rows. Static or interned. */
const char *tn_measured_by(enum tn_param p);

void tn_hinges_tell(struct tn_document *d, const struct tn_hinges *hinges);

#endif
