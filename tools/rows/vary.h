/* Which parameters tell the columns of a table, or the lines of a picture, apart, and which they
 * share: headings and legends would find no room for all. */
#ifndef TN_TOOLS_VARY_H
#define TN_TOOLS_VARY_H

#include <glib.h>
#include <stdbool.h>

#include "study/values.h"

struct tn_vary;

/* Knows no column yet; transfer full. */
struct tn_vary *tn_vary_new(void);
void tn_vary_free(struct tn_vary *v);

/* Takes in a column: an algorithm by names, and its parameters. */
void tn_vary_add(struct tn_vary *v, const char *collective, const char *algorithm,
                 const struct tn_values *params);

/* Those of `params` in which columns of the algorithm differ, except `but` (may be NULL), joined by
 * ";". Transfer full. */
char *tn_vary_apart(const struct tn_vary *v, const char *collective, const char *algorithm,
                    const struct tn_values *params, const char *but);

/* Those that all columns of an algorithm share and that `keeps` (NULL: any) wants, by the
 * algorithms that have them: "xhc-flat, xhc-tree chunk=16384 sync=atomic; chain fanout=4"; of
 * a single algorithm without its name. "" when there are none. Transfer full. */
char *tn_vary_shared(const struct tn_vary *v,
                     bool (*keeps)(const char *collective, const char *algorithm,
                                   const struct tn_value *param, const void *data),
                     const void *data);
/* A `keeps` without data: what is not the algorithm's default. */
bool tn_vary_is_unusual(const char *collective, const char *algorithm, const struct tn_value *param,
                        const void *data);

#endif
