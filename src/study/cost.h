/* Estimates of the work that simulating a point takes. */
#ifndef TN_STUDY_COST_H
#define TN_STUDY_COST_H

#include "study.h"

/* Returns the approximate run time of the simulation in an arbitrary unit, the same on every
 * machine: calls times copies times pieces per copy. The ratio to the run time differs between
 * algorithms by a factor of 3 or more (docs/store.md). */
double tn_point_cost(const struct tn_point *point);

/* Returns the approximate number of fragments that the calls send through shared memory with any
 * algorithm; 0 if long messages are copied once. */
double tn_point_fragments(const struct tn_point *point);

/* Number of fragments above which an exact simulation takes too long. */
#define TN_MANY_FRAGMENTS 300000.0

/* Distributes n points over n_shards by cost: the most expensive first, each to the shard with the
 * least cost so far. ret_shard[n]: the shards, from 0. Equal costs give equal shards. */
void tn_costs_distribute(guint n, const double *costs, guint n_shards, guint *ret_shard);

#endif
