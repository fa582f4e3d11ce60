/* Real bytes of the ranks' buffers, which a simulation moves to check results. */
#ifndef TN_SIM_DATA_H
#define TN_SIM_DATA_H

#include "strand.h"

/* Returns the total size, in bytes, of all buffers of one rank. */
size_t tn_data_bytes(const struct tn_sizes *sizes);

bool tn_data_init(struct tn_engine *e);
void tn_data_finish(struct tn_engine *e);
/* Overwrites all scratch memory with garbage. No rank may be using it. */
void tn_data_spoil(struct tn_engine *e);
/* Fill a rank's user buffers as it enters a call, and check them as it leaves. */
void tn_data_fill(struct tn_engine *e, const struct tn_sim_strand *s);
void tn_data_check(struct tn_engine *e, const struct tn_sim_strand *s);
/* Returns a copy of the span's bytes, owned by the caller. Returns NULL and fails the run if the
 * span exceeds its buffer. */
unsigned char *tn_data_copy(struct tn_engine *e, const struct tn_span *span);
/* Writes `bytes` to `dst`. The caller copied `bytes` from `src` with tn_data_copy. Fails the run if
 * the source has changed since then. */
void tn_data_paste(struct tn_engine *e, const struct tn_span *dst, const struct tn_span *src,
                   const unsigned char *bytes);
void tn_data_begin(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
void tn_data_end(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);

#endif
