/* What a point would take if something were different. */
#ifndef TN_TOOLS_VARIANTS_OF_POINT_H
#define TN_TOOLS_VARIANTS_OF_POINT_H

#include "explain.h"

/* Adds x->variants, each simulated; false: interrupted. */
bool tn_variants_run(struct tn_explanation *x, tn_study_runner *run);
void tn_variant_clear(void *variant);

#endif
