/* What choices depend on, as text for people and as tables for programs. */
#ifndef TN_TOOLS_EXPLAIN_SENSITIVITY_TEXT_H
#define TN_TOOLS_EXPLAIN_SENSITIVITY_TEXT_H

#include "document/document.h"
#include "hinges.h"

void tn_hinges_tell(struct tn_document *d, const struct tn_hinges *hinges);

#endif
