/* What choices depend on, as text for people and as tables for programs. */
#ifndef TN_TOOLS_EXPLAIN_SENSITIVITY_TEXT_H
#define TN_TOOLS_EXPLAIN_SENSITIVITY_TEXT_H

#include <stdio.h>

#include "hinges.h"
#include "tune/blame.h"

void tn_hinges_write_text(FILE *out, const struct tn_hinges *hinges);
/* As CSV or JSON. */
void tn_hinges_write(FILE *out, const struct tn_hinges *hinges, bool is_json);

/* Suspects (struct tn_suspect), of n_points times that differ from the study's. */
void tn_suspects_write_text(FILE *out, const GArray *suspects, guint n_points, double before);
void tn_suspects_write(FILE *out, const GArray *suspects, bool is_json);

#endif
