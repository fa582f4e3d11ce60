/* Finds the facts that decide how ranks access each other's memory on this machine. */
#ifndef TN_REAL_HOST_FACTS_H
#define TN_REAL_HOST_FACTS_H

#include <glib.h>

#include "platform/facts.h"

/* Gathers facts from proc, sys and dev below `root`. If `root` is NULL, uses the machine's own
 * files, counts processors, and tries system calls in short-lived processes. Facts that cannot be
 * read stay unknown. Returns false and *error (TN_REAL_ERROR) if there is no readable fact. */
bool tn_facts_gather(const char *root, struct tn_facts *ret, GError **error);

/* Tries system calls between processes and sets only the fields of their results. */
void tn_facts_try(struct tn_facts *facts);

#endif
