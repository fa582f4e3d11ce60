/* Flags: posts, waits and atomics. */
#ifndef TN_SIM_FLAGS_H
#define TN_SIM_FLAGS_H

#include "engine.h"

struct tn_waiter {
  struct tn_sim_strand *strand;
  struct tn_waiter *next, **link; /* link: what points here */
  const struct tn_flag *flag;
  int rank, slot; /* its */
  uint64_t value;
  bool queued;
  unsigned fragments;
};

/* Who wants to add to flags of a line, one after another. */
struct tn_adders {
  GPtrArray *waiting;           /* struct tn_sim_strand */
  struct tn_sim_strand *served; /* whose atomic is under way; NULL: nobody's */
  struct tn_random arbiter;     /* chooses among those that wait */
};

/* The line of several flags of a rank, and who waits for any of them or to add to one. Most lines
 * have one flag in use: beyond one, `many`. */
struct tn_flag_line {
  struct tn_line state;
  uint32_t version; /* counts writes */
  int at;           /* which of the line's flags `only` is */
  struct tn_waiter *waiters;
  struct tn_adders *adders;    /* NULL: none yet */
  struct tn_flag only, **many; /* [slots_per_line], NULL where unused */
};

/* A rank's lines in blocks, each made when first needed: most ranks use few of theirs. */
struct tn_lines {
  struct tn_flag_line ***blocks; /* [n_blocks] of a number of lines */
};

struct tn_flags {
  int n_slots, slots_per_line, n_blocks;
  struct tn_lines *lines; /* [n_ranks] */
  struct tn_line_law law;
  int *creators; /* [n_ranks] of their lines, NULL: home at the owner */
  bool adds;     /* the line is asked for by an atomic */
};

void tn_flags_init(struct tn_engine *e);
void tn_flags_finish(struct tn_engine *e);

void tn_flag_post(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
/* A transfer of the sender's that set out at `sent` has ended, with parts[TN_N_PARTS] on its
 * critical path: the flag reaches its value. */
void tn_flag_land(struct tn_engine *e, const struct tn_sim_strand *sender, const double *parts,
                  double sent, struct tn_cond flag);
void tn_flag_wait(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
/* The line is there, or the strand whom noise kept from seeing its flag sees it. */
void tn_flag_wait_advance(struct tn_engine *e, struct tn_sim_strand *s);
void tn_flag_wait_describe(const struct tn_engine *e, const struct tn_sim_strand *s, GString *text);
void tn_flag_add(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
/* The strand's atomic is done, or noise that kept it from going on is over. */
void tn_flag_add_advance(struct tn_engine *e, struct tn_sim_strand *s);

#endif
