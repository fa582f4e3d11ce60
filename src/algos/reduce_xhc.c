/* Reduce and allreduce of the XHC paper, section IV.B, flat and over a hierarchy.
 *
 * Every group sums the vectors of its members in the leader's receive buffer. The members other
 * than the leader share the work by index: each chunk is cut into pieces of at least reduce_min
 * bytes, dealt to them in turn; whoever has a piece reads it from every member, in the order of the
 * ranks, and writes the sum. The leader watches the pieces and announces each chunk that is
 * complete to the group above, where it is its contribution. Allreduce lets the result of each
 * chunk come down again as in the broadcast, some chunks behind.
 * Up to cico_max bytes (section IV.C) the shared segments stand for both buffers.
 *
 * Departures: reduce is the paper's work under way (section VII): leaders below the root sum in
 * scratch memory, and a leader lets its members go when their group is done. A rank takes up its
 * tasks in a fixed order instead of polling for any: chunk c of all its groups, then the result of
 * chunk c - levels. The paper names a minimum for the pieces and no value: 1 KiB is the least
 * chunk of reductions in a later version of its authors' implementation. */
#include "entries.h"
#include "patterns.h"
#include "reduction.h"
#include "xhc.h"

#include <stdlib.h>

enum { CHUNK, CICO_MAX, REDUCE_MIN, HIERARCHY };
/* No element straddles two pieces. */
enum { GRAIN = 16 };

/* One other member of the group in which the caller works, or the caller. */
struct source {
  int rank;
  enum tn_buf buf;
  bool is_sum; /* of a group below: its chunks come one by one */
};

struct job {
  struct tn_xhc x;
  bool is_small, has_attached; /* the leader's sum */
  size_t total, chunk, n_chunks, least;
  int first_line;
  /* The group in which the caller is a member: */
  int n_sources, n_workers, turn; /* turn: its number among the workers */
  struct source *sources;         /* [n_sources] the leader first; owned */
};

static int line_ready(const struct job *j, int level)
{
  return TN_LINE(j->first_line + level);
}

static int line_done(const struct job *j)
{
  return TN_LINE(j->first_line + TN_MAX_LEVELS);
}

static int first_line(int n_ranks)
{
  return tn_xhc_slots(n_ranks) / TN_LINE_SLOTS;
}

static bool is_small(const struct tn_call *call)
{
  return call->block <= (size_t)call->params[CICO_MAX];
}

/* Where a leader's group has its sum. */
static enum tn_buf sum_of(const struct job *j, int rank)
{
  const struct tn_call *call = j->x.r->call;
  if (j->is_small)
    return TN_SHARED;
  return call->collective == TN_REDUCE && rank != call->root ? TN_TEMP : TN_RECV;
}

static enum tn_buf contribution(const struct job *j, int rank)
{
  return j->is_small ? TN_SHARED : tn_contribution(j->x.r->call, rank);
}

/* Bytes of one piece where `n_workers` share a chunk. */
static size_t piece_size(const struct job *j, int n_workers)
{
  const size_t share = (j->chunk + (size_t)n_workers - 1) / (size_t)n_workers;
  const size_t wanted = share > j->least ? share : j->least;
  const size_t rounded = (wanted + GRAIN - 1) / GRAIN * GRAIN;
  return rounded < j->chunk ? rounded : j->chunk;
}

static size_t pieces_per_chunk(const struct job *j, int n_workers)
{
  const size_t size = piece_size(j, n_workers);
  return (j->chunk + size - 1) / size;
}

static struct tn_span clip(const struct job *j, int rank, enum tn_buf buf, size_t from, size_t to)
{
  const size_t off = from < j->total ? from : j->total;
  const size_t end = to < j->total ? to : j->total;
  return (struct tn_span){ rank, buf, off, end - off };
}

static struct tn_span chunk_at(const struct job *j, int rank, enum tn_buf buf, size_t c)
{
  return clip(j, rank, buf, c * j->chunk, (c + 1) * j->chunk);
}

