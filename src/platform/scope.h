/* Values from one topology on another: by what a parameter's value is for. */
#ifndef TN_PLATFORM_SCOPE_H
#define TN_PLATFORM_SCOPE_H

#include "params.h"
#include "topology.h"

/* By how much the value of p on topology `from` is multiplied on topology `to`, so that what is
 * carried over stays; 1 where one of them has nothing that p is for. */
double tn_scope_factor(enum tn_param p, const struct tn_topology *from,
                       const struct tn_topology *to, bool domain_links);

/* What one `scope` has of a value of p: "368GB/s a package"; transfer full. */
char *tn_scope_text(enum tn_param p, double value, const struct tn_topology *t, bool domain_links);

/* Where that is on a topology: "in 4 domains", "in 1 domain for 2 packages"; transfer full. */
char *tn_scope_places(enum tn_param p, const struct tn_topology *t, bool domain_links);

/* The value of p where `value` is that of one `per`. False and *error: p has none such here. */
bool tn_scope_value(enum tn_param p, double value, enum tn_scope per, const struct tn_topology *t,
                    bool domain_links, double *ret, GError **error);

/* The scope that a value of p may be given by under this name ("package"). False and *error. */
bool tn_scope_parse(enum tn_param p, const char *name, enum tn_scope *ret, GError **error);

#endif
