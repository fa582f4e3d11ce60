#include "rule_verdict.h"

#include <string.h>

#include "decide/tuned.h"
#include "flaws.h"
#include "platform/params.h"
#include "rule_lines.h"
#include "study/usage.h"

const char *const tn_rule_verdict_names[] = { "ran", "in force", "not known", "not in force",
                                              NULL };

/* Components of Open MPI with own collectives within a node (coll_NAME_module.c), which may replace
 * coll/tuned. sm and adapt of 4.1.4 were observed to have precedence over coll/tuned. Others have
 * no collective of coll/tuned, or forward calls (cuda, accelerator, sync, monitoring, libnbc,
 * ftagree, inter). */
static const struct {
  const char *name, *collectives;
} rivals[] = {
  { "acoll", " allgather allreduce alltoall barrier bcast gather reduce " },
  { "adapt", " bcast reduce " },
  { "han", " allgather allreduce barrier bcast gather reduce scatter " },
  { "hcoll", " allgather allgatherv allreduce alltoall alltoallv barrier bcast reduce " },
  { "sm", " allreduce barrier bcast reduce " },
  { "ucc", " allgather allgatherv allreduce alltoall alltoallv barrier bcast gather reduce "
           "reduce_scatter reduce_scatter_block scatter " },
  { "xhc", " allreduce barrier bcast reduce " },
};

enum tn_log_library tn_rule_log_library(enum tn_target target)
{
  static const enum tn_log_library of[] = {
    [TN_FORMAT_CLASSIC] = TN_LOG_OMPI, [TN_FORMAT_TUNED_JSON] = TN_LOG_OMPI,
    [TN_FORMAT_MPICH] = TN_LOG_MPICH,  [TN_FORMAT_UCC] = TN_LOG_UCC,
    [TN_FORMAT_MCA] = TN_LOG_OMPI,     [TN_FORMAT_UCX] = TN_LOG_UCX,
  };
  return of[tn_target_format(target)];
}

/* Returns how many logged calls ran the rule's algorithm; *ret_all: number of all calls of its
 * collective. */
static gint64 calls_of(const struct tn_rule_verdict_terms *t, const struct tn_parsed_rule *rule,
                       gint64 *ret_all)
{
  const struct tn_log *log = t->log;
  const struct tn_method *a = tn_parsed_rule_algorithm(t->target, rule);
  const bool by_number = tn_rule_log_library(t->target) == TN_LOG_OMPI && a;
  g_autofree char *name =
      by_number ? g_strdup_printf("%d", a->runs->ompi_id) : g_strdup(rule->name);
  gint64 n = 0;
  *ret_all = 0;
  for (guint i = 0; i < log->calls->len; i++) {
    const struct tn_log_call *call = &g_array_index(log->calls, struct tn_log_call, i);
    if (strcmp(call->collective, tn_tuned_name(rule->id)) != 0)
      continue;
    *ret_all += call->n;
    if (strcmp(call->name, name) == 0 && (call->segment < 0 || call->segment == rule->segment))
      n += call->n;
  }
  return n;
}

/* Returns the component that ran in place of coll/tuned, or NULL if the log shows none.
 * *ret_is_shown: true if the log shows which component ran. */
static const char *rival_of(const struct tn_log *log, const char *collective, bool *ret_is_shown)
{
  static const char own[] = "tuned";
  const char *best = g_hash_table_lookup(log->takes, collective);
  g_autofree char *blanks = g_strdup_printf(" %s ", collective);
  int priority = -1;
  *ret_is_shown = best || log->components->len > 0;
  for (guint i = 0; !g_hash_table_size(log->takes) && i < log->components->len; i++) {
    const struct tn_log_component *c = &g_array_index(log->components, struct tn_log_component, i);
    bool has = strcmp(c->name, own) == 0;
    for (size_t k = 0; k < G_N_ELEMENTS(rivals) && !has; k++)
      has = strcmp(rivals[k].name, c->name) == 0 && strstr(rivals[k].collectives, blanks);
    if (has && c->priority > priority) {
      best = c->name;
      priority = c->priority;
    }
  }
  if (!best)
    return *ret_is_shown ? "basic" : NULL;
  return strcmp(best, own) != 0 && strcmp(best, "accelerator") != 0 ? best : NULL;
}

