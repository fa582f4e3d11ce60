/* Layout of one call of a composition: the groups, the calls in these groups, and their parts of
 * the ranks' flags and memory. The layout is the same on all ranks.
 *
 * A composition of several levels is treated as one of two levels: the innermost groups, and the
 * rest, which runs among the leaders of these groups. The rest is again a composition, or it is the
 * outer algorithm. */
#ifndef TN_ALGOS_COMPOSE_COMPOSITION_H
#define TN_ALGOS_COMPOSE_COMPOSITION_H

#include "algos/kit/group.h"
#include "nested.h"
#include "partition.h"

/* Indexes of a composition's parameters that are not roles. */
enum { TN_COMPOSE_LEVELS, TN_COMPOSE_SEGMENT };

/* Calls inside a composition: in the groups; in the groups after the call among the leaders; among
 * the leaders. */
enum tn_stage_kind { TN_STAGE_INNER, TN_STAGE_BACK, TN_STAGE_REST, TN_N_STAGES };

struct tn_stage {
  bool is_used;
  struct tn_nested_choice part;   /* algorithm of the stage */
  const struct tn_nested *nested; /* parts of the rest if the rest is a composition, otherwise
                                   * NULL */
  enum tn_collective collective;
  size_t block; /* value of tn_call.block, bytes */
  /* Start and size of the flags and of the shared memory (bytes) of the calls for one root. Calls
   * for different roots have different leaders and use separate flags and memory. */
  int slot, n_slots;
  size_t shared, shared_bytes;
};

struct tn_composition {
  struct tn_call call; /* template of the calls: n_ranks, root and all other members that are equal
                        * on all ranks */
  struct tn_partition groups;
  struct tn_nested rest;
  /* All calls that use the same flags and shared memory have the same size. A shorter last segment
   * therefore has its own stages, with index 1. */
  struct tn_stage stage[TN_N_STAGES][2];
  size_t segment; /* bytes of a segment; the whole vector if it is not cut */
  uint32_t n_segments;
  size_t scratch, pack; /* bytes of TEMP that the stages use; start of the packed blocks in TEMP */
  int n_slots;
  size_t shared;
};

/* Returns NULL, or the reason, for the user, why the composition cannot run: levels that are not
 * nested or have no effect, roles without an algorithm or without a level, or an algorithm that a
 * group of this size cannot run. The string is thread-local. */
const char *tn_compose_unsupported(const struct tn_call *call);

/* Computes the groups and the stages. The call must have a layout, and tn_compose_unsupported must
 * return NULL for it. */
void tn_composition_init(struct tn_composition *c, const struct tn_call *call);
/* Assigns flags, shared memory and TEMP to the stages. */
void tn_composition_share_out(struct tn_composition *c);
void tn_composition_finish(struct tn_composition *c);

/* Returns the ranks of the members of a stage's group; *ret_n: their number. TN_STAGE_REST has one
 * group, number 0. */
const int *tn_stage_members(const struct tn_composition *c, enum tn_stage_kind kind, int group,
                            int *ret_n);

/* Returns the call of member `rank` of the group, without its layout and without data that persist
 * from earlier calls. */
struct tn_call tn_stage_call(const struct tn_composition *c, enum tn_stage_kind kind, bool is_tail,
                             int group, int rank);

/* Sets the windows of the stage's buffers at rank `rank` of the composition, for a segment that
 * begins at byte `off` of the vector. */
void tn_stage_windows(const struct tn_composition *c, enum tn_stage_kind kind, int rank, size_t off,
                      struct tn_window *ret_send, struct tn_window *ret_recv);

/* Returns the bytes of TEMP that the rank uses after c->pack. */
size_t tn_pack_bytes(const struct tn_composition *c, int rank);

/* Returns the offset of the second of the two equal areas that begin at c->pack (alltoall). */
size_t tn_pack_second(const struct tn_composition *c);

bool tn_leads(const struct tn_composition *c, int rank);

#endif
