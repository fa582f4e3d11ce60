/* The skeleton of an application: iterations that compute and then make the same calls. */
#ifndef TN_PROGRAM_APPLICATION_H
#define TN_PROGRAM_APPLICATION_H

#include "program.h"

/* Roots that move: rank k * n_ranks / iterations in iteration k, as the owners of rows that are
 * dealt in blocks; or rank k modulo n_ranks, as of rows that are dealt in turn. */
enum { TN_ROOT_BLOCKS = -1, TN_ROOT_IN_TURN = -2 };

struct tn_application_call {
  enum tn_collective collective;
  size_t bytes; /* as tn_call.block */
  guint times;  /* in each iteration; at least 1 */
  int root;     /* or TN_ROOT_BLOCKS, TN_ROOT_IN_TURN */
};

/* What a rank computes more than others: nothing; `first` to `last` seconds, uniform; normal with
 * standard deviation `last`, never less than no computation; or its own `by_rank`. Drawn anew for each
 * iteration and rank. */
enum tn_imbalance { TN_BALANCED, TN_IMBALANCE_UNIFORM, TN_IMBALANCE_NORMAL, TN_IMBALANCE_BY_RANK };

/* Everything is borrowed. */
struct tn_application {
  const char *name;
  int n_ranks;
  guint iterations;   /* at least 1 */
  guint simulated;    /* of them; each stands for iterations / simulated. 1..iterations */
  double computation; /* seconds of each rank in an iteration, in equal parts before its calls */
  enum tn_imbalance imbalance;
  double first, last;
  const double *by_rank; /* [n_ranks] seconds */
  bool fresh;            /* each call has buffers of its own */
  enum tn_type type;     /* of reductions */
  bool in_place;
  uint64_t seed;
  const struct tn_application_call
      *calls; /* [n_calls], at least one, in the order of an iteration */
  guint n_calls;
};

/* The same for the same application. Transfer full. */
struct tn_program *tn_application_program(const struct tn_application *application);

#endif
