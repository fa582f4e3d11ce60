/* The travel of one cache line (design.md 3.5; completed in a later step). */
#ifndef TN_CONTENTION_LINE_H
#define TN_CONTENTION_LINE_H

/* Seconds that one transfer of a line takes: the worst of requester-owner, requester-home and
 * home-owner. */
double tn_line_price(double requester_owner, double requester_home, double home_owner);

/* What another independent line operation of one core adds to the first: max(latency / mlp,
 * occupancy), so that k of them cost latency + (k-1) * this. */
double tn_line_next(double latency, double mlp, double occupancy);

/* Exit skew of a dissemination barrier that all n ranks enter at once: in round i rank r sees the
 * flag of rank r - 2^i, price(context, r, r - 2^i) seconds after that rank's post. ret[n]: exit
 * times after the first one, seconds. */
void tn_barrier_skew(int n, double (*price)(const void *context, int reader, int writer),
                     const void *context, double *ret);

#endif
