/* Element-wise sums over plain memory. */
#ifndef TN_REAL_THREADS_REDUCE_H
#define TN_REAL_THREADS_REDUCE_H

#include "algos/transport.h"

/* dst = a + b, element by element; len bytes, a multiple of the element. dst may be a. Memory need
 * not be aligned; integers wrap. */
void tn_threads_sum(enum tn_type type, size_t len, unsigned char *dst, const unsigned char *a,
                    const unsigned char *b);

#endif
