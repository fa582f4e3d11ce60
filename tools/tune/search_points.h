/* The points of a plan of which not all are run. */
#ifndef TN_TOOLS_SEARCH_POINTS_H
#define TN_TOOLS_SEARCH_POINTS_H

#include "request.h"
#include "rows/row.h"

/* Runs what a search (tune/search.h) wants by the request of results->plan; the outcomes
 * of the rest stay pending. What a library of the terms has is searched by itself, so that the best of
 * it is found, too, and the reference is run at each size. Says on stderr what was saved, which
 * *ret_says gets as text, too (transfer full). False: a point failed. */
bool tn_search_points(struct tn_results *results, const struct tn_tune_request *request,
                      char **ret_says);

#endif
