#include "doctor_log.h"

#include <math.h>
#include <string.h>

#include "decide/tuned.h"
#include "platform/quantity.h"
#include "rows/rows_files.h"
#include "rules/lint.h"
#include "rules/rule_verdict.h"
#include "run_points.h"
#include "signals.h"
#include "study/study_rows.h"
#include "study/usage.h"

/* Two points that simulate a call for which the file has a rule. The first has the rule's algorithm
 * and the transport of the rows from which the rules were made. The second has the algorithm and
 * transport that the library used. */
struct cost {
  struct tn_advice *advice;
  size_t bytes;
  guint assumed; /* index of the first point; the second point follows it */
};

/* Data for the verdicts on rules and for their costs. */
struct judge {
  struct tn_doctor_log *job;
  struct tn_rule_verdict_terms terms;
  /* TN_JUST(enum tn_transport_profile): the transport of the rules' rows, and the one that the
   * library used; 0 if unknown */
  int assumed, ran;
  struct tn_study *study; /* study of the costs; NULL without a platform */
  GArray *costs;          /* struct cost of each rule with a cost */
  GError *why;            /* error of the first failed point */
};

/* Finds the transport of the rows from which the rules were made, and the transport in the log. */
static void find_transports(struct judge *j, const char *text)
{
  const struct tn_log *log = j->terms.log;
  const enum tn_target target = j->terms.target;
  const char *name_at = strstr(text, " transport ");
  j->assumed = tn_releases[target].transport;
  for (int t = 0; name_at && t < TN_N_TRANSPORTS; t++)
    if (g_str_has_prefix(name_at + strlen(" transport "), tn_transport_names[t]))
      j->assumed = TN_JUST(t);
  if (log->has_limits || g_strcmp0(log->messages, "ucx") == 0)
    j->ran = TN_JUST(tn_target_format(target) == TN_FORMAT_MPICH ? TN_TRANSPORT_MPICH_UCX
                                                                 : TN_TRANSPORT_OMPI_UCX);
  else if (g_strcmp0(log->messages, "ob1") == 0)
    j->ran = TN_JUST(target == TN_FOR_OMPI_4_1 ? TN_TRANSPORT_OMPI_VADER : TN_TRANSPORT_OMPI_OB1);
  if (!j->ran || !j->assumed || j->ran == j->assumed)
    return;
  g_autofree char *what =
      g_strdup_printf("the rules assume %s%s", tn_transport_names[j->assumed - 1],
                      j->study ? "" : "; -p PLATFORM shows the cost");
  tn_advice_add(j->job->shown, "transport", g_strdup(tn_transport_names[j->ran - 1]),
                TN_SEVERITY_NOTE, what);
}

static void set_param(struct tn_case *asked, const char *name, gint64 value)
{
  for (int i = 0; i < tn_alg_params_number(asked->algorithm->params); i++)
    if (strcmp(asked->algorithm->params[i].name, name) == 0) {
      asked->given |= 1u << i;
      asked->params[i] = value;
    }
}

/* Adds the two points of a rule (struct cost). */
static void add_cost(struct judge *j, const struct tn_parsed_rule *rule,
                     enum tn_rule_verdict verdict, struct tn_advice *advice)
{
  const struct tn_method *own, *a = tn_parsed_rule_algorithm(j->terms.target, rule);
  const char *decision = tn_releases[j->terms.target].own;
  const int n = j->terms.n_ranks;
  if (!j->study || rule->id < 0 || n < 2 || n < rule->least || n > rule->most || !decision)
    return;
  const enum tn_collective c = (enum tn_collective)tn_collective_find(tn_tuned_name(rule->id));
  own = (int)c >= 0 ? tn_method_find(c, decision) : NULL;
  const bool is_all = tn_tuned_size(tn_target_format(j->terms.target), rule->id) == TN_TUNED_ALL;
  const gint64 at = rule->from ? rule->from : MIN(rule->to, 1024);
  struct cost cost = { advice, (size_t)((is_all ? at / n : at) / 8 * 8), tn_study_n(j->study) };
  struct tn_case asked = { .platform = j->job->platform,
                           .algorithm = a ? a : own,
                           .transport = j->assumed,
                           .ranks = n,
                           .bytes = cost.bytes,
                           .buffers = TN_BUFFERS_REWRITTEN };
  const bool differs = verdict == TN_RULE_NOT_IN_FORCE || (j->ran && j->ran != j->assumed) ||
                       j->terms.log->has_limits;
  if (!own || cost.bytes == 0 || !differs || (!a && strcmp(rule->name, "0") != 0))
    return;
  struct tn_case ran = asked;
  set_param(&asked, "segment", rule->segment);
  if (rule->fanout > 0)
    set_param(&asked, "fanout", rule->fanout);
  if (verdict == TN_RULE_NOT_IN_FORCE)
    ran.algorithm = own;
  else {
    ran.given = asked.given;
    memcpy(ran.params, asked.params, sizeof ran.params);
  }
  ran.transport = j->ran ? j->ran : j->assumed;
  if (j->terms.log->has_limits) {
    ran.overrides = j->terms.log->limits.overrides;
    ran.n_overrides = j->terms.log->limits.n_overrides;
    ran.mechanism = TN_JUST(j->terms.log->limits.mechanism);
  }
  GError **why = j->why ? NULL : &j->why;
  if (tn_study_add(j->study, &asked, why) && tn_study_add(j->study, &ran, why))
    g_array_append_val(j->costs, cost);
}

