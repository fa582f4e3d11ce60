/* Covariance of the errors of predictions at two points of a collective. */
#ifndef TN_INFER_BIAS_H
#define TN_INFER_BIAS_H

/* A point. Algorithms that a library runs in the same way are one choice. */
struct tn_advice_at {
  int choice, state;  /* number of the choice, of the state of buffers */
  double ranks, size; /* log2 of ranks; log2 of bytes (0 for 0 bytes) */
};

/* Returns the covariance of the errors of the logarithms of two predicted times. Parts are common
 * to a collective or a choice. Errors of a size (switch of protocol, copy rate) are similar for
 * many numbers of ranks; errors of a number of ranks (depth of a tree, bandwidth per rank) for most
 * sizes. Standard deviations and correlation lengths are the most likely ones for four comparisons
 * (docs/advise.md). */
double tn_bias_covariance(const struct tn_advice_at *a, const struct tn_advice_at *b);

/* Returns the correlation, between two points, of the extra time of a library's own decision over
 * the documented algorithm: libraries decide otherwise over ranges of points. */
double tn_decision_correlation(const struct tn_advice_at *a, const struct tn_advice_at *b);

/* Standard deviation of the logarithm of that ratio, before measurements: 10 %, assumed. */
#define TN_OWN_DEVIATION 0.1

/* Variance of a measured time's logarithm between runs: the default for too few pairs of runs, and
 * the lower limit, because pairs of one start are too similar. Both are assumed. */
#define TN_MEASURED_VARIANCE (0.06 * 0.06)
#define TN_LEAST_VARIANCE (0.03 * 0.03)

#endif
