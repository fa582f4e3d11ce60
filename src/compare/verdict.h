/* Judges how well measurements repeat: by their spread or, for single runs, by how often a longer
 * message is faster. */
#ifndef TN_COMPARE_VERDICT_H
#define TN_COMPARE_VERDICT_H

#include "fit.h"

enum tn_quality { TN_CALM, TN_DISTURBED, TN_WILD, TN_N_QUALITIES };
extern const char *const tn_quality_names[TN_N_QUALITIES];

/* The spread of a point is the median of |repeat / median - 1|. Calm: half of the points have a
 * spread of at most TN_CALM_SPREAD, and nine of ten of at most three times that. Wild: half of the
 * points exceed four times TN_CALM_SPREAD. Disturbed: all others. Single runs: in each series (one
 * distance, one number of children) the time may fall once, where the protocol changes. If it falls
 * again by over TN_CALM_SPREAD at more than a tenth of the steps, the data are disturbed; at more
 * than a quarter of the steps, wild. */
#define TN_CALM_SPREAD 0.05

struct tn_repeatability {
  enum tn_quality calm;
  int n_points, n_repeated;
  double repeats;       /* median number of repeats, over the points with repeats */
  double spread, p90;   /* median and 90 % quantile of the spread over the points with repeats;
                         * NAN without repeats */
  int n_steps, n_falls; /* steps between sizes of a series; steps at which the time falls by over
                         * TN_CALM_SPREAD, without the first of each series */
};

/* Judges an array of struct tn_fit_point, at least one. */
struct tn_repeatability tn_repeatability_of(const GArray *points);

/* Returns the median of avg / avg_median - 1 over measured rows (struct tn_row). Only the mean
 * `avg` includes all interruptions. Skips rows without avg. NAN if another row lacks avg_median. */
double tn_verdict_excess(const GPtrArray *rows);
/* Medians should be compared in place of means if tn_verdict_excess returns more than this. */
#define TN_CALM_EXCESS 0.1

#endif
