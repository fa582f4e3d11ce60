/* The transport on pthreads and memcpy, for ThreadSanitizer and as a check of the simulator. Its
 * times are those of an oversubscribed machine. */
#ifndef TN_TESTS_THREADS_H
#define TN_TESTS_THREADS_H

#include "algos/bench/bench.h"

/* Seconds after which tn_threads_run prints the call on stderr and ends the process with status 1.
 * More than a call takes beside other load. */
extern unsigned tn_threads_patience;

/* Runs the calls of `bench` with one thread per rank. `call` is the template: the function sets the
 * layout and everything that differs by rank and call. `layout` may be NULL if the algorithm needs
 * none. Buffers start 256 * rank (modulo 4096) bytes into a page. With `verify` all buffers are
 * filled before each call, checked after it, and overwritten by each rank as soon as it has returned.
 *
 * ret_seconds[n_ranks] (may be NULL): mean time of a timed call on each rank. Returns false if data
 * are wrong or a resource is missing; *ret_message has the reason and is freed with free(). */
bool tn_threads_run(const struct tn_bench *bench, const struct tn_call *call,
                    const struct tn_layout *layout, bool verify, double *ret_seconds,
                    char **ret_message);

/* Returns the address of a span, whose length may be 0, for algorithms of tests. */
unsigned char *tn_threads_bytes(struct tn_strand *r, struct tn_span span);

#endif
