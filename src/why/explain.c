#include "explain.h"

#include <math.h>
#include <string.h>

#include "contention/model.h"
#include "study/closed_form.h"
#include "study/study_rows.h"
#include "study/study_shared.h"

/* Largest number of steps in a recorded critical path. Unused pages of the shared memory cost
 * nothing. */
#define MAX_STEPS ((size_t)1 << 20)
#define PULL 0.1

const char *const tn_variant_kinds[] = { "parameter", "mechanism",  "kernel", "backing",   "noise",
                                         "arrival",   "later call", "ideal",  "algorithm", NULL };

static size_t path_bytes(void)
{
  const struct tn_sim_path *path = NULL;
  return sizeof *path + MAX_STEPS * sizeof path->step[0];
}

static int by_pull(gconstpointer a, gconstpointer b)
{
  const struct tn_pull *x = a, *y = b;
  const double first = fmax(fabs(x->down), fabs(x->up)), second = fmax(fabs(y->down), fabs(y->up));
  if (first < second || first > second)
    return first > second ? -1 : 1;
  return (x->param > y->param) - (x->param < y->param);
}

static double change(const struct tn_trials *trials, gint64 ticket, double avg)
{
  return ticket < 0 ? NAN : tn_trials_time(trials, (guint)ticket, TN_OBJECTIVE_AVG) / avg - 1.0;
}

/* Simulates the point with each parameter on which it depends, once 10 % lower and once 10 %
 * higher. Returns false after an interruption. */
static bool find_pulls(struct tn_explanation *x, struct tn_trials *trials)
{
  const double enough = 1e-4;
  g_autofree gint64 *tickets = g_new(gint64, 2 * TN_N_PARAMS);
  for (int p = 0; p < TN_N_PARAMS; p++)
    for (int up = 0; up < 2; up++) {
      const double value = x->point->setup->values[p];
      const double other = tn_param_moved((enum tn_param)p, value, up ? PULL : -PULL, true);
      const bool moves = tn_param_can_move((enum tn_param)p, value) &&
                         tn_trials_charged(trials, 0, (enum tn_param)p) &&
                         !tn_setup_follows(x->point->setup, (enum tn_param)p) &&
                         (other < value || other > value);
      tickets[2 * p + up] = moves ? (gint64)tn_trials_ask(trials, 0, (enum tn_param)p, other) : -1;
    }
  const bool ok = tn_trials_run(trials);
  for (int p = 0; p < TN_N_PARAMS && ok; p++) {
    struct tn_pull pull = { .param = (enum tn_param)p,
                            .value = x->point->setup->values[p],
                            .down = change(trials, tickets[2 * p], x->result.avg),
                            .up = change(trials, tickets[2 * p + 1], x->result.avg) };
    if (fabs(pull.down) > enough || fabs(pull.up) > enough)
      g_array_append_val(x->pulls, pull);
  }
  g_array_sort(x->pulls, by_pull);
  return ok;
}

static void take_entries(struct tn_explanation *x, const struct tn_sim_stamps *stamps)
{
  const int n = x->point->call.n_ranks;
  x->entry = g_new(double, n);
  x->last = 0;
  for (int r = 1; r < n; r++)
    if (stamps->rank[r].entry > stamps->rank[x->last].entry)
      x->last = r;
  for (int r = 0; r < n; r++) {
    x->entry[r] = stamps->rank[r].entry - stamps->rank[x->last].entry;
    x->waiting -= x->entry[r] / n;
  }
}

static bool interrupted(GError **error)
{
  return tn_refuse(error, G_FILE_ERROR, G_FILE_ERROR_INTR, "explain: interrupted");
}

static bool run_point(struct tn_explanation *x, struct tn_study *study,
                      const struct tn_sim_stamps *stamps, tn_study_runner *run, GError **error)
{
  if (!run(study))
    return interrupted(error);
  const struct tn_outcome *o = tn_study_outcome(study, 0);
  if (o->state != TN_DONE)
    return tn_refuse(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "explain: %s",
                     o->message ? o->message : "the point failed");
  if (x->path->n > x->path->room)
    return tn_refuse(error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
                     "explain: the critical path has %zu steps "
                     "(up to %zu can be shown; try fewer bytes or larger segments)",
                     x->path->n, x->path->room);
  struct tn_cost cost;
  x->result = o->result;
  x->n_runs = 1;
  x->form = tn_closed_form(x->point, &cost) ? tn_cost_sum(&cost) : NAN;
  take_entries(x, stamps);
  struct tn_trials *trials = tn_trials_new(study, run);
  const bool ok = tn_variants_run(x, trials) && find_pulls(x, trials);
  x->n_runs += tn_trials_count(trials);
  tn_trials_free(trials);
  return ok || interrupted(error);
}

