/* Compositions: a collective made of collectives within groups and among the groups' leaders.
 *
 * levels=package;inner=A;outer=B: the ranks of a package form a group. Its leader is the root if
 * the root is a member, otherwise the lowest rank. A runs in the groups, B among the leaders.
 * levels=llc+package: the ranks of a last-level cache form groups (`inner`), the leaders of a
 * package form groups (`middle`), and `outer` runs among the leaders of the `middle` groups.
 * bcast and scatter run among the leaders, then in the groups; gather and reduce run in the groups,
 *   then among the leaders. allgather: a gather in the groups, an allgather among the leaders, a
 *   bcast in the groups. allreduce: reduce, allreduce, bcast. alltoall: a gather of all the
 *   members' data, an alltoall among the leaders, a scatter. barrier: in the groups, among the
 *   leaders, in the groups again.
 * Examples are the CMA paper's two-level gather (section VII.G), Open MPI's coll/han and AMD's
 * coll/acoll. With segment=SIZE a vector moves through the levels in segments: a leader works on
 * both levels alternately, one segment at a time, while the other ranks of its group continue with
 * the next segment. In an allreduce a group reduces the next segment before its leader passes on
 * the previous one. Collectives of blocks have no segments, which would not be contiguous. If
 * groups differ in size or their ranks are not consecutive, the leader packs the blocks. Each
 * group's area then has the size of the largest, as the algorithms require equal blocks. */
#include "algos/entries.h"
#include "run_stage.h"

static int compose_slots(const struct tn_call *call)
{
  struct tn_composition c;
  tn_composition_init(&c, call);
  tn_composition_share_out(&c);
  tn_composition_finish(&c);
  return c.n_slots;
}

static struct tn_sizes compose_scratch(const struct tn_call *call)
{
  struct tn_composition c;
  tn_composition_init(&c, call);
  tn_composition_share_out(&c);
  const size_t packed = tn_pack_bytes(&c, call->rank);
  tn_composition_finish(&c);
  return (struct tn_sizes){ .temp = packed > 0 ? c.pack + packed : c.scratch, .shared = c.shared };
}

/* Returns 1 if all pieces from one rank to another count as one message, otherwise 0. They do if
 * the vector is cut into segments, or if the algorithm of a part counts its pieces as one
 * message. */
static int compose_pair_messages(const struct tn_call *call)
{
  bool segmented = call->params[TN_COMPOSE_SEGMENT] > 0;
  for (int role = 0; role < TN_N_ROLES && call->nested; role++) {
    const struct tn_method *a = call->nested->part[role].algorithm;
    segmented = segmented || (a && a->runs->segmented);
  }
  return segmented;
}

static bool has_peers(struct tn_strand *r, const struct tn_composition *c)
{
  return tn_partition_size(&c->groups, c->groups.group[r->call->rank]) > 1;
}

/* Returns how many members of the group, from member i on, have consecutive ranks. */
static int stretch(const struct tn_partition *p, int group, int i)
{
  const int *members = p->member + p->first[group];
  const int size = tn_partition_size(p, group);
  int n = 1;
  while (i + n < size && members[i + n] == members[i] + n)
    n++;
  return n;
}

/* Moves all ranks' blocks at a leader from rank order (`buf`) to group order (TEMP from c->pack on)
 * if `packs`, otherwise back. In group order each group has the space of the largest. */
static void move_groups(struct tn_strand *r, const struct tn_composition *c, enum tn_buf buf,
                        bool packs)
{
  const struct tn_partition *p = &c->groups;
  const size_t block = c->call.block;
  for (int g = 0; g < p->n_groups; g++) {
    for (int i = 0, n; i < tn_partition_size(p, g); i += n) {
      n = stretch(p, g, i);
      const size_t by_rank = (size_t)p->member[p->first[g] + i] * block;
      const size_t by_group = c->pack + ((size_t)g * (size_t)p->largest + (size_t)i) * block;
      const struct tn_span in_order = { r->call->rank, buf, by_rank, (size_t)n * block };
      const struct tn_span packed = { r->call->rank, TN_TEMP, by_group, (size_t)n * block };
      tn_move(r, packs ? packed : in_order, packs ? in_order : packed);
    }
  }
}

static struct tn_span blocks_at(const struct tn_strand *r, const struct tn_composition *c,
                                size_t area, size_t i, int n)
{
  return (struct tn_span){ r->call->rank, TN_TEMP, area + i * c->call.block,
                           (size_t)n * c->call.block };
}

