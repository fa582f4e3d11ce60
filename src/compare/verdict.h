/* A verdict on measurements themselves: how far their repeats lie apart, or, of single runs, how
 * often a longer message takes less time. */
#ifndef TN_COMPARE_VERDICT_H
#define TN_COMPARE_VERDICT_H

#include "fit.h"

enum tn_calm { TN_CALM, TN_DISTURBED, TN_WILD, TN_N_CALMS };
extern const char *const tn_calm_names[TN_N_CALMS];

/* Spreads are medians of |repeat / median - 1| of a point. Calm: half of the points within
 * TN_CALM_SPREAD, nine of ten within three times as much; wild: half of them beyond four times it. Of
 * single runs: a series (one distance, one number of children) may fall once, where the protocol
 * changes; further falls of more than TN_CALM_SPREAD at a tenth of the steps are disturbed, at a
 * quarter wild. */
#define TN_CALM_SPREAD 0.05

struct tn_repeatability {
  enum tn_calm calm;
  int n_points, n_repeated;
  double repeats;       /* median number of the repeated points' */
  double spread, p90;   /* of the repeated points; NAN without any */
  int n_steps, n_falls; /* of size within a series; less time, but for one fall in a series */
};

/* Of points (struct tn_fit_point), at least one. */
struct tn_repeatability tn_repeatability_of(const GArray *points);

/* How far the averages of measured rows (struct tn_row) lie above their medians over calls, median of
 * avg / median - 1; NAN where a row lacks either. Averages include every interruption. */
double tn_verdict_excess(const GPtrArray *rows);
/* Above this the medians are to be compared. */
#define TN_CALM_EXCESS 0.1

#endif
