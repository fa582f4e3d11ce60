/* Numbers that are not known but for a mean and a covariance, and what observing some of them tells of
 * all. */
#ifndef TN_INFER_GAUSS_H
#define TN_INFER_GAUSS_H

/* Jointly normal. cov[i * n + j]. */
struct tn_gauss {
  int n;
  double *mean, *cov;
};

/* n numbers, all 0; to be freed. Ends the program without memory. */
double *tn_numbers_new(int n, int times);

/* Zero mean and covariance. tn_gauss_clear frees what it has. */
void tn_gauss_init(struct tn_gauss *g, int n);
void tn_gauss_clear(struct tn_gauss *g);

/* Observations: item[i] was seen as `value` with an error of that variance (above 0; NULL: of
 * TN_MEASURED_VARIANCE each). No item comes twice. `value` NULL: what was seen is not known. Borrowed. */
struct tn_seen {
  int n;
  const int *item;
  const double *value, *variance;
};

/* The logarithm of the probability density of what was seen. */
double tn_gauss_evidence(const struct tn_gauss *g, const struct tn_seen *seen);
/* The distribution given what was seen; without values the covariance alone. */
void tn_gauss_condition(struct tn_gauss *g, const struct tn_seen *seen);

/* The Cholesky factor of the covariance of what is seen, in the lower half of [seen->n * seen->n]. To
 * be freed. */
double *tn_gauss_factor(const struct tn_gauss *g, const struct tn_seen *seen);
/* Replaces the lower half of the symmetric a[n * n] by its Cholesky factor; a diagonal that is not
 * positive, of numbers of which one is the other, becomes the smallest that counts. */
void tn_cholesky(double *a, int n);

#endif
