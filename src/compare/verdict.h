/* Judges the quality of measurements: the spread of their repeats or, for single runs, how often
 * a longer message takes less time. */
#ifndef TN_COMPARE_VERDICT_H
#define TN_COMPARE_VERDICT_H

#include "fit.h"

enum tn_calm { TN_CALM, TN_DISTURBED, TN_WILD, TN_N_CALMS };
extern const char *const tn_calm_names[TN_N_CALMS];

/* The spread of a point is the median of |repeat / median - 1|. Calm: half of the points are
 * within TN_CALM_SPREAD and nine of ten within three times that. Wild: half of them exceed four
 * times that. Single runs: a series (one distance, one number of children) may fall once, where
 * the protocol changes. More falls by over TN_CALM_SPREAD at a tenth of the steps mean
 * disturbed, at a quarter wild. */
#define TN_CALM_SPREAD 0.05

struct tn_repeatability {
  enum tn_calm calm;
  int n_points, n_repeated;
  double repeats;       /* median number of repeats of the repeated points */
  double spread, p90;   /* median and 90 % quantile over the repeated points; NAN without repeats */
  int n_steps, n_falls; /* steps of size within a series; falls of the time, without one fall in
                         * each series */
};

/* Judges points (struct tn_fit_point); there must be at least one. */
struct tn_repeatability tn_repeatability_of(const GArray *points);

/* Returns the median of avg / avg_median - 1 over measured rows (struct tn_row); avg_median is the
 * median over calls. Skips rows without avg; returns NAN if another row lacks avg_median. Averages
 * include all interruptions. */
double tn_verdict_excess(const GPtrArray *rows);
/* Above this excess, compare the medians. */
#define TN_CALM_EXCESS 0.1

#endif
