/* Max-min fair rates of classes without a table. */
#ifndef TN_TESTS_SHARES_H
#define TN_TESTS_SHARES_H

#include "contention/share.h"

/* Computes the rates as tn_share_table_max_min. */
static inline void share_max_min(int n_classes, const struct tn_share_class *const *classes,
                                 int n_resources, const double *capacity, double *scratch,
                                 int *open, double *ret_rate)
{
  struct tn_share_table table = { 0 };
  for (int c = 0; c < n_classes; c++)
    tn_share_table_insert(&table, c, classes[c]);
  tn_share_table_max_min(&table, n_resources, capacity, scratch, open, ret_rate);
  tn_share_table_finish(&table);
}

#endif
