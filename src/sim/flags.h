/* Flags: posts, waits and atomics. */
#ifndef TN_SIM_FLAGS_H
#define TN_SIM_FLAGS_H

#include "lines.h"

void tn_flags_init(struct tn_engine *e);
void tn_flags_finish(struct tn_engine *e);

void tn_flag_post(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
/* What makes a flag reach its value: a post, or the end of a transfer that set out at `sent`. */
struct tn_landing {
  const struct tn_sim_strand *sender;
  const double *parts; /* [TN_N_PARTS] of the critical path behind it */
  double sent;
  bool by_network; /* the flag comes to a cache, which a device's own transfers do not reach */
};

/* A transfer has ended. */
void tn_flag_land(struct tn_engine *e, const struct tn_landing *from, struct tn_cond flag);
void tn_flag_wait(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
/* The line is there, or the strand whom noise kept from seeing its flag sees it. */
void tn_flag_wait_advance(struct tn_engine *e, struct tn_sim_strand *s);
void tn_flag_wait_describe(const struct tn_sim_strand *s, GString *text);
void tn_flag_add(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
/* The strand's atomic is done, or noise that kept it from going on is over. */
void tn_flag_add_advance(struct tn_engine *e, struct tn_sim_strand *s);

#endif