/* The group's other members are asked for their places: whose contribution is a sum. */
static void find_sources(struct job *j, int64_t levels)
{
  const struct tn_call *call = j->x.r->call;
  const int level = j->x.tree.n_led, leader = j->x.tree.parent;
  struct tn_hierarchy group;
  if (leader < 0)
    return;
  tn_hierarchy_init(&group, call, levels, call->root, leader);
  const int first = group.first[level];
  j->n_workers = group.first[level + 1] - first;
  j->n_sources = j->n_workers + 1;
  j->sources = malloc((size_t)j->n_sources * sizeof *j->sources);
  if (!j->sources)
    abort();
  for (int i = 0; i < j->n_sources; i++) {
    struct source *s = &j->sources[i];
    struct tn_hierarchy place = { .children = NULL };
    s->rank = i == 0 ? leader : group.children[first + i - 1];
    if (level > 0)
      tn_hierarchy_init(&place, call, levels, call->root, s->rank);
    s->is_sum = level > 0 && place.first[level] > 0;
    s->buf = s->is_sum ? sum_of(j, s->rank) : contribution(j, s->rank);
    j->turn = s->rank == call->rank ? i - 1 : j->turn;
    tn_hierarchy_finish(&place);
  }
  tn_hierarchy_finish(&group);
}

static void begin(struct job *j, struct tn_strand *r, int64_t levels)
{
  const struct tn_call *call = r->call;
  *j = (struct job){ .is_small = is_small(call), .total = call->block,
                     .chunk = (size_t)call->params[CHUNK] / GRAIN * GRAIN,
                     .least = (size_t)call->params[REDUCE_MIN],
                     .first_line = first_line(call->n_ranks) };
  j->n_chunks = j->total > 0 ? (j->total + j->chunk - 1) / j->chunk : 1;
  tn_xhc_begin(&j->x, r, levels, TN_FLAGS_SHARED, TN_SYNC_SINGLE_WRITER);
  find_sources(j, levels);
}

static void finish(struct job *j)
{
  free(j->sources);
  tn_xhc_finish(&j->x);
}

/* Offers the own vector to the first group in which there is anybody else. */
static void offer(struct job *j)
{
  struct tn_strand *r = j->x.r;
  const struct tn_hierarchy *t = &j->x.tree;
  const int rank = r->call->rank;
  const enum tn_buf own = tn_contribution(r->call, rank);
  int level = 0;
  if (j->is_small) {
    tn_move(r, clip(j, rank, TN_SHARED, 0, j->total), clip(j, rank, own, 0, j->total));
  } else {
    r->transport->expose(r, own);
    if (tn_xhc_n_children(&j->x) > 0 && sum_of(j, rank) != own)
      r->transport->expose(r, sum_of(j, rank));
  }
  for (; level < t->n_levels && level <= t->n_led && t->first[level] == 0; level++)
    tn_post(r, line_ready(j, level), (uint32_t)j->n_chunks);
}

static void attach_sum(struct job *j)
{
  const int leader = j->x.tree.parent;
  if (!j->is_small && !j->has_attached)
    j->x.r->transport->attach(j->x.r, leader, sum_of(j, leader));
  j->has_attached = true;
}

/* The first of the caller's pieces: what is ready from the start, and all attachments. */
static void meet_sources(struct job *j)
{
  struct tn_strand *r = j->x.r;
  for (int i = 0; i < j->n_sources; i++) {
    const struct source *s = &j->sources[i];
    if (s->rank == r->call->rank)
      continue;
    tn_wait(r, s->rank, line_ready(j, j->x.tree.n_led), s->is_sum ? 1 : (uint32_t)j->n_chunks);
    if (!j->is_small && (i > 0 || s->buf != sum_of(j, s->rank)))
      r->transport->attach(r, s->rank, s->buf);
    if (r->transport->message && j->total > 0)
      r->transport->message(r, s->rank);
  }
  attach_sum(j);
}

