/* Values of parameters as rows have them. */
#ifndef TN_DECIDE_PRESET_H
#define TN_DECIDE_PRESET_H

#include "algos/registry.h"

/* Whether the value is the default of the entry's parameter of this name. */
bool tn_is_preset(const struct tn_algorithm *algorithm, const char *name, const char *value);

#endif
