/* What ranks put into their buffers before a verified call: the same from every run and transport.
 */
#ifndef TN_ALGOS_BENCH_VERIFY_DATA_H
#define TN_ALGOS_BENCH_VERIFY_DATA_H

#include "algos/transport.h"

/* A stretch of the vector that is the sum, element by element, of what the ranks first .. end - 1
 * contribute to a call (of this epoch). Of one rank: what it contributes. */
struct tn_expected {
  const struct tn_call *call;
  enum tn_type type; /* of the elements: bytes, but for reductions */
  int first, end;
  size_t from, len; /* bytes of the vector */
};

/* Writes it to buf[part->len]. */
void tn_expected_fill(const struct tn_expected *part, unsigned char *buf);
/* Whether buf[part->len] holds it; if not, `*ret_offset` is the first byte that differs. */
bool tn_expected_holds(const struct tn_expected *part, const unsigned char *buf,
                       size_t *ret_offset);

#endif
