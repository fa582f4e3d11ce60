/* Jointly normal numbers, and their distribution after some have been observed. */
#ifndef TN_INFER_GAUSS_H
#define TN_INFER_GAUSS_H

struct tn_gauss {
  int n;
  double *mean, *cov;
};

/* Returns n * times numbers, all 0. Free the result with free(). If memory is exhausted, the
 * program is aborted. */
double *tn_numbers_new(int n, int times);

/* Allocates a distribution with zero mean and covariance. */
void tn_gauss_init(struct tn_gauss *g, int n);
void tn_gauss_clear(struct tn_gauss *g);

/* Observations: number item[i] of the distribution is value[i], with the error variance[i] > 0
 * (NULL: TN_MEASURED_VARIANCE). Items are distinct. `value` is NULL before the observation. Arrays
 * are borrowed. */
struct tn_observations {
  int n;
  const int *item;
  const double *value, *variance;
};

/* Returns the log probability density of the observations. */
double tn_gauss_evidence(const struct tn_gauss *g, const struct tn_observations *observed);
/* Conditions the distribution on the observations. Without observed values, only the covariance
 * changes. */
void tn_gauss_condition(struct tn_gauss *g, const struct tn_observations *observed);

/* Returns the Cholesky factor of the covariance of the observations, in the lower half of
 * [observed->n * observed->n], for free(). */
double *tn_gauss_factor(const struct tn_gauss *g, const struct tn_observations *observed);
/* Replaces the lower half of the symmetric a[n * n] by its Cholesky factor. Non-positive diagonal
 * entries (linear dependence) become the smallest pivot. */
void tn_cholesky(double *a, int n);

#endif
