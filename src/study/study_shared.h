/* Memory that worker processes write and the calling process reads. */
#ifndef TN_STUDY_STUDY_SHARED_H
#define TN_STUDY_STUDY_SHARED_H

#include <stddef.h>

#include "sim/sim.h"

/* Returns zeroed memory that forked processes share. Pages that are never touched take no memory.
 * Ends the program on failure. */
void *tn_shared_new(size_t bytes);
void tn_shared_free(void *memory, size_t bytes); /* NULL is allowed */

/* Returns the bytes of the time stamps of n ranks. */
size_t tn_stamps_bytes(int n);

#endif
