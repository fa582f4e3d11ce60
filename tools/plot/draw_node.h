/* One node of a platform as a picture: packages, memory domains, caches, cores with their
 * processing units, and the links between packages, with bandwidths and sizes where the platform
 * knows them; or small enough for a phone, without units, links and numbers, beside a table. */
#ifndef TN_TOOLS_DRAW_NODE_H
#define TN_TOOLS_DRAW_NODE_H

#include "platform/platform.h"

/* Laid out; `name` stands in the head of one that is not small. The platform outlives it. NULL and
 * *error when places cannot be made. */
struct tn_drawn_node *tn_drawn_node_new(const struct tn_platform *pf, const char *name,
                                        bool is_small, GError **error);
void tn_drawn_node_free(struct tn_drawn_node *node);

double tn_drawn_node_width(const struct tn_drawn_node *node);
double tn_drawn_node_height(const struct tn_drawn_node *node);
/* Appends it as SVG, its left upper corner at x, y. */
void tn_drawn_node_write(GString *s, struct tn_drawn_node *node, double x, double y);

/* Appends the places and links that a platform's file names, and the devices that it knows, at x, y;
 * `s` NULL: they are measured only. Height 0 where there is nothing to draw (draw_fabric.c). */
void tn_draw_fabric(GString *s, const struct tn_platform *pf, double x, double y, double *ret_width,
                    double *ret_height);

/* "2 packages, 4 memory domains, 4 last-level caches, 28 cores, 56 processing units", of each node.
 * Transfer full. */
char *tn_node_words(const struct tn_platform *pf);

#endif