/* Returns the options whose values separate the points, in their usual order: "-n, -s". An
 * algorithm determines further columns, so that points of one algorithm are compared. Transfer
 * full. */
static char *explain_separators(const struct tn_study *study)
{
  static const char *const names[][2] = {
    { "collective", "-c" },     { "algorithm", "-a" },          { "params", "-P" },
    { "ranks", "-n" },          { "size_bytes", "-s" },         { "root", "--root" },
    { "mapping", "--mapping" }, { "kernel", "--kernel" },       { "backing", "--backing" },
    { "buffers", "--buffers" }, { "mechanism", "--mechanism" }, { "transport", "--transport" },
    { "overrides", "--set" },
  };
  bool differs[G_N_ELEMENTS(names)] = { false };
  g_autoptr(GHashTable) firsts =
      g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)tn_row_free);
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint i = 0; i < tn_study_n(study); i++) {
    struct tn_row *row = tn_study_row(study, i, NULL);
    const struct tn_row *first = g_hash_table_lookup(firsts, row->algorithm);
    differs[1] = differs[1] || (!first && i > 0);
    for (size_t k = 0; first && k < G_N_ELEMENTS(names); k++)
      differs[k] = differs[k] || !tn_row_same(first, row, tn_row_column(names[k][0]));
    if (first)
      tn_row_free(row);
    else
      g_hash_table_insert(firsts, (void *)row->algorithm, row);
  }
  for (size_t k = 0; k < G_N_ELEMENTS(names); k++)
    if (differs[k])
      g_string_append_printf(text, "%s%s", text->len ? ", " : "", names[k][1]);
  return g_string_free(g_steal_pointer(&text), FALSE);
}

bool tn_explanation_accepts(const struct tn_plan *plan, GError **error)
{
  const struct tn_conditions *c = tn_study_conditions(plan->study);
  if (tn_study_n(plan->study) != 1) {
    g_autofree char *options = explain_separators(plan->study);
    return tn_usage(error, "explain: %u points (one is accepted: give one value each of %s)",
                    tn_study_n(plan->study), options);
  }
  return c->repetitions <= 1 ||
         tn_usage(error, "--repetitions: explain covers one call (1 is accepted)");
}

struct tn_explanation *tn_explanation_new(const struct tn_plan *plan, tn_study_runner *run,
                                          GError **error)
{
  struct tn_conditions conditions = *tn_study_conditions(plan->study);
  struct tn_explanation *x = g_new0(struct tn_explanation, 1);
  x->plan = plan;
  x->point = tn_study_point(plan->study, 0);
  x->variants = g_array_new(FALSE, FALSE, sizeof(struct tn_variant));
  g_array_set_clear_func(x->variants, tn_variant_clear);
  x->pulls = g_array_new(FALSE, FALSE, sizeof(struct tn_pull));
  x->path = tn_shared_new(path_bytes());
  x->path->room = MAX_STEPS;
  const size_t bytes = tn_stamps_bytes(x->point->call.n_ranks);
  conditions.outputs.path = x->path;
  conditions.outputs.stamps = tn_shared_new(bytes);
  struct tn_study *study = tn_study_new(&conditions);
  tn_study_take(study, x->point);
  const bool ok = run_point(x, study, conditions.outputs.stamps, run, error);
  tn_study_free(study);
  tn_shared_free(conditions.outputs.stamps, bytes);
  if (ok)
    return x;
  tn_explanation_free(x);
  return NULL;
}

void tn_explanation_free(struct tn_explanation *x)
{
  if (!x)
    return;
  tn_shared_free(x->path, path_bytes());
  g_free(x->entry);
  g_array_unref(x->variants);
  g_array_unref(x->pulls);
  g_free(x);
}
