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

/* Calls in the groups; in the groups after that among the leaders; among the leaders. */
enum tn_stage_kind { TN_STAGE_INNER, TN_STAGE_BACK, TN_STAGE_REST, TN_N_STAGES };

struct tn_stage {
  bool is_used;
  struct tn_nested_choice part;
  const struct tn_nested *nested; /* parts of the rest if it is a composition, or NULL */
  enum tn_collective collective;
  size_t block; /* tn_call.block, bytes */
  /* Flags and shared memory (bytes) of the calls for one root. Calls for different roots have
   * different leaders, and separate flags and memory. */
  int slot, n_slots;
  size_t shared, shared_bytes;
};

struct tn_composition {
  struct tn_call call; /* template of the calls: n_ranks, root and all other members that are equal
                        * on all ranks */
  struct tn_partition groups;
  struct tn_nested rest;
  /* Calls with the same flags and shared memory have one size. So a shorter last segment has its
   * own stages, index 1. */
  struct tn_stage stage[TN_N_STAGES][2];
  size_t segment; /* bytes; the whole vector if it is not cut */
  uint32_t n_segments;
  size_t scratch, pack; /* TEMP: bytes of the stages; start of the packed blocks */
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

/* Returns the ranks in a stage's group; *ret_n: number. TN_STAGE_REST has only group 0. */
const int *tn_stage_members(const struct tn_composition *c, enum tn_stage_kind kind, int group,
                            int *ret_n);

/* Returns the call of member `rank`, without layout and data from earlier calls. */
struct tn_call tn_stage_call(const struct tn_composition *c, enum tn_stage_kind kind, bool is_tail,
                             int group, int rank);

/* Sets the buffers' windows at rank `rank` for a segment from byte `off` of the vector on. */
void tn_stage_windows(const struct tn_composition *c, enum tn_stage_kind kind, int rank, size_t off,
                      struct tn_window *ret_send, struct tn_window *ret_recv);

/* Returns the rank's bytes of TEMP after c->pack. */
size_t tn_pack_bytes(const struct tn_composition *c, int rank);

/* Returns the offset of the second of two equal areas from c->pack on (alltoall). */
size_t tn_pack_second(const struct tn_composition *c);

bool tn_leads(const struct tn_composition *c, int rank);

#endif
