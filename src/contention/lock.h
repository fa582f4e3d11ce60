/* The page lock of a kernel copy: how much slower pinning gets when several callers pin pages
 * under the same lock (CMA paper, section II). */
#ifndef TN_CONTENTION_LOCK_H
#define TN_CONTENTION_LOCK_H

#include "model.h"

struct tn_lock_law {
  double pin_time;         /* l: seconds per page, uncontended */
  double gamma_a, gamma_b; /* gamma(c) = a c^2 + b c, c >= 2 */
  double gamma_cross;      /* factor on gamma when holders alternate between packages */
  int n_packages;          /* of the node */
};

/* The factor by which callers from several packages multiply gamma:
 * 1 + (gamma_cross - 1) * D / (1 - 1/m), D = 1 - sum of squared shares: the chance that two
 * successive holders sit on different packages, against its largest value. callers[n_packages].
 * 1 on a node with one package. Not in the CMA paper: its Fig. 5 shows a step
 * where a second package joins, but its polynomials (Table IV) have no term for it. */
double tn_lock_mix(double gamma_cross, int n_packages, const int *callers);

/* Seconds per page of each of the callers of one lock, callers[law->n_packages] by package. */
double tn_lock_time(const struct tn_lock_law *law, const int *callers);

#endif
