/* The definition of each collective, as bytes. Fills buffers before a call and checks them after
 * it. */
#ifndef TN_ALGOS_BENCH_VERIFY_H
#define TN_ALGOS_BENCH_VERIFY_H

#include "algos/registry.h"

/* Writes the call's input into send (tn_sizes.send bytes) and recv of call->rank. All other bytes
 * get a pattern that no result contains. The data depend on rank, offset and epoch only. */
void tn_verify_fill(const struct tn_call *call, unsigned char *send, unsigned char *recv);

/* Returns true if send is unchanged and recv has the result of the collective. Otherwise
 * *ret_offset is the first wrong byte of recv (or of send, then *ret_in_send is true). */
bool tn_verify_check(const struct tn_call *call, const unsigned char *send,
                     const unsigned char *recv, size_t *ret_offset, bool *ret_in_send);

#endif
