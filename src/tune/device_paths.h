#ifndef TN_TUNE_DEVICE_PATHS_H
#define TN_TUNE_DEVICE_PATHS_H

#include "rivals.h"

/* names of the paths: "staged", "direct", "NCCL"; NULL-terminated */
extern const char *const tn_device_path_names[];

/* Returns the path of a row's data, as a tn_side. "staged": the library copies to the host and back
 * (its decision ends in "staged"), or all data goes through host memory in pieces (device-staged).
 * "NCCL": kernels of NCCL or RCCL. "direct": messages or copies between devices, or loads and
 * stores. NULL: buffers in host memory. */
const char *tn_device_path_of(const struct tn_row *row);
bool tn_row_is_on_device(const struct tn_row *row);
/* Returns true if the row has the algorithm and the parameters of the decision "name =
 * entry;parameter=value;staged". Parameters that the decision lacks have the defaults of the
 * entry. */
bool tn_device_path_is_decided(const struct tn_row *row, const char *decision);

/* Range of neighbouring sizes with the same fastest path. */
struct tn_device_path_range {
  guint first, last; /* indexes of the range's first and last size in `paths` */
  guint path;        /* index of the fastest path in `paths` */
  bool changes;      /* true if the fastest algorithm differs between sizes of the range */
};
/* Returns the ranges (struct tn_device_path_range) of `paths`, a comparison of paths. Transfer
 * full. */
GArray *tn_device_path_ranges(const struct tn_rivals *paths);
/* Computes the time of another path divided by that of the range's fastest path: the smallest and
 * the largest over the range's sizes. Returns false if the other path has no row there. */
bool tn_device_path_loss(const struct tn_rivals *paths, const struct tn_device_path_range *range,
                         guint path, double *ret_least, double *ret_most);

#endif
