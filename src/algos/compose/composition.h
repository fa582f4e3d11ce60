/* One call of a composition, laid out: groups, the calls inside them, and what each has of the
 * ranks' flags and memory. The same on all ranks.
 *
 * A composition of several levels is one of two: the innermost groups, and the rest among their
 * leaders, which is a composition again or the outer algorithm. */
#ifndef TN_ALGOS_COMPOSE_COMPOSITION_H
#define TN_ALGOS_COMPOSE_COMPOSITION_H

#include "algos/kit/group.h"
#include "nested.h"
#include "partition.h"

/* The parameters of a composition beside its roles. */
enum { TN_COMPOSE_LEVELS, TN_COMPOSE_SEGMENT };

/* The calls inside: in the groups, in the groups on the way back, and among the leaders. */
enum tn_stage_kind { TN_STAGE_INNER, TN_STAGE_BACK, TN_STAGE_REST, TN_N_STAGES };

struct tn_stage {
  bool is_used;
  struct tn_chosen part;          /* what runs */
  const struct tn_nested *nested; /* of the rest that is a composition */
  enum tn_collective collective;
  size_t block; /* bytes, as tn_call.block */
  /* Where the flags and the shared memory of its calls begin, and how many a root's have: those of
   * leaders that other calls do not have are apart. */
  int slot, n_slots;
  size_t shared, shared_bytes;
};

struct tn_composition {
  struct tn_call call; /* of any rank: n_ranks, root and what is the same on all */
  struct tn_partition groups;
  struct tn_nested rest;
  /* Flags and shared memory belong to calls of one size: the last segment, where it is shorter, has
   * stages of its own. */
  struct tn_stage stage[TN_N_STAGES][2];
  size_t segment; /* bytes; the vector where it is not divided */
  uint32_t n_segments;
  size_t scratch, pack; /* TEMP: bytes of the stages' scratch, where packed blocks begin */
  int n_slots;
  size_t shared;
};

/* NULL, or the reason for the user why the composition cannot be run: levels that do not nest or have no
 * effect, roles without an algorithm or without a level, an algorithm that a group of this size cannot
 * run. Thread-local. */
const char *tn_compose_unsupported(const struct tn_call *call);

/* The groups and the stages. The call has a layout, and tn_compose_unsupported says nothing. */
void tn_composition_init(struct tn_composition *c, const struct tn_call *call);
/* Shares out flags and memory. */
void tn_composition_share_out(struct tn_composition *c);
void tn_composition_finish(struct tn_composition *c);

/* The members of a stage's group (of TN_STAGE_REST there is one, 0), and how many. */
const int *tn_stage_members(const struct tn_composition *c, enum tn_stage_kind kind, int group,
                            int *ret_n);

/* The call of member `rank` of the group, without layout and what is kept from call to call. */
struct tn_call tn_stage_call(const struct tn_composition *c, enum tn_stage_kind kind, bool is_tail,
                             int group, int rank);

/* Where rank `rank` of the whole has the stage's buffers, `off` bytes into the vector. */
void tn_stage_windows(const struct tn_composition *c, enum tn_stage_kind kind, int rank, size_t off,
                      struct tn_window *ret_send, struct tn_window *ret_recv);

/* Bytes that the rank has behind c->pack. */
size_t tn_pack_bytes(const struct tn_composition *c, int rank);

/* Where the second of two equal areas behind c->pack begins (alltoall). */
size_t tn_pack_second(const struct tn_composition *c);

/* Whether `rank` leads its group. */
bool tn_leads(const struct tn_composition *c, int rank);

#endif
