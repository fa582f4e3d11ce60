/* Finds the facts that decide how ranks access each other's memory on this machine. */
#ifndef TN_REAL_HOST_FACTS_H
#define TN_REAL_HOST_FACTS_H

#include <glib.h>

#include "platform/facts.h"

/* Gathers facts from the files below `root` in proc, sys and dev. If `root` is NULL, uses the
 * machine's own files, counts processors, and tries system calls in short-lived processes. A fact
 * that cannot be read stays unknown. Returns false and sets *error (TN_REAL_ERROR) if no fact could
 * be read. */
bool tn_facts_gather(const char *root, struct tn_facts *ret, GError **error);

/* Tries system calls between processes. Sets only the fields that hold the results of these
 * calls. */
void tn_facts_try(struct tn_facts *facts);

#endif
