/* Real bytes of the ranks' buffers, which a simulation moves to check results. */
#ifndef TN_SIM_DATA_H
#define TN_SIM_DATA_H

#include "strand.h"

/* Returns the bytes of all buffers of one rank. */
size_t tn_data_bytes(const struct tn_sizes *sizes);

bool tn_data_init(struct tn_engine *e);
void tn_data_finish(struct tn_engine *e);
/* Overwrites all scratch memory with garbage; it must not be in use. */
void tn_data_spoil(struct tn_engine *e);
/* Fill a rank's user buffers at the entry to a call, and check them at the exit. */
void tn_data_fill(struct tn_engine *e, const struct tn_sim_strand *s);
void tn_data_check(struct tn_engine *e, const struct tn_sim_strand *s);
/* Returns the span's bytes, owned by the caller; NULL and a failed run if the span is too long. */
unsigned char *tn_data_copy(struct tn_engine *e, const struct tn_span *span);
/* Writes the bytes of tn_data_copy to `dst`. Fails the run if `src` has changed since then. */
void tn_data_paste(struct tn_engine *e, const struct tn_span *dst, const struct tn_span *src,
                   const unsigned char *bytes);
void tn_data_begin(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
void tn_data_end(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);

#endif
