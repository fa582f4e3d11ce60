/* Writes a platform file for another machine: its topology with a known machine's parameters. */
#include "machine.h"
#include "params.h"
#include "transports.h"

#include <math.h>
#include <string.h>

/* Returns true if the synthetic string (NULL: false) describes the tree of `t`. */
static bool gives(const char *synthetic, const struct tn_topology *t)
{
  struct tn_topology again;
  if (!synthetic || !tn_topology_init(&again, NULL, synthetic, ".", NULL))
    return false;
  const bool same = tn_topology_same(t, &again);
  tn_topology_finish(&again);
  return same;
}

/* Returns the topology's text for the platform file: a synthetic string if it describes the same
 * tree, otherwise the path of the XML file. */
static char *reference_of(const struct tn_platform *pf, const char *text, const char *synthetic,
                          const char *folder)
{
  if (!g_str_has_suffix(text, ".xml"))
    return g_strdup(text);
  if (gives(synthetic, &pf->topology))
    return g_strdup(synthetic);
  g_autofree char *path = g_canonicalize_filename(text, NULL);
  g_autofree char *beside = g_path_get_dirname(path);
  g_autofree char *wanted = g_canonicalize_filename(folder, NULL);
  return strcmp(beside, wanted) == 0 ? g_path_get_basename(path) : g_steal_pointer(&path);
}

static void add(GPtrArray *elements, const char *id, const char *suffix, const char *value)
{
  g_autofree char *full = g_strconcat(id, suffix, NULL);
  g_ptr_array_add(elements, tn_element_new("prop", 2, "id", full, "value", value, NULL));
}

static void add_error(GPtrArray *elements, const char *name, double error)
{
  g_autofree char *text = g_strdup_printf("%.3g", error);
  if (!isnan(error))
    add(elements, name, ".error", text);
}

static void add_range(GPtrArray *elements, enum tn_param p, const struct tn_bounds *range)
{
  g_autofree char *low = tn_param_format(p, range->low), *high = tn_param_format(p, range->high);
  g_autofree char *text = g_strdup_printf("%s..%s", low, high);
  if (tn_bounds_are_stated(range))
    add(elements, tn_params[p].name, ".range", text);
}

/* Adds a parameter with the value that the machine `like` has. `why`: reason why this machine's own
 * value is unknown, or NULL. */
static void add_param(GPtrArray *elements, const struct tn_platform *pf, enum tn_param p,
                      const char *like, const char *why)
{
  const struct tn_provenance *known = &pf->provenance[p];
  const char *name = tn_params[p].name, *note = known->note;
  const bool is_unknown = tn_source_is_unknown(known->source);
  g_autofree char *value = tn_param_format(p, pf->values[p]);
  g_autofree char *as_on =
      known->is_scaled || is_unknown
          ? g_strdup(note)
          : g_strdup_printf("as on %s%s%s", like, note ? ": " : "", note ? note : "");
  g_autofree char *from = g_strdup_printf("%s%s%s", why ? why : "", why ? "; " : "", as_on);
  add(elements, name, "", value);
  add(elements, name, ".source", is_unknown ? known->source : "assumed");
  add(elements, name, ".note", from);
  add_error(elements, name, known->error);
  add_range(elements, p, &known->range);
}

static void add_found(GPtrArray *elements, const struct tn_platform *pf, enum tn_param p,
                      const struct tn_param_value *found)
{
  const char *name = tn_params[p].name;
  g_autofree char *value = tn_param_format(p, pf->values[p]);
  add(elements, name, "", value);
  add(elements, name, ".source", found->source);
  if (found->note)
    add(elements, name, ".note", found->note);
  add_error(elements, name, found->error);
}

static void add_fabric(GPtrArray *elements, const struct tn_fabric *fabric)
{
  for (int i = 0; i < fabric->n_places + fabric->n_links; i++) {
    g_autofree char *id = NULL, *value = NULL;
    const struct tn_param_value known = tn_fabric_item(fabric, i, &id, &value);
    add(elements, id, "", value);
    add(elements, id, ".source", known.source);
    add(elements, id, ".note", known.note);
    add_error(elements, id, known.error);
  }
}

