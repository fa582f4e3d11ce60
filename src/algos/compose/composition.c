#include "composition.h"

#include <stdlib.h>
#include <string.h>

#include "algos/kit/basics.h"
#include "algos/kit/reduction.h"

enum { SHARED_ALIGN = 256, TEMP_ALIGN = 4096, LEVEL_BITS = 4 };

bool tn_leads(const struct tn_composition *c, int rank)
{
  return c->groups.leader[c->groups.group[rank]] == rank;
}

/* Returns the bytes for a group's packed blocks: every group has the space of the largest. */
static size_t group_bytes(const struct tn_composition *c)
{
  return (size_t)c->groups.largest * c->call.block;
}

size_t tn_pack_second(const struct tn_composition *c)
{
  const size_t largest = (size_t)c->groups.largest;
  const size_t gathered = largest * (size_t)c->call.n_ranks;
  const size_t exchanged = (size_t)c->groups.n_groups * largest * largest;
  return c->pack + tn_aligned(tn_larger(gathered, exchanged) * c->call.block, TEMP_ALIGN);
}

/* Returns tn_call.block of a stage's calls for a segment of `vector` bytes. */
static size_t stage_block(const struct tn_composition *c, enum tn_stage_kind kind, size_t vector)
{
  const size_t block = c->call.block, largest = (size_t)c->groups.largest;
  switch (c->call.collective) {
  case TN_SCATTER:
  case TN_GATHER:
    return kind == TN_STAGE_REST ? largest * block : block;
  case TN_ALLGATHER:
    return kind == TN_STAGE_REST   ? largest * block
           : kind == TN_STAGE_BACK ? (size_t)c->call.n_ranks * block
                                   : block;
  case TN_ALLTOALL:
    return kind == TN_STAGE_REST ? largest * largest * block : (size_t)c->call.n_ranks * block;
  default:
    return vector;
  }
}

static struct tn_nested_choice rest_part(struct tn_composition *c)
{
  const int64_t levels = c->call.params[TN_COMPOSE_LEVELS] >> LEVEL_BITS;
  const struct tn_nested_choice *own = c->call.nested->part;
  if (levels == 0)
    return own[TN_ROLE_OUTER];
  memcpy(c->rest.part, own + 2, (TN_ROLE_OUTER - 2) * sizeof *own);
  c->rest.part[TN_ROLE_OUTER] = own[TN_ROLE_OUTER];
  struct tn_nested_choice part =
      tn_nested_choice_make(tn_method_find(c->call.collective, "compose"));
  part.params[TN_COMPOSE_LEVELS] = levels;
  return part;
}

static void plan_stage(struct tn_composition *c, enum tn_stage_kind kind, bool is_tail,
                       size_t vector)
{
  const int role = kind == TN_STAGE_REST ? TN_ROLE_OUTER : kind == TN_STAGE_BACK;
  struct tn_stage *s = &c->stage[kind][is_tail];
  s->is_used = tn_role_find_collective(c->call.collective, role, &s->collective);
  if (!s->is_used)
    return;
  s->part = kind == TN_STAGE_REST ? rest_part(c) : c->call.nested->part[role];
  s->nested = s->part.algorithm->runs->composed ? &c->rest : NULL;
  s->block = stage_block(c, kind, vector);
}

void tn_composition_init(struct tn_composition *c, const struct tn_call *call)
{
  *c = (struct tn_composition){ .call = *call, .segment = call->block, .n_segments = 1 };
  const int level = tn_list_item(call->params[TN_COMPOSE_LEVELS], 0);
  size_t segment = (size_t)call->params[TN_COMPOSE_SEGMENT];
  segment -= segment % tn_element_size(call); /* no segment ends within an element */
  if (!tn_collective_rooted(call->collective))
    c->call.root = 0;
  tn_partition_init(&c->groups, call->n_ranks, tn_places_at(call->layout, level), c->call.root);
  if (segment > 0 && segment < call->block) {
    c->segment = segment;
    c->n_segments = (uint32_t)((call->block + segment - 1) / segment);
  }
  const size_t tail = call->block - (size_t)(c->n_segments - 1) * c->segment;
  for (int kind = 0; kind < TN_N_STAGES; kind++) {
    plan_stage(c, (enum tn_stage_kind)kind, false, c->segment);
    if (tail < c->segment)
      plan_stage(c, (enum tn_stage_kind)kind, true, tail);
  }
}

void tn_composition_finish(struct tn_composition *c)
{
  tn_partition_finish(&c->groups);
}

