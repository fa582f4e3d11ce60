/* The barrier over XHC's groups: members signal their leader, leaders signal that all members have
 * arrived, and the head releases all ranks down the hierarchy. The paper lists it as future work
 * (section VII); here it uses the paper's signals without data. */
#include "algos/entries.h"
#include "xhc.h"

enum { HIERARCHY };

/* Runs xhc-flat and xhc-tree. xhc-flat has no parameter `hierarchy`: its value is 0, one group. */
static void barrier(struct tn_strand *r)
{
  struct tn_xhc x;
  tn_xhc_begin(&x, r, r->call->params[HIERARCHY], TN_FLAGS_SHARED, TN_SYNC_SINGLE_WRITER);
  tn_xhc_await_members(&x, 1);
  tn_xhc_acknowledge(&x, 1);
  if (x.tree.parent >= 0)
    tn_xhc_await_leader(&x, 1);
  tn_xhc_announce(&x, 1);
  tn_xhc_finish(&x);
}

#define XHC                                                                                        \
  TN_MAPPED, .collective = TN_BARRIER, .sizeless = true, .n_slots = tn_xhc_slots, .run = barrier

const struct tn_algorithm tn_barrier_xhc_flat = {
  XHC,
  .name = "xhc-flat",
  .xhc = "flat",
  .summary = "rank 0 waits for all ranks and releases them by one flag",
  .source = "XHC paper, III.E, VII; flat",
};

const struct tn_algorithm tn_barrier_xhc_tree = {
  XHC,
  .name = "xhc-tree",
  .xhc = "tree",
  .summary = "groups report to their leaders, level by level; the release goes back down",
  .source = "XHC paper, III.E, VII",
  .params = { [HIERARCHY] = TN_HIERARCHY_PARAM },
};
