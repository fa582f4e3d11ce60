/* The page lock of a kernel copy: how much slower pinning gets when several callers pin pages
 * under the same lock. Two laws: the CMA paper's polynomial (section II), and hand-overs of the
 * lock's cache line, from which a queued lock's behaviour follows. */
#ifndef TN_CONTENTION_LOCK_H
#define TN_CONTENTION_LOCK_H

struct tn_lock_law {
  double pin_time;         /* l: seconds per page, uncontended */
  double gamma_a, gamma_b; /* gamma(c) = a c^2 + b c, c >= 2 */
  double gamma_cross;      /* factor on gamma when holders alternate between packages */
  int n_packages;          /* of the node */
  /* Hand-overs, in place of gamma_a, gamma_b and gamma_cross where lines > 0. */
  double lines;   /* transfers of a cache line for each page, while others want the lock */
  double hold;    /* h: seconds under the lock for each page, alone */
  double look_up; /* seconds that the lock is taken once in, uncontended: pin_time of a base
                              page, also where a huge page makes the others cheaper */
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

/* gamma_c by hand-overs. A page that others wait for keeps the lock S = h + lines * latency seconds,
 * where latency is the mean of one line between the callers present. Callers also work outside the
 * lock, so that few of them wait for its line only, and c of them queue once c S exceeds what a page
 * takes: gamma_c = max(1 + (S - h) / look_up, c S / look_up) for c >= 2, 1 for c <= 1
 * and where a page takes no time. */
double tn_lock_handover(const struct tn_lock_law *law, int callers, double latency);

/* Seconds per page of each of the callers of one lock, callers[law->n_packages] by package; latency:
 * mean seconds of one cache line between two of them, used where the law is of hand-overs. */
double tn_lock_time(const struct tn_lock_law *law, const int *callers, double latency);

#endif
