/* Builds a platform from the properties of a file and notes every mistake. */
#include "machine.h"

#include "base/mechanism.h"
#include "base/names.h"
#include "fingerprint.h"
#include "joint.h"
#include "nodes.h"
#include "params.h"

#include <math.h>
#include <string.h>

#include <glib/gstdio.h>

static const char known_error[] = "known_error";

enum { NAME, TOPOLOGY, KERNEL, BACKING, MECHANISMS, WORDS };
static const char *const fact_names[] = {
  "name",    "topology",   "kernel",       "backing",         "mechanisms", "state",
  "library", "cpu",        "architecture", "devices",         "memories",   "joint_errors",
  "year",    TN_FACT_NODE, TN_FACT_NODES,  TN_FACT_TRANSPORT, known_error,  NULL
};

const char *tn_word_property(enum tn_platform_word word)
{
  return fact_names[WORDS + word];
}

/* Returns WHAT of "known_error.WHAT", "" for "known_error", NULL for others. */
static const char *error_of(const char *name)
{
  if (!g_str_has_prefix(name, known_error))
    return NULL;
  const char *rest = name + strlen(known_error);
  return *rest == '.' && rest[1] ? rest + 1 : *rest ? NULL : rest;
}

/* Reads the parameters and known errors of the file. Adds a mistake for each property that is not
 * known. */
static void take_values(struct tn_platform *pf, struct tn_file *file)
{
  for (guint i = 0; i < file->properties->len; i++) {
    const struct tn_property *property = file->properties->pdata[i];
    const int p = tn_param_find(property->name);
    const char *erring = error_of(property->name);
    g_autofree char *stem = tn_provenance_stem(property->name);
    const bool is_ours = stem && (tn_param_find(stem) >= 0 || tn_fabric_owns(stem) ||
                                  strcmp(stem, TN_FACT_TRANSPORT) == 0);
    if (p >= 0) {
      GError *error = NULL;
      if (!tn_param_parse((enum tn_param)p, property->value, &pf->values[p], &error))
        tn_file_error(file, property->line, error);
      pf->provenance[p] = tn_provenance_read_param(file, (enum tn_param)p, pf->values[p]);
    } else if (is_ours && !tn_file_property(file, stem))
      tn_file_mistake(file, property->line, "\"%s\" is given without the value (give \"%s\", too)",
                      property->name, stem);
    else if (erring)
      g_hash_table_insert(pf->known_errors, g_strdup(erring), g_strdup(property->value));
    else if (!is_ours && !tn_fabric_owns(property->name) && !(stem && tn_param_successor(stem)) &&
             tn_name_find(fact_names, property->name) < 0) {
      g_autofree char *why = tn_param_absence(property->name, fact_names);
      tn_file_mistake(file, property->line, "%s", why);
    }
  }
}

/* Adds a mistake for each missing fact that has no default. */
static void check_missing(const struct tn_platform *pf, struct tn_file *file)
{
  for (int p = 0; p < TN_N_PARAMS; p++) {
    if (tn_param_is_mandatory(p))
      tn_file_require(file, tn_params[p].name, tn_param_example(p));
  }
  const bool is_locked = pf->values[TN_P_LOCK_SCOPE] == TN_SCOPE_PROCESS ||
                         pf->values[TN_P_LOCK_SCOPE] == TN_SCOPE_PAGETABLE;
  const bool hands_over = pf->values[TN_P_LOCK_LINES] > 0.0;
  if (is_locked && !hands_over) {
    tn_file_require(file, tn_params[TN_P_GAMMA_A].name, tn_param_example(TN_P_GAMMA_A));
    tn_file_require(file, tn_params[TN_P_GAMMA_B].name, tn_param_example(TN_P_GAMMA_B));
  }
  if (tn_params_flaw(pf->values))
    tn_file_mistake(file, tn_file_property(file, tn_params[TN_P_GAMMA_B].name)->line, "%s",
                    tn_params_flaw(pf->values));
  for (int class = 0; class < TN_N_DISTANCES; class ++) {
    if (tn_file_property(file, tn_params[TN_P_LINE_LATENCY + class].name))
      return;
  }
  tn_file_require(file, tn_params[TN_P_LINE_LATENCY + TN_SAME_NUMA].name, "90ns");
}

/* Returns the index in `words` of a fact's value. If the file lacks the fact, returns `taken`, the
 * index in the platform of its `node`. If there is no node (-1), returns 0 and adds a mistake. */
