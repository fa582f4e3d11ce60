/* Max-min fair sharing of bandwidth among classes of equal users. */
#ifndef TN_CONTENTION_SHARE_H
#define TN_CONTENTION_SHARE_H

#define TN_MAX_ROUTE 12

/* Use of a resource by a transfer: `weight` bytes per byte transferred, above 0. */
struct tn_charge {
  int resource;
  double weight;
};

/* A class of `users` transfers that use the same resources and have the same upper limit of their
 * rate. */
struct tn_share_class {
  int users;
  double cap; /* bytes per second of one user */
  int n_route;
  struct tn_charge route[TN_MAX_ROUTE]; /* charges of the class; each resource occurs once */
};

/* A table of classes; their charges are stored one after another. {0} is empty. Freed by
 * tn_share_table_finish. */
struct tn_share_table {
  int n, room; /* number of classes; number of classes for which memory is allocated */
  int charge_room;
  double *cap;
  int *users;
  int *first;     /* [n + 1] index of the class's first charge */
  int *resource;  /* [first[n]] resource of each charge */
  double *weight; /* [first[n]] weight of each charge for one user */
  double *taken;  /* [first[n]] weight of each charge times the number of users */
};

void tn_share_table_finish(struct tn_share_table *table);
/* Inserts the class before index `at`. A class without charges gets the rate `cap`. */
void tn_share_table_insert(struct tn_share_table *table, int at, const struct tn_share_class *c);
void tn_share_table_set_users(struct tn_share_table *table, int at, int users);
/* Computes max-min fair rates of one user of each class: a rate can only rise if one that is not
 * larger falls. capacity[n_resources] in bytes per second, ret_rate[n]. Classes without users get
 * `cap`. scratch[3 * n_resources] and open[n] are work space; scratch[0 .. n_resources-1] returns
 * free capacities. */
void tn_share_table_max_min(const struct tn_share_table *table, int n_resources,
                            const double *capacity, double *scratch, int *open, double *ret_rate);

#endif
