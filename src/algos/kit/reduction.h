/* What the collectives that reduce have in common: elements, their sums, a rank's own vector. */
#ifndef TN_ALGOS_KIT_REDUCTION_H
#define TN_ALGOS_KIT_REDUCTION_H

#include "algos/transport.h"

/* By enum tn_type and enum tn_op; NULL-terminated. */
extern const char *const tn_type_names[];
extern const char *const tn_op_names[];

/* Bytes of one element. */
size_t tn_type_size(enum tn_type type);

/* What a call's vector is whole multiples of, in bytes: an element where it is reduced, else 1,
 * whatever the call's type. For whoever cuts a vector. */
size_t tn_element_size(const struct tn_call *call);

/* Whether the vector has fewer elements than the largest power of two of n_ranks. */
bool tn_has_few_elements(const struct tn_call *call, int n_ranks);

/* dst = a + b, element by element; len bytes, a multiple of the element. dst may be a. Memory need
 * not be aligned; integers wrap. */
void tn_sum(enum tn_type type, size_t len, unsigned char *dst, const unsigned char *a,
            const unsigned char *b);

/* The same of n >= 2 vectors, from the first to the last, in one pass. dst may be src[0]. */
void tn_sum_all(enum tn_type type, size_t len, unsigned char *dst, int n,
                const unsigned char *const *src);

/* Bytes of the vector that every rank contributes to a reduction. */
size_t tn_vector_bytes(const struct tn_call *call);

/* Where `rank` has what it contributes to a reduction: SEND, or in place RECV (the root's only, of
 * a reduce). */
enum tn_buf tn_contribution(const struct tn_call *call, int rank);

/* The same as the caller's whole vector. */
struct tn_span tn_own_vector(const struct tn_call *call);

/* The caller's contribution to its RECV, unless it is there. */
void tn_move_own_vector(struct tn_strand *r);

/* Where a rank collects a sum: RECV where it has a result, else TEMP. */
enum tn_buf tn_sum_buf(const struct tn_call *call, int rank);

/* Whether nothing of a reduce-scatter has to be sent, as the vector is empty or there is one rank; then it is
 * done. */
bool tn_reduce_scatter_trivially(struct tn_strand *r);

#endif
