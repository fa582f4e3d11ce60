/* Converts values between topologies by the scope of the parameter. */
#ifndef TN_PLATFORM_SCOPE_H
#define TN_PLATFORM_SCOPE_H

#include "params.h"
#include "topology.h"

/* Returns the factor that converts a value of p from topology `from` to `to`. It preserves the
 * total per part of the carried scope (e.g. per package). The factor is 1 if one topology has no
 * part of p's scope. */
double tn_scope_factor(enum tn_param p, const struct tn_topology *from,
                       const struct tn_topology *to, bool domain_links);

/* Formats a value of p as the total for one part of the carried scope: "368GB/s a package";
 * transfer full. */
char *tn_scope_text(enum tn_param p, double value, const struct tn_topology *t, bool domain_links);

/* Formats the number of parts of p's scope in one part of the carried scope: "in 4 domains", "in 1
 * domain of 2 packages"; transfer full. */
char *tn_scope_places(enum tn_param p, const struct tn_topology *t, bool domain_links);

/* Converts `value`, given for one part of the scope `per` (e.g. a package), into the value of p.
 * Returns NAN and sets *error if the topology has no such part. */
double tn_scope_value(enum tn_param p, double value, enum tn_scope per, const struct tn_topology *t,
                      bool domain_links, GError **error);

/* Parses the name of the scope ("package") for which the user gives a value of p. */
bool tn_scope_parse(enum tn_param p, const char *name, enum tn_scope *ret, GError **error);

#endif
