/* doctor: reports how MPI libraries copy messages on this machine, and what calls cost. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "decide/target.h"
#include "doctor/costs.h"
#include "doctor_findings.h"
#include "doctor_log.h"
#include "plan/expand.h"
#include "plan/points.h"
#include "real/host_facts.h"
#include "rows/text_rows.h"
#include "schema.h"
#include "signals.h"

/* Findings of the command, and the platform for the predicted costs. */
struct doctor {
  struct tn_facts facts;
  int n_ranks;
  GPtrArray *machine, *libraries;
  struct tn_platform *platform; /* platform on which calls are simulated; NULL if not given */
  int n_simulated;              /* number of ranks in these simulations */
  /* predicted costs (struct tn_library_cost); NULL without a platform */
  GPtrArray *costs;
};

static void doctor_clear(struct doctor *d)
{
  g_clear_pointer(&d->machine, g_ptr_array_unref);
  g_clear_pointer(&d->libraries, g_ptr_array_unref);
  g_clear_pointer(&d->costs, g_ptr_array_unref);
  tn_platform_free(d->platform);
}

/* Returns a library's remedy. If a finding about the machine contains a part of it, the part is
 * replaced by a reference to that finding. Transfer full. */
static char *short_remedy(const struct doctor *d, const char *remedy)
{
  for (guint i = 0; i < d->machine->len; i++) {
    const struct tn_advice *a = d->machine->pdata[i];
    if (!a->remedy || !strstr(remedy, a->remedy))
      continue;
    g_auto(GStrv) parts = g_strsplit(remedy, a->remedy, 2);
    return g_strdup_printf("%sas above for %s%s", parts[0], a->what, parts[1]);
  }
  return g_strdup(remedy);
}

static void write_libraries(struct tn_document *page, const struct doctor *d)
{
  static const char layout[] = "\n{=wrong:yes!} {=library:10} {=copies:13} {=meaning:wrap}\n"
                               "                           set: {=remedy:wrap}";
  struct tn_table *t = tn_table_of(layout);
  for (guint i = 0; i < d->libraries->len; i++) {
    const struct tn_advice *a = d->libraries->pdata[i];
    const struct tn_advice *before = i > 0 ? d->libraries->pdata[i - 1] : NULL;
    const bool same = before && strcmp(a->value, before->value) == 0 &&
                      strcmp(a->meaning, before->meaning) == 0 &&
                      g_strcmp0(a->remedy, before->remedy) == 0;
    tn_table_answer(t, a->severity == TN_SEVERITY_PROBLEM);
    tn_table_texts(t, a->what, a->value);
    tn_table_print(t, "%s%s", same ? "as " : "", same ? before->what : a->meaning);
    tn_table_take(t, a->remedy && !same ? short_remedy(d, a->remedy) : NULL);
  }
  tn_document_table(page, t, layout);
}

/* Returns true if the n costs from index i on would be printed like the n costs from index `before`
 * on. */
static bool same_costs(const GPtrArray *costs, guint before, guint i, guint n)
{
  for (guint k = 0; k < n; k++) {
    const struct tn_library_cost *a = costs->pdata[before + k], *b = costs->pdata[i + k];
    if (a->mechanism != b->mechanism || a->is_used != b->is_used)
      return false;
    for (int c = 0; c < TN_COST_CALLS; c++)
      if (!(fabs(a->seconds[c] - b->seconds[c]) < 0.05e-6))
        return false;
  }
  return true;
}

/* Adds how to switch off CMA in a library, if copies through shared memory are predicted to be
 * faster in all calls. */
static void write_without(struct tn_document *page, const struct doctor *d,
                          const struct tn_mpi *mpi)
{
  const struct tn_library_cost *taken = tn_costs_used(d->costs, mpi);
  const struct tn_library_cost *segments = tn_costs_find(d->costs, mpi, TN_CICO);
  if (!taken || !segments || taken->mechanism != TN_CMA || !mpi->without_cma)
    return;
  for (int c = 0; c < TN_COST_CALLS; c++)
    if (!(segments->seconds[c] < taken->seconds[c]))
      return;
  tn_document_paragraph(page, 0,
                        "%s: cico is predicted to be faster than cma in all of these calls: %s",
                        mpi->name, mpi->without_cma);
}