static void add_words(GPtrArray *elements, const struct tn_platform *pf,
                      enum tn_platform_word first, enum tn_platform_word last)
{
  for (enum tn_platform_word w = first; w <= last; w++)
    if (pf->words[w])
      add(elements, tn_word_property(w), "", pf->words[w]);
}

/* Begins a platform file: moves SimGrid's outer zone from `shape` to the result, and adds the
 * properties that precede the parameters. */
static GPtrArray *begin(const struct tn_platform *pf, GPtrArray *shape, const char *reference)
{
  GPtrArray *all = g_ptr_array_new_with_free_func((GDestroyNotify)tn_element_free);
  g_ptr_array_add(all, g_ptr_array_steal_index(shape, 0));
  add(all, "name", "", pf->name);
  add_words(all, pf, TN_WORD_CPU, TN_WORD_MEMORIES);
  add(all, "topology", "", reference);
  add(all, "kernel", "", tn_kernel_names[pf->kernel]);
  add(all, "backing", "", tn_backing_names[pf->backing]);
  if (pf->mechanisms) {
    g_autofree char *names = g_strjoinv(",", pf->mechanisms);
    add(all, "mechanisms", "", names);
  }
  add_words(all, pf, TN_WORD_STATE, TN_WORD_LIBRARY);
  if (pf->transport) {
    add(all, TN_FACT_TRANSPORT, "", tn_transport_names[pf->transport - 1]);
    add(all, TN_FACT_TRANSPORT, ".source", "assumed");
    add(all, TN_FACT_TRANSPORT, ".note", "given at the fit (--transport)");
  }
  add_words(all, pf, TN_WORD_JOINT, TN_WORD_JOINT);
  return all;
}

static char *end(GPtrArray *all, GPtrArray *shape)
{
  while (shape->len > 0)
    g_ptr_array_add(all, g_ptr_array_steal_index(shape, 0));
  return tn_elements_print(all);
}

/* Returns the text of the platform file. Values fitted to the machine replace those that its
 * topology states, which replace those of `like`. */
static char *print(struct tn_platform *pf, const struct tn_topology_facts *facts,
                   const char *reference, const char *like, bool is_read,
                   const struct tn_param_value *fitted)
{
  g_autoptr(GPtrArray) shape = tn_shape_new(pf);
  g_autoptr(GPtrArray) all = begin(pf, shape, reference);
  struct tn_bounds range;
  for (int p = 0; p < TN_N_PARAMS; p++) {
    if (fitted && !isnan(fitted[p].value))
      add_found(all, pf, (enum tn_param)p, &fitted[p]);
    else if (tn_topology_stated(facts, p, &range)) {
      /* A user wrote the synthetic string, and hwloc fills in missing values. So a value counts as
       * measured only if it is read from XML and all cores share it. */
      const bool differs = tn_bounds_are_stated(&pf->provenance[p].range);
      g_autofree char *value = tn_param_format((enum tn_param)p, pf->values[p]);
      add(all, tn_params[p].name, "", value);
      add(all, tn_params[p].name, ".source", is_read && !differs ? "measured" : "assumed");
      add(all, tn_params[p].name, ".note",
          differs ? "the first core's in the hwloc topology; others differ"
                  : "from the hwloc topology");
      add_range(all, (enum tn_param)p, &pf->provenance[p].range);
    } else if (!isnan(pf->values[p]))
      add_param(all, pf, (enum tn_param)p, like, NULL);
  }
  add_fabric(all, &pf->fabric);
  return end(all, shape);
}

static bool check_name(const char *name, GError **error)
{
  if (tn_name_is_plain(name))
    return true;
  g_autofree char *shown = g_strescape(name, NULL);
  return tn_refuse(error, TN_PLATFORM_ERROR, 0, "\"%s\" is not a name (" TN_NAME_RULE ")", shown);
}

