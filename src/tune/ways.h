/* Ways of collectives on devices' memory: staged through the host, direct, or NCCL's. */
#ifndef TN_TUNE_WAYS_H
#define TN_TUNE_WAYS_H

#include "rivals.h"

extern const char *const tn_way_names[]; /* "staged", "direct", "NCCL"; NULL-terminated */

/* A tn_side, one of these names. "staged": the library copies to the host and back (its decision says so), or all goes
 * through memory of the host in pieces (device-staged); "NCCL": NCCL's or RCCL's own kernels; "direct":
 * the others, by messages or copies between devices or by loads and stores; NULL: on the host's memory. */
const char *tn_way_of(const struct tn_row *row);
/* Whether the row is on devices' memory. */
bool tn_row_is_on_device(const struct tn_row *row);

/* Neighbouring sizes with one fastest way. */
struct tn_way_range {
  guint first, last; /* sizes of the rivals */
  guint way;         /* of theirs */
  bool changes;      /* it is another algorithm at another size of these */
};
/* The ranges (struct tn_way_range, sizes ascending) of rivals whose sides are ways. Transfer full. */
GArray *tn_way_ranges(const struct tn_rivals *ways);
/* The time of another way over the range's, least and most over its sizes; false: it has no row there. */
bool tn_way_loss(const struct tn_rivals *ways, const struct tn_way_range *range, guint way,
                 double *ret_least, double *ret_most);

#endif