static void reduce_piece(struct job *j, size_t from, size_t to)
{
  struct tn_strand *r = j->x.r;
  const struct source *s = j->sources;
  const struct tn_span sum = clip(j, s->rank, sum_of(j, s->rank), from, to);
  struct tn_span left = clip(j, s->rank, s->buf, from, to);
  for (int i = 1; i < j->n_sources && sum.len > 0; i++) {
    r->transport->reduce(r, sum, left, clip(j, s[i].rank, s[i].buf, from, to));
    left = sum;
  }
}

/* The caller's pieces of chunk c, in the group in which it is a member. */
static void work(struct job *j, size_t c)
{
  struct tn_strand *r = j->x.r;
  const size_t n = (size_t)j->n_workers, turn = (size_t)j->turn;
  const size_t size = piece_size(j, j->n_workers), pieces = pieces_per_chunk(j, j->n_workers);
  const size_t first = c * pieces, start = first + (turn + n - first % n) % n;
  for (size_t u = start; u < first + pieces; u += n) {
    if (u == turn)
      meet_sources(j);
    for (int i = 0; i < j->n_sources && u == start; i++)
      if (j->sources[i].is_sum && j->sources[i].rank != r->call->rank)
        tn_wait(r, j->sources[i].rank, line_ready(j, j->x.tree.n_led), (uint32_t)(c + 1));
    const size_t from = c * j->chunk + (u - first) * size, end = (c + 1) * j->chunk;
    reduce_piece(j, from, from + size < end ? from + size : end);
    tn_post(r, line_done(j), (uint32_t)(u / n + 1));
  }
}

/* Waits until the group that the caller leads at `level` has summed chunk c. */
static void await_group(struct job *j, int level, size_t c)
{
  const struct tn_hierarchy *t = &j->x.tree;
  const int n = t->first[level + 1] - t->first[level];
  if (n == 0)
    return;
  const size_t pieces = pieces_per_chunk(j, n);
  for (size_t u = c * pieces; u < (c + 1) * pieces; u++)
    tn_wait(j->x.r, t->children[t->first[level] + (int)(u % (size_t)n)], line_done(j),
            (uint32_t)(u / (size_t)n + 1));
}

/* Chunk c in all groups of the caller. */
static void reduce_chunk(struct job *j, size_t c)
{
  const struct tn_hierarchy *t = &j->x.tree;
  for (int level = 0; level < t->n_led; level++) {
    await_group(j, level, c);
    if (t->first[level + 1] > 0 && level + 1 < t->n_levels)
      tn_post(j->x.r, line_ready(j, level + 1), (uint32_t)(c + 1));
  }
  if (t->parent >= 0)
    work(j, c);
}

/* The result of chunk c comes from the leader, or is there, and goes on to the members. */
static void spread_chunk(struct job *j, size_t c)
{
  struct tn_strand *r = j->x.r;
  const int rank = r->call->rank, leader = j->x.tree.parent;
  const bool leads = tn_xhc_n_children(&j->x) > 0;
  const enum tn_buf buf = j->is_small && leads ? TN_SHARED : TN_RECV;
  if (leader >= 0) {
    const struct tn_span from = chunk_at(j, leader, sum_of(j, leader), c);
    tn_xhc_await_leader(&j->x, (uint32_t)(c + 1));
    attach_sum(j);
    if (j->is_small)
      tn_move(r, chunk_at(j, rank, buf, c), from);
    else if (from.len > 0)
      tn_copy(r, chunk_at(j, rank, buf, c), from);
  }
  tn_xhc_announce(&j->x, (uint32_t)(c + 1));
  if (buf == TN_SHARED)
    tn_move(r, chunk_at(j, rank, TN_RECV, c), chunk_at(j, rank, TN_SHARED, c));
}

static void allreduce(struct tn_strand *r, int64_t levels)
{
  struct job j;
  if (r->call->n_ranks == 1) {
    tn_move_own_vector(r);
    return;
  }
  begin(&j, r, levels);
  offer(&j);
  /* The head has nothing to wait for. */
  const size_t behind = j.x.tree.parent < 0 ? 0 : (size_t)j.x.tree.n_levels;
  for (size_t c = 0; c < j.n_chunks + behind; c++) {
    if (c < j.n_chunks)
      reduce_chunk(&j, c);
    if (c >= behind)
      spread_chunk(&j, c - behind);
  }
  tn_xhc_acknowledge(&j.x, 1);
  tn_xhc_await_members(&j.x, 1);
  finish(&j);
}

