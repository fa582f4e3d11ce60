/* Runs GPU probes. The driver is loaded again in each round, in new processes. */
#ifndef TN_REAL_PROBE_DEVICE_H
#define TN_REAL_PROBE_DEVICE_H

#include "probes.h"
#include "sampler.h"

/* Runs a body in one process on a core near the device. The plan of the body is the machine. */
bool tn_device_measure(struct tn_probe_round *round, void (*body)(struct tn_member *m),
                       double *ret_results, GError **error);

#endif
