/* Operations on flags: posts, waits and atomic additions. */
#ifndef TN_SIM_FLAGS_H
#define TN_SIM_FLAGS_H

#include "lines.h"

void tn_flag_post(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
/* Origin of a flag's new value: a post, or the end of a transfer that started at `sent`
 * (seconds). */
struct tn_flag_origin {
  const struct tn_sim_strand *sender;
  /* [TN_N_PARTS] seconds of each part of the critical path to the new value */
  const double *parts;
  double sent;
  /* true if a network adapter writes the flag, into a cache */
  bool by_network;
};

void tn_flag_land(struct tn_engine *e, const struct tn_flag_origin *from, struct tn_cond flag);
void tn_flag_wait(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
/* Continues the wait for a flag: when the core is free again it reads the flag's line, and when the
 * line has arrived it ends the wait. */
void tn_flag_wait_advance(struct tn_engine *e, struct tn_sim_strand *s);
void tn_flag_wait_describe(const struct tn_sim_strand *s, GString *text);
void tn_flag_add(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
/* Continues when the strand's atomic addition is complete, or when the noise that delayed the
 * strand is over. */
void tn_flag_add_advance(struct tn_engine *e, struct tn_sim_strand *s);

#endif
