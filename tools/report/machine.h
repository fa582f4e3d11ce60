/* The node that a chapter's rows are of. */
#ifndef TN_TOOLS_MACHINE_H
#define TN_TOOLS_MACHINE_H

#include "platform/platform.h"

/* Appends its drawing and its main numbers. */
void tn_machine_append(GString *s, const struct tn_platform *pf);
/* Appends all its parameters with their sources, out of the way. */
void tn_machine_append_parameters(GString *s, const struct tn_platform *pf);

#endif
