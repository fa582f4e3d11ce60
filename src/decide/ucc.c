#include "ucc.h"

#include <string.h>

#include "algos/library/library_names.h"
#include "tuned.h"

const struct tn_ucc_radix tn_ucc_radices[] = {
  { "allreduce", "knomial", "ALLREDUCE_KN_RADIX", true },
  { "allreduce", "sra_knomial", "ALLREDUCE_SRA_KN_RADIX", true },
  { "allgather", "knomial", "ALLGATHER_KN_RADIX", true },
  { "bcast", "knomial", "BCAST_KN_RADIX", false },
  { "bcast", "sag_knomial", "BCAST_SAG_KN_RADIX", true },
  { "reduce", "knomial", "REDUCE_KN_RADIX", false },
  { "reduce", "srg", "REDUCE_SRG_KN_RADIX", true },
  { "gather", "knomial", "GATHER_KN_RADIX", false },
  { "scatter", "knomial", "SCATTER_KN_RADIX", false },
  { "barrier", "knomial", "BARRIER_KN_RADIX", false },
  { "reduce_scatter", "knomial", "REDUCE_SCATTER_KN_RADIX", false },
  { 0 },
};

static const struct {
  const char *mpi, *ucc;
} renamed[] = { { "reduce_scatter_block", "reduce_scatter" },
                { "reduce_scatter", "reduce_scatterv" } };

const char *tn_ucc_collective(int id)
{
  for (guint i = 0; i < G_N_ELEMENTS(renamed); i++)
    if (strcmp(renamed[i].mpi, tn_tuned_name(id)) == 0)
      return renamed[i].ucc;
  return tn_tuned_name(id);
}

int tn_ucc_id(const char *name)
{
  for (int id = 0; id < TN_TUNED_N_IDS; id++)
    if (strcmp(tn_ucc_collective(id), name) == 0)
      return id;
  return -1;
}

bool tn_ucc_has(int id, const char *name_or_number)
{
  enum { MAX_ALGORITHMS = 10 };
  const int collective = tn_collective_find(tn_tuned_name(id));
  g_autofree char *word = g_strconcat("ucc:", name_or_number, NULL);
  if (collective < 0 || !tn_library_word_name((enum tn_collective)collective, TN_UCC, 0))
    return true;
  if (g_ascii_isdigit(*name_or_number))
    return strlen(name_or_number) == 1 && *name_or_number - '0' < MAX_ALGORITHMS;
  const struct tn_library_word meaning = tn_library_word_of((enum tn_collective)collective, word);
  return meaning.algorithm || meaning.lacks;
}

const struct tn_ucc_radix *tn_ucc_radix(int id, const char *name)
{
  for (const struct tn_ucc_radix *r = tn_ucc_radices; r->variable; r++)
    if (strcmp(r->collective, tn_ucc_collective(id)) == 0 && strcmp(r->algorithm, name) == 0)
      return r;
  return NULL;
}

char *tn_ucc_take(const struct tn_method *a, const struct tn_value *param, struct tn_rule *rule)
{
  const char *name = param->name, *value = param->value;
  gint64 number;
  if (value && strcmp(name, "segment") == 0 && strcmp(value, "0") == 0)
    return NULL;
  if (value && strcmp(name, "radix") == 0 &&
      tn_ucc_radix(tn_tuned_id(tn_collective_names[a->collective]), a->runs->ucc)) {
    if (g_ascii_string_to_signed(value, 10, 2, G_MAXINT, &number, NULL))
      rule->radix = number;
    if (rule->radix > 0 || strcmp(value, "auto") == 0)
      return NULL;
  }
  return tn_value_is_preset(a, param) ? NULL : g_strdup_printf("tl/ucp cannot set %s", param->text);
}
