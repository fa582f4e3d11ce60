/* Data of the ranks in a verified call, equal in all runs and transports. */
#ifndef TN_ALGOS_BENCH_VERIFY_DATA_H
#define TN_ALGOS_BENCH_VERIFY_DATA_H

#include "algos/transport.h"

/* Expected contents of part of a vector: the sum, element by element, of the contributions of ranks
 * first .. end - 1 to the call (they depend on its epoch). With end = first + 1 this is the
 * contribution of one rank. */
struct tn_expected {
  const struct tn_call *call;
  enum tn_type type; /* type of the elements; TN_UINT8 except in reductions */
  int first, end;
  size_t from, len; /* offset in the vector, and length, in bytes */
};

void tn_expected_fill(const struct tn_expected *part, unsigned char *buf);
/* Returns true if buf[part->len] equals the part. Otherwise *ret_offset is the first wrong byte. */
bool tn_expected_holds(const struct tn_expected *part, const unsigned char *buf,
                       size_t *ret_offset);

#endif
