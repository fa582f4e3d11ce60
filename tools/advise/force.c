#include "advise/force.h"

#include <string.h>

#include "decide/mpich.h"
#include "decide/row_rule.h"
#include "decide/tuned.h"
#include "decide/ucc.h"

/* Open MPI's flags by transport; for others the library selects the components. */
static const struct {
  const char *transport, *words;
} transports[] = {
  { "ompi-vader", "--map-by core --bind-to core --mca pml ob1 --mca btl self,vader" },
  { "ompi-ob1", "--map-by core --bind-to core --mca pml ob1 --mca btl self,sm" },
  { "ompi-ucx", "--map-by core --bind-to core --mca pml ucx" },
  { "ompi-ucx-1.16", "--map-by core --bind-to core --mca pml ucx" },
  { "ompi-ucx-rocm", "--map-by core --bind-to core --mca pml ucx" },
};

bool tn_force_switches(enum tn_target target)
{
  const enum tn_format format = tn_target_format(target);
  return format == TN_FORMAT_CLASSIC || format == TN_FORMAT_TUNED_JSON;
}

/* Returns coll/tuned's settings; mpirun also needs --mca coll_tuned_use_dynamic_rules 1. */
static char *tuned(const struct tn_row *row, const struct tn_rule *rule)
{
  GString *text = g_string_new(NULL);
  g_string_append_printf(text, "coll_tuned_%s_algorithm=%d", row->collective, rule->algorithm);
  if (strcmp(row->collective, "barrier") != 0)
    g_string_append_printf(text, " coll_tuned_%s_algorithm_segmentsize=%" G_GINT64_FORMAT,
                           row->collective, (gint64)rule->segment);
  if (rule->fanout > 0)
    g_string_append_printf(text,
                           " coll_tuned_%s_algorithm_tree_fanout=%" G_GINT64_FORMAT
                           " coll_tuned_%s_algorithm_chain_fanout=%" G_GINT64_FORMAT,
                           row->collective, (gint64)rule->fanout, row->collective,
                           (gint64)rule->fanout);
  return g_string_free(text, FALSE);
}

/* Returns the settings for MPIR; NULL for algorithms in shared memory, which only the device layer
 * (ch4) has. */
static char *mpich(const struct tn_row *row, const struct tn_rule *rule)
{
  g_autofree char *name = g_ascii_strup(row->collective, -1);
  if (!rule->name)
    return g_strdup("MPIR_CVAR_DEVICE_COLLECTIVES=all");
  if (tn_mpich_is_shared(rule))
    return NULL;
  return g_strdup_printf("MPIR_CVAR_DEVICE_COLLECTIVES=none MPIR_CVAR_%s_INTRA_ALGORITHM=%s", name,
                         rule->name);
}

static char *ucc(int id, const struct tn_rule *rule)
{
  const struct tn_ucc_radix *radix = rule->name ? tn_ucc_radix(id, rule->name) : NULL;
  if (!rule->name)
    return g_strdup("UCC_TL_UCP_TUNE=");
  g_autofree char *more = radix && rule->radix > 0
                              ? g_strdup_printf(" UCC_TL_UCP_%s=%" G_GINT64_FORMAT, radix->variable,
                                                (gint64)rule->radix)
                              : g_strdup("");
  return g_strdup_printf("UCC_TL_UCP_TUNE=%s:host:@%s%s", tn_ucc_collective(id), rule->name, more);
}

char *tn_force_of(enum tn_target target, const struct tn_row *row)
{
  struct tn_rule rule;
  int id;
  g_autofree char *why = tn_rule_from_row(target, row, &id, &rule);
  if (why)
    return NULL;
  switch (tn_target_format(target)) {
  case TN_FORMAT_CLASSIC:
  case TN_FORMAT_TUNED_JSON:
    return tuned(row, &rule);
  case TN_FORMAT_MPICH:
    return mpich(row, &rule);
  case TN_FORMAT_UCC:
    return ucc(id, &rule);
  case TN_FORMAT_MCA:
  case TN_FORMAT_UCX:
    break;
  }
  return NULL;
}

const char *tn_force_flags(enum tn_target target, const char *transport)
{
  if (tn_target_format(target) == TN_FORMAT_MPICH)
    return "-bind-to core -map-by core";
  if (tn_target_format(target) == TN_FORMAT_UCC)
    return "--map-by core --bind-to core --mca pml ucx --mca coll_ucc_enable 1 "
           "--mca coll_ucc_priority 100";
  for (size_t i = 0; i < G_N_ELEMENTS(transports); i++)
    if (strcmp(transport, transports[i].transport) == 0)
      return transports[i].words;
  return "--map-by core --bind-to core";
}
