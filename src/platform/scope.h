/* Converts values between topologies by the scope of the parameter. */
#ifndef TN_PLATFORM_SCOPE_H
#define TN_PLATFORM_SCOPE_H

#include "params.h"
#include "topology.h"

/* Returns the factor that converts a value of p from one topology to the other. It preserves the
 * total per instance of the carried scope (e.g. per package). The factor is 1 if one topology has
 * no instance of p's scope. */
double tn_scope_factor(enum tn_param p, const struct tn_topology *from,
                       const struct tn_topology *to, bool domain_links);

/* Formats a value as the total per instance of the carried scope: "368GB/s a package"; transfer
 * full. */
char *tn_scope_text(enum tn_param p, double value, const struct tn_topology *t, bool domain_links);

/* Formats the number of instances of p's scope in one instance of the carried scope: "in 4
 * domains", "in 1 domain of 2 packages"; transfer full. */
char *tn_scope_places(enum tn_param p, const struct tn_topology *t, bool domain_links);

/* Converts `value`, which is given for one instance of the scope `per`, into the value of p.
 * Returns NAN and sets *error if the topology has no such instance. */
double tn_scope_value(enum tn_param p, double value, enum tn_scope per, const struct tn_topology *t,
                      bool domain_links, GError **error);

/* Parses the name of a scope ("package") by which a value of p may be given. */
bool tn_scope_parse(enum tn_param p, const char *name, enum tn_scope *ret, GError **error);

#endif
