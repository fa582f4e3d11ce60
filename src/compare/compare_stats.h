/* Statistics of a comparison: errors of the times, and the cost of following the prediction. */
#ifndef TN_COMPARE_COMPARE_STATS_H
#define TN_COMPARE_COMPARE_STATS_H

#include "compare.h"

/* Errors of a group of points, predicted / measured - 1; NAN if not known. */
struct tn_error_group {
  const char *algorithm; /* borrowed from a row; NULL if the group has all algorithms */
  enum tn_reach reach;
  enum tn_size_class size_class;
  guint n;
  double bias;
  double median, p90; /* median and 90 % quantile of the absolute error */
  double spread;      /* median of the points' spreads; errors below it are not significant */
  double resolution;  /* median of (half of the last printed digit / measured time) */
  guint n_hockney;    /* number of points for which the textbook model has a formula */
  double hockney;     /* median absolute error of the textbook model at these points */
  /* 1 - (our median absolute error / that of the textbook model), at the same points */
  double skill;
};

/* A group of choices between two or more algorithms. Regret of a choice: measured time of the
 * chosen algorithm / that of the best measured candidate - 1. */
struct tn_choice_group {
  enum tn_reach reach;
  enum tn_size_class size_class;
  guint n;
  double tau;                /* mean Kendall tau-b of predicted and measured times */
  double agreement;          /* share of choices whose predicted winner is the measured winner */
  double regret, p90, worst; /* mean, 90 % quantile and maximum of the regret */
  guint n_binomial;
  double binomial; /* mean regret of always choosing the binomial tree, over n_binomial choices */
  guint n_library;
  /* Mean regret of the library's own measured decision, over n_library choices; negative if the
   * decision is faster than all candidates and is not one of them. If the decision was not
   * measured: mean regret of Open MPI's fixed table, over the choices that have its algorithm. */
  double library;
};

struct tn_choice_result {
  /* indices of the points that win by prediction and by measurement; the earlier of equal times */
  guint predicted, measured;
  /* as in struct tn_choice_group, but for one choice; NAN if not known */
  double regret, tau, binomial, library;
};

double tn_compared_error(const struct tn_compared *p);
/* Returns 1 if the measured time is in the stated range, 0 if not, -1 if no range is stated. */
int tn_compared_within(const struct tn_compared *p);

/* Returns the groups (struct tn_error_group) that have points. There is one group for each reach
 * (enum tn_reach) and size class and, if by_algorithm, each algorithm. Transfer full. */
GArray *tn_error_groups(const struct tn_comparison *c, bool by_algorithm);
/* Returns the groups (struct tn_choice_group) that have choices with two or more candidates.
 * Transfer full. */
GArray *tn_choice_groups(const struct tn_comparison *c);

/* Returns the result of choice i. It takes time quadratic in the number of candidates. */
struct tn_choice_result tn_choice_result(const struct tn_comparison *c, guint i);

/* Computes the range, in seconds, in which 8 of 10 measured times are expected. Both ends are NAN
 * without data. The range combines two errors, whose squares add (tn_uncertainty_join). The first
 * is the model's error for this reach and size (residuals.def), times the square root of the number
 * of laws that price a step. The second is the effect of the parameters' stated errors (`low` and
 * `high` of run --uncertainty). */
void tn_stated_range(const struct tn_row *row, enum tn_reach reach, double *ret_low,
                     double *ret_high);

extern const char *const tn_size_class_names[TN_N_SIZE_CLASSES];
extern const char *const tn_reach_names[TN_N_REACHES];

#endif
