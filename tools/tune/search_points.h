/* The points of a plan of which not all are run. */
#ifndef TN_TOOLS_SEARCH_POINTS_H
#define TN_TOOLS_SEARCH_POINTS_H

#include "decide/among.h"
#include "rows/row.h"

/* Runs what a search (tune/search.h) by the objective wants of results->plan; the outcomes of the
 * rest stay pending. What `library` (NULL: none) has is searched by itself, so that the best of it is
 * found, too. Says on stderr what was saved, which *ret_says gets as text, too (transfer full). False:
 * a point failed. */
bool tn_search_points(struct tn_results *results, enum tn_objective objective,
                      const struct tn_among *library, char **ret_says);

#endif
