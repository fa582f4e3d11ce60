#include "row_rule.h"

#include <limits.h>
#include <string.h>

#include "mpich.h"
#include "platform/quantity.h"
#include "study/usage.h"
#include "tuned.h"
#include "ucc.h"

const char *const tn_ucx_singles[] = { "cma", "knem", "xpmem", NULL };

/* parameters that coll/xhc accepts */
static const char *const of_xhc[] = { "hierarchy", "chunk", "cico_max", NULL };

/* Algorithms whose messages all have the size of the call. UCX's thresholds compare the message
 * size, so they fit these algorithms only. */
static const struct {
  enum tn_collective collective;
  const char *name;
} plain[] = {
  { TN_PATTERN, "pingpong" },      { TN_BCAST, "linear" },  { TN_BCAST, "binomial" },
  { TN_SCATTER, "linear" },        { TN_GATHER, "linear" }, { TN_ALLGATHER, "ring" },
  { TN_ALLTOALL, "pairwise-p2p" },
};

/* Copies a row's parameter into the rule. Returns NULL, or why coll/tuned cannot set it. */
static char *take_tuned(enum tn_target target, const struct tn_method *a,
                        const struct tn_value *param, struct tn_rule *rule)
{
  const char *name = param->name, *value = param->value;
  gint64 number;
  if (!value)
    return g_strdup_printf("parameter \"%s\" has no value", param->text);
  const bool is_number = g_ascii_string_to_signed(value, 10, 0, INT_MAX, &number, NULL);
  if (strcmp(name, "requests") == 0 && target == TN_FOR_OMPI_4_1)
    return g_strdup("files of 4.1 cannot set requests");
  if (is_number && strcmp(name, "segment") == 0)
    rule->segment = number;
  else if (is_number && strcmp(name, "fanout") == 0)
    rule->fanout = number;
  else if (is_number && strcmp(name, "requests") == 0)
    rule->requests = number;
  else if (strcmp(name, "radix") != 0 || !tn_value_is_preset(a, param))
    return g_strdup_printf("a rule cannot set %s", param->text);
  return NULL;
}

/* Returns why the target's files cannot decide the row's collective, or NULL. */
static const char *refuse(enum tn_target target, const struct tn_row *row)
{
  const enum tn_format format = tn_target_format(target);
  const int id = tn_tuned_id(row->collective);
  if (tn_collective_find(row->collective) < 0 || (id < 0 && format != TN_FORMAT_UCX))
    return "its files do not decide this collective";
  if ((format == TN_FORMAT_CLASSIC || format == TN_FORMAT_TUNED_JSON) &&
      tn_tuned_size(format, id) == TN_TUNED_IGNORED)
    return "coll/tuned's rules do not decide this collective";
  return tn_values_get(row->overrides, "counts") ? "rules assume blocks of one size" : NULL;
}

bool tn_rule_has(enum tn_target target, const struct tn_method *a)
{
  const int id = tn_tuned_id(tn_collective_names[a->collective]);
  g_autofree char *number = g_strdup_printf("%d", a->runs->ompi_id);
  if (a->runs->cma_native || (id < 0 && tn_target_format(target) != TN_FORMAT_UCX))
    return false;
  switch (tn_target_format(target)) {
  case TN_FORMAT_MPICH:
    return a->runs->mpich && !tn_mpich_is_newer(target, id, a->runs->mpich);
  case TN_FORMAT_UCC:
    return a->runs->ucc != NULL;
  case TN_FORMAT_MCA:
    return a->runs->xhc != NULL;
  case TN_FORMAT_UCX:
    for (guint i = 0; i < G_N_ELEMENTS(plain); i++)
      if (a->collective == plain[i].collective && strcmp(a->name, plain[i].name) == 0)
        return true;
    return false;
  case TN_FORMAT_CLASSIC:
  case TN_FORMAT_TUNED_JSON:
    break;
  }
  return a->runs->ompi && tn_tuned_has(target, id, number);
}

static char *refuse_ucx(const struct tn_row *row)
{
  const char *segment = tn_values_get(row->params, "segment");
  const bool is_known =
      strcmp(row->mechanism, "cico") == 0 || tn_name_find(tn_ucx_singles, row->mechanism) >= 0;
  if (segment && strcmp(segment, "0") != 0)
    return g_strdup("its messages are cut into segments (segment=0 is accepted)");
  return is_known ? NULL : g_strdup_printf("UCX has no %s", row->mechanism);
}

/* Copies a parameter of a row into the rule, by the format of the target's files. Returns NULL, or
 * the reason why that is impossible (transfer full). */
