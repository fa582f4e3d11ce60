/* Finds out what decides how ranks reach each other's memory on this machine. */
#ifndef TN_REAL_HOST_FACTS_H
#define TN_REAL_HOST_FACTS_H

#include <glib.h>

#include "platform/facts.h"

/* Reads what lies below `root` in proc, sys and dev. NULL: the machine's own files; besides, what
 * can only be tried is tried, on short-lived processes, and processors are counted. What cannot be
 * read is not known. False and *error (TN_REAL_ERROR) when nothing at all could be. */
bool tn_facts_gather(const char *root, struct tn_facts *ret, GError **error);

/* Tries system calls between processes: fills those fields only. */
void tn_facts_try(struct tn_facts *facts);

#endif
