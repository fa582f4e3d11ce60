/* The page lock of a kernel copy: the time to pin pages when several callers use one lock. There
 * are two formulas: the polynomial of the CMA paper (section II), and hand-overs of the lock's
 * cache line, like those of a queued lock. */
#ifndef TN_CONTENTION_LOCK_H
#define TN_CONTENTION_LOCK_H

struct tn_lock_law {
  double pin_time;         /* l: seconds per page without contention */
  double gamma_a, gamma_b; /* gamma(c) = a c^2 + b c, c >= 2 */
  /* factor by which gamma grows if the callers are spread evenly over packages */
  double gamma_cross;
  int n_packages; /* number of packages of the node */
  /* Hand-overs; used in place of gamma_a, gamma_b and gamma_cross if lines > 0. */
  double lines; /* number of transfers of a cache line per page while other callers wait */
  double hold;  /* h: seconds per page under the lock without contention */
  /* seconds per acquisition without contention: the pin time of a base page, also if pin_time is
   * that of a huge page */
  double look_up;
};

/* Returns gamma_c = a c^2 + b c for c >= 2 callers, and 1 for c <= 1 (Table IV; its polynomial is
 * not 1 at c = 1). */
double tn_gamma(double a, double b, int callers);

/* Returns a measure (0..1) of how evenly callers[n_packages] are spread over packages: D / (1 -
 * 1/m), with D = 1 - sum of squared shares. D is the probability that successive holders are on
 * different packages, and 1 - 1/m is its maximum for m packages. Returns 0 on a node with one
 * package. */
double tn_lock_mix(int n_packages, const int *callers);

/* Returns the factor by which gamma is multiplied for callers with this mix (tn_lock_mix). It is
 * not in the CMA paper: its Fig. 5 has a step where the second package joins, but its polynomials
 * (Table IV) have no term for that. */
double tn_lock_crossing(double gamma_cross, double mix);

/* Returns gamma_c by hand-overs. If other callers wait, one page holds the lock for S = h + lines *
 * latency seconds; `latency` is the mean latency of one line between the callers. Callers also work
 * outside the lock. Therefore few callers wait only for the lock's line, and c callers queue if c S
 * exceeds the time of a page. gamma_c = max(1 + (S - h) / look_up, c S / look_up) for c >= 2; 1 for
 * c <= 1 or look_up = 0. */
double tn_lock_handover(const struct tn_lock_law *law, int callers, double latency);

/* Returns the seconds per page of each caller of one lock. callers[law->n_packages]: number of
 * callers on each package. latency: mean seconds of one cache line between two callers; used by
 * hand-overs only. */
double tn_lock_time(const struct tn_lock_law *law, const int *callers, double latency);

#endif
