/* Memory that worker processes write and the calling process reads. */
#ifndef TN_STUDY_STUDY_SHARED_H
#define TN_STUDY_STUDY_SHARED_H

#include <stddef.h>

#include "sim/sim.h"

/* Returns zeroed memory that forked processes share, or ends the program. Untouched pages take no
 * memory. */
void *tn_shared_new(size_t bytes);
void tn_shared_free(void *memory, size_t bytes);

size_t tn_stamps_bytes(int n);

#endif
