/* Names of UCX's settings. */
#ifndef TN_RULES_UCX_NAMES_H
#define TN_RULES_UCX_NAMES_H

#include <glib.h>
#include <stdbool.h>

/* Those that matter within a node, NULL-terminated. */
extern const char *const tn_ucx_names[];
/* Whether it is one of networks or accelerators, which differ by build: they are not in the list.
 */
bool tn_ucx_is_of_network(const char *name);

#endif
