/* Layout of one call of a composition: the groups, the calls inside them, and their shares of the
 * ranks' flags and memory. The layout is the same on all ranks.
 *
 * A composition of several levels is a composition of two levels: the innermost groups, and the
 * rest among their leaders. The rest is a composition again or the outer algorithm. */
#ifndef TN_ALGOS_COMPOSE_COMPOSITION_H
#define TN_ALGOS_COMPOSE_COMPOSITION_H

#include "algos/kit/group.h"
#include "nested.h"
#include "partition.h"

/* Parameters of a composition in addition to its roles. */
enum { TN_COMPOSE_LEVELS, TN_COMPOSE_SEGMENT };

/* Calls inside a composition: in the groups, in the groups after the leaders, and among the
 * leaders. */
enum tn_stage_kind { TN_STAGE_INNER, TN_STAGE_BACK, TN_STAGE_REST, TN_N_STAGES };

struct tn_stage {
  bool is_used;
  struct tn_chosen part;          /* algorithm of the stage */
  const struct tn_nested *nested; /* parts of the rest if it is a composition */
  enum tn_collective collective;
  size_t block; /* bytes, as tn_call.block */
  /* Start and size of the flags and the shared memory of the calls for one root. Leaders that take
   * part in different calls have separate ones. */
  int slot, n_slots;
  size_t shared, shared_bytes;
};

struct tn_composition {
  struct tn_call call; /* template of the calls: n_ranks, root and all that is equal on all ranks */
  struct tn_partition groups;
  struct tn_nested rest;
  /* Flags and shared memory are used by calls of one size. A shorter last segment therefore has its
   * own stages. */
  struct tn_stage stage[TN_N_STAGES][2];
  size_t segment; /* bytes; whole vector if it is not cut */
  uint32_t n_segments;
  size_t scratch, pack; /* TEMP: bytes of the stages' scratch, start of packed blocks */
  int n_slots;
  size_t shared;
};

/* Returns NULL, or the reason for the user why the composition cannot be run: levels that are not
 * nested or have no effect, roles without an algorithm or without a level, an algorithm that a
 * group of this size cannot run. The string is thread-local. */
const char *tn_compose_unsupported(const struct tn_call *call);

/* Computes the groups and the stages. The call has a layout, and tn_compose_unsupported returned
 * NULL. */
void tn_composition_init(struct tn_composition *c, const struct tn_call *call);
/* Assigns flags and memory to the stages. */
void tn_composition_share_out(struct tn_composition *c);
void tn_composition_finish(struct tn_composition *c);

/* Returns the members of a stage's group and their number. TN_STAGE_REST has one group, 0. */
const int *tn_stage_members(const struct tn_composition *c, enum tn_stage_kind kind, int group,
                            int *ret_n);

/* Returns the call of member `rank` of the group, without layout and without data from earlier
 * calls. */
struct tn_call tn_stage_call(const struct tn_composition *c, enum tn_stage_kind kind, bool is_tail,
                             int group, int rank);

/* Returns the windows of the stage's buffers at rank `rank` of the whole, `off` bytes into the
 * vector. */
void tn_stage_windows(const struct tn_composition *c, enum tn_stage_kind kind, int rank, size_t off,
                      struct tn_window *ret_send, struct tn_window *ret_recv);

/* Returns the bytes of the rank after c->pack. */
size_t tn_pack_bytes(const struct tn_composition *c, int rank);

/* Returns the start of the second of two equal areas after c->pack (alltoall). */
size_t tn_pack_second(const struct tn_composition *c);

bool tn_leads(const struct tn_composition *c, int rank);

#endif
