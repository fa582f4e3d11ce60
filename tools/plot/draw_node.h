/* One node of a platform as a picture. */
#ifndef TN_TOOLS_DRAW_NODE_H
#define TN_TOOLS_DRAW_NODE_H

#include "platform/platform.h"

/* Returns SVG with its left upper corner at 0, 0: packages, memory domains, caches, cores with their
 * processing units, and the links between packages, with bandwidths and sizes where the platform knows
 * them; below them the places and links that its file names, and its devices. `name` is its title; NULL:
 * small enough for a phone, without units, links, numbers and devices. Transfer full; NULL and *error if
 * places cannot be made. */
char *tn_node_draw(const struct tn_platform *pf, const char *name, double *ret_width,
                   double *ret_height, GError **error);

/* Appends the places and links that the file names, and the devices, below the node's height; enlarges
 * width and height (draw_fabric.c). */
void tn_fabric_draw(GString *s, const struct tn_platform *pf, double *width, double *height);

/* "2 packages, 4 memory domains, 4 last-level caches, 28 cores, 56 processing units", of each node.
 * Transfer full. */
char *tn_node_words(const struct tn_platform *pf);

#endif
