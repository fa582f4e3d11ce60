/* A program's iterations for another number of ranks: sizes and computation as in the program. */
#ifndef TN_PROGRAM_SKELETON_H
#define TN_PROGRAM_SKELETON_H

#include "program.h"

/* Reason for which a program has no skeleton. */
#define TN_NO_SKELETON "no calls of all ranks, so no iterations"

struct tn_program_skeleton {
  guint iterations;
  char *calls;        /* calls of an iteration as for --calls, in the program's order: "bcast 524288
                       * x4; gather 4096" */
  double computation; /* mean seconds of a rank in an iteration */
  double deviation;   /* standard deviation of these seconds over ranks and iterations */
};

/* Computes iterations with approximately the program's number of calls of all ranks and its mean
 * computation. `notes` (char *) receives a line for each kind of omitted calls. The caller frees
 * ret->calls. Returns false if there is no suitable call. */
bool tn_skeleton_make(const struct tn_program *program, int n_ranks,
                      struct tn_program_skeleton *ret, GPtrArray *notes);

#endif
