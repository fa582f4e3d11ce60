/* Operations on flags: posts, waits and atomic additions. */
#ifndef TN_SIM_FLAGS_H
#define TN_SIM_FLAGS_H

#include "lines.h"

void tn_flag_post(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
/* A post, or the end of a transfer that started at `sent`. */
struct tn_flag_origin {
  const struct tn_sim_strand *sender;
  /* [TN_N_PARTS] seconds of the critical path to the flag */
  const double *parts;
  double sent;
  /* true if the network writes the flag into a cache (not for devices) */
  bool by_network;
};

void tn_flag_land(struct tn_engine *e, const struct tn_flag_origin *from, struct tn_cond flag);
void tn_flag_wait(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
/* Continues a wait after the line has arrived or a noise has ended. */
void tn_flag_wait_advance(struct tn_engine *e, struct tn_sim_strand *s);
void tn_flag_wait_describe(const struct tn_sim_strand *s, GString *text);
void tn_flag_add(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
/* Continues when the strand's atomic addition is complete, or when the noise that delayed the
 * strand is over. */
void tn_flag_add_advance(struct tn_engine *e, struct tn_sim_strand *s);

#endif
