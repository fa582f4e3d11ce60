/* Definition of each collective by the bytes of its buffers before and after a call. */
#ifndef TN_ALGOS_BENCH_VERIFY_H
#define TN_ALGOS_BENCH_VERIFY_H

#include "algos/registry.h"
#include "verify_data.h"

/* Writes the input of call->rank to its buffers of tn_user_sizes bytes. The input depends on rank,
 * offset and epoch. Other bytes of `recv` become 0xa5. */
void tn_verify_fill(const struct tn_call *call, unsigned char *send, unsigned char *recv);

/* Returns true if `send` is unchanged and `recv` has the result. Otherwise *ret_offset is the first
 * wrong byte in `recv`, or in `send` if *ret_in_send is true. */
bool tn_verify_check(const struct tn_call *call, const unsigned char *send,
                     const unsigned char *recv, size_t *ret_offset, bool *ret_in_send);

/* Returns the sum that a reduction leaves at the start of call->rank's RECV; its len is 0 if the
 * rank gets no result. */
struct tn_expected tn_verify_sum(const struct tn_call *call);

#endif
