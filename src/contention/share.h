/* Max-min fair sharing of bandwidth among classes of equal users. */
#ifndef TN_CONTENTION_SHARE_H
#define TN_CONTENTION_SHARE_H

#define TN_MAX_ROUTE 3

/* `users` transfers that cross the same resources, each at most at `cap`. */
struct tn_share_class {
  int users;
  double cap;              /* bytes per second of one user */
  int n_route;
  int route[TN_MAX_ROUTE]; /* indices of resources, all different */
};

/* The max-min fair rate of one user of each class: nobody can get more without somebody who has
 * no more than he getting less. capacity[n_resources] in bytes per second, ret_rate[n_classes].
 * scratch[2 * n_resources] doubles. Classes without users get their cap. */
void tn_share_max_min(int n_classes, const struct tn_share_class *classes, int n_resources,
                      const double *capacity, double *scratch, double *ret_rate);

#endif
