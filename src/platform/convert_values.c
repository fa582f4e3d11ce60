/* Converts the parameters of one machine to another topology. The bandwidth of a package's memory
 * and links does not depend on the number of its domains, which share this bandwidth.
 *
 * Costs that depend on the distance of two cores become means over the pairs of cores on the new
 * topology. A package with L last-level caches in d domains becomes one with d' domains; a is the
 * cost within an old domain, b the cost between two old domains:
 *   d' < d: within: a for L / d - 1 of the L / d' - 1 other caches, b for the rest; between: b
 *   d' > d: within: a; between: a for L / d - L / d' of the L - L / d' caches, b for the rest
 * (for rates, means of their inverses). With d = 1 there is no b, and a is the cost of the farthest
 * cores. */
#include "machine.h"
#include "quantity.h"
#include "scope.h"

#include <math.h>
#include <string.h>

void tn_provenance_clear(struct tn_provenance *provenance)
{
  g_clear_pointer(&provenance->source, g_free);
  g_clear_pointer(&provenance->note, g_free);
  provenance->error = NAN;
  provenance->range = (struct tn_bounds){ 0 };
  provenance->is_scaled = provenance->is_inherited = false;
}

/* Sets parameter p to `value`, with the source and error of `from`. The note is `first`, followed
 * by the note of `from`. */
static void take(struct tn_platform *pf, enum tn_param p, double value, const char *first,
                 const struct tn_provenance *from)
{
  const struct tn_provenance old = *from;
  char *note = g_strdup_printf("%s%s%s", first, old.note ? ": " : "", old.note ? old.note : "");
  char *source = g_strdup(old.source);
  tn_provenance_clear(&pf->provenance[p]);
  pf->provenance[p] = (struct tn_provenance){
    .source = source, .note = note, .error = old.error, .is_scaled = true, .is_inherited = true
  };
  pf->values[p] = tn_param_clamp(p, value);
  if (tn_params[p].unit == TN_UNIT_BYTES)
    pf->values[p] = floor(pf->values[p]);
}

/* Sets parameter p, the cost of one distance on the new topology. On the old topology, the fraction
 * `share` of these pairs of cores has the cost `near`, and the rest `far`. */
static void set_class(struct tn_platform *pf, enum tn_param p, double share, enum tn_param near,
                      enum tn_param far)
{
  const double a = pf->filled[near], b = pf->filled[far];
  const bool given[] = { !isnan(pf->values[near]), !isnan(pf->values[far]) };
  if (share <= 0.0 || (!given[0] && !(given[1] && share < 1.0)))
    return;
  g_autofree char *as = tn_param_format(near, a), *bs = tn_param_format(far, b);
  g_autofree char *note = share < 1.0
                              ? g_strdup_printf("as on %s, %.0f%% at its %s and %.0f%% at its %s",
                                                pf->name, share * 100, as, (1.0 - share) * 100, bs)
                              : g_strdup_printf("as on %s, its %s", pf->name, tn_params[near].name);
  const enum tn_param from = given[0] ? near : far;
  const double rest = share < 1.0 ? b : a;
  const bool is_rate = tn_params[p].unit == TN_UNIT_BYTES_PER_SECOND;
  const double price =
      is_rate ? 1.0 / (share / a + (1.0 - share) / rest) : share * a + (1.0 - share) * rest;
  take(pf, p, tn_in_digits(price, 3), note, &pf->provenance[from]);
}

/* Converts all values: first the costs by distance, then each other parameter by its scope. */
static void carry_values(struct tn_platform *pf, const struct tn_topology *to, bool has_devices)
{
  static const enum tn_param classes[] = { TN_P_COPY_RATE_CLASS, TN_P_LINE_RATE, TN_P_LINE_LATENCY,
                                           TN_P_ATOMIC_LATENCY };
  const int d = pf->topology.n_numas / pf->topology.n_packages, to_d = to->n_numas / to->n_packages;
  for (size_t i = 0; d > 0 && to_d > 0 && i < G_N_ELEMENTS(classes); i++) {
    /* A package has d domains on the old topology; on the new one it has to_d domains and n
     * last-level caches. `first` is the parameter for two processing units of one core. */
    const enum tn_param first = classes[i];
    const double n = fmax((double)to->n_llcs / to->n_packages, to_d);
    const enum tn_param llc = first + TN_SAME_LLC, numa = first + TN_SAME_NUMA;
    const enum tn_param package = first + TN_SAME_PACKAGE;
    const struct tn_topology *t = &pf->topology;
    const enum tn_param near = d == 1 && t->n_llcs <= t->n_packages ? llc : numa;
    if (to_d < d && n > to_d) {
      set_class(pf, numa, fmax(n / d - 1, 0) / (n / to_d - 1), numa, package);
    } else if (to_d > d) {
      set_class(pf, package, (n / d - n / to_d) / (n - n / to_d), near, package);
      if (near == llc)
        set_class(pf, numa, 1.0, near, package);
    }
  }
  for (int p = 0; p < TN_N_PARAMS; p++) {
    struct tn_provenance own;
    double value;
    if (tn_provenance_own((enum tn_param)p, to, &own, &value)) {
      tn_provenance_clear(&pf->provenance[p]);
      pf->provenance[p] = own;
      pf->values[p] = value;
    } else if (tn_params[p].carried == TN_OF_NOTHING ||
               (tn_params[p].carried == TN_OF_DEVICE && !has_devices)) {
      tn_provenance_clear(&pf->provenance[p]);
      pf->values[p] = NAN;
    } else {
      const bool domain_links = pf->filled[TN_P_PACKAGE_LINK] == TN_LINK_OF_DOMAIN;
      const double factor = tn_scope_factor(p, &pf->topology, to, domain_links);
      if (!isfinite(pf->values[p]) || fabs(factor - 1.0) < 1e-9)
        continue;
      g_autofree char *what = tn_scope_text(p, pf->values[p], &pf->topology, domain_links);
      g_autofree char *where = tn_scope_places(p, to, domain_links);
      g_autofree char *note = g_strdup_printf("%s as on %s, %s", what, pf->name, where);
      take(pf, p, pf->values[p] * factor, note, &pf->provenance[p]);
    }
  }
}

