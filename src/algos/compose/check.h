/* Whether a composition can be run. */
#ifndef TN_ALGOS_COMPOSE_CHECK_H
#define TN_ALGOS_COMPOSE_CHECK_H

#include "algos/transport.h"

/* NULL, or the reason for the user: levels that do not nest or have no effect, roles without an
 * algorithm or without a level, an algorithm that a group of this size cannot run. Thread-local. */
const char *tn_compose_unsupported(const struct tn_call *call);

#endif
