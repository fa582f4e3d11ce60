/* Computes the covariance of the errors of predictions at two points of one collective. */
#ifndef TN_INFER_BIAS_H
#define TN_INFER_BIAS_H

/* A point of a collective. Algorithms that a library runs in the same way count as one choice. */
struct tn_advice_at {
  int choice, state;  /* number of the choice; number of the state of buffers */
  double ranks, size; /* log2 of the number of ranks; log2 of the bytes (0 for 0 bytes) */
};

/* Returns the covariance of the errors of the logarithms of two predicted times. Part of the error
 * is common to a collective or to a choice. Errors that belong to a size (switch of protocol, copy
 * rate) are similar for many numbers of ranks. Errors that belong to a number of ranks (depth of a
 * tree, bandwidth per rank) are similar for most sizes. Standard deviations and correlation lengths
 * are the most likely ones for four comparisons (docs/advise.md). */
double tn_bias_covariance(const struct tn_advice_at *a, const struct tn_advice_at *b);

/* Returns the correlation, between two points, of the extra time that a library's own decision
 * takes over the algorithm that the library documents. A library that decides otherwise does so
 * over a range of points. */
double tn_decision_correlation(const struct tn_advice_at *a, const struct tn_advice_at *b);

/* Standard deviation of the logarithm of that time ratio, before any measurement: 10 %, assumed. */
#define TN_OWN_DEVIATION 0.1

/* Variance of the logarithm of a measured time between runs: the default, used if there are too few
 * pairs of runs, and the lower limit, used because pairs from one start are too similar. Both are
 * assumed. */
#define TN_MEASURED_VARIANCE (0.06 * 0.06)
#define TN_LEAST_VARIANCE (0.03 * 0.03)

#endif
