/* Pictures of a calibration's fits. */
#ifndef TN_TOOLS_PLOT_FITS_H
#define TN_TOOLS_PLOT_FITS_H

#include "real/calibrate.h"

/* Draws FOLDER/NAME.svg for every line that was fitted: the points of all rounds, and the line
 * through their medians. The folder is made. False and *error. */
bool tn_plot_fits(const struct tn_calibration *calibration, const char *folder, GError **error);

#endif
