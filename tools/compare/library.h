/* What an MPI library decides where nobody tells it otherwise. */
#ifndef TN_TOOLS_LIBRARY_H
#define TN_TOOLS_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

/* What the column `algorithm` calls Open MPI's own choice. */
#define TN_OMPI_CHOICE "library:ompi"

/* Open MPI's fixed decision (coll/tuned, as in 5.0) for a collective, ranks and bytes of the
 * vector: the number of its algorithm, never segmented. 0 where this program has no table: all but
 * bcast, and 1024 ranks and more. */
int tn_ompi_decision(const char *collective, int n_ranks, size_t bytes);

/* Whether an entry of the registry is that algorithm. */
bool tn_ompi_is(const char *collective, const char *algorithm, int number);

#endif