/* Runs the study and adds each rule's cost. */
static void take_costs(struct judge *j)
{
  if (j->why)
    tn_advice_add(j->job->shown, "times", g_strdup("not predicted"), TN_SEVERITY_NOTE,
                  j->why->message);
  tn_run_study(j->study);
  for (guint i = 0; i < j->costs->len; i++) {
    const struct cost *cost = &g_array_index(j->costs, struct cost, i);
    const double assumed = 1e6 * tn_study_time(j->study, cost->assumed, TN_OBJECTIVE_AVG);
    const double ran = 1e6 * tn_study_time(j->study, cost->assumed + 1, TN_OBJECTIVE_AVG);
    const double lost = 100 * (ran / assumed - 1);
    if (!isfinite(lost))
      continue;
    g_autofree char *size = tn_format_size(cost->bytes), *before = cost->advice->meaning;
    g_autofree char *by = fabs(lost) < 0.5
                              ? g_strdup("as assumed")
                              : g_strdup_printf("%+.0f %% to %.4g assumed", lost, assumed);
    cost->advice->meaning = g_strdup_printf("%s; at %s %.4g us, %s", before, size, ran, by);
  }
}

/* Returns a rule's collective and sizes as text, as in "bcast 8K..64K". Transfer full. */
static char *rule_text(const struct tn_parsed_rule *rule)
{
  g_autofree char *range = tn_doctor_log_range(rule->from, rule->to);
  if (rule->id < 0)
    return g_strdup_printf("line %d", rule->line);
  return g_strdup_printf("%s %s", tn_tuned_name(rule->id), range);
}

/* Returns true if the rule leaves the decision to Open MPI. */
static bool leaves_decision(enum tn_target target, const struct tn_parsed_rule *rule)
{
  return tn_rule_log_library(target) == TN_LOG_OMPI && !rule->value && strcmp(rule->name, "0") == 0;
}

/* Returns a rule's algorithm with its parameters, as in "binomial", "binary_tree 8K". Transfer
 * full. */
static char *choice_text(enum tn_target target, const struct tn_parsed_rule *rule)
{
  const struct tn_method *a = tn_parsed_rule_algorithm(target, rule);
  const enum tn_log_library of = tn_rule_log_library(target);
  g_autofree char *segment = tn_format_size((size_t)rule->segment);
  if (rule->value)
    return g_strdup_printf("%s = %s", rule->name, rule->value);
  if (leaves_decision(target, rule))
    return g_strdup("its own decision");
  const char *name = of == TN_LOG_OMPI && a    ? tn_tuned_algorithm(target, a)
                     : of == TN_LOG_MPICH && a ? a->runs->mpich
                                               : rule->name;
  return g_strdup_printf("%s%s%s", name, rule->segment ? " " : "", rule->segment ? segment : "");
}

/* Returns true if the file has a rule of the collective for n ranks. */
static bool has_ranks(const GArray *parsed, const struct tn_parsed_rule *rule, int n)
{
  for (guint i = 0; i < parsed->len; i++) {
    const struct tn_parsed_rule *other = &g_array_index(parsed, struct tn_parsed_rule, i);
    if (other->id == rule->id && other->least <= n && n <= other->most)
      return true;
  }
  return false;
}

/* Judges each rule. Rules for other numbers of ranks are only counted if they leave the decision to
 * the library. */
static void judge(struct judge *j, const GArray *parsed)
{
  const int n = j->terms.n_ranks;
  int n_left = 0;
  g_autofree char *before = NULL; /* reason in the verdict on the previous rule */
  for (guint i = 0; i < parsed->len; i++) {
    const struct tn_parsed_rule *rule = &g_array_index(parsed, struct tn_parsed_rule, i);
    g_autofree char *why = NULL, *what = rule_text(rule);
    const enum tn_rule_verdict verdict = tn_rule_judge(&j->terms, rule, &why);
    const bool of_others = n && (n < rule->least || n > rule->most) && has_ranks(parsed, rule, n);
    if (of_others && leaves_decision(j->terms.target, rule)) {
      n_left++;
      continue;
    }
    const bool is_same = *why && g_strcmp0(before, why) == 0;
    g_autofree char *meaning =
        is_same
            ? g_strdup_printf("line %d: %s, as before", rule->line, tn_rule_verdict_names[verdict])
            : g_strdup_printf("line %d: %s%s%s", rule->line, tn_rule_verdict_names[verdict],
                              *why ? ": " : "", why);
    g_free(before);
    before = g_strdup(why);
    struct tn_advice *advice =
        tn_advice_add(j->job->judged, what, choice_text(j->terms.target, rule),
                      verdict == TN_RULE_NOT_IN_FORCE && !of_others ? TN_SEVERITY_PROBLEM
                      : verdict == TN_RULE_UNDECIDED                ? TN_SEVERITY_NOTE
                                                                    : TN_SEVERITY_NONE,
                      meaning);
    add_cost(j, rule, verdict, advice);
  }
  if (j->study)
    take_costs(j);
  if (n_left)
    tn_advice_add(j->job->judged, "other numbers of ranks",
                  g_strdup_printf("%d rule%s", n_left, n_left == 1 ? "" : "s"), TN_SEVERITY_NONE,
                  g_strdup("they leave the decision to the library"));
}

