/* Drawing of one node of a platform. */
#ifndef TN_TOOLS_DRAW_NODE_H
#define TN_TOOLS_DRAW_NODE_H

#include "platform/platform.h"

/* Returns SVG at 0, 0: packages, memory domains, caches, cores with processing units, links between
 * packages, known bandwidths and sizes; below them devices, and places and links that the file
 * names. `name`: title; NULL: a small drawing for a phone, without units, links, numbers and
 * devices. Transfer full; fails if the platform's places cannot be made. */
char *tn_node_draw(const struct tn_platform *pf, const char *name, double *ret_width,
                   double *ret_height, GError **error);

/* Appends the devices, places and links below the node; enlarges *width and *height (pixels)
 * (draw_fabric.c). */
void tn_fabric_draw(GString *s, const struct tn_platform *pf, double *width, double *height);

/* Returns "2 packages, 4 memory domains, 4 last-level caches, 28 cores, 56 processing units".
 * Transfer full. */
char *tn_node_words(const struct tn_platform *pf);

#endif
