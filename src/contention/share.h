/* Max-min fair sharing of bandwidth among classes of equal users. */
#ifndef TN_CONTENTION_SHARE_H
#define TN_CONTENTION_SHARE_H

#define TN_MAX_ROUTE 12

/* What a transfer takes of a resource: `weight` bytes for each byte transferred, at least 1e-6. */
struct tn_charge {
  int resource;
  double weight;
};

/* `users` transfers that cross the same resources, each at most at `cap`. */
struct tn_share_class {
  int users;
  double cap; /* bytes per second of one user */
  int n_route;
  struct tn_charge route[TN_MAX_ROUTE]; /* resources all different */
};

/* Classes as one table: their charges lie one after another, multiplied by their users. {0} is empty; owned:
 * tn_share_table_finish. */
struct tn_share_table {
  int n, room; /* classes */
  int charge_room;
  double *cap;    /* [n] */
  int *users;     /* [n] */
  int *first;     /* [n + 1] where the class's charges begin */
  int *resource;  /* [first[n]] */
  double *weight; /* [first[n]] of one user */
  double *taken;  /* [first[n]] of all users */
};

void tn_share_table_finish(struct tn_share_table *table);
/* Puts the class before the one at `at`; one without charges gets its cap. */
void tn_share_table_insert(struct tn_share_table *table, int at, const struct tn_share_class *c);
void tn_share_table_set_users(struct tn_share_table *table, int at, int users);
/* Computes the max-min fair rate of one user of each class: no user can get more without one that has no more
 * getting less. capacity[n_resources] in bytes per second, ret_rate[n]. Classes without users get their cap.
 * scratch[3 * n_resources] and open[n] are room to work in; scratch[0 .. n_resources-1] comes back as what is
 * left of each resource. */
void tn_share_table_max_min(const struct tn_share_table *table, int n_resources,
                            const double *capacity, double *scratch, int *open, double *ret_rate);

#endif
