/* The split tree (SPLIT paper, sections 3 and 4) as numbers: a binomial tree whose levels nearest to
 * the leaves are done by the ranks themselves, the others by progress threads on other cores.
 *
 * Ranks are relative. The tree's height is H(N) = ceil(lg N) (eq. 1). Level j = 0 .. height - 1 is
 * that of the messages between ranks 2^j apart: 0 is next to the leaves, where a message goes
 * between v and v + 1, v even. The subtree below a message of level j has up to 2^j ranks. */
#ifndef TN_ALGOS_KIT_SPLIT_H
#define TN_ALGOS_KIT_SPLIT_H

#include "algos/transport.h"

/* What the ranks compute beside the collective (entries.h). */
enum tn_split_compute { TN_COMPUTE_NONE, TN_COMPUTE_BALANCED };
extern const char *const tn_split_computes[]; /* NULL-terminated */
#define TN_COMPUTE_PARAM                                                                           \
  TN_CHOICE_PARAM("compute", tn_split_computes, TN_COMPUTE_NONE,                                   \
                  "what the ranks compute meanwhile; balanced: as long as the blocking "           \
                  "collective on all cores, the work of all together fixed")

/* F(N, H - level): messages of a level (eq. 3 with a minus, as the counts of the paper's Figure 1
 * ask for). */
int tn_split_messages(int n_ranks, int level);

/* How a level's messages grow towards the root. */
enum tn_split_size {
  TN_SPLIT_SAME,   /* all have the whole vector: bcast, reduce */
  TN_SPLIT_BLOCKS, /* a block for each rank of the subtree: scatter, gather */
};

/* Units (vectors, blocks) in the longest message of a level. */
int tn_split_units(enum tn_split_size size, int n_ranks, int level);

/* What the closed forms and the choice of levels depend on. */
struct tn_split {
  enum tn_split_size size;
  int n_ranks;
  int comm_cores; /* P, cores that carry progress threads */
  bool computes;  /* as long as the blocking collective on all cores, with the work fixed */
  int all_cores;  /* Nproc */
};

/* Time in units of one message of a vector or block: of the upper height - levels levels folded on
 * P > 0 cores, sum of ceil(F/P) (eq. 4); of `levels` levels on the ranks' own cores. */
double tn_split_folded(const struct tn_split *s, int levels);
double tn_split_own(const struct tn_split *s, int levels);
/* C(N) = (Nproc / N) T_blocking(Nproc) (eq. 2, corrected), 0 when nothing is computed. */
double tn_split_computation(const struct tn_split *s);

/* The number of levels with the least time by eq. 5 (eq. 4 where nothing is computed), the smallest
 * of several; all levels where P = 0: there is no other core for them. */
int tn_split_best(const struct tn_split *s);

/* Progress threads: of relative ranks that have a part in the levels from `levels` on. */
int tn_split_threads(int n_ranks, int levels);
/* Whether `rank` has one. */
bool tn_split_has_thread(int n_ranks, int levels, int rank);

/* The core for the progress thread of the caller, among the first `comm_cores` without a rank;
 * TN_CORE_OWN when there is none. Threads take their cores from the root's level down, each the
 * nearest of those that have fewest: then the messages of each level are dealt out evenly. */
int tn_split_core(const struct tn_call *call, int levels, int comm_cores);

#endif
