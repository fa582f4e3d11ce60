#include "scope.h"

#include <math.h>
#include <string.h>

/* Returns the number of parts of a scope, or 0 if they are not counted. Links between domains count
 * across the middle of each package in one direction; links between packages count if they leave a
 * package. `domain_links`: true if each domain has a link to each other package. */
static int scope_count(const struct tn_topology *t, enum tn_scope scope, bool domain_links)
{
  const int domains = t->n_numas / t->n_packages, packages = t->n_packages / t->n_nodes;
  switch (scope) {
  case TN_OF_THREAD:
    return t->n_pus;
  case TN_OF_CORE:
    return t->n_cores;
  case TN_OF_LLC:
    return t->n_llcs;
  case TN_OF_DOMAIN:
    return t->n_numas;
  case TN_OF_PACKAGE:
    return t->n_packages;
  case TN_OF_NODE:
    return t->n_nodes;
  case TN_OF_LINK:
    return t->n_packages * (domains / 2) * (domains - domains / 2);
  case TN_OF_PACKAGE_LINK:
    return t->n_packages * (packages - 1) * (domain_links ? MAX(domains, 1) : 1);
  default:
    return 0;
  }
}

/* Returns the number of parts of p's scope per part of scope `per`; 0 if the topology has no part
 * of one of these scopes. */
static double share(enum tn_param p, enum tn_scope per, const struct tn_topology *t,
                    bool domain_links)
{
  const int all = scope_count(t, per, domain_links);
  return all ? (double)scope_count(t, tn_params[p].scope, domain_links) / all : 0.0;
}

/* Returns the scope by which p is converted to another topology. Packages with one core each, which
 * virtual machines show, count as parts of one package with one memory. */
static enum tn_scope scope_carried(enum tn_param p, const struct tn_topology *t)
{
  const bool is_part = tn_params[p].scope == TN_OF_DOMAIN && t->n_packages == t->n_cores;
  return is_part ? TN_OF_NODE : tn_params[p].carried;
}

double tn_scope_factor(enum tn_param p, const struct tn_topology *from,
                       const struct tn_topology *to, bool domain_links)
{
  const enum tn_scope carried = tn_params[p].carried;
  const double before = share(p, scope_carried(p, from), from, domain_links);
  const double after = share(p, scope_carried(p, to), to, domain_links);
  return carried != tn_params[p].scope && before > 0.0 && after > 0.0 ? before / after : 1.0;
}

char *tn_scope_text(enum tn_param p, double value, const struct tn_topology *t, bool domain_links)
{
  const enum tn_scope carried = scope_carried(p, t);
  g_autofree char *all = tn_param_format(p, value * share(p, carried, t, domain_links));
  return g_strdup_printf("%s a %s", all, tn_scope_names[carried]);
}

char *tn_scope_places(enum tn_param p, const struct tn_topology *t, bool domain_links)
{
  const enum tn_scope carried = scope_carried(p, t);
  const int n = scope_count(t, tn_params[p].scope, domain_links);
  const int all = scope_count(t, carried, domain_links);
  const int each = MAX(n / all, 1), of = MAX(all / n, 1);
  const char *name = tn_scope_names[tn_params[p].scope];
  return of > 1 ? g_strdup_printf("in 1 %s of %d %ss", name, of, tn_scope_names[carried])
                : g_strdup_printf("in %d %s%s", each, name, each > 1 ? "s" : "");
}

double tn_scope_value(enum tn_param p, double value, enum tn_scope per, const struct tn_topology *t,
                      bool domain_links, GError **error)
{
  const double n = share(p, per, t, domain_links);
  if (n > 0.0)
    return tn_params[p].unit == TN_UNIT_BYTES ? floor(value / n) : value / n;
  tn_refuse(error, TN_PLATFORM_ERROR, 0,
            "%s: there is no such %s here (give the value without "
            ":%s)",
            tn_params[p].name, tn_scope_names[tn_params[p].scope], tn_scope_names[per]);
  return NAN;
}

bool tn_scope_parse(enum tn_param p, const char *name, enum tn_scope *ret, GError **error)
{
  static const enum tn_scope accepted[] = { TN_OF_CORE, TN_OF_LLC, TN_OF_DOMAIN, TN_OF_PACKAGE,
                                            TN_OF_NODE };
  /* Scopes whose values are capacities: two such parts have twice the capacity of one. */
  static const enum tn_scope places[] = { TN_OF_CORE, TN_OF_LLC, TN_OF_DOMAIN, TN_OF_LINK,
                                          TN_OF_PACKAGE_LINK };
  const struct tn_param_info *info = &tn_params[p];
  bool is_capacity = false;
  for (size_t i = 0; i < G_N_ELEMENTS(places); i++)
    is_capacity = is_capacity || info->scope == places[i];
  if (!is_capacity || info->power_of_two ||
      (info->unit != TN_UNIT_BYTES && info->unit != TN_UNIT_BYTES_PER_SECOND))
    return tn_refuse(error, TN_PLATFORM_ERROR, 0,
                     "%s: \":%s\" goes with bandwidths and sizes of caches, "
                     "memory and links only (without it)",
                     tn_params[p].name, name);
  for (size_t i = 0; i < G_N_ELEMENTS(accepted); i++) {
    if (strcmp(name, tn_scope_names[accepted[i]]) == 0) {
      *ret = accepted[i];
      return true;
    }
  }
  return tn_refuse(error, TN_PLATFORM_ERROR, 0,
                   "%s: \":%s\" is not known (there is: core, llc, domain, "
                   "package, node)",
                   tn_params[p].name, name);
}