static int take_word(struct tn_file *file, int fact, const char *const *words, int taken)
{
  const struct tn_property *property = tn_file_property(file, fact_names[fact]);
  if (taken < 0)
    tn_file_require(file, fact_names[fact], words[0]);
  int word = property ? tn_name_find(words, property->value) : MAX(taken, 0);
  if (word < 0) {
    g_autofree char *list = g_strjoinv(", ", (char **)words);
    tn_file_mistake(file, property->line, "%s: \"%s\" is not known (there is: %s)",
                    fact_names[fact], property->value, list);
  }
  return MAX(word, 0);
}

bool tn_machine_has_kernel(const struct tn_platform *pf, enum tn_kernel kernel)
{
  if (kernel == TN_KERNEL_MEASURED)
    return g_strcmp0(pf->provenance[TN_P_LOCK_SCOPE].source, "measured") == 0;
  return kernel != TN_KERNEL_PAPER ||
         (pf->values[TN_P_LOCK_SCOPE] == TN_SCOPE_PROCESS && !isnan(pf->values[TN_P_GAMMA_A]) &&
          !isnan(pf->values[TN_P_GAMMA_B]));
}

bool tn_name_is_plain(const char *name)
{
  if (!*name || strchr("-.", *name) || !g_utf8_validate(name, -1, NULL))
    return false;
  for (const char *p = name; *p; p = g_utf8_next_char(p)) {
    if (!g_unichar_isalnum(g_utf8_get_char(p)) && !strchr("-_.", *p))
      return false;
  }
  return true;
}

static void take_mechanisms(struct tn_platform *pf, struct tn_file *file)
{
  const struct tn_property *property = tn_file_property(file, fact_names[MECHANISMS]);
  if (!property)
    return;
  g_strfreev(pf->mechanisms);
  pf->mechanisms = g_strsplit(property->value, ",", -1);
  for (char **word = pf->mechanisms; *word; word++) {
    if (tn_name_find(tn_mechanism_names, *word) < 0) {
      g_autofree char *known = g_strjoinv(", ", (char **)tn_mechanism_names);
      tn_file_mistake(file, property->line,
                      "mechanisms: \"%s\" is not known (there is: %s; several as cma,memfd)", *word,
                      known);
      return;
    }
  }
  if (!*pf->mechanisms)
    tn_file_mistake(file, property->line, "mechanisms: none is named (cma,memfd,cico)");
}

/* Reads the facts. `node` is the platform that the file gives as its node, or NULL. */
static void take_facts(struct tn_platform *pf, struct tn_file *file, const struct tn_platform *node)
{
  const struct tn_property *name = tn_file_property(file, fact_names[NAME]);
  const struct tn_element *zone = file->elements->pdata[0];
  const char *id = tn_element_attribute(zone, "id");
  /* The name may differ from the zone's id, because a copied file changes only the name. */
  pf->zone = g_strdup(id ? id : name ? name->value : "");
  pf->name = g_strdup(name ? name->value : pf->zone);
  if (!id)
    tn_file_require(file, fact_names[NAME], "my-node");
  else if (!tn_name_is_plain(id))
    tn_file_mistake(file, zone->line, "<zone>: id \"%s\" is not a name (" TN_NAME_RULE ")", id);
  if (name && !tn_name_is_plain(name->value))
    tn_file_mistake(file, name->line, "name: \"%s\" is not a name (" TN_NAME_RULE ")", name->value);
  pf->kernel = take_word(file, KERNEL, tn_kernel_names, node ? (int)node->kernel : -1);
  pf->backing = take_word(file, BACKING, tn_backing_names, node ? (int)node->backing : -1);
  take_mechanisms(pf, file);
  /* Words that the file states (cpu, state and others) replace the words of its `node`. */
  for (int w = 0; w < TN_N_WORDS; w++) {
    const enum tn_platform_word word = (enum tn_platform_word)w;
    const struct tn_property *property = tn_file_property(file, tn_word_property(word));
    if (!property)
      continue;
    struct tn_fingerprint unused;
    g_autoptr(GArray) joint = NULL;
    g_autoptr(GError) why = NULL;
    if (word == TN_WORD_STATE && !tn_fingerprint_parse(property->value, &unused, &why))
      tn_file_mistake(file, property->line, "state: %s", why->message);
    if (word == TN_WORD_JOINT && !(joint = tn_joint_parse(property->value, &why)))
      tn_file_mistake(file, property->line, "joint_errors: %s", why->message);
    if (word == TN_WORD_LIBRARY && !tn_name_is_plain(property->value))
      tn_file_mistake(file, property->line, "library: \"%s\" is not a name (ompi, mpich-4.3)",
                      property->value);
    g_free(pf->words[w]);
    pf->words[w] = g_strdup(property->value);
  }
  if (pf->words[TN_WORD_JOINT])
    pf->joint = tn_joint_parse(pf->words[TN_WORD_JOINT], NULL);
  const struct tn_property *kernel = tn_file_property(file, fact_names[KERNEL]);
  if (kernel && !tn_machine_has_kernel(pf, pf->kernel))
    tn_file_mistake(file, kernel->line,
                    "kernel: \"%s\" needs lock_scope process, gamma_a and gamma_b (there is: %s)",
                    kernel->value, tn_kernel_names[TN_KERNEL_LINUX6]);
}

