#include "xhc_sum.h"

#include "algos/kit/basics.h"
#include "algos/kit/reduction.h"
#include "algos/registry.h"
#include "base/grown.h"

/* Pieces are multiples of GRAIN bytes, so that no element is cut. */
enum { GRAIN = 16 };

static int line_ready(const struct tn_xhc_sum *j, int level)
{
  return TN_LINE(j->first_line + level);
}

static int line_done(const struct tn_xhc_sum *j)
{
  return TN_LINE(j->first_line + TN_MAX_LEVELS);
}

static int first_line(const struct tn_call *call)
{
  return tn_xhc_slots(call) / TN_LINE_SLOTS;
}

static enum tn_buf sum_of(const struct tn_xhc_sum *j, int rank)
{
  const struct tn_call *call = j->x.r->call;
  if (j->is_small)
    return TN_SHARED;
  return tn_call_has_result(call, rank) ? TN_RECV : TN_TEMP;
}

static enum tn_buf contribution(const struct tn_xhc_sum *j, int rank)
{
  return j->is_small ? TN_SHARED : tn_contribution(j->x.r->call, rank);
}

/* Returns the bytes of a piece if `n_workers` ranks divide each chunk of the level. */
static size_t piece_size(const struct tn_xhc_sum *j, int level, int n_workers)
{
  const size_t chunk = j->chunk[level];
  const size_t share = (chunk + (size_t)n_workers - 1) / (size_t)n_workers;
  const size_t wanted = share > j->least ? share : j->least;
  const size_t rounded = (wanted + GRAIN - 1) / GRAIN * GRAIN;
  return rounded < chunk ? rounded : chunk;
}

static size_t pieces_per_chunk(const struct tn_xhc_sum *j, int level, int n_workers)
{
  const size_t size = piece_size(j, level, n_workers);
  return (j->chunk[level] + size - 1) / size;
}

/* Returns the number of chunks of the vector at the level; an empty vector is one chunk. */
static size_t n_chunks(const struct tn_xhc_sum *j, int level)
{
  return j->total > 0 ? (j->total + j->chunk[level] - 1) / j->chunk[level] : 1;
}

/* Returns the number of steps in `n` chunks of the level; only the vector's last chunk may be
 * shorter. */
static uint32_t steps_of(const struct tn_xhc_sum *j, int level, size_t n)
{
  return (uint32_t)(n < n_chunks(j, level) ? n * j->chunk[level] / j->grain : j->n_steps);
}

static uint32_t needed(const struct tn_xhc_sum *j, int level, size_t c)
{
  const size_t end = (c + 1) * j->chunk[level];
  return (uint32_t)(end < j->total ? (end + j->grain - 1) / j->grain : j->n_steps);
}

static struct tn_span clip(const struct tn_xhc_sum *j, int rank, enum tn_buf buf, size_t from,
                           size_t to)
{
  const size_t off = from < j->total ? from : j->total;
  const size_t end = to < j->total ? to : j->total;
  return (struct tn_span){ rank, buf, off, end - off };
}

static struct tn_span chunk_at(const struct tn_xhc_sum *j, int rank, enum tn_buf buf, size_t c)
{
  return clip(j, rank, buf, c * j->chunk[j->level], (c + 1) * j->chunk[j->level]);
}

static int members_of(const struct tn_xhc_sum *j, int level)
{
  return j->x.tree.first[level + 1] - j->x.tree.first[level];
}

static bool is_at_top(const struct tn_xhc_sum *j, int level)
{
  return level == j->x.tree.n_levels - 1;
}

/* Return the number of workers (ranks that sum pieces) of the group that the caller leads at a
 * level; the rank of worker i. */
static int workers_of(const struct tn_xhc_sum *j, int level)
{
  const int members = members_of(j, level);
  return members + (members > 0 && j->head_works && is_at_top(j, level));
}

