/* The transport on pthreads and memcpy: for ThreadSanitizer, and a second opinion beside the
 * simulator. Its times are those of an oversubscribed machine and mean little. */
#ifndef TN_TESTS_THREADS_H
#define TN_TESTS_THREADS_H

#include "algos/bench/bench.h"

/* Runs the calls of `bench` with one thread per rank. `call` is the template: what differs by rank
 * and call, and the layout, is set here. `layout` may be NULL when the algorithm needs none.
 * Buffers start 256 * rank (modulo 4096) bytes into a page.
 *
 * With `verify` every rank's buffers are filled before each call, checked against the definition of
 * the collective after it, and overwritten as soon as the rank has returned, as a user might.
 *
 * ret_seconds[n_ranks], which may be NULL: mean time of a timed call on each rank.
 * False: the data were wrong or a resource was refused; *ret_message (free() it) says which. */
bool tn_threads_run(const struct tn_bench *bench, const struct tn_call *call,
                    const struct tn_layout *layout, bool verify, double *ret_seconds,
                    char **ret_message);

#endif
