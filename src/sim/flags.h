/* Flags: posts, waits and atomics. */
#ifndef TN_SIM_FLAGS_H
#define TN_SIM_FLAGS_H

#include "lines.h"

void tn_flags_init(struct tn_engine *e);
void tn_flags_finish(struct tn_engine *e);

void tn_flag_post(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
/* A transfer of the sender's that set out at `sent` has ended, with parts[TN_N_PARTS] on its
 * critical path: the flag reaches its value. */
void tn_flag_land(struct tn_engine *e, const struct tn_sim_strand *sender, const double *parts,
                  double sent, struct tn_cond flag);
/* The same of one of a device's, which no cache has. */
void tn_flag_reach(struct tn_engine *e, const struct tn_sim_strand *sender, const double *parts,
                   double sent, struct tn_cond flag);
void tn_flag_wait(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
/* The line is there, or the strand whom noise kept from seeing its flag sees it. */
void tn_flag_wait_advance(struct tn_engine *e, struct tn_sim_strand *s);
void tn_flag_wait_describe(const struct tn_sim_strand *s, GString *text);
void tn_flag_add(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
/* The strand's atomic is done, or noise that kept it from going on is over. */
void tn_flag_add_advance(struct tn_engine *e, struct tn_sim_strand *s);

#endif
