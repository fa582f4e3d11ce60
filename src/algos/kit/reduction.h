/* Functions of collectives that reduce: sizes of elements, sums, contributions. */
#ifndef TN_ALGOS_KIT_REDUCTION_H
#define TN_ALGOS_KIT_REDUCTION_H

#include "algos/transport.h"

/* Names of enum tn_type and enum tn_op; NULL-terminated. */
extern const char *const tn_type_names[];
extern const char *const tn_op_names[];

size_t tn_type_size(enum tn_type type);

/* Returns the granularity at which the call's vector may be cut, in bytes: the size of one element
 * for reductions; 1 for other collectives, whatever the type is. */
size_t tn_element_size(const struct tn_call *call);

/* Returns true if the vector has fewer elements than the largest power of two within n_ranks. */
bool tn_has_few_elements(const struct tn_call *call, int n_ranks);

/* Computes dst = a + b; len is in bytes, a multiple of the element's size. `dst` may be `a`. Memory
 * may be unaligned; integers wrap. */
void tn_sum(enum tn_type type, size_t len, unsigned char *dst, const unsigned char *a,
            const unsigned char *b);

/* Sums n >= 2 vectors in order, in one pass. `dst` may be src[0]. */
void tn_sum_all(enum tn_type type, size_t len, unsigned char *dst, int n,
                const unsigned char *const *src);

size_t tn_vector_bytes(const struct tn_call *call);

/* Returns the buffer with `rank`'s contribution to a reduction: SEND, or RECV if the call is in
 * place (in a reduce only at the root). */
enum tn_buf tn_contribution(const struct tn_call *call, int rank);

struct tn_span tn_own_vector(const struct tn_call *call);

/* Moves the caller's contribution to RECV, unless it is already there. */
void tn_move_own_vector(struct tn_strand *r);

/* Returns the buffer for a rank's sum: RECV if the rank receives a result, otherwise TEMP. */
enum tn_buf tn_sum_buf(const struct tn_call *call, int rank);

/* Completes a reduce-scatter of no bytes or of one rank. Returns false if there is more to do. */
bool tn_reduce_scatter_trivially(struct tn_strand *r);

#endif
