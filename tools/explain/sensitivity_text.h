/* What choices depend on, as text for people and as tables for programs. */
#ifndef TN_TOOLS_EXPLAIN_SENSITIVITY_TEXT_H
#define TN_TOOLS_EXPLAIN_SENSITIVITY_TEXT_H

#include <stdio.h>

#include "hinges.h"

void tn_hinges_write_text(FILE *out, const struct tn_hinges *hinges);
/* As CSV or JSON. */
void tn_hinges_write(FILE *out, const struct tn_hinges *hinges, bool is_json);

#endif
