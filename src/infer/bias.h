/* What predictions of one collective may be off by: how errors at two of its points go together. */
#ifndef TN_INFER_BIAS_H
#define TN_INFER_BIAS_H

/* A point of a collective. What a library runs alike is one choice. */
struct tn_advice_at {
  int choice, state;  /* numbers; state: of the buffers */
  double ranks, size; /* octaves: log2 of the ranks and of the bytes (0 of none) */
};

/* Covariance of the errors of the logarithms of two predicted times. Errors are common to the
 * collective and to a choice; what is off at a size (a protocol's switch, the rate of a copy) is so with
 * many numbers of ranks, what is off with a number of ranks (a tree's depth, a place's share) is so at
 * most sizes. The standard deviations and lengths are those that make the errors of four comparisons most
 * likely (docs/advise.md). */
double tn_bias_covariance(const struct tn_advice_at *a, const struct tn_advice_at *b);

/* Correlation of what a library's own decisions at two points take longer than the algorithms that they
 * are said to be: a library that decides otherwise than is said does so over a range of points. */
double tn_own_correlation(const struct tn_advice_at *a, const struct tn_advice_at *b);

/* Standard deviation of that, as a logarithm, before any is measured: 10 %, assumed. */
#define TN_OWN_DEVIATION 0.1

/* Variance of the logarithm of a measured time about what another run would say: 6 % where there are too
 * few pairs to tell, and 3 % at least, however near pairs of one start are to each other. Assumed. */
#define TN_MEASURED_VARIANCE (0.06 * 0.06)
#define TN_LEAST_VARIANCE (0.03 * 0.03)

#endif
