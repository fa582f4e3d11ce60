/* --take: which of the measured rows a fit is to meet. */
#ifndef TN_TOOLS_COMPARISON_FIT_TAKE_H
#define TN_TOOLS_COMPARISON_FIT_TAKE_H

#include "compare/fit_rows.h"

/* Reads "ranks=25,size=1..2+8..512K,time=avg+max;...": ranks and sizes as everywhere, with `+` for
 * their commas; without them all, and the average alone. NULL and *error (usage) on anything else.
 * Of struct tn_fit_take, transfer full. */
GPtrArray *tn_takes_parse(const char *text, GError **error);

#endif
