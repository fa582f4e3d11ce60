/* Jointly normal numbers, and their distribution after some of them have been observed. */
#ifndef TN_INFER_GAUSS_H
#define TN_INFER_GAUSS_H

/* A joint normal distribution: mean[n], cov[i * n + j]. */
struct tn_gauss {
  int n;
  double *mean, *cov;
};

/* Allocates n * times numbers, all 0. Freed with free(); out of memory aborts the program. */
double *tn_numbers_new(int n, int times);

/* Allocates zero mean and covariance. Freed by tn_gauss_clear. */
void tn_gauss_init(struct tn_gauss *g, int n);
void tn_gauss_clear(struct tn_gauss *g);

/* Observations: item[i] was seen as value[i] with an error of variance[i] > 0 (NULL: TN_MEASURED_VARIANCE
 * for all). Items are different. `value` may be NULL if it is not yet known. All arrays are borrowed. */
struct tn_seen {
  int n;
  const int *item;
  const double *value, *variance;
};

/* Returns the logarithm of the probability density of the observations. */
double tn_gauss_evidence(const struct tn_gauss *g, const struct tn_seen *seen);
/* Conditions the distribution on the observations; without values only the covariance. */
void tn_gauss_condition(struct tn_gauss *g, const struct tn_seen *seen);

/* Returns the Cholesky factor of the observations' covariance, in the lower half of [seen->n *
 * seen->n]. Freed with free(). */
double *tn_gauss_factor(const struct tn_gauss *g, const struct tn_seen *seen);
/* Replaces the lower half of the symmetric a[n * n] by its Cholesky factor. Diagonal entries that
 * are not positive (linearly dependent numbers) become the smallest allowed pivot. */
void tn_cholesky(double *a, int n);

#endif