static int worker_at(const struct tn_xhc_sum *j, int level, int i)
{
  const int *members = &j->x.tree.children[j->x.tree.first[level]];
  const bool has_head = workers_of(j, level) > members_of(j, level);
  return has_head && i == 0 ? j->x.r->call->rank : members[i - has_head];
}

/* Finds the members of the caller's group, and which of their contributions are sums of lower
 * groups. */
static void find_sources(struct tn_xhc_sum *j, int64_t levels)
{
  const struct tn_call *call = j->x.r->call;
  const bool is_head = j->x.tree.parent < 0;
  const int leader = is_head ? call->rank : j->x.tree.parent;
  struct tn_hierarchy group;
  j->level = is_head ? j->x.tree.n_levels - 1 : j->x.tree.n_led;
  if (j->level < 0 || (is_head && !j->head_works))
    return;
  tn_hierarchy_init(&group, call, levels, call->root, leader);
  const int first = group.first[j->level];
  const int n_idle = j->head_works && is_at_top(j, j->level) ? 0 : 1;
  j->n_sources = group.first[j->level + 1] - first + 1;
  j->n_workers = j->n_sources - n_idle;
  j->sources = tn_grown(NULL, (size_t)j->n_sources, sizeof *j->sources);
  for (int i = 0; i < j->n_sources; i++) {
    struct tn_xhc_source *s = &j->sources[i];
    struct tn_hierarchy place = { .children = NULL };
    s->rank = i == 0 ? leader : group.children[first + i - 1];
    if (j->level > 0)
      tn_hierarchy_init(&place, call, levels, call->root, s->rank);
    s->is_sum = j->level > 0 && place.first[j->level] > 0;
    s->buf = s->is_sum ? sum_of(j, s->rank) : contribution(j, s->rank);
    j->turn = s->rank == call->rank ? i - n_idle : j->turn;
    tn_hierarchy_finish(&place);
  }
  tn_hierarchy_finish(&group);
}

void tn_xhc_sum_begin(struct tn_xhc_sum *j, struct tn_strand *r, const struct tn_xhc_params *way)
{
  const struct tn_call *call = r->call;
  *j = (struct tn_xhc_sum){ .is_small = way->is_small,
                            .head_works = way->head_works,
                            .total = call->block,
                            .least = way->piece,
                            .first_line = first_line(call) };
  tn_xhc_begin(&j->x, r, way->levels, TN_FLAGS_SHARED, TN_SYNC_SINGLE_WRITER);
  for (int level = 0; level < TN_MAX_LEVELS; level++)
    j->chunk[level] = (size_t)tn_sizes_item(way->chunks, level) / GRAIN * GRAIN;
  j->grain = tn_xhc_grain(&j->x, way->chunks) / GRAIN * GRAIN;
  j->n_steps = j->total > 0 ? (j->total + j->grain - 1) / j->grain : 1;
  find_sources(j, way->levels);
}

void tn_xhc_sum_finish(struct tn_xhc_sum *j)
{
  free(j->sources);
  tn_xhc_finish(&j->x);
}

/* Announces the caller's vector to the first of its groups that has other members. */
static void offer(struct tn_xhc_sum *j)
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
    tn_post(r, line_ready(j, level), (uint32_t)j->n_steps);
}

static void attach_sum(struct tn_xhc_sum *j)
{
  const int leader = j->x.tree.parent;
  if (!j->is_small && !j->has_attached && leader >= 0)
    j->x.r->transport->attach(j->x.r, leader, sum_of(j, leader));
  j->has_attached = true;
}

/* Attaches the other members' buffers; called before the caller's first piece. */
static void meet_sources(struct tn_xhc_sum *j)
{
  struct tn_strand *r = j->x.r;
  for (int i = 0; i < j->n_sources; i++) {
    const struct tn_xhc_source *s = &j->sources[i];
    if (s->rank == r->call->rank)
      continue;
    if (!j->is_small && (i > 0 || s->buf != sum_of(j, s->rank)))
      r->transport->attach(r, s->rank, s->buf);
    tn_message(r, s->rank, j->total);
  }
  attach_sum(j);
}

