#include "probes.h"

const struct tn_probe tn_probes[] = {
#define TN_PROBE(function, name, n_cores, summary, ...)                                            \
  { name, summary, n_cores, tn_probe_##function, { __VA_ARGS__ } },
#include "probes.def"
  { 0 },
};
