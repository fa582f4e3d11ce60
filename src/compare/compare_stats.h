/* Statistics of a comparison: errors of the times, and the cost of following the prediction. */
#ifndef TN_COMPARE_COMPARE_STATS_H
#define TN_COMPARE_COMPARE_STATS_H

#include "compare.h"

/* Errors of a group of points. An error is predicted / measured - 1; unknown values are NAN. */
struct tn_error_group {
  const char *algorithm; /* borrowed from a row; NULL: all algorithms */
  enum tn_reach reach;
  enum tn_size_class size_class;
  guint n;
  double bias;        /* median signed error */
  double median, p90; /* median and 90 % quantile of the absolute error */
  double spread;      /* median spread of the points; smaller errors are not significant */
  double resolution;  /* median of half the last printed digit divided by the time */
  guint n_hockney;    /* points for which the textbook model has a form */
  double hockney;     /* median absolute error of the textbook model at these points */
  double skill;       /* 1 - our error / textbook error at these points */
};

/* Choices between two or more algorithms. Regret: measured time of the chosen algorithm over the
 * time of the best measured candidate, minus 1. */
struct tn_choice_group {
  enum tn_reach reach;
  enum tn_size_class size_class;
  guint n;
  double tau;                /* mean Kendall tau-b of predicted and measured times over the
                              * choices */
  double agreement;          /* share of choices whose predicted winner is the measured winner */
  double regret, p90, worst; /* mean, quantile, largest */
  guint n_binomial;
  double binomial; /* mean regret of always choosing the binomial tree, over choices that have it */
  guint n_library;
  double library; /* mean regret of the library's own measured decision; negative if it is not a
                   * candidate and faster. If not measured: regret of Open MPI's fixed table, over
                   * choices that have its algorithm */
};

/* One choice. */
struct tn_choice_result {
  guint predicted, measured;             /* points of the winners; ties: the earlier point */
  double regret, tau, binomial, library; /* NAN where unknown */
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

/* Computes the stated range of a prediction in seconds: 8 of 10 measured times lie in it; NAN if
 * the row lacks the data. Combines two errors. The first is the model's error against
 * measurements by reach and size (residuals.def), times the root of the number of laws that a
 * step's price has. The second follows from the stated errors of parameters (`low` and `high` of
 * run --uncertainty). Both are factors minus 1 and add as squares (tn_doubts_join). */
void tn_stated_range(const struct tn_row *row, enum tn_reach reach, double *ret_low,
                     double *ret_high);

extern const char *const tn_size_class_names[TN_N_SIZE_CLASSES];
extern const char *const tn_reach_names[TN_N_REACHES];

#endif