const int *tn_stage_members(const struct tn_composition *c, enum tn_stage_kind kind, int group,
                            int *ret_n)
{
  const struct tn_partition *p = &c->groups;
  *ret_n = kind == TN_STAGE_REST ? p->n_groups : tn_partition_size(p, group);
  return kind == TN_STAGE_REST ? p->leader : p->member + p->first[group];
}

/* Returns true if the calls of the group are in place: the contribution of the root (of every rank,
 * if there is no root) is where the result will be. */
static bool is_in_place(const struct tn_composition *c, enum tn_stage_kind kind, int group)
{
  const bool has_root = group == c->groups.group[c->call.root];
  if (kind == TN_STAGE_BACK)
    return false;
  switch (c->call.collective) {
  case TN_SCATTER:
  case TN_REDUCE:
    return kind == TN_STAGE_REST || (c->call.in_place && has_root);
  case TN_GATHER:
    return kind == TN_STAGE_REST || (c->call.in_place && has_root && c->groups.is_even);
  case TN_ALLGATHER:
    return kind == TN_STAGE_REST || (c->call.in_place && c->groups.is_even);
  case TN_ALLREDUCE:
    return kind == TN_STAGE_REST || c->call.in_place;
  default:
    return false;
  }
}

struct tn_call tn_stage_call(const struct tn_composition *c, enum tn_stage_kind kind, bool is_tail,
                             int group, int rank)
{
  const struct tn_stage *s = &c->stage[kind][is_tail];
  struct tn_call call = { .collective = s->collective,
                          .rank = rank,
                          .block = s->block,
                          .in_place = is_in_place(c, kind, group),
                          .type = c->call.type,
                          .op = c->call.op,
                          .p2p = c->call.p2p,
                          .page_size = c->call.page_size,
                          .nested = s->nested };
  tn_stage_members(c, kind, group, &call.n_ranks);
  if (tn_collective_rooted(s->collective))
    call.root = kind == TN_STAGE_REST ? c->groups.group[c->call.root]
                                      : c->groups.index[c->groups.leader[group]];
  memcpy(call.params, s->part.params, sizeof call.params);
  return call;
}

/* Raises the stage's numbers of flags and bytes of shared memory, and the TEMP of all stages, to
 * what the members of the group need in their calls. */
static void measure_group(struct tn_composition *c, enum tn_stage_kind kind, bool is_tail,
                          int group)
{
  int n;
  const int *members = tn_stage_members(c, kind, group, &n);
  struct tn_stage *s = &c->stage[kind][is_tail];
  const struct tn_method *a = s->part.algorithm;
  struct tn_group_layout l;
  tn_group_layout_init(&l, c->call.layout, n, members);
  for (int i = 0; i < n; i++) {
    struct tn_call call = tn_stage_call(c, kind, is_tail, group, i);
    call.layout = &l.layout;
    if (i == 0) {
      const int own = tn_method_slots(a, &call);
      s->n_slots = own > s->n_slots ? own : s->n_slots;
    }
    const struct tn_sizes sizes = tn_method_scratch(a, &call);
    s->shared_bytes = tn_larger(s->shared_bytes, sizes.shared);
    c->scratch = tn_larger(c->scratch, sizes.temp);
  }
  tn_group_layout_finish(&l);
}

static void share_out_stage(struct tn_composition *c, enum tn_stage_kind kind, bool is_tail)
{
  struct tn_stage *s = &c->stage[kind][is_tail];
  const int n_groups = kind == TN_STAGE_REST ? 1 : c->groups.n_groups;
  /* Leaders change with the root; each root has its own flags and memory. */
  const int n_roots = kind == TN_STAGE_REST && c->call.roots_move ? c->call.n_ranks : 1;
  for (int g = 0; g < n_groups; g++)
    measure_group(c, kind, is_tail, g);
  s->n_slots = (s->n_slots + TN_LINE_SLOTS - 1) / TN_LINE_SLOTS * TN_LINE_SLOTS;
  s->shared_bytes = tn_aligned(s->shared_bytes, SHARED_ALIGN);
  s->slot = c->n_slots;
  s->shared = c->shared;
  c->n_slots += n_roots * s->n_slots;
  c->shared += (size_t)n_roots * s->shared_bytes;
}

void tn_composition_share_out(struct tn_composition *c)
{
  for (int kind = 0; kind < TN_N_STAGES; kind++)
    for (int is_tail = 0; is_tail < 2; is_tail++)
      if (c->stage[kind][is_tail].is_used)
        share_out_stage(c, (enum tn_stage_kind)kind, is_tail);
  c->pack = tn_aligned(c->scratch, TEMP_ALIGN);
}