static void reduce(struct tn_strand *r, int64_t levels)
{
  struct job j;
  if (r->call->n_ranks == 1) {
    tn_move_own_vector(r);
    return;
  }
  begin(&j, r, levels);
  offer(&j);
  for (size_t c = 0; c < j.n_chunks; c++)
    reduce_chunk(&j, c);
  tn_xhc_announce(&j.x, 1);
  if (j.x.tree.parent >= 0)
    tn_xhc_await_leader(&j.x, 1);
  else if (j.is_small)
    tn_move(r, clip(&j, r->call->rank, TN_RECV, 0, j.total),
            clip(&j, r->call->rank, TN_SHARED, 0, j.total));
  finish(&j);
}

static void reduce_flat(struct tn_strand *r)
{
  reduce(r, 0);
}

static void reduce_tree(struct tn_strand *r)
{
  reduce(r, r->call->params[HIERARCHY]);
}

static void allreduce_flat(struct tn_strand *r)
{
  allreduce(r, 0);
}

static void allreduce_tree(struct tn_strand *r)
{
  allreduce(r, r->call->params[HIERARCHY]);
}

static int slots(const struct tn_call *call)
{
  return TN_LINE(first_line(call->n_ranks) + TN_MAX_LEVELS + 1);
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  const bool has_recv = call->collective == TN_ALLREDUCE || call->rank == call->root;
  return (struct tn_sizes){ .temp = is_small(call) || has_recv ? 0 : call->block,
                            .shared = is_small(call) ? call->block : 0 };
}

#define XHC_PARAMS                                                                        \
  [CHUNK] = TN_CHUNK_PARAM, [CICO_MAX] = TN_CICO_MAX_PARAM,                               \
  [REDUCE_MIN] = { .name = "reduce_min", .kind = TN_PARAM_SIZE, .min = 512,               \
                   .preset = 1024, .summary = "least bytes of a chunk that a rank sums" }

#define XHC_ENTRY \
  TN_MAPPED, .unsupported = tn_supports_all, .segmented = true, .n_slots = slots, .scratch = scratch

const struct tn_algorithm tn_reduce_xhc_flat = {
  XHC_ENTRY,
  .collective = TN_REDUCE,
  .name = "xhc-flat",
  .summary = "all ranks but the root sum a share of the mapped vectors each",
  .source = "XHC paper, IV.B steps 1 and 2; flat",
  .params = { XHC_PARAMS },
  .run = reduce_flat,
};

const struct tn_algorithm tn_reduce_xhc_tree = {
  XHC_ENTRY,
  .collective = TN_REDUCE,
  .name = "xhc-tree",
  .summary = "groups of neighbours sum their mapped vectors, leaders theirs, all levels at once",
  .source = "XHC paper, IV.B steps 1 and 2",
  .params = { XHC_PARAMS, [HIERARCHY] = TN_HIERARCHY_PARAM },
  .run = reduce_tree,
};

const struct tn_algorithm tn_allreduce_xhc_flat = {
  XHC_ENTRY,
  .collective = TN_ALLREDUCE,
  .name = "xhc-flat",
  .summary = "all ranks but one sum a share of the mapped vectors and copy the result from it",
  .source = "XHC paper, IV.B; flat",
  .params = { XHC_PARAMS },
  .run = allreduce_flat,
};

const struct tn_algorithm tn_allreduce_xhc_tree = {
  XHC_ENTRY,
  .collective = TN_ALLREDUCE,
  .name = "xhc-tree",
  .summary = "groups of neighbours sum mapped vectors, leaders theirs, results come back down",
  .source = "XHC paper, IV.B",
  .params = { XHC_PARAMS, [HIERARCHY] = TN_HIERARCHY_PARAM },
  .run = allreduce_tree,
};
