/* The skeleton of an application: iterations that compute and then make the same calls. */
#ifndef TN_PROGRAM_APPLICATION_H
#define TN_PROGRAM_APPLICATION_H

#include "program.h"

/* Moving roots, in simulated iteration k: rank k * n_ranks / simulated, as for rows distributed in
 * blocks; or rank k modulo n_ranks, as for rows distributed cyclically. */
enum { TN_ROOT_BLOCKS = -1, TN_ROOT_IN_TURN = -2 };

struct tn_application_call {
  enum tn_collective collective;
  size_t bytes; /* as tn_call.block */
  guint times;  /* in each iteration, at least 1 */
  int root;     /* rank, TN_ROOT_BLOCKS or TN_ROOT_IN_TURN */
};

/* Additional computation of a rank: zero; uniform from `first` to `last` seconds; normal with
 * standard deviation `last` (the sum is never negative); or by_rank[rank]. Random values are drawn
 * for each iteration and rank. */
enum tn_imbalance { TN_BALANCED, TN_IMBALANCE_UNIFORM, TN_IMBALANCE_NORMAL, TN_IMBALANCE_BY_RANK };

/* All pointers are borrowed. */
struct tn_application {
  const char *name;
  int n_ranks;
  guint iterations;   /* at least 1 */
  guint simulated;    /* simulated iterations, 1..iterations; each counts iterations / simulated
                         times */
  double computation; /* seconds per rank and iteration, in equal parts before its calls */
  enum tn_imbalance imbalance;
  double first, last;
  const double *by_rank; /* [n_ranks] seconds */
  bool fresh;            /* true if each call has its own buffers */
  enum tn_type type;     /* of reductions */
  bool in_place;
  uint64_t seed;
  const struct tn_application_call *calls; /* [n_calls], at least one, in order */
  guint n_calls;
};

/* Returns the program of an application; equal applications give equal programs. Transfer full. */
struct tn_program *tn_application_program(const struct tn_application *application);

#endif