static char *take_param(enum tn_target target, const struct tn_method *a,
                        const struct tn_value *param, struct tn_rule *rule)
{
  switch (tn_target_format(target)) {
  case TN_FORMAT_MPICH:
    return tn_mpich_take(target, a, param, rule);
  case TN_FORMAT_UCC:
    return tn_ucc_take(a, param, rule);
  case TN_FORMAT_MCA:
    return param->value && (tn_name_find(of_xhc, param->name) >= 0 || tn_value_is_preset(a, param))
               ? NULL
               : g_strdup_printf("coll/xhc cannot set %s", param->text);
  case TN_FORMAT_UCX: /* only `segment` matters (refuse_ucx) */
    return NULL;
  case TN_FORMAT_CLASSIC:
  case TN_FORMAT_TUNED_JSON:
    break;
  }
  return take_tuned(target, a, param, rule);
}

/* Sets the rule's algorithm. Returns NULL, or why the release cannot run it with any parameters. */
static char *take_name(enum tn_target target, const struct tn_row *row, const struct tn_method *a,
                       struct tn_rule *rule)
{
  switch (tn_target_format(target)) {
  case TN_FORMAT_MPICH:
    rule->name = a->runs->mpich;
    return tn_mpich_refuse(target, row, a);
  case TN_FORMAT_UCC:
    rule->name = a->runs->ucc;
    return NULL;
  case TN_FORMAT_MCA:
    return NULL;
  case TN_FORMAT_UCX:
    return refuse_ucx(row);
  case TN_FORMAT_CLASSIC:
  case TN_FORMAT_TUNED_JSON:
    break;
  }
  rule->algorithm = a->runs->ompi_id;
  rule->name = tn_tuned_algorithm(target, a);
  return NULL;
}

/* Describes the sizes at which Open MPI runs `actual` in place of `name`: " below 32K bytes on 64
 * ranks", or " on 96 ranks" for all sizes. Transfer full. */
static char *express_where(const struct tn_row *row, const char *name, int64_t segment,
                           const char *actual)
{
  int64_t low = row->size, high = INT64_C(1) << 40;
  for (int64_t size = high; low + 1 < high; size = low + (high - low) / 2) {
    struct tn_row other = *row;
    other.size = size;
    if (g_strcmp0(tn_rule_fallback(&other, name, segment), actual) != 0)
      high = size;
    else if (size == high)
      return g_strdup_printf(" on %" G_GINT64_FORMAT " ranks", (gint64)row->ranks);
    else
      low = size;
  }
  g_autofree char *size = tn_format_size((size_t)high);
  return g_strdup_printf(" below %s bytes on %" G_GINT64_FORMAT " ranks", size, (gint64)row->ranks);
}

static char *express(enum tn_target target, const struct tn_row *row, const struct tn_method *a,
                     struct tn_rule *ret)
{
  struct tn_rule rule = { 0 };
  char *why = take_name(target, row, a, &rule);
  for (int i = 0; !why && i < row->params->n; i++)
    why = take_param(target, a, &row->params->at[i], &rule);
  if (!why && rule.algorithm) { /* coll/tuned may run another algorithm or fan-out */
    rule.fanout =
        MAX(rule.fanout, tn_tuned_least_fanout(target, tn_tuned_id(row->collective), rule.name));
    const char *actual = tn_rule_fallback(row, a->runs->ompi, rule.segment);
    g_autofree char *where =
        actual ? express_where(row, a->runs->ompi, rule.segment, actual) : NULL;
    if (actual)
      why = g_strdup_printf("with this rule Open MPI runs %s%s", actual, where);
  }
  if (!why)
    *ret = rule;
  return why;
}

char *tn_rule_from_row(enum tn_target target, const struct tn_row *row, int *ret_id,
                       struct tn_rule *ret)
{
  struct tn_rule rule = { 0 };
  const char *refusal = refuse(target, row);
  if (refusal)
    return g_strdup(refusal);
  const int id = tn_tuned_id(row->collective);
  if (!tn_target_is_own(target, row->algorithm)) {
    const struct tn_method *a =
        tn_method_find((enum tn_collective)tn_collective_find(row->collective), row->algorithm);
    if (!a || !tn_rule_has(target, a))
      return g_strdup_printf("%s does not have it", tn_target_names[target]);
    char *why = express(target, row, a, &rule);
    if (why)
      return why;
  }
  *ret_id = id;
  *ret = rule;
  return NULL;
}

unsigned tn_rule_role(const void *target, const struct tn_row *row)
{
  const bool is_own = tn_target_is_own(*(const enum tn_target *)target, row->algorithm);
  return TN_AS_CHOICE | (is_own ? TN_AS_BASELINE << TN_BASELINE_DEFAULT : 0);
}
