#ifndef TN_SIM_OPERATIONS_H
#define TN_SIM_OPERATIONS_H

#include "engine.h"

extern const struct tn_operations tn_sim_operations;

void tn_strand_free(struct tn_sim_strand *s);

#endif
