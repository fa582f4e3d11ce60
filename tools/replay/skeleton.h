/* A traced program as a scenario's [application], for other numbers of ranks. */
#ifndef TN_TOOLS_SKELETON_H
#define TN_TOOLS_SKELETON_H

#include <stdio.h>

#include "program/program.h"

/* Iterations that make the calls of all ranks as often as the program did, nearly, with its mean
 * computation; `notes` (char *) gets a line on what is left out. False: there is no such call. */
bool tn_skeleton_write(FILE *out, const struct tn_program *program, int n_ranks, GPtrArray *notes);

#endif
