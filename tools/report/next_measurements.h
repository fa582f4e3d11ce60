/* Comparisons of two choices whose measurement would improve decisions most. */
#ifndef TN_TOOLS_REPORT_NEXT_MEASUREMENTS_H
#define TN_TOOLS_REPORT_NEXT_MEASUREMENTS_H

#include "chapters.h"

/* The fastest choice of one point and its rival; rows are borrowed. */
struct tn_next_measurement {
  const struct tn_row *winner;
  const struct tn_row *rival; /* fastest row of another algorithm with another time */
  double chance;              /* probability that the rival is the faster one, from the model's own
                               * error */
};

/* Returns up to `n` comparisons (struct tn_next_measurement) of simulated rows, the one with the
 * largest expected gain first (infer/gain.h). Each next comparison is chosen as if the earlier ones
 * had been measured. Transfer full. */
GArray *tn_next_measurements(const GPtrArray *chapters, guint n);

#endif
