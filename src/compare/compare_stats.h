/* What a comparison amounts to: errors of the times, and what following the prediction costs. */
#ifndef TN_COMPARE_COMPARE_STATS_H
#define TN_COMPARE_COMPARE_STATS_H

#include "compare.h"

/* Errors are predicted / measured - 1; a value that nothing is known of is NAN. */
struct tn_error_group {
  const char *algorithm; /* borrowed from a row; NULL: all together */
  enum tn_reach reach;
  enum tn_size_class size_class;
  guint n;
  double bias;        /* median signed error */
  double median, p90; /* of the absolute error */
  double spread;      /* median of the points' spread: errors below say nothing */
  double resolution;  /* median of half the last printed digit over the time */
  guint n_hockney;    /* points that the textbook model has a form for, */
  double hockney;     /* its median absolute error there, */
  double skill;       /* and 1 - ours / its, on the same points */
};

/* Choices among two or more algorithms. Regret: what the choice took in the measurement over the
 * best measured candidate, - 1. */
struct tn_choice_group {
  enum tn_reach reach;
  enum tn_size_class size_class;
  guint n;
  double tau;                /* mean Kendall tau-b of prediction and measurement over the choices */
  double agreement;          /* share of choices at which the predicted winner won */
  double regret, p90, worst; /* mean, quantile, largest */
  guint n_binomial;
  double binomial; /* mean regret of always taking the binomial tree, where it is a candidate */
  guint n_library;
  double library; /* mean regret of the library's own decision where measured (it may take what is
                     * no candidate here, hence be negative), else of what Open MPI's fixed table
                     * takes where that is a candidate */
};

/* One choice. */
struct tn_choice_result {
  guint predicted, measured;             /* points of the winners; equal times: the earlier */
  double regret, tau, binomial, library; /* NAN where unknown */
};

double tn_compared_error(const struct tn_compared *p);
/* Whether the measured time is in the stated range: 1 yes, 0 no, -1: none is stated. */
int tn_compared_within(const struct tn_compared *p);

/* The groups that have points, ordered by algorithm (in the order of the points), reach and size.
 * Transfer full, of struct tn_error_group. */
GArray *tn_error_groups(const struct tn_comparison *c, bool by_algorithm);
/* The same of choices with at least two candidates, of struct tn_choice_group. */
GArray *tn_choice_groups(const struct tn_comparison *c);

/* The outcome of choice i, which has candidates; time quadratic in these. */
struct tn_choice_result tn_choice_result(const struct tn_comparison *c, guint i);

/* The range that a prediction states: what a measured time lies within in 8 of 10 cases. Combines how
 * far the model was off where measurements tell, by places and size (residuals.def), times the root of the
 * number of laws that a step's price has, with what the stated errors of the parameters leave, `low` and
 * `high` of a row of run --uncertainty. Both are factors' excesses over 1, and add as squares
 * (tn_doubts_join). Seconds; NAN where the row does not know these. */
void tn_stated_range(const struct tn_row *row, enum tn_reach reach, double *ret_low,
                     double *ret_high);

extern const char *const tn_size_class_names[TN_N_SIZE_CLASSES];
extern const char *const tn_reach_names[TN_N_REACHES];

#endif