static void write_costs(struct tn_document *page, const struct doctor *d)
{
  guint last = 0, n_last = 0;
  if (!d->costs) {
    tn_document_paragraph(
        page, 0,
        "\nFor its cost: turnstile doctor -p PLATFORM with a similar node (turnstile list "
        "platforms) or with this one: turnstile calibrate -o my-node.xml, then -p my-node.xml.");
    return;
  }
  g_autoptr(GString) layout = g_string_new("\n  {=library:10} {=mechanism:6}{=taken:yes*}");
  for (int c = 0; c < TN_COST_CALLS; c++)
    g_string_append_printf(layout, " {%s:>11} {=factor%d:>6}", tn_cost_calls[c], c);
  struct tn_table *t = tn_table_of(layout->str);
  for (guint i = 0, n; i < d->costs->len; i += n) {
    const struct tn_library_cost *cost = d->costs->pdata[i], *same = d->costs->pdata[last];
    n = 0;
    while (i + n < d->costs->len &&
           ((const struct tn_library_cost *)d->costs->pdata[i + n])->mpi == cost->mpi)
      n++;
    if (n == n_last && same_costs(d->costs, last, i, n)) {
      tn_table_text(t, cost->mpi->name);
      tn_table_print(t, "as %s", same->mpi->name);
      for (int c = 0; c < 1 + 2 * TN_COST_CALLS; c++)
        tn_table_text(t, NULL);
      continue;
    }
    const struct tn_library_cost *taken = tn_costs_used(d->costs, cost->mpi);
    for (guint k = 0; k < n; k++) {
      const struct tn_library_cost *of = d->costs->pdata[i + k];
      tn_table_texts(t, k == 0 ? cost->mpi->name : "", tn_mechanism_names[of->mechanism]);
      tn_table_answer(t, of->is_used);
      for (int c = 0; c < TN_COST_CALLS; c++) {
        const double ratio = taken ? taken->seconds[c] / of->seconds[c] : NAN;
        tn_table_print(t, isfinite(of->seconds[c]) ? "%.1f" : "-", of->seconds[c] * 1e6);
        tn_table_take(t, of->is_used || !isfinite(ratio) ? NULL : g_strdup_printf("%.2fx", ratio));
      }
    }
    last = i;
    n_last = n;
  }
  tn_document_paragraph(
      page, -1,
      "\npredicted on %s, kernel %s, %d ranks, in us; * used by the library, others "
      "with their speedup",
      tn_platform_name(d->platform), tn_kernel_names[tn_costs_kernel(&d->facts, d->platform)],
      d->n_simulated);
  tn_document_table(page, t, layout->str);
  tn_document_gap(page);
  for (int i = 0; i < tn_n_mpis; i++)
    write_without(page, d, &tn_mpis[i]);
  tn_document_paragraph(
      page, 0,
      "The library's own choice of algorithms, buffers written before each call. Below "
      "1x the mechanism is slower than the library's.");
}

static bool load_platform(const struct tn_options *s, struct doctor *d, GError **error)
{
  const char *name = s->platform;
  d->platform = name ? tn_platform_load(name, NULL, error) : NULL;
  if (name && !d->platform)
    return tn_usage_prefix(error, tn_options_where(s, TN_OPT_PLATFORM));
  return !d->platform || tn_platform_n_nodes(d->platform) == 1 ||
         tn_usage(error, "%s: %s has %d nodes (doctor accepts one like this machine)",
                  tn_options_where(s, TN_OPT_PLATFORM), name, tn_platform_n_nodes(d->platform));
}

static bool examine(const struct tn_options *s, struct doctor *d, GError **error)
{
  int64_t n = 0;
  if (!load_platform(s, d, error) || !tn_facts_gather(NULL, &d->facts, error) ||
      !tn_read_int(s, TN_OPT_RANKS, 1, TN_MAX_COUNT, &n, error))
    return false;
  d->n_ranks = n ? (int)n : tn_facts_ranks(&d->facts);
  d->n_simulated = n || !d->platform ? (int)n : tn_platform_default_ranks(d->platform);
  d->machine = tn_findings_of_machine(&d->facts, d->n_ranks);
  d->libraries = tn_findings_of_libraries(&d->facts, d->n_ranks);
  if (!d->platform)
    return true;
  tn_signals_catch();
  d->costs = tn_costs_new(&d->facts, d->platform, d->n_simulated, s->jobs, error);
  if (*error && (*error)->domain == TN_STUDY_ERROR)
    return tn_usage_prefix(error, tn_options_where(s, TN_OPT_PLATFORM));
  return d->costs != NULL;
}

/* Runs doctor --took, which examines a library's log. Returns false without *error if the library
 * did not follow a rule. */