/* Relative error of a time or rate that was taken from another machine. Of 18 values of epyc-2p
 * that were then measured on csx48 and epyc7h12, nine of ten are within a factor of 3
 * (docs/model/sureness.md). */
#define UNMEASURED_ERROR 2.0

/* Gives the memories and engines of `to` the rates and times of the platform's first ones. */
static void carry_devices(const struct tn_platform *pf, struct tn_fabric *to)
{
  for (int i = 0; pf->fabric.n_places > 0 && i < to->n_places; i++) {
    struct tn_fabric_place *own = &to->places[i];
    const struct tn_fabric_place *from = pf->fabric.places, *end = from + pf->fabric.n_places;
    while (from < end && (from->kind != own->kind || from->moves != own->moves))
      from++;
    if (from == end || own->kind == TN_PLACE_SWITCH)
      continue;
    own->rate = from->rate;
    own->launch = from->launch;
    own->start = from->start;
    own->sync = from->sync;
    own->width = from->width;
    own->error = fmax(from->error, UNMEASURED_ERROR);
    g_autofree char *lacks = own->note;
    const bool is_engine = own->kind == TN_PLACE_ENGINE;
    own->note = g_strdup_printf("as on %s: %s; %s", pf->name, from->note,
                                is_engine ? "one for each direction is assumed" : lacks);
    g_free(own->source);
    own->source = g_strdup("assumed");
  }
}

void tn_convert_values(struct tn_platform *pf, const struct tn_topology *to,
                       struct tn_topology_facts *facts)
{
  const char *const words[TN_N_WORDS] = { [TN_WORD_CPU] = facts->cpu,
                                          [TN_WORD_ARCHITECTURE] = facts->architecture,
                                          [TN_WORD_DEVICES] = facts->devices,
                                          [TN_WORD_MEMORIES] = facts->memories };
  carry_values(pf, to, facts->fabric.n_places > 0);
  carry_devices(pf, &facts->fabric);
  for (int p = 0; p < TN_N_PARAMS; p++)
    if (pf->provenance[p].error > 0 &&
        (tn_params[p].unit == TN_UNIT_SECONDS || tn_params[p].unit == TN_UNIT_BYTES_PER_SECOND))
      pf->provenance[p].error = fmax(pf->provenance[p].error, UNMEASURED_ERROR);
  if (!(pf->values[TN_P_SIDE_CACHE_SIZE] > 0))
    facts->side_cache = 0;
  for (int p = 0; p < TN_N_PARAMS; p++) {
    struct tn_bounds range;
    const guint64 bytes = tn_topology_stated(facts, p, &range);
    if (bytes == 0)
      continue;
    tn_provenance_clear(&pf->provenance[p]);
    pf->values[p] = (double)bytes;
    pf->provenance[p].source = g_strdup("assumed");
    pf->provenance[p].note = g_strdup("from the hwloc topology");
    pf->provenance[p].range = range;
  }
  tn_topology_finish(&pf->topology);
  pf->topology = *to;
  tn_fabric_finish(&pf->fabric);
  pf->fabric = facts->fabric;
  facts->fabric = (struct tn_fabric){ 0 };
  pf->remarks = g_strdup(facts->remarks);
  g_clear_pointer(&pf->file, g_free);
  pf->has_users_shape = false;
  g_hash_table_remove_all(pf->known_errors);
  g_clear_pointer(&pf->mechanisms, g_strfreev);
  g_clear_pointer(&pf->joint, g_array_unref);
  for (int w = 0; w < TN_N_WORDS; w++) {
    g_free(pf->words[w]);
    pf->words[w] = words[w] && *words[w] ? g_strdup(words[w]) : NULL;
  }
  tn_provenance_clear(&pf->transport_from);
  pf->transport = 0;
  memcpy(pf->filled, pf->values, sizeof pf->filled);
  tn_params_fill(pf->filled, pf->topology.n_cores);
}
