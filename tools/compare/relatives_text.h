/* The choice of a platform whose parameters are taken over, where --like names none. */
#ifndef TN_TOOLS_RELATIVES_TEXT_H
#define TN_TOOLS_RELATIVES_TEXT_H

#include <stdio.h>

#include "plan/options.h"

/* The name of the platform most like the topology (FILE.xml or a string), by the messages that
 * --p2p names if any; the table of all goes to `out`. Transfer full; NULL and *error (usage). */
char *tn_relative_choose(const struct tn_settings *s, const char *topology, FILE *out,
                         GError **error);

#endif