/* Moves the blocks of an alltoall from the first to the second area after c->pack. In the first
 * area are the gathered blocks of the group, ordered by member, then by receiving rank. In the
 * second area the blocks are ordered by receiving group, then by sending member, then by receiving
 * member. */
static void pack_exchange(struct tn_strand *r, const struct tn_composition *c)
{
  const struct tn_partition *p = &c->groups;
  const size_t largest = (size_t)p->largest;
  const int own = p->group[r->call->rank];
  for (int i = 0; i < tn_partition_size(p, own); i++) {
    for (int g = 0; g < p->n_groups; g++) {
      for (int j = 0, n; j < tn_partition_size(p, g); j += n) {
        n = stretch(p, g, j);
        const size_t rank = (size_t)p->member[p->first[g] + j];
        const size_t from = (size_t)i * (size_t)p->n_ranks + rank;
        const size_t to = ((size_t)g * largest + (size_t)i) * largest + (size_t)j;
        tn_move(r, blocks_at(r, c, tn_pack_second(c), to, n), blocks_at(r, c, c->pack, from, n));
      }
    }
  }
}

/* Moves the leader's received blocks from the first to the second area after c->pack, ordered by
 * receiving member, then sending rank. */
static void unpack_exchange(struct tn_strand *r, const struct tn_composition *c)
{
  const struct tn_partition *p = &c->groups;
  const size_t largest = (size_t)p->largest;
  const int own = p->group[r->call->rank];
  for (int j = 0; j < tn_partition_size(p, own); j++) {
    for (int from = 0; from < p->n_ranks; from++) {
      const size_t sender = (size_t)p->group[from] * largest + (size_t)p->index[from];
      const size_t to = (size_t)j * (size_t)p->n_ranks + (size_t)from;
      tn_move(r, blocks_at(r, c, tn_pack_second(c), to, 1),
              blocks_at(r, c, c->pack, sender * largest + (size_t)j, 1));
    }
  }
}

static void run_bcast(struct tn_strand *r)
{
  const struct tn_composition *c = tn_stage_composition(r);
  const bool leads = tn_leads(c, r->call->rank), has_members = has_peers(r, c);
  for (uint32_t i = 0; i < c->n_segments; i++) {
    if (leads)
      tn_stage_run(r, TN_STAGE_REST, i);
    if (has_members)
      tn_stage_run(r, TN_STAGE_INNER, i);
  }
}

static void run_reduce(struct tn_strand *r)
{
  const struct tn_composition *c = tn_stage_composition(r);
  const bool leads = tn_leads(c, r->call->rank);
  /* In a group of one rank a reduce only moves data to the place of the result; only the root needs
   * that. */
  const bool joins = has_peers(r, c) || r->call->rank == r->call->root;
  for (uint32_t i = 0; i < c->n_segments; i++) {
    if (joins)
      tn_stage_run(r, TN_STAGE_INNER, i);
    if (leads)
      tn_stage_run(r, TN_STAGE_REST, i);
  }
}

static void run_allreduce(struct tn_strand *r)
{
  const struct tn_composition *c = tn_stage_composition(r);
  const bool leads = tn_leads(c, r->call->rank), has_members = has_peers(r, c);
  tn_stage_run(r, TN_STAGE_INNER, 0);
  for (uint32_t i = 0; i < c->n_segments; i++) {
    if (i + 1 < c->n_segments)
      tn_stage_run(r, TN_STAGE_INNER, i + 1);
    if (leads)
      tn_stage_run(r, TN_STAGE_REST, i);
    if (has_members)
      tn_stage_run(r, TN_STAGE_BACK, i);
  }
}

static void run_barrier(struct tn_strand *r)
{
  const struct tn_composition *c = tn_stage_composition(r);
  const bool has_members = has_peers(r, c);
  if (has_members)
    tn_stage_run(r, TN_STAGE_INNER, 0);
  if (tn_leads(c, r->call->rank))
    tn_stage_run(r, TN_STAGE_REST, 0);
  if (has_members)
    tn_stage_run(r, TN_STAGE_INNER, 0);
}

static void run_scatter(struct tn_strand *r)
{
  const struct tn_composition *c = tn_stage_composition(r);
  if (r->call->rank == r->call->root && !c->groups.is_even)
    move_groups(r, c, TN_SEND, true);
  if (tn_leads(c, r->call->rank))
    tn_stage_run(r, TN_STAGE_REST, 0);
  tn_stage_run(r, TN_STAGE_INNER, 0);
}

