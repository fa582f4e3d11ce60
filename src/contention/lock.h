/* The page lock of a kernel copy: how much slower pinning is when several callers pin pages under
 * one lock. There are two laws: the polynomial of the CMA paper (section II), and hand-overs of the
 * lock's cache line, as of a queued lock. */
#ifndef TN_CONTENTION_LOCK_H
#define TN_CONTENTION_LOCK_H

struct tn_lock_law {
  double pin_time;         /* l: seconds per page without contention */
  double gamma_a, gamma_b; /* gamma(c) = a c^2 + b c, c >= 2 */
  double gamma_cross;      /* factor on gamma when holders alternate between packages */
  int n_packages;          /* packages of the node */
  /* Hand-overs; used in place of gamma_a, gamma_b and gamma_cross if lines > 0. */
  double lines;   /* transfers of a cache line per page while other callers wait */
  double hold;    /* h: seconds per page under the lock without contention */
  double look_up; /* uncontended seconds per acquisition: pin_time of a base page, even if pin_time
                     is that of huge pages */
};

/* Returns gamma_c = a c^2 + b c for c >= 2, 1 for c <= 1 (Table IV; its polynomial is not 1 at c = 1). */
double tn_gamma(double a, double b, int callers);

/* Returns how evenly callers[n_packages] are spread over packages: D / (1 - 1/m), with D = 1 - sum
 * of squared shares. D is the probability that successive holders are on different packages, 1 -
 * 1/m its maximum. 0..1; 0 on a node with one package. */
double tn_lock_mix(int n_packages, const int *callers);

/* Returns the factor on gamma for callers of this mix. It is not in the CMA paper: its Fig. 5 has a
 * step where the second package joins, but its polynomials (Table IV) have no term for that. */
double tn_lock_crossing(double gamma_cross, double mix);

/* Returns gamma_c by hand-overs. A page that other callers wait for holds the lock for S = h + lines
 * * latency seconds; latency is the mean of one line between the callers. Callers also work outside
 * the lock: few callers wait for its line only, and c callers queue when c S exceeds the time of a
 * page. gamma_c = max(1 + (S - h) / look_up, c S / look_up) for c >= 2; 1 for c <= 1 or look_up = 0. */
double tn_lock_handover(const struct tn_lock_law *law, int callers, double latency);

/* Returns the seconds per page of each caller of one lock. callers[law->n_packages] is by package.
 * latency: mean seconds of one cache line between two callers; used by hand-overs only. */
double tn_lock_time(const struct tn_lock_law *law, const int *callers, double latency);

#endif
