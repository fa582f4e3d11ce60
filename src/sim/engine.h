/* The engine's loop: at each instant it ends the operations that are due, and starts the next
 * operations of ready strands. Internal to src/sim. */
#ifndef TN_SIM_ENGINE_H
#define TN_SIM_ENGINE_H

#include "actors.h"
#include "strand.h"

struct tn_op_functions {
  /* Begins the operation, which ends at once or with its timer, pinning or transfer. */
  void (*start)(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
  /* Continues after a timer, a pinning or a transfer of the strand has ended. NULL: operations of
   * this kind have none of these. */
  void (*advance)(struct tn_engine *e, struct tn_sim_strand *s);
  /* Moves the real bytes at the end of the operation, if the strand has a snapshot of them. NULL:
   * operations of this kind move no data. */
  void (*end)(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op);
  /* Describes what the strand waits for, to report a deadlock; NULL: this kind never waits. */
  void (*describe)(const struct tn_sim_strand *s, GString *text);
};

/* Table of the operations' functions (operations.c). engine.c calls operations through this table
 * only. */
struct tn_operations {
  struct tn_op_functions of[TN_N_OPS];
  /* Called when noise begins or ends on the core of a strand that pins or transfers. */
  void (*disturb)(struct tn_engine *e, struct tn_sim_strand *s);
  /* Initialises a new strand, or a strand that is used again after it was joined. */
  void (*begin)(struct tn_sim_strand *s);
  /* Functions for strands that share a core (cores.h). `admits` returns true if the strand may
   * begin its next operation. `settle` is called after the strand has begun it. `slice` ends a
   * slice. */
  bool (*admits)(struct tn_engine *e, struct tn_sim_strand *s);
  void (*settle)(struct tn_engine *e, struct tn_sim_strand *s);
  void (*slice)(struct tn_engine *e, void *core);
  /* Continues transfers after their latency or last byte. The list has each transfer once. */
  void (*arrive)(struct tn_engine *e, struct tn_list *transfers);
  /* Returns true if the result will certainly exceed a limit (struct tn_sim_race). */
  bool (*exceeds)(const struct tn_engine *e);
  /* `step` carries out the actor's next step without a switch to the actor. It returns false if the
   * actor must continue itself. `resume` continues the actor. */
  bool (*step)(struct tn_sim_strand *s);
  void (*resume)(struct tn_sim_strand *s);
};

struct tn_loop {
  const struct tn_operations *operations;
  const struct tn_transport *transport;
  const struct tn_actors *actors;
  struct tn_sim_strand **by_order; /* [n_ranks * TN_MAX_STRANDS] strands by `order` */
  /* one bit per element of by_order, for sorting; all 0 between uses */
  uint64_t *marks;
  struct tn_list ready; /* strands that start their next operation now */
  /* strands that become ready while the engine starts operations */
  struct tn_list next;
  struct tn_list drained; /* strands without queued operations: their actors continue */
  /* transfers whose latency or last byte ends now */
  struct tn_list arrived;
  struct tn_list sliced;    /* cores whose slice ends now */
  struct tn_list disturbed; /* strands whose noise begins or ends now */
  int n_running;            /* actors that have not returned control to the engine */
  int n_unfinished;         /* strands whose actors have not ended */
  struct tn_gate *idle;
};

void tn_loop_init(struct tn_loop *loop, int n_ranks);
void tn_loop_finish(struct tn_loop *loop);
void tn_loop_run(struct tn_engine *e);

#endif
