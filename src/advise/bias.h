/* What predictions of one collective may be off by: how errors at two of its points go together. */
#ifndef TN_ADVISE_BIAS_H
#define TN_ADVISE_BIAS_H

/* A point of a collective. What a library runs alike is one choice. */
struct tn_advice_at {
  int choice, state;  /* numbers; state: of the buffers */
  double ranks, size; /* octaves: log2 of the ranks and of the bytes (0 of none) */
};

/* Covariance of the errors of the logarithms of two predicted times. Errors are common to the
 * collective, to a choice, to neighbouring ranks and sizes of it (Matern 3/2), and to one run. The
 * standard deviations and lengths are assumed: tried on the broadcasts and reductions of one node (two
 * sockets of Epyc 7H12) and on invented ones (docs/advise.md). */
double tn_bias_covariance(const struct tn_advice_at *a, const struct tn_advice_at *b);

/* Variance of the logarithm of the time of a library's own decision about that of the algorithm that it
 * is said to take, at a scale of 1: 10 %, assumed. */
#define TN_OWN_VARIANCE (0.1 * 0.1)

/* Variance of the logarithm of a measured time about what another run would say: 6 % where there are too
 * few pairs to tell, and 3 % at least, however near pairs of one start are to each other. Assumed. */
#define TN_MEASURED_VARIANCE (0.06 * 0.06)
#define TN_LEAST_VARIANCE (0.03 * 0.03)

#endif