/* Reads the topology of one node. If the file states no topology, takes the topology, places and
 * links of `node`. */
static bool take_topology(struct tn_platform *pf, struct tn_file *file, const char *folder,
                          struct tn_platform *node)
{
  const struct tn_property *property = tn_file_property(file, fact_names[TOPOLOGY]);
  GError *error = NULL;
  if (!property && node) {
    tn_topology_copy(&pf->topology, &node->topology);
    pf->fabric = node->fabric;
    node->fabric = (struct tn_fabric){ 0 };
    return true;
  }
  tn_file_require(file, fact_names[TOPOLOGY], "Package:1 Core:4 PU:1");
  if (!property)
    return false;
  if (tn_topology_init(&pf->topology, NULL, property->value, folder, &error))
    return true;
  tn_file_error(file, property->line, error);
  return false;
}

struct tn_platform *tn_machine_new(void)
{
  struct tn_platform *pf = g_new0(struct tn_platform, 1);
  pf->known_errors = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  for (int p = 0; p < TN_N_PARAMS; p++) {
    pf->values[p] = NAN;
    pf->provenance[p].error = NAN;
  }
  return pf;
}

struct tn_platform *tn_platform_ref(struct tn_platform *pf)
{
  g_atomic_int_inc(&pf->n_more);
  return pf;
}

void tn_platform_free(struct tn_platform *pf)
{
  if (!pf || g_atomic_int_add(&pf->n_more, -1) > 0)
    return;
  if (pf->generated)
    g_unlink(pf->generated);
  for (int p = 0; p < TN_N_PARAMS; p++)
    tn_provenance_clear(&pf->provenance[p]);
  tn_provenance_clear(&pf->transport_from);
  for (int w = 0; w < TN_N_WORDS; w++)
    g_free(pf->words[w]);
  tn_topology_finish(&pf->topology);
  tn_fabric_finish(&pf->fabric);
  g_hash_table_unref(pf->known_errors);
  g_clear_pointer(&pf->joint, g_array_unref);
  g_strfreev(pf->mechanisms);
  g_free(pf->generated);
  g_free(pf->remarks);
  g_free(pf->name);
  g_free(pf->zone);
  g_free(pf->file);
  g_free(pf);
}

struct tn_platform *tn_machine_read(struct tn_file *file, const char *folder,
                                    struct tn_platform *node)
{
  /* If there is no outer zone, or the XML is truncated, further mistakes would only be
   * consequences. */
  if (file->mistakes->len == 0 && file->elements->len == 0)
    tn_file_mistake(file, 1, "there is no <zone> (<zone id=\"NAME\" routing=\"Full\">)");
  if (file->elements->len == 0)
    return NULL;
  if (!node && tn_file_property(file, TN_FACT_NODE))
    return NULL;
  struct tn_platform *pf = tn_machine_new();
  take_values(pf, file);
  tn_transport_read(pf, file, node);
  if (node)
    tn_nodes_inherit(pf, node);
  else
    check_missing(pf, file);
  take_facts(pf, file, node);
  if (take_topology(pf, file, folder, node)) {
    tn_fabric_read(&pf->fabric, file, &pf->topology);
    tn_nodes_repeat(pf, file);
  }
  /* SimGrid's elements are derived from the facts, so they are compared only if the facts are
   * valid. A file with `node` or `nodes` may omit them. */
  if (file->mistakes->len == 0) {
    const bool may_leave_out =
        tn_file_property(file, TN_FACT_NODE) || tn_file_property(file, TN_FACT_NODES);
    memcpy(pf->filled, pf->values, sizeof pf->filled);
    tn_params_fill(pf->filled, pf->topology.n_cores);
    if (file->elements->len > 1 || !may_leave_out)
      tn_shape_check(pf, file);
  }
  if (file->mistakes->len == 0)
    return pf;
  tn_platform_free(pf);
  return NULL;
}
