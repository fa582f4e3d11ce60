/* Estimates of the work of a simulation. */
#ifndef TN_STUDY_COST_H
#define TN_STUDY_COST_H

#include "study.h"

/* Returns roughly the run time in some unit: calls times copies times pieces per copy, the same on
 * every machine. The ratio to the run time differs between algorithms by a factor of 3 or more
 * (docs/store.md). */
double tn_point_cost(const struct tn_point *point);

/* Returns the approximate fragments that the calls send through shared memory with any algorithm; 0
 * if long messages are copied once. */
double tn_point_fragments(const struct tn_point *point);

/* Number of fragments above which exact times take too long. */
#define TN_MANY_FRAGMENTS 300000.0

/* Distributes n points over n_shards by cost: the most expensive first, each to the cheapest shard.
 * ret_shard[n]: from 0. Equal costs give equal shards. */
void tn_costs_distribute(guint n, const double *costs, guint n_shards, guint *ret_shard);

#endif
