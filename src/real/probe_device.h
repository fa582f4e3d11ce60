/* Runs GPU probes; each round loads the driver in new processes. */
#ifndef TN_REAL_PROBE_DEVICE_H
#define TN_REAL_PROBE_DEVICE_H

#include "probes.h"
#include "sampler.h"

/* Runs `body` in one process on a core near the device. The team's `plan`, the input of `body`, is
 * round->machine. */
bool tn_device_measure(struct tn_probe_round *round, void (*body)(struct tn_member *m),
                       double *ret_results, GError **error);

#endif
