#ifndef TN_TUNE_DEVICE_PATHS_H
#define TN_TUNE_DEVICE_PATHS_H

#include "rivals.h"

extern const char *const tn_device_path_names[]; /* "staged", "direct", "NCCL"; NULL-terminated */

/* Returns a row's path, as a tn_side. "staged": the library copies to the host and back (its
 * decision ends in "staged"), or all data goes through host memory in pieces (device-staged).
 * "NCCL": kernels of NCCL or RCCL. "direct": messages or copies between devices, or loads and
 * stores. NULL: host memory. */
const char *tn_device_path_of(const struct tn_row *row);
bool tn_row_is_on_device(const struct tn_row *row);

/* Neighbouring sizes with the same fastest path. */
struct tn_device_path_range {
  guint first, last; /* indexes of sizes in the rivals */
  guint path;        /* index among the rivals' sides */
  bool changes;      /* true if the algorithm is not the same at all sizes of the range */
};
/* Returns the ranges (struct tn_device_path_range) of rivals whose sides are paths. Transfer
 * full. */
GArray *tn_device_path_ranges(const struct tn_rivals *paths);
/* Computes the time of another path divided by the time of the range's path, least and most over
 * its sizes. Returns false if the other path has no row there. */
bool tn_device_path_loss(const struct tn_rivals *paths, const struct tn_device_path_range *range,
                         guint path, double *ret_least, double *ret_most);

#endif
