/* What reduce and allreduce of the XHC paper share (section IV.B): the sums of groups, chunk by
 * chunk up the hierarchy, and their results down again. See reduce_xhc.c. */
#ifndef TN_ALGOS_MAPPED_XHC_SUM_H
#define TN_ALGOS_MAPPED_XHC_SUM_H

#include "xhc.h"

/* One other member of the group in which the caller works, or the caller. */
struct tn_xhc_source {
  int rank;
  enum tn_buf buf;
  bool is_sum; /* of a group below: its chunks come one by one */
};

struct tn_xhc_sum {
  struct tn_xhc x;
  bool is_small;       /* the shared segments stand for both buffers */
  bool head_works;     /* the head is a worker of the group at the top, beside its members */
  bool has_attached;   /* the leader's sum */
  size_t total, least; /* bytes; of a piece */
  size_t chunk[TN_MAX_LEVELS], grain,
      n_steps; /* bytes of each level's and of a step; steps of all */
  int first_line;
  /* The group in which the caller works: as a member, the head in the one at the top. */
  int level, n_sources, n_workers, turn; /* turn: its number among the workers */
  struct tn_xhc_source *sources;         /* [n_sources] the leader first; owned */
  /* What is done: */
  size_t summed[TN_MAX_LEVELS]; /* pieces of the groups it leads, known to be summed */
  size_t n_passed, n_worked;    /* chunks of the result, and of its work as a member */
  int n_ready;                  /* sources that have the next chunk of its work */
};

/* How a call is done: chunks by levels (TN_PARAM_SIZES) and least piece, in bytes. */
struct tn_xhc_way {
  int64_t levels, chunks;
  size_t piece;
  bool is_small, head_works;
};

/* The caller's part in the call; tn_xhc_sum_finish frees what it holds. */
void tn_xhc_sum_begin(struct tn_xhc_sum *j, struct tn_strand *r, const struct tn_xhc_way *way);
void tn_xhc_sum_finish(struct tn_xhc_sum *j);

/* Publishes the own vector and works until the groups that the caller leads have their sums and, in
 * an allreduce, the caller has the result. The caller has to do the acknowledgements. */
void tn_xhc_sum_run(struct tn_xhc_sum *j);

/* Flag slots of each rank that all this uses, from 0 on. */
int tn_xhc_sum_slots(const struct tn_call *call);

#endif
