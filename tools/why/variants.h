/* What a point would take if something were different. */
#ifndef TN_TOOLS_VARIANTS_OF_POINT_H
#define TN_TOOLS_VARIANTS_OF_POINT_H

#include "explain.h"

/* Adds x->variants, each simulated in a round of the trials; false: interrupted. */
bool tn_variants_run(struct tn_explanation *x, struct tn_trials *trials);
void tn_variant_clear(void *variant);

#endif
