/* Choices that are safe in several worlds: from a selection or rows to text and tables. */
#ifndef TN_TOOLS_ROBUST_TEXT_H
#define TN_TOOLS_ROBUST_TEXT_H

#include "plan/options.h"

/* `tune --robust`: the worlds are those of the rows or of the selection; of a selection with --errors,
 * or with one world alone, also with each parameter that its points were charged by moved by its stated
 * error. *ret_ok: no point failed. False and *error. */
bool tn_tune_robust(const struct tn_settings *s, bool *ret_ok, GError **error);

#endif