static void run_gather(struct tn_strand *r)
{
  const struct tn_composition *c = tn_stage_composition(r);
  tn_stage_run(r, TN_STAGE_INNER, 0);
  if (tn_leads(c, r->call->rank))
    tn_stage_run(r, TN_STAGE_REST, 0);
  if (r->call->rank == r->call->root && !c->groups.is_even)
    move_groups(r, c, TN_RECV, false);
}

static void run_allgather(struct tn_strand *r)
{
  const struct tn_composition *c = tn_stage_composition(r);
  tn_stage_run(r, TN_STAGE_INNER, 0);
  if (tn_leads(c, r->call->rank)) {
    tn_stage_run(r, TN_STAGE_REST, 0);
    if (!c->groups.is_even)
      move_groups(r, c, TN_RECV, false);
  }
  if (has_peers(r, c))
    tn_stage_run(r, TN_STAGE_BACK, 0);
}

static void run_alltoall(struct tn_strand *r)
{
  const struct tn_composition *c = tn_stage_composition(r);
  tn_stage_run(r, TN_STAGE_INNER, 0);
  if (tn_leads(c, r->call->rank)) {
    pack_exchange(r, c);
    tn_stage_run(r, TN_STAGE_REST, 0);
    unpack_exchange(r, c);
  }
  tn_stage_run(r, TN_STAGE_BACK, 0);
}

#define LEVELS_PARAM                                                                               \
  [TN_COMPOSE_LEVELS] =                                                                            \
      TN_LIST_PARAM("levels", tn_place_names, 0, "levels of groups, from the innermost")

#define SEGMENT_PARAM                                                                              \
  [TN_COMPOSE_SEGMENT] = TN_SIZE_PARAM("segment", 512, 0, "bytes of a segment between levels",     \
                                       .at_zero = "undivided")

#define COMPOSED(a_collective, how, ...)                                                           \
  .collective = (a_collective), .run = (how), .params = { LEVELS_PARAM, __VA_ARGS__ },             \
  TN_OF_LIBRARIES, .name = "compose", .composed = true,                                            \
  .source = "CMA paper, VII.G; Open MPI coll/han; AMD coll/acoll",                                 \
  .unsupported = tn_compose_unsupported, .n_slots = compose_slots, .scratch = compose_scratch,     \
  .pair_messages = compose_pair_messages

const struct tn_algorithm tn_bcast_compose = {
  COMPOSED(TN_BCAST, run_bcast, SEGMENT_PARAM),
  .summary = "outer=NAME among leaders of groups, then inner=NAME in groups",
};

const struct tn_algorithm tn_scatter_compose = {
  COMPOSED(TN_SCATTER, run_scatter, ),
  .summary = "outer=NAME among leaders of groups, then inner=NAME in groups",
};

const struct tn_algorithm tn_gather_compose = {
  COMPOSED(TN_GATHER, run_gather, ),
  .summary = "inner=NAME in groups, then outer=NAME among leaders",
};

const struct tn_algorithm tn_allgather_compose = {
  COMPOSED(TN_ALLGATHER, run_allgather, ),
  .summary = "inner=NAME (gather) in groups, outer=NAME among leaders, then inner-bcast=NAME",
};

const struct tn_algorithm tn_alltoall_compose = {
  COMPOSED(TN_ALLTOALL, run_alltoall, ),
  .summary = "inner=NAME (gather) in groups, outer=NAME among leaders, then inner-scatter=NAME",
};

const struct tn_algorithm tn_reduce_compose = {
  COMPOSED(TN_REDUCE, run_reduce, SEGMENT_PARAM),
  .summary = "inner=NAME in groups, then outer=NAME among leaders",
};

const struct tn_algorithm tn_allreduce_compose = {
  COMPOSED(TN_ALLREDUCE, run_allreduce, SEGMENT_PARAM),
  .summary = "inner=NAME (reduce) in groups, outer=NAME among leaders, then inner-bcast=NAME",
};

const struct tn_algorithm tn_barrier_compose = {
  COMPOSED(TN_BARRIER, run_barrier, ),
  .sizeless = true,
  .summary = "inner=NAME in groups, outer=NAME among leaders, then inner again",
};
