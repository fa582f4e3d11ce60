/* Layout of a call of a composition, the same on all ranks: groups, the calls in them, and their
 * flags and memory.
 *
 * Several levels are treated as two: the innermost groups, and the rest among their leaders, which
 * is again a composition or the outer algorithm. */
#ifndef TN_ALGOS_COMPOSE_COMPOSITION_H
#define TN_ALGOS_COMPOSE_COMPOSITION_H

#include "algos/kit/group.h"
#include "nested.h"
#include "partition.h"

/* Indexes of a composition's parameters that are not roles. */
enum { TN_COMPOSE_LEVELS, TN_COMPOSE_SEGMENT };

/* Stages of a composition: calls in the groups; calls in the groups after the one among the
 * leaders; the call among the leaders. */
enum tn_stage_kind { TN_STAGE_INNER, TN_STAGE_BACK, TN_STAGE_REST, TN_N_STAGES };

struct tn_stage {
  bool is_used;
  struct tn_nested_choice part;
  const struct tn_nested *nested; /* algorithms of the stage's parts if it is itself a composition
                                   * (only TN_STAGE_REST); or NULL */
  enum tn_collective collective;
  size_t block; /* tn_call.block of the stage's calls, in bytes */
  /* Flags (first index, number) and shared memory (offset, bytes) of the calls for one root. Calls
   * for different roots have different leaders, and separate flags and memory. */
  int slot, n_slots;
  size_t shared, shared_bytes;
};

struct tn_composition {
  struct tn_call call; /* template of the calls: n_ranks, root and all other members that are equal
                        * on all ranks */
  struct tn_partition groups;
  struct tn_nested rest;
  /* [kind][0 or 1] Calls with the same flags and shared memory have one size. So a last segment
   * that is shorter has its own stages, index 1. */
  struct tn_stage stage[TN_N_STAGES][2];
  size_t segment; /* bytes of a segment, or of the whole vector if it is not cut */
  uint32_t n_segments;
  size_t scratch, pack; /* bytes of TEMP for the stages' calls; offset of packed blocks in TEMP */
  int n_slots;
  size_t shared;
};

/* Returns NULL, or the reason of a refusal for the user (thread-local): levels that are not nested
 * or have no effect, roles without algorithm or level, an algorithm that a group of this size
 * cannot run. */
const char *tn_compose_unsupported(const struct tn_call *call);

/* Computes groups and stages of a call with a layout that tn_compose_unsupported accepts. */
void tn_composition_init(struct tn_composition *c, const struct tn_call *call);
void tn_composition_share_out(struct tn_composition *c);
void tn_composition_finish(struct tn_composition *c);

/* Returns the ranks in a group of a stage, and their number in *ret_n. TN_STAGE_REST has only group
 * 0. */
const int *tn_stage_members(const struct tn_composition *c, enum tn_stage_kind kind, int group,
                            int *ret_n);

/* Returns the call of the group's member `rank` in a stage, without layout and data of earlier
 * calls. is_tail: for a shorter last segment. */
struct tn_call tn_stage_call(const struct tn_composition *c, enum tn_stage_kind kind, bool is_tail,
                             int group, int rank);

/* Sets *ret_send and *ret_recv to the windows (kit/group.h) of rank `rank` in a stage, for a
 * segment from byte `off` of the vector on. */
void tn_stage_windows(const struct tn_composition *c, enum tn_stage_kind kind, int rank, size_t off,
                      struct tn_window *ret_send, struct tn_window *ret_recv);

/* Returns the bytes of TEMP, from c->pack on, that the rank needs for packed blocks. */
size_t tn_pack_bytes(const struct tn_composition *c, int rank);

/* Returns the offset in TEMP of the second of two equal areas for packed blocks (alltoall). */
size_t tn_pack_second(const struct tn_composition *c);

bool tn_leads(const struct tn_composition *c, int rank);

#endif