static bool is_off(const char *value)
{
  return g_str_has_prefix(value, "false") || g_str_has_prefix(value, "0");
}

/* Returns why coll/tuned did not use its rules; NULL if the log shows no reason. *ret_lacks: output
 * that would be needed to be certain. */
static char *against_tuned(const struct tn_rule_verdict_terms *t, const struct tn_parsed_rule *rule,
                           const char **ret_lacks)
{
  static const char dynamic[] = "coll_tuned_use_dynamic_rules";
  const struct tn_log *log = t->log;
  const char *on = tn_log_param(log, dynamic);
  const char *file = tn_log_param(log, "coll_tuned_dynamic_rules_filename");
  const char *shown = tn_log_param(log, "mpi_show_mca_params");
  const char *name = tn_tuned_name(rule->id);
  g_autofree char *forced = g_strdup_printf("coll_tuned_%s_algorithm", name);
  const char *other = tn_log_param(log, forced);
  bool is_shown;
  const char *rival = rival_of(log, name, &is_shown);
  if (rival)
    return g_strdup_printf("coll/%s runs %s, not coll/tuned", rival, name);
  if (on ? is_off(on) : shown && strstr(shown, "env"))
    return g_strdup_printf("%s is %s: no rules are read", dynamic, on ? on : "not set");
  if (file && strcmp(t->file, "-") != 0) {
    g_autofree char *path = g_strndup(file, strcspn(file, " "));
    g_autofree char *base = g_path_get_basename(path), *own = g_path_get_basename(t->file);
    if (strcmp(base, own) != 0)
      return g_strdup_printf("the rules are those of %s", path);
  }
  if ((t->target == TN_FOR_OMPI_6_0 || t->target == TN_FOR_OMPI_6_0_CLASSIC) && other &&
      !is_off(other) && !g_str_has_prefix(other, "ignore"))
    return g_strdup_printf("%s is %s, which overrides rules", forced, other);
  if (!is_shown)
    *ret_lacks = "which component runs the collectives: --mca coll_base_verbose 10";
  else if (!on || !file)
    *ret_lacks = "whether rules are read: --mca mpi_show_mca_params all";
  return NULL;
}

/* Returns why UCC did not use the rule; NULL if the log shows no reason. *ret_lacks: output that
 * would be needed to be certain. */
static char *against_ucc(const struct tn_rule_verdict_terms *t, const struct tn_parsed_rule *rule,
                         const char **ret_lacks)
{
  const char *name = tn_tuned_name(rule->id);
  const gint64 from = rule->from;
  const struct tn_log_score *at = NULL;
  for (guint i = 0; i < t->log->scores->len && !at; i++) {
    const struct tn_log_score *s = &g_array_index(t->log->scores, struct tn_log_score, i);
    if (strcmp(s->collective, name) == 0 && s->from <= from + 1 && from + 1 <= s->to)
      at = s;
  }
  if (!at)
    *ret_lacks = "the score map: UCC_LOG_LEVEL=info";
  else if (strcmp(at->team, "TL_UCP") != 0)
    return g_strdup_printf("%s runs %s there, not TL_UCP", at->team, name);
  else if (at->from != from && at->from != from + 1)
    return g_strdup_printf("the score map of %s has no range from %" G_GINT64_FORMAT " bytes on",
                           name, from);
  return NULL;
}

/* Returns why UCX did not use the setting; NULL if the log shows no reason. *ret_lacks: output that
 * would be needed to be certain. */
