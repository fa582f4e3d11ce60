/* The page lock of a kernel copy: time to pin pages with several callers of one lock, by the
 * polynomial of the CMA paper (section II), or by hand-overs of the lock's line, like those of a
 * queued lock. */
#ifndef TN_CONTENTION_LOCK_H
#define TN_CONTENTION_LOCK_H

struct tn_lock_law {
  double pin_time;         /* l: seconds per page without contention */
  double gamma_a, gamma_b; /* gamma(c) = a c^2 + b c, c >= 2 */
  /* factor of gamma if callers are spread evenly over packages */
  double gamma_cross;
  int n_packages; /* packages of the node */
  /* Hand-overs; used in place of gamma_a, gamma_b and gamma_cross if lines > 0. */
  double lines; /* transfers of cache lines per page while other callers wait */
  double hold;  /* h: seconds under the lock per page, without contention */
  /* seconds per acquisition without contention: the pin time of a base page, even if pin_time is
   * that of a huge page */
  double look_up;
};

/* Returns gamma_c = a c^2 + b c for c >= 2 callers, 1 for c <= 1 (Table IV; its polynomial is not 1
 * at c = 1). */
double tn_gamma(double a, double b, int callers);

/* Returns how evenly callers[n_packages] are spread, 0..1: D / (1 - 1/m), D = 1 - sum of squared
 * shares. D is the probability that successive holders are on different packages, and 1 - 1/m is
 * its maximum for m packages. 0 on a node with one package. */
double tn_lock_mix(int n_packages, const int *callers);

/* Returns the factor of gamma for this mix (tn_lock_mix). Not in the CMA paper: its Fig. 5 has a
 * step where the second package joins, but its polynomials (Table IV) have no term for that. */
double tn_lock_crossing(double gamma_cross, double mix);

/* Returns gamma_c by hand-overs. If others wait, a page holds the lock for S = h + lines * latency
 * seconds; `latency` is the mean time to transfer a line between two callers. Callers also work
 * outside the lock, so few callers wait only for the lock's line, and c callers queue if c S
 * exceeds the time of a page. gamma_c = max(1 + (S - h) / look_up, c S / look_up) for c >= 2; 1 for
 * c <= 1 or look_up = 0. */
double tn_lock_handover(const struct tn_lock_law *law, int callers, double latency);

/* Returns the seconds per page of each caller of one lock. callers[law->n_packages]: number of
 * callers in each package. latency: mean seconds to transfer a line between two callers, for
 * hand-overs only. */
double tn_lock_time(const struct tn_lock_law *law, const int *callers, double latency);

#endif
