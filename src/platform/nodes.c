#include "nodes.h"

#include "params.h"
#include "quantity.h"

#include <math.h>

/* A cluster needs the network's parameters; a single node must not have them. */
static void check_network(struct tn_file *file)
{
  if (!tn_file_property(file, TN_FACT_NODES)) {
    for (int p = 0; p < TN_N_PARAMS; p++) {
      const struct tn_property *given = tn_param_is_of_network((enum tn_param)p)
                                            ? tn_file_property(file, tn_params[p].name)
                                            : NULL;
      if (given)
        tn_file_mistake(file, given->line,
                        "%s needs several nodes (<prop id=\"nodes\" value=\"2\"/>)", given->name);
    }
    return;
  }
  tn_file_require(file, tn_params[TN_P_NETWORK_LATENCY].name, "1us");
  tn_file_require(file, tn_params[TN_P_NETWORK_BANDWIDTH].name, "12.5GB/s");
}

void tn_nodes_inherit(struct tn_platform *pf, const struct tn_platform *node)
{
  for (int p = 0; p < TN_N_PARAMS; p++) {
    if (!isnan(pf->values[p]))
      continue;
    pf->values[p] = node->values[p];
    /* after a mistake a parameter may have provenance without a value */
    tn_provenance_clear(&pf->provenance[p]);
    pf->provenance[p] = node->provenance[p];
    pf->provenance[p].source = g_strdup(node->provenance[p].source);
    pf->provenance[p].note = g_strdup(node->provenance[p].note);
  }
  pf->mechanisms = g_strdupv(node->mechanisms);
  for (int w = 0; w < TN_N_WORDS; w++)
    if (w != TN_WORD_STATE)
      pf->words[w] = g_strdup(node->words[w]);
}

static void multiply_ranks(struct tn_platform *pf, struct tn_file *file)
{
  const int n = pf->topology.n_nodes;
  if (n == 1 || isnan(pf->values[TN_P_DEFAULT_RANKS]) ||
      tn_file_property(file, tn_params[TN_P_DEFAULT_RANKS].name))
    return;
  struct tn_provenance *provenance = &pf->provenance[TN_P_DEFAULT_RANKS];
  char *note =
      g_strdup_printf("%g on each node%s%s", pf->values[TN_P_DEFAULT_RANKS],
                      provenance->note ? ": " : "", provenance->note ? provenance->note : "");
  g_free(provenance->note);
  provenance->note = note;
  pf->values[TN_P_DEFAULT_RANKS] *= n;
}

/* Repeats one node's topology. Returns false and adds a mistake if the number of nodes is
 * invalid. */
static bool take_nodes(struct tn_platform *pf, struct tn_file *file)
{
  enum { MAX_NODES = 1024 };
  const struct tn_property *nodes = tn_file_property(file, TN_FACT_NODES);
  GError *error = NULL;
  int64_t n = 1;
  check_network(file);
  if (!nodes)
    return true;
  if (!tn_parse_int(nodes->value, 1, MAX_NODES, &n, &error) ||
      !tn_topology_repeat(&pf->topology, (int)n, &error)) {
    g_prefix_error(&error, "nodes: ");
    tn_file_error(file, nodes->line, error);
    return false;
  }
  return true;
}

void tn_nodes_repeat(struct tn_platform *pf, struct tn_file *file)
{
  if (!take_nodes(pf, file))
    return;
  multiply_ranks(pf, file);
  const struct tn_property *ranks = tn_file_property(file, tn_params[TN_P_DEFAULT_RANKS].name);
  if (ranks && pf->values[TN_P_DEFAULT_RANKS] > pf->topology.n_pus)
    tn_file_mistake(file, ranks->line,
                    "default_ranks: \"%s\" is out of range (1 to %d, the "
                    "processing units)",
                    ranks->value, pf->topology.n_pus);
  else if (ranks && (int)pf->values[TN_P_DEFAULT_RANKS] % pf->topology.n_nodes != 0)
    tn_file_mistake(file, ranks->line,
                    "default_ranks: \"%s\" does not divide evenly among %d nodes "
                    "(a multiple of it)",
                    ranks->value, pf->topology.n_nodes);
}
