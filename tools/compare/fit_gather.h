/* Between the readers of a fit's data: repeats of one point, gathered into their median. */
#ifndef TN_TOOLS_FIT_GATHER_H
#define TN_TOOLS_FIT_GATHER_H

#include "fit_read.h"

struct tn_fit_gather {
  GHashTable *by_key; /* text -> what has been measured of a point */
  GPtrArray *order;   /* of them, borrowed */
};

void tn_fit_gather_init(struct tn_fit_gather *g);
void tn_fit_gather_finish(struct tn_fit_gather *g);

/* One measured time of a point, whose own `seconds` do not count; us is positive. */
void tn_fit_gather_add(struct tn_fit_gather *g, const struct tn_fit_point *point, double us);

/* Appends the points with their median times, in the order of first appearance. False and *error when
 * most of them are not in microseconds. */
bool tn_fit_gather_take(const struct tn_fit_gather *g, GArray *points, const char *file,
                        GError **error);

/* The distance class called so, -1 for none. */
int tn_fit_class_named(const char *name);

/* fit_text.c: the points of a text that is no CSV (tn_fit_points_parse has the rest). */
bool tn_fit_text_parse(GArray *points, const struct tn_fit_source *source, bool is_tree,
                       const char *file, const char *text, gsize length,
                       struct tn_fit_unread *unread, GError **error);

#endif
