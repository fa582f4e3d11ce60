/* One node of a platform as a picture: packages, memory domains, caches, cores with their processing
 * units, and the links between packages, with bandwidths and sizes where the platform knows them. */
#ifndef TN_TOOLS_DRAW_NODE_H
#define TN_TOOLS_DRAW_NODE_H

#include "platform/platform.h"

/* Laid out, `name` in its head; the platform outlives it. NULL and *error when places cannot be
 * made. */
struct tn_drawn_node *tn_drawn_node_new(const struct tn_platform *pf, const char *name,
                                        GError **error);
void tn_drawn_node_free(struct tn_drawn_node *node);

double tn_drawn_node_width(const struct tn_drawn_node *node);
double tn_drawn_node_height(const struct tn_drawn_node *node);
/* Appends it as SVG, its left upper corner at x, y. */
void tn_drawn_node_write(GString *s, struct tn_drawn_node *node, double x, double y);

#endif