char *tn_platform_topology_remarks(const char *topology)
{
  struct tn_topology tree;
  struct tn_topology_facts facts;
  if (!tn_topology_init(&tree, &facts, topology, ".", NULL))
    return NULL;
  char *text = g_steal_pointer(&facts.remarks);
  tn_topology_facts_finish(&facts);
  tn_topology_finish(&tree);
  return text;
}

char *tn_platform_import(const char *topology, const char *like, const char *name,
                         const char *folder, const struct tn_fitted_values *found, GError **error)
{
  const struct tn_param_value *fitted = found ? found->params : NULL;
  struct tn_topology_facts facts;
  struct tn_platform *pf =
      check_name(name, error) ? tn_machine_like(topology, like, name, name, &facts, error) : NULL;
  if (!pf)
    return NULL;
  for (int p = 0; fitted && p < TN_N_PARAMS; p++)
    if (!isnan(fitted[p].value))
      pf->values[p] = pf->filled[p] = fitted[p].value;
  pf->words[TN_WORD_JOINT] = found && found->joint && *found->joint ? g_strdup(found->joint) : NULL;
  pf->transport = found ? found->transport : 0;
  g_autofree char *reference = reference_of(pf, topology, facts.synthetic, folder);
  char *text = print(pf, &facts, reference, like, g_str_has_suffix(topology, ".xml"), fitted);
  tn_topology_facts_finish(&facts);
  tn_platform_free(pf);
  return text;
}

/* Returns this machine's topology: a synthetic string, or the path of an XML file that this
 * function writes; transfer full. */
static char *host_topology(const char *name, const char *folder, GError **error)
{
  struct tn_topology_facts facts;
  struct tn_topology host;
  if (!tn_topology_init_host(&host, &facts, error))
    return NULL;
  char *text = gives(facts.synthetic, &host) ? g_strdup(facts.synthetic) : NULL;
  if (!text) {
    g_autofree char *base = g_strconcat(name, "-hwloc.xml", NULL);
    text = g_build_filename(folder, base, NULL);
    if (!tn_topology_export_host(text, error))
      g_clear_pointer(&text, g_free);
  }
  tn_topology_facts_finish(&facts);
  tn_topology_finish(&host);
  return text;
}

char *tn_platform_calibrated(const struct tn_calibrated *found, const char *like, const char *name,
                             const char *folder, GError **error)
{
  const struct tn_param_value *params = found->params;
  g_autofree char *topology = check_name(name, error) ? host_topology(name, folder, error) : NULL;
  struct tn_platform *pf =
      topology ? tn_machine_like(topology, like, name, name, NULL, error) : NULL;
  if (!pf)
    return NULL;
  pf->kernel = found->kernel;
  pf->backing = TN_BASE;
  pf->mechanisms = found->mechanisms ? g_strsplit(found->mechanisms, ",", -1) : NULL;
  pf->words[TN_WORD_STATE] = g_strdup(found->state);
  for (int p = 0; p < TN_N_PARAMS; p++)
    if (params[p].source &&
        !(isnan(params[p].value) && tn_source_is_unknown(pf->provenance[p].source)))
      pf->values[p] = params[p].value;
  memcpy(pf->filled, pf->values, sizeof pf->filled);
  tn_params_fill(pf->filled, pf->topology.n_cores);
  g_autofree char *reference = reference_of(pf, topology, NULL, folder);
  g_autoptr(GPtrArray) shape = tn_shape_new(pf);
  g_autoptr(GPtrArray) all = begin(pf, shape, reference);
  for (int p = 0; p < TN_N_PARAMS; p++) {
    if (isnan(pf->values[p]))
      continue;
    if (params[p].source && !isnan(params[p].value))
      add_found(all, pf, (enum tn_param)p, &params[p]);
    else
      add_param(all, pf, (enum tn_param)p, like, params[p].note);
  }
  add_fabric(all, found->fabric);
  tn_platform_free(pf);
  return end(all, shape);
}
