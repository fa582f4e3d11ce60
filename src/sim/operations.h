/* The table of what ranks can ask the engine for. */
#ifndef TN_SIM_OPERATIONS_H
#define TN_SIM_OPERATIONS_H

#include "engine.h"

extern const struct tn_operations tn_sim_operations;

/* The boxes of a run that has any. */
void tn_boxes_init(struct tn_engine *e);
void tn_boxes_finish(struct tn_engine *e);

#endif
