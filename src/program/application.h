/* An application: iterations that compute and then make the same calls. */
#ifndef TN_PROGRAM_APPLICATION_H
#define TN_PROGRAM_APPLICATION_H

#include "program.h"

/* Roots that change with the iteration. In simulated iteration k the root is rank k * n_ranks /
 * simulated, as for matrix rows distributed in blocks; or rank k modulo n_ranks, as for matrix rows
 * distributed cyclically. */
enum { TN_ROOT_BLOCKS = -1, TN_ROOT_IN_TURN = -2 };

struct tn_application_call {
  enum tn_collective collective;
  size_t bytes; /* bytes as tn_call.block */
  guint times;  /* calls per iteration, at least 1 */
  int root;     /* rank, TN_ROOT_BLOCKS or TN_ROOT_IN_TURN */
};

/* Additional seconds of computation: zero; uniform from `first` to `last`; normal with mean 0 and
 * deviation `last` (the total is never negative); or by_rank[rank]. Drawn for each iteration and
 * rank. */
enum tn_imbalance { TN_BALANCED, TN_IMBALANCE_UNIFORM, TN_IMBALANCE_NORMAL, TN_IMBALANCE_BY_RANK };

/* All pointers are borrowed. */
struct tn_application {
  const char *name;
  int n_ranks;
  guint iterations;   /* number of iterations, at least 1 */
  guint simulated;    /* 1 to `iterations`; each is weighted by iterations / simulated */
  double computation; /* seconds per rank and iteration, an equal part before each call */
  enum tn_imbalance imbalance;
  double first, last;
  const double *by_rank; /* [n_ranks] additional seconds */
  enum tn_type type;     /* element type of reductions */
  bool in_place;
  uint64_t seed;
  const struct tn_application_call *calls; /* [n_calls] of an iteration, in order, at least one */
  guint n_calls;
};

/* Returns the program; equal applications give equal programs. Transfer full. */
struct tn_program *tn_application_program(const struct tn_application *application);

#endif
