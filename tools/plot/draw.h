/* A node as a picture. */
#ifndef TN_TOOLS_DRAW_H
#define TN_TOOLS_DRAW_H

#include "platform/platform.h"

/* The node as SVG: packages, memory domains, caches, cores with their processing units, and the
 * links between packages, with bandwidths and sizes where the platform knows them. Transfer full;
 * NULL and *error when places cannot be made. */
char *tn_draw(const struct tn_platform *pf, GError **error);

#endif
