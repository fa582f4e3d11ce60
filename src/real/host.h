/* Topology of this machine (hwloc) and pinning. */
#ifndef TN_REAL_HOST_H
#define TN_REAL_HOST_H

#include <glib.h>
#include <stdbool.h>

#include "platform/platform.h"

struct tn_host; /* hwloc topology; valid in the creating process and its forks */

/* Returns this machine's topology, or NULL and *error if hwloc fails. */
struct tn_host *tn_host_new(GError **error);
void tn_host_free(struct tn_host *host);

int tn_host_n_pus(const struct tn_host *host);

/* Binds the calling thread to a processing unit (logical number). Returns false and sets errno if
 * refused. */
bool tn_host_pin(const struct tn_host *host, int pu);

/* Returns the processing unit nearest to `pu` on which no rank runs, or `pu` itself if all have
 * ranks. */
int tn_host_nearest_idle(const struct tn_host *host, const struct tn_places *places, int pu);

/* Returns a core's first processing unit, or -1 if there is no such core. */
int tn_host_pu_of_core(const struct tn_host *host, int core);

#endif
