#include "xhc.h"

#include <assert.h>

#include "algos/kit/basics.h"
#include "algos/registry.h"

/* Lines of flags: a leader's announcements, one line per level; the member's acknowledgement; the
 * atomic counter; and, if members do not share a flag, one line for each member (separate) or lines
 * with the flags of several members (together). */
enum { LINE_READY, LINE_ACKNOWLEDGED = LINE_READY + TN_MAX_LEVELS, LINE_COUNTER, LINE_MEMBERS };

const char *const tn_xhc_flags_names[] = { "shared", "separate", "together", NULL };
const char *const tn_xhc_sync_names[] = { "single-writer", "atomic", NULL };

void tn_xhc_begin(struct tn_xhc *x, struct tn_strand *r, int64_t levels, enum tn_xhc_flags flags,
                  enum tn_xhc_sync sync)
{
  const struct tn_call *call = r->call;
  *x = (struct tn_xhc){ .r = r, .flags = flags, .sync = sync };
  tn_hierarchy_init(&x->tree, call, levels, call->root, call->rank);
  if (sync == TN_SYNC_ATOMIC && tn_xhc_n_children(x) > 0)
    x->counted = r->transport->fetch_add(r, call->rank, TN_LINE(LINE_COUNTER), 0);
}

void tn_xhc_finish(struct tn_xhc *x)
{
  tn_hierarchy_finish(&x->tree);
}

/* Returns the index of the leader's flag for announcements to a member. */
static int member_slot(const struct tn_xhc *x, int member)
{
  return x->flags == TN_FLAGS_TOGETHER ? TN_LINE(LINE_MEMBERS) + member
                                       : TN_LINE(LINE_MEMBERS + member);
}

int tn_xhc_n_children(const struct tn_xhc *x)
{
  return x->tree.first[x->tree.n_led];
}

void tn_xhc_announce(struct tn_xhc *x, uint32_t step)
{
  const struct tn_hierarchy *t = &x->tree;
  for (int level = t->n_led - 1; level >= 0; level--) {
    const int first = t->first[level], end = t->first[level + 1];
    if (x->flags == TN_FLAGS_SHARED && first < end)
      tn_post(x->r, TN_LINE(LINE_READY + level), step);
    for (int i = first; i < end && x->flags != TN_FLAGS_SHARED; i++)
      tn_post(x->r, member_slot(x, t->children[i]), step);
  }
}

struct tn_cond tn_xhc_announced(const struct tn_xhc *x, uint32_t step)
{
  /* The rank is a member at level n_led, the first that it does not lead. */
  const int slot = x->flags == TN_FLAGS_SHARED ? TN_LINE(LINE_READY + x->tree.n_led)
                                               : member_slot(x, x->r->call->rank);
  return (struct tn_cond){ .rank = x->tree.parent, .slot = slot, .value = tn_value(x->r, step) };
}

void tn_xhc_await_leader(struct tn_xhc *x, uint32_t step)
{
  const struct tn_cond announced = tn_xhc_announced(x, step);
  x->r->transport->wait_any(x->r, 1, &announced);
}

void tn_xhc_acknowledge(struct tn_xhc *x, uint32_t step)
{
  if (x->tree.parent < 0)
    return;
  if (x->sync == TN_SYNC_ATOMIC)
    x->r->transport->fetch_add(x->r, x->tree.parent, TN_LINE(LINE_COUNTER), 1);
  else
    tn_post(x->r, TN_LINE(LINE_ACKNOWLEDGED), step);
}

void tn_xhc_await_members(struct tn_xhc *x, uint32_t step)
{
  const int n = tn_xhc_n_children(x);
  /* Each member adds 1 to the counter once in a call, so the counter does not depend on `step`. */
  const struct tn_cond all = { .rank = x->r->call->rank,
                               .slot = TN_LINE(LINE_COUNTER),
                               .value = x->counted + (uint64_t)n };
  if (x->sync == TN_SYNC_ATOMIC && n > 0)
    x->r->transport->wait_any(x->r, 1, &all);
  for (int i = 0; i < n && x->sync == TN_SYNC_SINGLE_WRITER; i++)
    tn_wait(x->r, x->tree.children[i], TN_LINE(LINE_ACKNOWLEDGED), step);
}

size_t tn_xhc_grain(const struct tn_xhc *x, int64_t chunks)
{
  int64_t least = tn_sizes_item(chunks, 0);
  for (int level = 1; level < x->tree.n_levels; level++)
    if (tn_sizes_item(chunks, level) < least)
      least = tn_sizes_item(chunks, level);
  return (size_t)least;
}

int tn_xhc_slots(const struct tn_call *call)
{
  return TN_LINE(LINE_MEMBERS + call->n_ranks);
}

/* A fragment of the vector in the user's buffer, the caller's cell and the leader's cell. */
struct fragment {
  struct tn_span at_user, in_cell, in_leaders_cell;
};

/* Returns fragment `i`, which uses cell i % n_cells. */
static struct fragment fragment_at(const struct tn_xhc *x, size_t i, size_t chunk, size_t n_cells)
{
  const struct tn_call *call = x->r->call;
  const size_t off = i * chunk, left = call->block - off;
  const size_t len = left < chunk ? left : chunk, cell = i % n_cells * chunk;
  return (struct fragment){ { call->rank, TN_RECV, off, len },
                            { call->rank, TN_SHARED, cell, len },
                            { x->tree.parent, TN_SHARED, cell, len } };
}

/* Moves a fragment from the leader's cell to the caller's cell (not for a rank that leads no group)
 * and buffer, and announces it. */
static void pass_fragment(struct tn_xhc *x, const struct fragment *f, uint32_t step,
                          bool acknowledges)
{
  const bool leads = tn_xhc_n_children(x) > 0, is_head = x->tree.parent < 0;
  const struct tn_span from = is_head ? f->at_user : f->in_leaders_cell;
  if (!is_head)
    tn_xhc_await_leader(x, step);
  if (leads || !is_head)
    tn_move(x->r, leads ? f->in_cell : f->at_user, from);
  if (acknowledges)
    tn_xhc_acknowledge(x, step);
  tn_xhc_announce(x, step);
  if (leads && !is_head)
    tn_move(x->r, f->at_user, f->in_cell);
}

void tn_xhc_bcast_cells(struct tn_xhc *x, size_t chunk, size_t n_cells)
{
  const size_t block = x->r->call->block;
  /* An empty vector is one fragment, since the ranks signal even then. */
  const size_t n = block > 0 ? (block + chunk - 1) / chunk : 1;
  /* With TN_SYNC_ATOMIC a member acknowledges once, so no cell is used twice. */
  assert(x->sync == TN_SYNC_SINGLE_WRITER || n <= n_cells);
  if (x->tree.parent >= 0)
    tn_message(x->r, x->tree.parent, block);
  for (size_t i = 0; i < n; i++) {
    const struct fragment f = fragment_at(x, i, chunk, n_cells);
    if (i >= n_cells)
      tn_xhc_await_members(x, (uint32_t)(i - n_cells + 1));
    /* A fragment is acknowledged only if the leader waits for this. */
    pass_fragment(x, &f, (uint32_t)(i + 1), i + n_cells < n || i == n - 1);
  }
  tn_xhc_await_members(x, (uint32_t)n);
}
