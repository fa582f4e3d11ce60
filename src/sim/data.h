/* Real bytes of the ranks' buffers, which a simulation moves to check results. */
#ifndef TN_SIM_DATA_H
#define TN_SIM_DATA_H

#include "strand.h"

/* Returns how many bytes all buffers of one rank have. */
size_t tn_data_bytes(const struct tn_sizes *sizes);

bool tn_data_init(struct tn_engine *e);
void tn_data_finish(struct tn_engine *e);
/* Overwrites the scratch and shared memory of all ranks with garbage. No rank may be in a call. */
void tn_data_spoil(struct tn_engine *e);
/* Fill a rank's user buffers at the entry to a call, and check them at the exit. */
void tn_data_fill(struct tn_engine *e, const struct tn_sim_strand *s);
void tn_data_check(struct tn_engine *e, const struct tn_sim_strand *s);
/* Returns a copy of the span's bytes, owned by the caller. Fails the run and returns NULL if the
 * span exceeds its buffer. */
unsigned char *tn_data_copy(struct tn_engine *e, const struct tn_span *span);
/* Writes `bytes`, which tn_data_copy has returned for `src`, to `dst`. Fails the run if `src` has
 * changed since then. */
void tn_data_paste(struct tn_engine *e, const struct tn_span *dst, const struct tn_span *src,
                   const unsigned char *bytes);
void tn_data_begin(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
void tn_data_end(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);

#endif
