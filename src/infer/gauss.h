/* Computes with jointly normal numbers, and with their distribution after some of them have been
 * observed. */
#ifndef TN_INFER_GAUSS_H
#define TN_INFER_GAUSS_H

/* A joint normal distribution: mean[n], cov[i * n + j]. */
struct tn_gauss {
  int n;
  double *mean, *cov;
};

/* Returns n * times numbers, all 0. Free the result with free(). If memory is exhausted, the
 * program is aborted. */
double *tn_numbers_new(int n, int times);

/* Allocates a distribution with zero mean and covariance. Free it with tn_gauss_clear. */
void tn_gauss_init(struct tn_gauss *g, int n);
void tn_gauss_clear(struct tn_gauss *g);

/* Observations: item[i] was observed as value[i], with an error of variance[i] > 0 (NULL:
 * TN_MEASURED_VARIANCE for all). All items are distinct. `value` may be NULL if the values are not
 * known yet. All arrays are borrowed. */
struct tn_observations {
  int n;
  const int *item;
  const double *value, *variance;
};

/* Returns the logarithm of the probability density of the observations. */
double tn_gauss_evidence(const struct tn_gauss *g, const struct tn_observations *observed);
/* Conditions the distribution on the observations. If they have no values, changes only the
 * covariance. */
void tn_gauss_condition(struct tn_gauss *g, const struct tn_observations *observed);

/* Returns the Cholesky factor of the covariance of the observations, in the lower half of
 * [observed->n * observed->n]. Free the result with free(). */
double *tn_gauss_factor(const struct tn_gauss *g, const struct tn_observations *observed);
/* Replaces the lower half of the symmetric a[n * n] by its Cholesky factor. Diagonal entries that
 * are not positive (linearly dependent numbers) become the smallest allowed pivot. */
void tn_cholesky(double *a, int n);

#endif
