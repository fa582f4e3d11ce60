/* A platform file of another machine: its topology, somebody else's parameters. */
#include "machine.h"

#include <math.h>
#include <string.h>

/* What the file shall say: a string that gives the same tree, else where the XML lies. */
static char *reference_of(const struct tn_platform *pf, const char *text, const char *synthetic,
                          const char *folder)
{
  struct tn_topology again;
  if (!g_str_has_suffix(text, ".xml"))
    return g_strdup(text);
  if (synthetic && tn_topology_init(&again, synthetic, ".", NULL)) {
    const bool same = tn_topology_same(&pf->topology, &again);
    tn_topology_finish(&again);
    if (same)
      return g_strdup(synthetic);
  }
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

static void add_param(GPtrArray *elements, const struct tn_platform *pf, enum tn_param p,
                      const char *like)
{
  const char *name = tn_params[p].name, *note = pf->provenance[p].note;
  g_autofree char *value = tn_param_format(p, pf->values[p]);
  g_autofree char *from = g_strdup_printf("as on %s%s%s", like, note ? ": " : "", note ? note : "");
  add(elements, name, "", value);
  add(elements, name, ".source", "assumed");
  add(elements, name, ".note", from);
  if (!isnan(pf->provenance[p].error)) {
    g_autofree char *error = g_strdup_printf("%g", pf->provenance[p].error);
    add(elements, name, ".error", error);
  }
}

static void add_fitted(GPtrArray *elements, enum tn_param p, const struct tn_param_value *v)
{
  const char *name = tn_params[p].name;
  g_autofree char *value = tn_param_format(p, v->value);
  add(elements, name, "", value);
  add(elements, name, ".source", v->source);
  add(elements, name, ".note", v->note);
  if (!isnan(v->error)) {
    g_autofree char *error = g_strdup_printf("%.3g", v->error);
    add(elements, name, ".error", error);
  }
}

/* A synthetic string is what somebody wrote, and hwloc fills in what it leaves out. */
static void add_cache(GPtrArray *elements, enum tn_param p, guint64 bytes, bool is_read)
{
  g_autofree char *value = tn_param_format(p, (double)bytes);
  add(elements, tn_params[p].name, "", value);
  add(elements, tn_params[p].name, ".source", is_read ? "measured" : "assumed");
  add(elements, tn_params[p].name, ".note", "from the hwloc topology");
}

static char *print(struct tn_platform *pf, const struct tn_topology_facts *facts,
                   const char *reference, const char *like, bool is_read,
                   const struct tn_param_value *fitted)
{
  g_autoptr(GPtrArray) shape = tn_shape_new(pf);
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func((GDestroyNotify)tn_element_free);
  g_ptr_array_add(all, g_ptr_array_steal_index(shape, 0));
  add(all, "name", "", pf->name);
  add(all, "topology", "", reference);
  add(all, "kernel", "", tn_kernel_names[pf->kernel]);
  add(all, "backing", "", tn_backing_names[pf->backing]);
  for (int p = 0; p < TN_N_PARAMS; p++) {
    if (fitted && !isnan(fitted[p].value))
      add_fitted(all, (enum tn_param)p, &fitted[p]);
    else if (p == TN_P_LLC_SIZE && facts->llc)
      add_cache(all, TN_P_LLC_SIZE, facts->llc, is_read);
    else if (p == TN_P_L2_SIZE && facts->l2)
      add_cache(all, TN_P_L2_SIZE, facts->l2, is_read);
    else if (!isnan(pf->values[p]))
      add_param(all, pf, (enum tn_param)p, like);
  }
  while (shape->len > 0)
    g_ptr_array_add(all, g_ptr_array_steal_index(shape, 0));
  return tn_elements_print(all);
}

char *tn_platform_import(const char *topology, const char *like, const char *name,
                         const char *folder, GError **error)
{
  return tn_platform_import_fitted(topology, like, name, folder, NULL, error);
}

char *tn_platform_import_fitted(const char *topology, const char *like, const char *name,
                                const char *folder, const struct tn_param_value *fitted,
                                GError **error)
{
  struct tn_topology_facts facts;
  if (!*name || strpbrk(name, " ,;=/:\"<>&'")) {
    g_set_error(error, TN_PLATFORM_ERROR, 0, "\"%s\" is not a name (letters, digits, -, _ and .)",
                name);
    return NULL;
  }
  g_autofree char *spec = g_strconcat("synthetic:", topology, NULL);
  struct tn_platform *pf = tn_platform_load(spec, like, error);
  if (!pf)
    return NULL;
  if (!tn_topology_describe(topology, ".", &facts, error)) {
    tn_platform_free(pf);
    return NULL;
  }
  for (int p = 0; fitted && p < TN_N_PARAMS; p++)
    if (!isnan(fitted[p].value))
      pf->values[p] = pf->filled[p] = fitted[p].value;
  g_free(pf->name);
  g_free(pf->zone);
  pf->name = g_strdup(name);
  pf->zone = g_strdup(name);
  g_autofree char *reference = reference_of(pf, topology, facts.synthetic, folder);
  char *text = print(pf, &facts, reference, like, g_str_has_suffix(topology, ".xml"), fitted);
  g_free(facts.synthetic);
  tn_platform_free(pf);
  return text;
}
