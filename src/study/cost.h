/* How much work a simulation of a point is, without running it. */
#ifndef TN_STUDY_COST_H
#define TN_STUDY_COST_H

#include "study.h"

/* An estimate, about proportional to the time that the simulation takes: calls times copies, each
 * in as many pieces as the algorithm cuts it into. Only the question decides it, so that it is the
 * same everywhere. Between algorithms it is off by a factor of 3 or more either way
 * (docs/store.md). */
double tn_point_cost(const struct tn_point *point);

/* Fragments that the point's calls send, about: what they have to bring through shared memory in
 * pieces, however the algorithm does it. 0 where long messages are copied once. */
double tn_point_fragments(const struct tn_point *point);

/* Above so many, exact times take too long. */
#define TN_MANY_FRAGMENTS 300000.0

/* Deals n points with these costs into n_shards parts, the costliest first, each to the part that
 * has least: ret_shard[n], from 0. The same for the same costs. */
void tn_costs_deal(guint n, const double *costs, guint n_shards, guint *ret_shard);

#endif
