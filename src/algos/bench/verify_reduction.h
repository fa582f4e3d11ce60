/* The definition of the collectives that reduce: for verify.c, in whose forms they are. */
#ifndef TN_ALGOS_BENCH_VERIFY_REDUCTION_H
#define TN_ALGOS_BENCH_VERIFY_REDUCTION_H

#include "algos/registry.h"

/* What fills memory that is no input. */
#define TN_NO_RESULT 0xa5

/* Elements are small whole numbers, so that sums are exact in every type and order; those of uint8
 * wrap. */
void tn_verify_fill_reduction(const struct tn_call *call, unsigned char *send, unsigned char *recv);
bool tn_verify_check_reduction(const struct tn_call *call, const unsigned char *send,
                               const unsigned char *recv, size_t *ret_offset, bool *ret_in_send);

#endif
