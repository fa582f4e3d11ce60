/* The definition of each collective as bytes. The functions fill buffers before a call and check
 * them after it. */
#ifndef TN_ALGOS_BENCH_VERIFY_H
#define TN_ALGOS_BENCH_VERIFY_H

#include "algos/registry.h"

/* Writes the input of call->rank into `send` and `recv` (sizes: tn_user_sizes). All other bytes of
 * `recv` get the value 0xa5. The data depend only on rank, offset and epoch. */
void tn_verify_fill(const struct tn_call *call, unsigned char *send, unsigned char *recv);

/* Returns true if send is unchanged and recv has the result of the collective. Otherwise
 * *ret_offset is the offset of the first wrong byte in recv, or in send if *ret_in_send is true. */
bool tn_verify_check(const struct tn_call *call, const unsigned char *send,
                     const unsigned char *recv, size_t *ret_offset, bool *ret_in_send);

#endif
