/* The machine this runs on, as hwloc sees it: where strands are pinned. */
#ifndef TN_REAL_HOST_H
#define TN_REAL_HOST_H

#include <glib.h>
#include <stdbool.h>

#include "platform/platform.h"

struct tn_host; /* of the process that made it and of those it forks; tn_host_free */

/* NULL and *error when hwloc cannot tell what the machine consists of. */
struct tn_host *tn_host_new(GError **error);
void tn_host_free(struct tn_host *host);

int tn_host_n_pus(const struct tn_host *host);

/* Binds the calling thread to the processing unit with this logical number. False: the system
 * refused, errno says why. */
bool tn_host_pin(const struct tn_host *host, int pu);

/* The processing unit nearest to `pu` on which no rank sits, or `pu` itself where all are taken. */
int tn_host_nearest_idle(const struct tn_host *host, const struct tn_places *places, int pu);

/* The first processing unit of a core, or -1 when there is no such core. */
int tn_host_pu_of_core(const struct tn_host *host, int core);

#endif