static void reduce_piece(struct tn_xhc_sum *j, size_t from, size_t to)
{
  struct tn_strand *r = j->x.r;
  const struct tn_xhc_source *s = j->sources;
  const struct tn_span sum = clip(j, s->rank, sum_of(j, s->rank), from, to);
  struct tn_span left = clip(j, s->rank, s->buf, from, to);
  for (int i = 1; i < j->n_sources && sum.len > 0; i++) {
    tn_reduce_two(r, sum, left, clip(j, s[i].rank, s[i].buf, from, to));
    left = sum;
  }
}

/* Returns the number of the caller's first piece in chunk c or later, in round-robin order. */
static size_t first_piece(const struct tn_xhc_sum *j, size_t c)
{
  const size_t n = (size_t)j->n_workers, first = c * pieces_per_chunk(j, j->level, j->n_workers);
  return first + ((size_t)j->turn + n - first % n) % n;
}

static void work(struct tn_xhc_sum *j, size_t c)
{
  const size_t n = (size_t)j->n_workers, pieces = pieces_per_chunk(j, j->level, j->n_workers);
  const size_t size = piece_size(j, j->level, j->n_workers), chunk = j->chunk[j->level];
  const size_t end = (c + 1) * chunk;
  for (size_t u = first_piece(j, c); u < (c + 1) * pieces; u += n) {
    const size_t from = c * chunk + (u - c * pieces) * size;
    if (u == (size_t)j->turn)
      meet_sources(j);
    reduce_piece(j, from, from + size < end ? from + size : end);
    tn_post(j->x.r, line_done(j), (uint32_t)(u / n + 1));
  }
}

/* Returns the number of steps summed in the groups up to `level` that the caller leads; all steps
 * if it leads no such group. */
static size_t steps_summed(const struct tn_xhc_sum *j, int level)
{
  for (; level >= 0; level--)
    if (members_of(j, level) > 0)
      return steps_of(j, level,
                      j->summed[level] / pieces_per_chunk(j, level, workers_of(j, level)));
  return j->n_steps;
}

/* Counts a summed piece at `level`; announces a complete chunk to the next group above. */
static void count_piece(struct tn_xhc_sum *j, int level)
{
  const struct tn_hierarchy *t = &j->x.tree;
  const size_t pieces = pieces_per_chunk(j, level, workers_of(j, level));
  if (++j->summed[level] % pieces > 0)
    return;
  for (int above = level + 1; above < t->n_levels && above <= t->n_led; above++) {
    tn_post(j->x.r, line_ready(j, above), steps_of(j, level, j->summed[level] / pieces));
    if (above < t->n_led && members_of(j, above) > 0)
      return;
  }
}

static void pass_chunk(struct tn_xhc_sum *j)
{
  struct tn_strand *r = j->x.r;
  const int rank = r->call->rank, leader = j->x.tree.parent;
  const bool leads = tn_xhc_n_children(&j->x) > 0;
  const enum tn_buf buf = j->is_small && leads ? TN_SHARED : TN_RECV;
  const size_t c = j->n_passed++;
  if (leader >= 0) {
    const struct tn_span from = chunk_at(j, leader, sum_of(j, leader), c);
    attach_sum(j);
    if (j->is_small)
      tn_move(r, chunk_at(j, rank, buf, c), from);
    else if (from.len > 0)
      tn_copy(r, chunk_at(j, rank, buf, c), from);
  }
  tn_xhc_announce(&j->x, steps_of(j, j->level, c + 1));
  if (buf == TN_SHARED)
    tn_move(r, chunk_at(j, rank, TN_RECV, c), chunk_at(j, rank, TN_SHARED, c));
}

/* Returns a condition that is always true. */
static struct tn_cond nothing(const struct tn_xhc_sum *j)
{
  return (struct tn_cond){ .rank = j->x.r->call->rank, .slot = line_done(j) };
}

