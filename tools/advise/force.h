/* Settings that force an MPI library's algorithm during a measurement. */
#ifndef TN_TOOLS_ADVISE_FORCE_H
#define TN_TOOLS_ADVISE_FORCE_H

#include "decide/target.h"
#include "study/row.h"

/* Returns "NAME=VALUE NAME=VALUE" that force a row's choice: control variables if the release can
 * switch at run time, else environment variables. NULL if impossible. Transfer full. */
char *tn_force_of(enum tn_target target, const struct tn_row *row);

/* Returns true if the release switches at run time (MPI_T), so that one start measures all
 * choices. */
bool tn_force_switches(enum tn_target target);

/* Returns the flags of mpirun that bind the ranks and select the transport. Static. */
const char *tn_force_flags(enum tn_target target, const char *transport);

#endif
