/* Finds the parameters in which columns of a table or lines of a picture differ, and those that all
 * share, because headings and legends have no room for all parameters. */
#ifndef TN_TOOLS_VARY_H
#define TN_TOOLS_VARY_H

#include <glib.h>
#include <stdbool.h>

#include "study/values.h"

struct tn_vary;

/* Returns an empty set; transfer full. */
struct tn_vary *tn_vary_new(void);
void tn_vary_free(struct tn_vary *v);

/* Adds a column: an algorithm by its names, and its parameters. */
void tn_vary_add(struct tn_vary *v, const char *collective, const char *algorithm,
                 const struct tn_values *params);

/* Returns those of `params` in which the columns of the algorithm differ, joined by ";". Omits the
 * parameter `but` (may be NULL). Transfer full. */
char *tn_vary_distinct(const struct tn_vary *v, const char *collective, const char *algorithm,
                       const struct tn_values *params, const char *but);

/* Returns the parameters that an algorithm's columns share and that `keeps` (may be NULL) accepts,
 * as in "xhc-flat, xhc-tree chunk=16384 sync=atomic; chain fanout=4", or "". The name of a single
 * algorithm is omitted. Transfer full. */
char *tn_vary_shared(const struct tn_vary *v,
                     bool (*keeps)(const char *collective, const char *algorithm,
                                   const struct tn_value *param, const void *data),
                     const void *data);
/* Returns true for values other than the algorithm's default; for use as `keeps`. `data` is not
 * used. */
bool tn_vary_is_unusual(const char *collective, const char *algorithm, const struct tn_value *param,
                        const void *data);

#endif
