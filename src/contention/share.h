/* Max-min fair sharing of bandwidth among classes of equal users. */
#ifndef TN_CONTENTION_SHARE_H
#define TN_CONTENTION_SHARE_H

#define TN_MAX_ROUTE 12

/* Use of a resource by a transfer: `weight` bytes per byte transferred, at least 1e-6. */
struct tn_charge {
  int resource;
  double weight;
};

/* `users` transfers over the same resources, each limited to the rate `cap`. */
struct tn_share_class {
  int users;
  double cap; /* bytes per second of one user */
  int n_route;
  struct tn_charge route[TN_MAX_ROUTE]; /* all resources differ */
};

/* A table of classes; their charges are stored one after another. {0} is empty. Freed by
 * tn_share_table_finish. */
struct tn_share_table {
  int n, room; /* number of classes; allocated */
  int charge_room;
  double *cap;    /* [n] */
  int *users;     /* [n] */
  int *first;     /* [n + 1] index of the class's first charge */
  int *resource;  /* [first[n]] */
  double *weight; /* [first[n]] for one user */
  double *taken;  /* [first[n]] for all users */
};

void tn_share_table_finish(struct tn_share_table *table);
/* Inserts the class before index `at`. A class without charges gets the rate `cap`. */
void tn_share_table_insert(struct tn_share_table *table, int at, const struct tn_share_class *c);
void tn_share_table_set_users(struct tn_share_table *table, int at, int users);
/* Computes the max-min fair rate of one user of each class: a user's rate can only grow if that of
 * another user, which is not larger, shrinks. capacity[n_resources] in bytes per second,
 * ret_rate[n]. Classes without users get `cap`. scratch[3 * n_resources] and open[n] are work
 * space; scratch[0 .. n_resources-1] returns the free capacity of each resource. */
void tn_share_table_max_min(const struct tn_share_table *table, int n_resources,
                            const double *capacity, double *scratch, int *open, double *ret_rate);

#endif
