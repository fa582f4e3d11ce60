/* Covariance of the errors of predictions at two points of a collective. */
#ifndef TN_INFER_BIAS_H
#define TN_INFER_BIAS_H

/* A point, and the choice (algorithm and parameters) whose time is predicted there. Algorithms that
 * a library runs in the same way count as one choice. */
struct tn_advice_at {
  int choice, state;  /* number of the choice; number of the buffers' state */
  double ranks, size; /* log2 of the number of ranks; log2 of the bytes (0 for 0 bytes) */
  int algorithm;      /* equal for choices that differ in parameters only, from 1; 0: unknown */
};

/* Returns the covariance of the errors of two predictions (logarithms of times). Some errors are
 * common to all times of a collective, or of an algorithm. Errors specific to a size (switch of
 * protocol, copy rate) are similar for many numbers of ranks; errors specific to a number of ranks
 * (depth of a tree, bandwidth per rank) for most sizes. Standard deviations and correlation lengths
 * are the most likely ones for four comparisons with measurements (docs/advise.md). */
double tn_bias_covariance(const struct tn_advice_at *a, const struct tn_advice_at *b);

/* Returns the correlation, between two points, of log(time of the algorithm that a library takes /
 * time of the one that its documentation names). Libraries deviate over ranges of points. */
double tn_decision_correlation(const struct tn_advice_at *a, const struct tn_advice_at *b);

/* Standard deviation of log(time of a library's own decision / time of the documented algorithm)
 * before any measurement: 10 %, assumed. */
#define TN_OWN_DEVIATION 0.1

/* Variance of a measured time's logarithm between runs: the default for too few pairs of runs, and
 * the lower limit, because pairs of runs after one start are too similar. Both are assumed. */
#define TN_MEASURED_VARIANCE (0.06 * 0.06)
#define TN_LEAST_VARIANCE (0.03 * 0.03)

#endif