size_t tn_pack_bytes(const struct tn_composition *c, int rank)
{
  const bool is_root = rank == c->call.root;
  const size_t all = c->groups.is_even ? 0 : (size_t)c->groups.n_groups * group_bytes(c);
  if (!tn_leads(c, rank))
    return 0;
  switch (c->call.collective) {
  case TN_SCATTER:
  case TN_GATHER:
    return is_root ? all : group_bytes(c);
  case TN_ALLGATHER:
    return all;
  case TN_ALLTOALL:
    return 2 * (tn_pack_second(c) - c->pack);
  case TN_REDUCE:
    return is_root ? 0 : c->segment;
  default:
    return 0;
  }
}

/* Sets the windows (kit/group.h) of a rank's buffers for a collective of vectors. In a reduce, all
 * leaders but the root sum in TEMP, from c->pack on. */
static void vector_windows(const struct tn_composition *c, enum tn_stage_kind kind, int rank,
                           size_t off, struct tn_window *send, struct tn_window *recv)
{
  const struct tn_window packed = { TN_TEMP, c->pack };
  const int group = c->groups.group[rank];
  *send = (struct tn_window){ TN_SEND, off };
  *recv = (struct tn_window){ TN_RECV, off };
  if (c->call.collective == TN_ALLREDUCE && c->call.in_place)
    *send = *recv;
  if (c->call.collective != TN_REDUCE || rank == c->call.root)
    return;
  *recv = packed;
  if (kind == TN_STAGE_REST && tn_partition_size(&c->groups, group) > 1)
    *send = packed;
}

/* Sets the windows (kit/group.h) of a rank's buffers for a collective of blocks: as a member, with
 * its block (among the leaders: its group's blocks), and as the leader, with all members' blocks in
 * their order. */
static void block_windows(const struct tn_composition *c, enum tn_stage_kind kind, int rank,
                          struct tn_window *ret_member, struct tn_window *ret_leader)
{
  const struct tn_partition *p = &c->groups;
  const bool has_all = c->call.collective == TN_ALLGATHER || rank == c->call.root;
  const enum tn_buf whole = c->call.collective == TN_SCATTER ? TN_SEND : TN_RECV;
  const enum tn_buf one = c->call.collective == TN_SCATTER ? TN_RECV : TN_SEND;
  struct tn_window all = { TN_TEMP, c->pack }, group = all;
  if (has_all && p->is_even)
    all = (struct tn_window){ whole, 0 };
  if (has_all)
    group = (struct tn_window){ all.buf, all.off + (size_t)p->group[rank] * group_bytes(c) };
  *ret_member = kind == TN_STAGE_REST ? group : (struct tn_window){ one, 0 };
  if (kind != TN_STAGE_REST && c->call.in_place && whole == TN_RECV && has_all)
    *ret_member = (struct tn_window){ TN_RECV, (size_t)rank * c->call.block };
  *ret_leader = kind == TN_STAGE_REST ? all : group;
}

static void alltoall_windows(const struct tn_composition *c, enum tn_stage_kind kind,
                             struct tn_window *send, struct tn_window *recv)
{
  const struct tn_window first = { TN_TEMP, c->pack }, second = { TN_TEMP, tn_pack_second(c) };
  *send = kind == TN_STAGE_INNER ? (struct tn_window){ c->call.in_place ? TN_RECV : TN_SEND, 0 }
                                 : second;
  *recv = kind == TN_STAGE_BACK ? (struct tn_window){ TN_RECV, 0 } : first;
}

void tn_stage_windows(const struct tn_composition *c, enum tn_stage_kind kind, int rank, size_t off,
                      struct tn_window *ret_send, struct tn_window *ret_recv)
{
  switch (c->call.collective) {
  case TN_SCATTER:
    block_windows(c, kind, rank, ret_recv, ret_send);
    break;
  case TN_ALLGATHER:
    if (kind == TN_STAGE_BACK)
      vector_windows(c, kind, rank, off, ret_send, ret_recv);
    else
      block_windows(c, kind, rank, ret_send, ret_recv);
    break;
  case TN_GATHER:
    block_windows(c, kind, rank, ret_send, ret_recv);
    break;
  case TN_ALLTOALL:
    alltoall_windows(c, kind, ret_send, ret_recv);
    break;
  default:
    vector_windows(c, kind, rank, off, ret_send, ret_recv);
  }
}
