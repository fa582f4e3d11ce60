/* The engine's loop: strands that can go on, and ends of an instant.
 *
 * Internal to src/sim. */
#ifndef TN_SIM_ENGINE_H
#define TN_SIM_ENGINE_H

#include "actors.h"
#include "strand.h"

/* What operations of one kind do. */
struct tn_op_functions {
  /* It begins; done at once, or at the end of what it sets going. */
  void (*start)(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
  /* A timer, a pinning or a transfer of the strand has ended. NULL: it has none. */
  void (*advance)(struct tn_engine *e, struct tn_sim_strand *s);
  /* It is done and the strand has a snapshot: moves the real bytes. NULL: it moves none. */
  void (*end)(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
  /* Says, for a deadlock, what the strand waits for. NULL: never for others. */
  void (*describe)(const struct tn_sim_strand *s, GString *text);
};

/* What the engine carries out (operations.c): it knows nothing of it but this. */
struct tn_operations {
  struct tn_op_functions of[TN_N_OPS];
  /* A noise begins or ends on the strand's core while it pins or transfers. */
  void (*disturb)(struct tn_engine *e, struct tn_sim_strand *s);
  /* A strand begins, or one that has ended and been joined begins anew. */
  void (*begin)(struct tn_sim_strand *s);
  /* Strands that share a core (cores.h): whether one may begin its next operation, that it has, and
   * that a slice has ended. */
  bool (*admits)(struct tn_engine *e, struct tn_sim_strand *s);
  void (*settle)(struct tn_engine *e, struct tn_sim_strand *s);
  void (*slice)(struct tn_engine *e, void *core);
  /* Transfers between nodes whose latency or bytes end at this instant, all different. */
  void (*arrive)(struct tn_engine *e, struct tn_list *transfers);
  /* Returns true if the point's result can only be above a limit (struct tn_sim_race). */
  bool (*exceeds)(const struct tn_engine *e);
  /* What a strand has its actor do next, without the actor; false where that has to go on, and that
   * it does. */
  bool (*step)(struct tn_sim_strand *s);
  void (*resume)(struct tn_sim_strand *s);
};

struct tn_loop {
  const struct tn_operations *operations;
  const struct tn_transport *transport; /* of its strands */
  const struct tn_actors *actors;
  struct tn_sim_strand **by_order; /* [n_ranks * TN_MAX_STRANDS] the strands */
  uint64_t *marks;                 /* a bit for each of these; 0 between uses */
  struct tn_list ready;            /* strands to issue at this instant */
  struct tn_list next;             /* found ready while issuing */
  struct tn_list drained;   /* strands that have carried out all that their actors asked for */
  struct tn_list arrived;   /* transfers of this instant */
  struct tn_list sliced;    /* cores whose slice ends at this instant */
  struct tn_list disturbed; /* strands whose noise begins or ends at this instant */
  int n_running;            /* actors that have not given the clock back */
  int n_unfinished;         /* strands with actors that have not ended */
  struct tn_gate *idle;
};

void tn_loop_init(struct tn_loop *loop, int n_ranks);
void tn_loop_finish(struct tn_loop *loop);
void tn_loop_run(struct tn_engine *e);

#endif