static bool examine_log(const struct tn_options *s, const struct tn_platform *platform, int how,
                        GError **error)
{
  g_autoptr(GPtrArray) shown = tn_advice_new(), judged = tn_advice_new();
  struct tn_doctor_log job = {
    .log = s->took, .rules = s->rules, .platform = platform, .shown = shown, .judged = judged
  };
  const char *release = s->release;
  enum tn_target target;
  int64_t n = 0;
  job.jobs = s->jobs;
  if (!tn_read_int(s, TN_OPT_RANKS, 1, TN_MAX_COUNT, &n, error) ||
      (release && !tn_target_find(release, &target, error)))
    return false;
  job.target = release ? TN_JUST(target) : 0;
  job.n_ranks = (int)n;
  if (platform)
    tn_signals_catch();
  bool ok = tn_doctor_log_examine(&job, error);
  if (ok) {
    struct tn_document *d = tn_document_new((enum tn_output)how);
    tn_document_paragraph(d, -1, "what %s shows", job.log);
    tn_doctor_write(d, job.shown);
    if (job.title) {
      tn_document_paragraph(d, -1, "\n%s%s%s", job.title,
                            job.platform ? "; times predicted on " : "",
                            job.platform ? tn_platform_name(job.platform) : "");
      tn_doctor_write(d, job.judged);
    }
    tn_document_rows(d, NULL, tn_doctor_table(shown, judged));
    ok = tn_writer_print(s, d, error);
  }
  for (guint i = 0; ok && i < judged->len; i++)
    ok = ((const struct tn_advice *)judged->pdata[i])->severity != TN_SEVERITY_PROBLEM;
  g_free(job.title);
  return ok;
}

bool tn_cmd_doctor(struct tn_options *s, GError **error)
{
  struct doctor d = { 0 };
  int how;
  if (!tn_read_name(s, TN_OPT_FORMAT, tn_output_names, &how, error))
    return false;
  if (s->rows->len > 0)
    return tn_usage(error, "doctor: \"%s\": only options are accepted, e.g. -p PLATFORM",
                    (const char *)s->rows->pdata[0]);
  if (s->took) {
    const bool ok = load_platform(s, &d, error) && examine_log(s, d.platform, how, error);
    doctor_clear(&d);
    return ok;
  }
  if (!TN_NONE_SAID(s, error, "only with --took LOG", TN_OPT_RULES, TN_OPT_FOR))
    return false;
  bool done = examine(s, &d, error);
  if (done) {
    struct tn_document *page = tn_document_new((enum tn_output)how);
    tn_document_paragraph(page, -1, "this machine, %d rank%s", d.n_ranks,
                          d.n_ranks == 1 ? "" : "s");
    tn_doctor_write(page, d.machine);
    /* a paragraph for each finding about the machine that has a remedy */
    for (guint i = 0; i < d.machine->len; i++) {
      const struct tn_advice *a = d.machine->pdata[i];
      if (a->remedy)
        tn_document_paragraph(page, 0, "\n%s: %s.", a->what, a->remedy);
    }
    tn_document_paragraph(
        page, -1, "\nlibraries: how they copy long messages (cico: twice, through shared memory)");
    write_libraries(page, &d);
    write_costs(page, &d);
    struct tn_table *t = tn_doctor_table(d.machine, d.libraries);
    for (guint i = 0; d.costs && i < d.costs->len; i++)
      for (int c = 0; c < TN_COST_CALLS; c++) {
        const struct tn_library_cost *cost = d.costs->pdata[i];
        const struct tn_library_cost *best = tn_costs_best(d.costs, cost->mpi, c);
        tn_table_take(t, g_strdup_printf("%s %s, %s", cost->mpi->name,
                                         tn_mechanism_names[cost->mechanism], tn_cost_calls[c]));
        tn_table_number(t, cost->seconds[c] * 1e6, 6);
        tn_table_text(
            t,
            tn_severity_names[cost->is_used && best != cost ? TN_SEVERITY_NOTE : TN_SEVERITY_NONE]);
        tn_table_take(t, g_strdup_printf("us on %s, kernel %s, %d ranks%s%s",
                                         tn_platform_name(d.platform),
                                         tn_kernel_names[tn_costs_kernel(&d.facts, d.platform)],
                                         d.n_simulated, cost->is_used ? "; what it gets" : "",
                                         best == cost ? "; the fastest" : ""));
        tn_table_text(t, NULL);
      }
    tn_document_rows(page, NULL, t);
    done = tn_writer_print(s, page, error);
  }
  doctor_clear(&d);
  return done;
}
