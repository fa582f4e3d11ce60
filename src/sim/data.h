/* Real bytes in a simulation. */
#ifndef TN_SIM_DATA_H
#define TN_SIM_DATA_H

#include "strand.h"

/* Of one rank's buffers together. */
size_t tn_data_bytes(const struct tn_sizes *sizes);

bool tn_data_init(struct tn_engine *e);
void tn_data_finish(struct tn_engine *e);
/* Spoils all scratch memory, while nobody uses it. */
void tn_data_spoil(struct tn_engine *e);
/* The user's buffers of a rank, as it enters a call and as it leaves. */
void tn_data_fill(struct tn_engine *e, const struct tn_sim_strand *s);
void tn_data_check(struct tn_engine *e, const struct tn_sim_strand *s);
/* Remembers the source of an operation at its start; writes it at its end, an error when the source
 * has changed meanwhile. */
/* The bytes of a span; owned by the caller. NULL: the run has failed, the span leaves its buffer. */
unsigned char *tn_data_copy(struct tn_engine *e, const struct tn_span *span);
/* Writes such bytes of `src` to `dst`; an error when the source has changed meanwhile. */
void tn_data_paste(struct tn_engine *e, const struct tn_span *dst, const struct tn_span *src,
                   const unsigned char *bytes);
void tn_data_begin(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
void tn_data_end(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);

#endif
