/* Settings that force an MPI library to use one algorithm while it is measured. */
#ifndef TN_TOOLS_ADVISE_FORCE_H
#define TN_TOOLS_ADVISE_FORCE_H

#include "decide/target.h"
#include "study/row.h"

/* Returns the settings "NAME=VALUE NAME=VALUE" that force the library to use the choice of a row:
 * MPI control variables if the release can switch at run time, else environment variables. Returns
 * NULL if no settings can force this choice. Transfer full. */
char *tn_force_of(enum tn_target target, const struct tn_row *row);

/* Returns true if the release can switch algorithms at run time (MPI_T), so that one start of the
 * program measures all choices. */
bool tn_force_switches(enum tn_target target);

/* Returns the flags of mpirun that bind the ranks and select the transport. Static. */
const char *tn_force_flags(enum tn_target target, const char *transport);

#endif
