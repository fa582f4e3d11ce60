#include "express.h"

#include <limits.h>
#include <string.h>

#include "algos/library/library.h"
#include "tuned.h"

/* The release's own decision, as rows name it. */
static const char *const own_choice[TN_N_TARGETS] = {
  [TN_FOR_OMPI_4_1] = TN_OMPI_CHOICE "-4.1",
  [TN_FOR_OMPI_5_0] = TN_OMPI_CHOICE "-5.0",
  [TN_FOR_OMPI_6_0_CLASSIC] = TN_OMPI_CHOICE "-6.0",
  [TN_FOR_OMPI_6_0] = TN_OMPI_CHOICE "-6.0", /* that of MPICH is not written yet */
};

static bool is_own_choice(enum tn_target target, const char *name)
{
  const bool is_newest = strcmp(own_choice[target], TN_OMPI_CHOICE "-6.0") == 0;
  return strcmp(name, own_choice[target]) == 0 || (is_newest && strcmp(name, TN_OMPI_CHOICE) == 0);
}

/* Whether the library has this value of a parameter that its files have no place for. */
static bool is_its_default(const struct tn_algorithm *a, const char *name, const char *value)
{
  bool is_alias;
  const int p = tn_algorithm_param(a, name, &is_alias);
  g_autofree char *preset =
      p >= 0 ? g_strdup_printf("%" G_GINT64_FORMAT, (gint64)a->params[p].preset) : NULL;
  return strcmp(name, "radix") == 0 && preset && strcmp(preset, value) == 0;
}

/* Takes one "name=value" of a row; NULL or why not. */
static char *express_param(enum tn_target target, const struct tn_algorithm *a, const char *text,
                           struct tn_rule *rule)
{
  g_auto(GStrv) parts = g_strsplit(text, "=", 2);
  const char *name = parts[0], *value = parts[0] ? parts[1] : NULL;
  gint64 number;
  if (!value)
    return g_strdup_printf("\"%s\" is no parameter with a value", text);
  const bool is_number = g_ascii_string_to_signed(value, 10, 0, INT_MAX, &number, NULL);
  if (strcmp(name, "requests") == 0 && target == TN_FOR_OMPI_4_1)
    return g_strdup("files of 4.1 have no place for requests");
  if (is_number && strcmp(name, "segment") == 0)
    rule->segment = number;
  else if (is_number && strcmp(name, "fanout") == 0)
    rule->fanout = number;
  else if (is_number && strcmp(name, "requests") == 0)
    rule->requests = number;
  else if (!is_its_default(a, name, value))
    return g_strdup_printf("a rule has no place for %s", text);
  return NULL;
}

char *tn_rule_express(enum tn_target target, const struct tn_row *row, int *ret_id,
                      struct tn_rule *ret)
{
  struct tn_rule rule = { 0 };
  const int collective = tn_collective_find(row->collective);
  const int id = tn_tuned_id(row->collective);
  if (collective < 0 || id < 0 || tn_tuned_size(id) == TN_TUNED_IGNORED)
    return g_strdup("coll/tuned's rules do not decide this collective");
  if (strstr(row->overrides, "counts="))
    return g_strdup("rules know blocks of one size only");
  if (!is_own_choice(target, row->algorithm)) {
    const struct tn_algorithm *a =
        tn_algorithm_find((enum tn_collective)collective, row->algorithm);
    g_autofree char *number = g_strdup_printf("%d", a ? a->ompi_id : 0);
    if (!a || !a->ompi || a->cma_native || !tn_tuned_has(target, id, number))
      return g_strdup_printf("%s does not have it", tn_target_names[target]);
    g_auto(GStrv) params = g_strsplit(row->params, ";", -1);
    for (int i = 0; params[i] && *params[i]; i++) {
      char *why = express_param(target, a, params[i], &rule);
      if (why)
        return why;
    }
    rule.algorithm = a->ompi_id;
    rule.name = tn_tuned_algorithm(target, a);
  }
  *ret_id = id;
  *ret = rule;
  return NULL;
}
