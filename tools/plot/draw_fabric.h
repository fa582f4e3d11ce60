/* Places and links that a platform's file names, and the devices that it knows, as a picture. */
#ifndef TN_TOOLS_DRAW_FABRIC_H
#define TN_TOOLS_DRAW_FABRIC_H

#include <glib.h>

#include "platform/platform.h"

/* Appends it as SVG, its left upper corner at x, y (pixels); `s` NULL: it is measured only. Height 0
 * where there is nothing to draw. */
void tn_draw_fabric(GString *s, const struct tn_platform *pf, double x, double y, double *ret_width,
                    double *ret_height);

#endif
