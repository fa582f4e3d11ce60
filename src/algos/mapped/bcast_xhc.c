/* The broadcast of the XHC paper, section IV.A, flat and over a hierarchy.
 *
 * A leader exposes its buffer and announces to its members how much of the vector it has. A member
 * attaches to the buffer and copies chunks as they are announced. A member that leads others
 * announces each chunk to them, so that all levels work at once. After the last chunk a member
 * acknowledges, and a leader returns when all its members have. The root leads all its groups.
 * Vectors up to cico_max bytes (section IV.C) move through the leaders' shared memory instead: they
 * are copied into it, from leader to leader, and out of it.
 * flat has one group; tree has the levels of the parameter `hierarchy`. In both, the parameters
 *   `flags` and `sync` select the variants of figures 10 and 4.
 * Departures: flags=shared is a single flag for all members of a group, as in XHC itself; the
 * variant that figure 10 calls shared is flags=together. With sync=atomic only acknowledgements are
 * atomic additions. The kernel may copy the data (CMA, KNEM) instead of loads and stores, as in
 * Open MPI's coll/xhc. */
#include "algos/entries.h"
#include "xhc.h"

enum { CHUNK, CICO_MAX, FLAGS, SYNC, HIERARCHY };

struct pipeline {
  struct tn_xhc x;
  size_t total, chunk;
  size_t grain; /* bytes by which one step of the announcements advances */
};

static bool is_small(const struct tn_call *call)
{
  return call->block <= (size_t)call->params[CICO_MAX];
}

/* Returns the step that announces the first `bytes` bytes; step 1 announces the buffer. */
static uint32_t announced(const struct pipeline *p, size_t bytes)
{
  const size_t grains = bytes < p->total ? bytes / p->grain : (bytes + p->grain - 1) / p->grain;
  return (uint32_t)(1 + grains);
}

static struct tn_span piece_of(int rank, size_t from, size_t to)
{
  return (struct tn_span){ rank, TN_RECV, from, to - from };
}

/* Copies chunks from the leader and announces each to the members of the caller's groups. */
static void pull(struct pipeline *p)
{
  struct tn_strand *r = p->x.r;
  const int leader = p->x.tree.parent;
  tn_xhc_await_leader(&p->x, 1);
  r->transport->attach(r, leader, TN_RECV);
  for (size_t done = 0; done < p->total;) {
    const size_t end = p->total - done < p->chunk ? p->total : done + p->chunk;
    tn_xhc_await_leader(&p->x, (uint32_t)(1 + (end + p->grain - 1) / p->grain));
    tn_copy(r, piece_of(r->call->rank, done, end), piece_of(leader, done, end));
    done = end;
    tn_xhc_announce(&p->x, announced(p, done));
  }
  tn_xhc_acknowledge(&p->x, 1);
}

static void bcast_exposed(struct pipeline *p, size_t total, int64_t chunks)
{
  struct tn_strand *r = p->x.r;
  const bool is_root = p->x.tree.parent < 0;
  p->total = total;
  p->chunk = (size_t)tn_sizes_item(chunks, p->x.tree.n_led);
  p->grain = tn_xhc_grain(&p->x, chunks);
  if (tn_xhc_n_children(&p->x) > 0)
    r->transport->expose(r, TN_RECV);
  tn_xhc_announce(&p->x, announced(p, is_root ? p->total : 0));
  if (!is_root)
    pull(p);
  tn_xhc_await_members(&p->x, 1);
}

void tn_xhc_bcast_exposed(struct tn_strand *r, int64_t levels, size_t total, int64_t chunk)
{
  struct pipeline p;
  tn_xhc_begin(&p.x, r, levels, TN_FLAGS_SHARED, TN_SYNC_SINGLE_WRITER);
  bcast_exposed(&p, total, chunk);
  tn_xhc_finish(&p.x);
}

/* Runs xhc-flat and xhc-tree. xhc-flat has no parameter `hierarchy`: its value is 0, one group. */
static void run(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const size_t cell = (size_t)tn_sizes_item(call->params[CHUNK], 0);
  struct pipeline p;
  tn_xhc_begin(&p.x, r, call->params[HIERARCHY], (enum tn_xhc_flags)call->params[FLAGS],
               (enum tn_xhc_sync)call->params[SYNC]);
  if (is_small(call))
    tn_xhc_bcast_cells(&p.x, cell, call->block / cell + 1);
  else
    bcast_exposed(&p, call->block, call->params[CHUNK]);
  tn_xhc_finish(&p.x);
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  return (struct tn_sizes){ .shared = is_small(call) ? call->block : 0 };
}

/* Computes the closed form of xhc-flat. Textbooks have none for groups and chunks. */
static bool flat_form(const struct tn_call *call, struct tn_steps *s)
{
  tn_steps_add(s, (struct tn_step){ TN_STEP_LOADS, 1, 1, (double)call->block, call->n_ranks - 1 });
  return true;
}

#define XHC_PARAMS                                                                                 \
  [CICO_MAX] = TN_CICO_MAX_PARAM,                                                                  \
  [FLAGS] = TN_CHOICE_PARAM("flags", tn_xhc_flags_names, TN_FLAGS_SHARED,                          \
                            "flags of a group: one for all members, or one each, on separate "     \
                            "lines or on one line"),                                               \
  [SYNC] = TN_CHOICE_PARAM("sync", tn_xhc_sync_names, TN_SYNC_SINGLE_WRITER,                       \
                           "acknowledgements: one flag for each member, or a common counter")

#define XHC                                                                                        \
  TN_MAPPED_OR_COPIED, .collective = TN_BCAST, .segmented = true, .n_slots = tn_xhc_slots,         \
                       .scratch = scratch, .run = run

const struct tn_algorithm tn_bcast_xhc_flat = {
  XHC,
  .name = "xhc-flat",
  .xhc = "flat",
  .summary = "all ranks copy from the root's mapped buffer, chunk by chunk",
  .source = "XHC paper, IV.A; flat",
  .params = { XHC_PARAMS, [CHUNK] = TN_CHUNK_PARAM(TN_PARAM_SIZE) },
  .form = flat_form,
};

const struct tn_algorithm tn_bcast_xhc_tree = {
  XHC,
  .name = "xhc-tree",
  .xhc = "tree",
  .summary = "groups of neighbours copy from their leader's mapped buffer, all levels at once",
  .source = "XHC paper, IV.A",
  .params = { XHC_PARAMS, [CHUNK] = TN_CHUNK_PARAM(TN_PARAM_SIZES),
              [HIERARCHY] = TN_HIERARCHY_PARAM },
};
