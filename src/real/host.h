/* Topology of this machine (hwloc) and pinning. */
#ifndef TN_REAL_HOST_H
#define TN_REAL_HOST_H

#include <glib.h>
#include <stdbool.h>

#include "platform/platform.h"

struct tn_host; /* hwloc topology; valid in the process that created it and in its forks */

/* Returns the topology of this machine. Returns NULL and sets *error if hwloc cannot load it. */
struct tn_host *tn_host_new(GError **error);
void tn_host_free(struct tn_host *host);

int tn_host_n_pus(const struct tn_host *host);

/* Binds the calling thread to the processing unit with this logical number. Returns false and sets
 * errno if the system refuses. */
bool tn_host_pin(const struct tn_host *host, int pu);

/* Returns the processing unit without a rank that is nearest to `pu`; `pu` itself if all have
 * ranks. */
int tn_host_nearest_idle(const struct tn_host *host, const struct tn_places *places, int pu);

/* Returns the first processing unit of a core, or -1 if the core does not exist. */
int tn_host_pu_of_core(const struct tn_host *host, int core);

#endif
