/* How a library is told which algorithm to take while it is measured. */
#ifndef TN_TOOLS_ADVISE_FORCE_H
#define TN_TOOLS_ADVISE_FORCE_H

#include "decide/target.h"
#include "study/row.h"

/* "NAME=VALUE NAME=VALUE" for a row's choice: control variables where the release is told while it runs,
 * else of its environment. NULL: it cannot be told by them. Transfer full. */
char *tn_force_of(enum tn_target target, const struct tn_row *row);

/* Whether the release is told while it runs (MPI_T), so that one start does for all. */
bool tn_force_switches(enum tn_target target);

/* How its mpirun is told to place ranks, and to send by the transport. Static. */
const char *tn_force_flags(enum tn_target target, const char *transport);

#endif