/* Returns the name of the MPI library that wrote the log, as in "Open MPI"; NULL if only UCX or no
 * library wrote lines. */
static const char *library_of(const struct tn_log *log)
{
  for (int i = 0; i < TN_N_LOG_LIBRARIES; i++)
    if (log->has[i])
      return tn_log_library_names[i];
  return NULL;
}

/* Returns the release for which the rules were written. Sets the target of the verdicts to the
 * release that ran, if the log shows it, because coll/tuned of that release interprets the file. */
static enum tn_target find_release(struct judge *j, const char *text, gsize length)
{
  const struct tn_log *log = j->terms.log;
  enum tn_target written = (enum tn_target)(j->job->target - 1);
  if (!j->job->target)
    tn_rules_find_target(text, length, &written);
  const enum tn_format format = tn_target_format(written);
  const bool is_classic = format == TN_FORMAT_CLASSIC;
  j->terms.target = written;
  if (!j->job->target && log->is_ompi_4 && (is_classic || format == TN_FORMAT_TUNED_JSON))
    j->terms.target = TN_FOR_OMPI_4_1;
  else if (!j->job->target && is_classic && g_hash_table_size(log->takes))
    j->terms.target = TN_FOR_OMPI_6_0_CLASSIC;
  if (j->terms.target != written)
    tn_advice_add(j->job->shown, "release", g_strdup(tn_target_names[j->terms.target]),
                  TN_SEVERITY_NOTE,
                  is_classic ? "the rules are of another" : "the rules are JSON, which 6.0 reads");
  return written;
}

static bool examine_rules(struct tn_doctor_log *job, const struct tn_log *log, GError **error)
{
  const struct tn_conditions conditions = { .jobs = job->jobs };
  const int n_ranks = job->n_ranks ? job->n_ranks : log->n_ranks;
  struct judge j = { .job = job, .terms = { .log = log, .file = job->rules, .n_ranks = n_ranks } };
  const char *name, *other = library_of(log);
  gsize length;
  g_autofree char *text = tn_text_read(job->rules, &name, &length, error), *dropped = NULL;
  g_autoptr(GArray) parsed = tn_parsed_rules_new(), flaws = tn_flaws_new();
  g_autoptr(GArray) costs = g_array_new(FALSE, FALSE, sizeof(struct cost));
  if (!text)
    return false;
  const enum tn_target written = find_release(&j, text, length);
  const char *release = tn_target_names[j.terms.target];
  const enum tn_log_library of = tn_rule_log_library(j.terms.target);
  if (!log->has[of] && strcmp(other, tn_log_library_names[TN_LOG_UCX]) != 0)
    return tn_usage(error, "%s: rules for %s, but %s has no line of %s, only of %s", name, release,
                    job->log, tn_log_library_names[of], other);
  const bool is_read = tn_lint_read(flaws, parsed, j.terms.target, text, length);
  if (!is_read && flaws->len)
    dropped = g_strdup(g_array_index(flaws, struct tn_flaw, flaws->len - 1).what);
  if (!is_read && written != j.terms.target) {
    g_autoptr(GArray) unused = tn_flaws_new();
    g_array_set_size(parsed, 0);
    tn_lint_read(unused, parsed, written, text, length);
  }
  tn_flaws_sort(flaws);
  j.terms.flaws = flaws;
  j.terms.dropped = dropped;
  if (parsed->len == 0)
    return tn_usage(error, "%s: no rule for %s%s%s (--for RELEASE names its library)", name,
                    release, dropped ? ": " : "", dropped ? dropped : "");
  job->title = g_strdup_printf("%s, as %s reads it", name, release);
  j.costs = costs;
  j.study = job->platform ? tn_study_new(&conditions) : NULL;
  find_transports(&j, text);
  judge(&j, parsed);
  tn_study_free(j.study);
  g_clear_error(&j.why);
  if (tn_signal_caught)
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INTR, "doctor: interrupted");
  return !tn_signal_caught;
}

bool tn_doctor_log_examine(struct tn_doctor_log *job, GError **error)
{
  const char *name;
  gsize length;
  g_autofree char *text = tn_text_read(job->log, &name, &length, error);
  if (!text)
    return false;
  struct tn_log *log = tn_log_read(text, length);
  bool ok = library_of(log) ||
            tn_usage(error,
                     length ? "%s: no line of Open MPI, MPICH, UCC or UCX about their choices"
                            : "%s: empty",
                     name);
  if (ok)
    tn_doctor_log_show(job->shown, log);
  ok = ok && (!job->rules || examine_rules(job, log, error));
  tn_log_free(log);
  return ok;
}
