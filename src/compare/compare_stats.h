/* Statistics of a comparison: errors of the times, and the cost of following the prediction. */
#ifndef TN_COMPARE_COMPARE_STATS_H
#define TN_COMPARE_COMPARE_STATS_H

#include "compare.h"

/* Errors of a group of points. The error of a point is predicted / measured - 1. Values that are
 * not known are NAN. */
struct tn_error_group {
  const char *algorithm; /* borrowed from a row; NULL if the group has all algorithms */
  enum tn_reach reach;
  enum tn_size_class size_class;
  guint n;
  double bias;        /* median signed error */
  double median, p90; /* median and 90 % quantile of the absolute error */
  double spread;      /* median of the points' spreads; errors below it are not significant */
  double resolution;  /* median over the points of half the last printed digit, divided by the
                       * measured time */
  guint n_hockney;    /* number of points for which the textbook model has a formula */
  double hockney;     /* median absolute error of the textbook model at these points */
  double skill;       /* 1 - our median error / median error of the textbook model, both at these
                       * points */
};

/* A group of choices between two or more algorithms. The regret of a choice is the measured time of
 * the chosen algorithm, divided by the time of the best measured candidate, minus 1. */
struct tn_choice_group {
  enum tn_reach reach;
  enum tn_size_class size_class;
  guint n;
  double tau;                /* mean Kendall tau-b of predicted and measured times over the
                              * choices */
  double agreement;          /* share of choices whose predicted winner is the measured winner */
  double regret, p90, worst; /* mean, 90 % quantile and maximum of the regrets */
  guint n_binomial;
  double binomial; /* mean regret of always choosing the binomial tree, over the n_binomial
                    * choices that have it */
  guint n_library;
  /* Mean regret of the library's own measured decision, over n_library choices; negative if the
   * decision is faster than all candidates and is not one of them. If the decision was not
   * measured: mean regret of Open MPI's fixed table, over the choices that have its algorithm. */
  double library;
};

/* Outcome of one choice. */
struct tn_choice_result {
  guint predicted, measured;             /* indexes of the points of the predicted and the
                                          * measured winner; of equal times, the earlier point */
  double regret, tau, binomial, library; /* NAN if not known */
};

double tn_compared_error(const struct tn_compared *p);
/* Returns 1 if the measured time is in the stated range, 0 if not, -1 if no range is stated. */
int tn_compared_within(const struct tn_compared *p);

/* Returns the groups (struct tn_error_group) that have points, by algorithm (in the order of the
 * points), reach and size. Transfer full. */
GArray *tn_error_groups(const struct tn_comparison *c, bool by_algorithm);
/* Returns the groups (struct tn_choice_group) of choices with at least two candidates. Transfer
 * full. */
GArray *tn_choice_groups(const struct tn_comparison *c);

/* Returns the outcome of choice i. The time is quadratic in the number of candidates. */
struct tn_choice_result tn_choice_result(const struct tn_comparison *c, guint i);

/* Computes the range, in seconds, that is stated for a prediction: 8 of 10 measured times lie in
 * the range. Both ends are NAN if the row lacks the data. The range combines two errors. The first
 * is the model's error against measurements by reach and size (residuals.def), times the root of
 * the number of laws by which a step is priced. The second follows from the stated errors of
 * parameters (`low` and `high` of run --uncertainty). Both errors are factors minus 1, and their
 * squares add (tn_uncertainty_join). */
void tn_stated_range(const struct tn_row *row, enum tn_reach reach, double *ret_low,
                     double *ret_high);

extern const char *const tn_size_class_names[TN_N_SIZE_CLASSES];
extern const char *const tn_reach_names[TN_N_REACHES];

#endif