static struct tn_cond reached(const struct tn_xhc_sum *j, int rank, int slot, size_t step)
{
  return (struct tn_cond){ .rank = rank, .slot = slot, .value = tn_value(j->x.r, (uint32_t)step) };
}

/* Return true if the task (a group's sum, the result, the caller's pieces) has work left that can
 * begin; *ret is the condition for which it waits. */

static bool group_waits(const struct tn_xhc_sum *j, int level, struct tn_cond *ret)
{
  const size_t n = (size_t)workers_of(j, level), u = j->summed[level];
  if (n == 0 || u == n_chunks(j, level) * pieces_per_chunk(j, level, (int)n))
    return false;
  *ret = reached(j, worker_at(j, level, (int)(u % n)), line_done(j), u / n + 1);
  return true;
}

static bool result_waits(const struct tn_xhc_sum *j, struct tn_cond *ret)
{
  const struct tn_hierarchy *t = &j->x.tree;
  const bool is_head = t->parent < 0;
  if (tn_collective_rooted(j->x.r->call->collective) || j->n_passed == n_chunks(j, j->level))
    return false;
  const uint32_t step = needed(j, j->level, j->n_passed);
  if (is_head && steps_summed(j, t->n_led - 1) < step)
    return false;
  *ret = is_head ? nothing(j) : tn_xhc_announced(&j->x, step);
  return true;
}

/* Returns true if the caller can begin its next piece; *ret is the condition for which the piece
 * waits. A sum is announced chunk by chunk, other vectors once. */
static bool work_waits(struct tn_xhc_sum *j, struct tn_cond *ret)
{
  const size_t n = j->n_workers > 0 ? n_chunks(j, j->level) : 0;
  while (j->n_worked < n && first_piece(j, j->n_worked) >=
                                (j->n_worked + 1) * pieces_per_chunk(j, j->level, j->n_workers))
    j->n_worked++; /* no piece of this chunk is the caller's */
  if (j->n_worked >= n || steps_summed(j, j->level - 1) < needed(j, j->level, j->n_worked))
    return false;
  const bool is_first = first_piece(j, j->n_worked) == (size_t)j->turn;
  for (; j->n_ready < j->n_sources; j->n_ready++) {
    const struct tn_xhc_source *s = &j->sources[j->n_ready];
    if (s->rank == j->x.r->call->rank || !(s->is_sum || is_first))
      continue;
    *ret = reached(j, s->rank, line_ready(j, j->level),
                   s->is_sum ? needed(j, j->level, j->n_worked) : j->n_steps);
    return true;
  }
  *ret = nothing(j);
  return true;
}

/* Runs the tasks in this order of preference: sums of groups, whose chunks are only announced; the
 * result, for which other ranks wait; the caller's own pieces. */
void tn_xhc_sum_run(struct tn_xhc_sum *j)
{
  enum { RESULT = TN_MAX_LEVELS, WORK };
  offer(j);
  for (;;) {
    struct tn_cond conds[TN_MAX_LEVELS + 2];
    int task[TN_MAX_LEVELS + 2], n = 0;
    for (int level = 0; level < j->x.tree.n_led; level++)
      if (group_waits(j, level, &conds[n]))
        task[n++] = level;
    if (result_waits(j, &conds[n]))
      task[n++] = RESULT;
    if (work_waits(j, &conds[n]))
      task[n++] = WORK;
    if (n == 0)
      return;
    const int next = task[j->x.r->transport->wait_any(j->x.r, n, conds)];
    if (next == RESULT) {
      pass_chunk(j);
    } else if (next != WORK) {
      count_piece(j, next);
    } else if (j->n_ready < j->n_sources) {
      j->n_ready++;
    } else {
      work(j, j->n_worked++);
      j->n_ready = 0;
    }
  }
}

int tn_xhc_sum_slots(const struct tn_call *call)
{
  return TN_LINE(first_line(call) + TN_MAX_LEVELS + 1);
}
