/* Estimates of the work of a simulation, without running it. */
#ifndef TN_STUDY_COST_H
#define TN_STUDY_COST_H

#include "study.h"

/* Returns an estimate that is roughly proportional to the run time of the simulation: calls times
 * copies times pieces per copy. It depends on the point alone and is the same on every machine. The
 * ratio of cost to run time differs between algorithms by a factor of 3 or more (docs/store.md). */
double tn_point_cost(const struct tn_point *point);

/* Returns the approximate number of fragments that the point's calls send through shared memory,
 * independent of the algorithm. Returns 0 if long messages are copied once. */
double tn_point_fragments(const struct tn_point *point);

/* Number of fragments above which exact times take too long. */
#define TN_MANY_FRAGMENTS 300000.0

/* Distributes n points over n_shards shards by their costs: the most expensive point first, each to
 * the shard with the least total cost. ret_shard[n]: number of each point's shard, from 0. Equal
 * costs give equal shards. */
void tn_costs_distribute(guint n, const double *costs, guint n_shards, guint *ret_shard);

#endif
