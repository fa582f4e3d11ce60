/* The split tree (SPLIT paper, sections 3 and 4) as index arithmetic. The ranks handle the levels
 * nearest to the leaves of a binomial tree, progress threads on other cores the other levels.
 *
 * Ranks are relative. The tree's height is H(N) = ceil(lg N) (eq. 1). Level j = 0 .. height - 1 has
 * the messages between ranks 2^j apart: level 0 is next to the leaves, with messages between v and
 * v + 1, v even. The subtree below a message of level j has up to 2^j ranks. */
#ifndef TN_ALGOS_KIT_SPLIT_H
#define TN_ALGOS_KIT_SPLIT_H

#include "algos/transport.h"

/* Values of the parameter `compute`: work that the ranks compute during the collective. */
enum tn_split_compute { TN_COMPUTE_NONE, TN_COMPUTE_BALANCED };
extern const char *const tn_split_computes[]; /* NULL-terminated */
#define TN_COMPUTE_PARAM                                                                           \
  TN_CHOICE_PARAM("compute", tn_split_computes, TN_COMPUTE_NONE,                                   \
                  "computation of the ranks; balanced: as long as the blocking "                   \
                  "collective on all cores, with fixed total work")

/* Returns F(N, H - level), the number of messages of a level (eq. 3 with a minus sign, as in the
 * paper's Figure 1). */
int tn_split_messages(int n_ranks, int level);

/* Size of the messages, which may grow towards the root. */
enum tn_split_size {
  TN_SPLIT_SAME,   /* every message is the whole vector: bcast, reduce */
  TN_SPLIT_BLOCKS, /* a message has one block for each rank of the subtree: scatter, gather */
};

/* Returns the length of a level's longest message, as a number of vectors or blocks. */
int tn_split_units(enum tn_split_size size, int n_ranks, int level);

struct tn_split {
  enum tn_split_size size;
  int n_ranks;
  int comm_cores; /* P, the number of cores that run progress threads */
  /* true if the ranks compute during the collective (tn_split_computation) */
  bool computes;
  int all_cores; /* Nproc, the number of all cores */
};

/* Return times, in units of the time of a message of one vector or block. tn_split_folded: time of
 * the upper height - levels levels on P > 0 cores, the sum of ceil(F/P) (eq. 4). tn_split_own: time
 * of the lower levels on the ranks' own cores. */
double tn_split_folded(const struct tn_split *s, int levels);
double tn_split_own(const struct tn_split *s, int levels);
/* Returns the computing time of each rank in the same unit, C(N) = (Nproc / N) T_blocking(Nproc)
 * (eq. 2, corrected); 0 if the ranks do not compute. */
double tn_split_computation(const struct tn_split *s);

/* Returns the number of lower levels that the ranks should handle: the smallest with the least time
 * by eq. 5 (eq. 4 if the ranks do not compute); the height if P = 0. */
int tn_split_best(const struct tn_split *s);

/* Return the number of progress threads, and whether a relative rank has a thread. Each relative
 * rank that takes part in level `levels` or a higher level has one thread. */
int tn_split_threads(int n_ranks, int levels);
bool tn_split_has_thread(int n_ranks, int levels, int rank);

/* Returns a core for the caller's thread, among the first `comm_cores` cores without a rank, or
 * TN_CORE_OWN. From the root's level down each thread gets the nearest of the cores with the fewest
 * threads. This distributes the messages of each level evenly. */
int tn_split_core(const struct tn_call *call, int levels, int comm_cores);

#endif
