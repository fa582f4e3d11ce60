/* Data that ranks store in their buffers before a verified call, equal in all runs and
 * transports. */
#ifndef TN_ALGOS_BENCH_VERIFY_DATA_H
#define TN_ALGOS_BENCH_VERIFY_DATA_H

#include "algos/transport.h"

/* Part of a vector: the sum, element by element, of the contributions of ranks first .. end - 1 to
 * a call (of this epoch). With one rank, its contribution. */
struct tn_expected {
  const struct tn_call *call;
  enum tn_type type; /* element type: bytes, except in reductions */
  int first, end;
  size_t from, len; /* bytes of the vector */
};

/* Writes the part to buf[part->len]. */
void tn_expected_fill(const struct tn_expected *part, unsigned char *buf);
/* Returns true if buf[part->len] equals the part; otherwise `*ret_offset` is the first byte that
 * differs. */
bool tn_expected_holds(const struct tn_expected *part, const unsigned char *buf,
                       size_t *ret_offset);

#endif
