/* The page lock of a kernel copy: how much slower pinning gets when several callers pin pages
 * under the same lock (CMA paper, section II). */
#ifndef TN_CONTENTION_LOCK_H
#define TN_CONTENTION_LOCK_H

struct tn_lock_law {
  double pin_time;         /* l: seconds per page, uncontended */
  double gamma_a, gamma_b; /* gamma(c) = a c^2 + b c, c >= 2 */
  double gamma_cross;      /* factor on gamma when holders alternate between packages */
  int n_packages;          /* of the node */
};

/* gamma_c = a c^2 + b c for c >= 2, 1 for c <= 1 (Table IV, whose polynomial is not 1
 * at c = 1). */
double tn_gamma(double a, double b, int callers);

/* How the packages of the callers mix: D / (1 - 1/m), D = 1 - sum of squared shares: the chance
 * that two successive holders sit on different packages, against its largest value. 0..1; 0 on a
 * node with one package. callers[n_packages]. */
double tn_lock_mix(int n_packages, const int *callers);

/* The factor by which callers that mix so multiply gamma. Not in the CMA paper: its Fig. 5 shows a
 * step where a second package joins, but its polynomials (Table IV) have no term for it. */
double tn_lock_crossing(double gamma_cross, double mix);

/* Seconds per page of each of the callers of one lock, callers[law->n_packages] by package. */
double tn_lock_time(const struct tn_lock_law *law, const int *callers);

#endif