static char *against_ucx(const struct tn_rule_verdict_terms *t, const struct tn_parsed_rule *rule,
                         const char **ret_lacks)
{
  static const char *const groups[] = { "all", "sm", "shm", NULL };
  const struct tn_ucx_limits *l = &t->log->limits;
  const gint64 bytes = tn_line_bytes(rule->value, true);
  const bool is_without = *rule->value == '^';
  if (!t->log->has_limits) {
    *ret_lacks = "the table: UCX_PROTO_ENABLE=y UCX_PROTO_INFO=y UCX_LOG_LEVEL=info";
  } else if (strcmp(rule->name, "UCX_RNDV_THRESH") == 0 && bytes >= 0) {
    for (int i = 0; i < l->n_overrides; i++)
      if (l->overrides[i].param == TN_P_RENDEZVOUS_LIMIT &&
          l->overrides[i].value + 1.0 != (double)bytes)
        return g_strdup_printf("rendezvous begins at %.0f bytes", l->overrides[i].value + 1.0);
  } else if (strcmp(rule->name, "UCX_TLS") == 0) {
    g_auto(GStrv) words = g_strsplit(rule->value + is_without, ",", -1);
    bool has = false;
    for (int i = 0; words[i]; i++)
      has = has || tn_name_find(groups, words[i]) >= 0 ||
            strcmp(words[i], tn_mechanism_names[l->mechanism]) == 0;
    if (l->mechanism != TN_CICO && has == is_without)
      return g_strdup_printf("long messages go by %s", tn_mechanism_names[l->mechanism]);
  } else
    *ret_lacks = "this setting";
  return NULL;
}

/* Returns the reason why the library did not use the rule, whichever algorithm ran; NULL if the log
 * shows no reason. */
static char *against(const struct tn_rule_verdict_terms *t, const struct tn_parsed_rule *rule,
                     const char **ret_lacks)
{
  const char *flaw = NULL, *value;
  g_autofree char *plain = NULL;
  for (guint i = 0; i < t->flaws->len && !flaw; i++) {
    const struct tn_flaw *f = &g_array_index(t->flaws, struct tn_flaw, i);
    flaw = f->line == rule->line ? f->what : NULL;
  }
  g_autofree char *up_to = g_strdup_printf(" to %" G_GINT64_FORMAT, rule->most);
  if (t->log->dropped)
    return g_strdup_printf("\"%s\"", t->log->dropped);
  if (t->dropped)
    return g_strdup_printf("lint: %s", t->dropped);
  if (t->n_ranks && (t->n_ranks < rule->least || t->n_ranks > rule->most))
    return g_strdup_printf("it is for %" G_GINT64_FORMAT "%s ranks, and %d ran", rule->least,
                           rule->most == rule->least  ? ""
                           : rule->most == G_MAXINT64 ? " and more"
                                                      : up_to,
                           t->n_ranks);
  if (!t->n_ranks && rule->least > 1)
    *ret_lacks = "the number of ranks (-n)";
  if (flaw)
    return g_strdup_printf("lint: %s", flaw);
  switch (tn_target_format(t->target)) {
  case TN_FORMAT_CLASSIC:
  case TN_FORMAT_TUNED_JSON:
    return against_tuned(t, rule, ret_lacks);
  case TN_FORMAT_MCA:
    value = tn_log_param(t->log, rule->name);
    plain = value ? g_strndup(value, strcspn(value, " ")) : NULL;
    if (!value)
      *ret_lacks = "parameters: --mca mpi_show_mca_params all";
    return !value || strcmp(plain, rule->value) == 0 ? NULL : g_strdup_printf("it is %s", value);
  case TN_FORMAT_UCC:
    return against_ucc(t, rule, ret_lacks);
  case TN_FORMAT_UCX:
    return against_ucx(t, rule, ret_lacks);
  case TN_FORMAT_MPICH:
    break;
  }
  return NULL;
}

enum tn_rule_verdict tn_rule_judge(const struct tn_rule_verdict_terms *t,
                                   const struct tn_parsed_rule *rule, char **ret_why)
{
  const char *lacks = NULL;
  gint64 all = 0;
  const gint64 n = rule->id >= 0 ? calls_of(t, rule, &all) : 0;
  char *why = against(t, rule, &lacks);
  *ret_why = why;
  if (why)
    return TN_RULE_NOT_IN_FORCE;
  if (n > 0) {
    *ret_why =
        g_strdup_printf("%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " calls, of any size", n, all);
    return TN_RULE_RAN;
  }
  if (tn_target_format(t->target) == TN_FORMAT_MPICH)
    lacks =
        all ? "a call of it" : "counters: MPIR_CVAR_DUMP_COLL_ALGO_COUNTERS=0, of MPICH after 5.0";
  *ret_why = lacks ? g_strdup_printf("the log lacks %s", lacks) : g_strdup("");
  return lacks ? TN_RULE_UNDECIDED : TN_RULE_IN_FORCE;
}
