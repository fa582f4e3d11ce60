/* Functions shared by reduce and allreduce of the XHC paper (section IV.B): the groups' sums move
 * up the hierarchy in chunks, and the results down again. See reduce_xhc.c. */
#ifndef TN_ALGOS_MAPPED_XHC_SUM_H
#define TN_ALGOS_MAPPED_XHC_SUM_H

#include "xhc.h"

/* Another member of the group in which the caller works, or the caller. */
struct tn_xhc_source {
  int rank;
  enum tn_buf buf;
  bool is_sum; /* true for the sum of a lower group, which is complete chunk by chunk */
};

struct tn_xhc_sum {
  struct tn_xhc x;
  bool is_small;       /* true if the shared segments replace both buffers */
  bool head_works;     /* true if the head also works in the group at the top, like its members */
  bool has_attached;   /* true if the leader's sum has been attached */
  size_t total, least; /* bytes of the vector; minimum bytes of a piece */
  size_t chunk[TN_MAX_LEVELS], grain,
      n_steps; /* bytes of each level's chunk and of a step; steps of all */
  int first_line;
  /* The group in which the caller works as a member; for the head, the group at the top. */
  int level, n_sources, n_workers, turn; /* turn: number among the workers */
  struct tn_xhc_source *sources;         /* [n_sources] leader first; owned */
  /* Progress so far: */
  size_t summed[TN_MAX_LEVELS]; /* pieces known to be summed in the groups that the rank leads */
  size_t n_passed, n_worked;    /* chunks of the result; chunks of its work as a member */
  int n_ready;                  /* sources whose next chunk is available */
};

/* Parameters of a call: chunks by levels (TN_PARAM_SIZES) and minimum piece, in bytes. */
struct tn_xhc_way {
  int64_t levels, chunks;
  size_t piece;
  bool is_small, head_works;
};

/* Begin and end the caller's part in the call; tn_xhc_sum_finish frees its memory. */
void tn_xhc_sum_begin(struct tn_xhc_sum *j, struct tn_strand *r, const struct tn_xhc_way *way);
void tn_xhc_sum_finish(struct tn_xhc_sum *j);

/* Publishes the own vector and works until the groups that the caller leads have their sums and, in
 * an allreduce, the caller has the result. Acknowledgements are left to the caller. */
void tn_xhc_sum_run(struct tn_xhc_sum *j);

/* Returns the flag slots of each rank for these functions, from 0. */
int tn_xhc_sum_slots(const struct tn_call *call);

#endif
