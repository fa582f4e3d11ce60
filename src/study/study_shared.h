/* Memory that worker processes write and this one reads. */
#ifndef TN_STUDY_STUDY_SHARED_H
#define TN_STUDY_STUDY_SHARED_H

#include <stddef.h>

#include "sim/sim.h"

/* All 0; pages that nobody touches cost nothing. Ends the program where there is none. tn_shared_free. */
void *tn_shared_new(size_t bytes);
void tn_shared_free(void *memory, size_t bytes); /* NULL: nothing */

/* Bytes of the times of n ranks. */
size_t tn_stamps_bytes(int n);

#endif
