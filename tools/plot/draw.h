/* A machine as a picture. */
#ifndef TN_TOOLS_DRAW_H
#define TN_TOOLS_DRAW_H

#include "platform/platform.h"

/* The platform as SVG: a node (draw_node.h); of a cluster the first node so, the others, which are
 * alike, by name, with the network adapter of each and the switches that join them. Transfer full;
 * NULL and *error when places cannot be made. */
char *tn_draw(const struct tn_platform *pf, GError **error);

#endif
