/* Reduce and allreduce of the XHC paper (section IV.B): the sums of the groups move up the
 * hierarchy in chunks, the results down. See reduce_xhc.c. */
#ifndef TN_ALGOS_MAPPED_XHC_SUM_H
#define TN_ALGOS_MAPPED_XHC_SUM_H

#include "xhc.h"

/* A member of the group in which the caller works (one is the caller), with its contribution. */
struct tn_xhc_source {
  int rank;
  enum tn_buf buf;
  bool is_sum; /* true if it is the sum of a lower group, completed chunk by chunk */
};

struct tn_xhc_sum {
  struct tn_xhc x;
  bool is_small;       /* true if the shared segments replace the buffers of contributions and
                        * sums */
  bool head_works;     /* true if the head also sums pieces at the top */
  bool has_attached;   /* true if the leader's sum is attached */
  size_t total, least; /* bytes of the vector; minimum bytes of a piece */
  size_t chunk[TN_MAX_LEVELS], grain,
      n_steps; /* bytes of each level's chunk; bytes of a step; number of steps of the vector */
  int first_line;
  /* The group in which the caller works as a member (for the head, at the top): */
  int level, n_sources, n_workers, turn; /* level of the group; number of members; number of
                                          * workers, i.e. members that sum pieces; index of the
                                          * caller among the workers */
  struct tn_xhc_source *sources;         /* [n_sources] members, the leader first; owned */
  /* Progress so far: */
  size_t summed[TN_MAX_LEVELS]; /* [level] number of pieces summed in the group that the rank
                                 * leads */
  size_t n_passed, n_worked;    /* number of chunks of the result that the caller has passed on;
                                 * number of chunks in its group of which it has summed its own
                                 * pieces */
  int n_ready;                  /* number of sources, from the first on, with the next chunk
                                 * ready */
};

/* Parameters: levels (list), bytes of chunks by level (TN_PARAM_SIZES), minimum bytes of a piece;
 * others as in struct tn_xhc_sum */
struct tn_xhc_params {
  int64_t levels, chunks;
  size_t piece;
  bool is_small, head_works;
};

void tn_xhc_sum_begin(struct tn_xhc_sum *j, struct tn_strand *r, const struct tn_xhc_params *way);
void tn_xhc_sum_finish(struct tn_xhc_sum *j);

/* Publishes the caller's vector and works until the groups that it leads have their sums and, in an
 * allreduce, the caller has the result. The caller must acknowledge. */
void tn_xhc_sum_run(struct tn_xhc_sum *j);

/* Returns the number of flags of each rank that these functions use, from flag 0 on. */
int tn_xhc_sum_slots(const struct tn_call *call);

#endif
