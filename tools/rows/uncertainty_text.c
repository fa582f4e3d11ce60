/* Ranges of the times of winners and best rivals, below a table. */
#include "notes.h"

#include "block.h"
#include "perturb/moves.h"
#include "perturb/uncertainty.h"
#include "platform/joint.h"
#include "platform/quantity.h"
#include "study/setup.h"

enum { MAX_NAMES = 3, MAX_EXACT = 8 };
/* A range narrower than this fraction of the time means that few errors are stated. */
#define UNCERTAINTY_NARROW 0.01

/* Returns the parameters with the largest effects on a point's time, as in "copy_rate, pin_time".
 * Sets moves[] for all parameters with an effect. Transfer full. */
static char *reasons(const struct tn_block *b, guint point, bool moves[TN_N_PARAMS])
{
  g_autoptr(GArray) uncertainty = tn_uncertainty_effects(b->results->uncertainty, point);
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < uncertainty->len; i++) {
    const struct tn_param_effect *d = &g_array_index(uncertainty, struct tn_param_effect, i);
    moves[d->param] |= d->high > d->low;
    if (i < MAX_NAMES && d->high > d->low)
      g_string_append_printf(text, "%s%s", text->len ? ", " : "", tn_params[d->param].name);
  }
  if (text->len == 0)
    g_string_append(text, "no stated error");
  return g_string_free(text, FALSE);
}

/* Returns true if the point's time depends on parameter p, but p was not perturbed because the
 * platform states no error for it. */
static bool is_exact(const struct tn_block *b, guint point, enum tn_param p)
{
  const struct tn_setup *setup = tn_study_point(b->results->plan->study, point)->setup;
  return tn_sim_has_read(&b->results->outcome[point].result, p) && tn_setup_has_value(setup, p) &&
         !tn_setup_sets(setup, p) && !(tn_setup_error(setup, p) > 0.0) &&
         tn_param_can_move(p, setup->values[p]);
}

static void mark_exact(const struct tn_block *b, guint size, guint c, bool exact[TN_N_PARAMS])
{
  for (int p = 0; tn_block_result(b, size, c) && p < TN_N_PARAMS; p++)
    exact[p] |= is_exact(b, tn_block_cell(b, size, c), (enum tn_param)p);
}

/* Adds the range of a cell's time, with the parameters that cause it. */
static void put_range(struct tn_table *t, const struct tn_block *b, guint size, guint c,
                      const char *mark, bool moves[TN_N_PARAMS])
{
  const struct tn_sim_result *r = tn_block_result(b, size, c);
  if (!r)
    return;
  const struct tn_block_column *column = tn_block_column(b, c);
  const guint point = tn_block_cell(b, size, c);
  const struct tn_outcome *o = &b->results->outcome[point];
  const double error = tn_block_error(b, size, c);
  tn_label_put(t, tn_block_size(b, size), mark, column->algorithm->name, column->heading->text);
  tn_table_take(t, tn_format_us(r->avg, error));
  if (o->high > 0.0) {
    const bool on_device =
        tn_mechanism_is_on_device(tn_study_point(b->results->plan->study, point)->mechanism);
    bool has = on_device;
    for (int p = 0; p < TN_N_PARAMS; p++)
      has = has || is_exact(b, point, (enum tn_param)p);
    tn_table_takes(
        t, tn_format_us(o->low, error), tn_format_us(o->high, error),
        o->high - o->low < UNCERTAINTY_NARROW * r->avg && has
            ? g_strdup_printf("errors of what matters are not %s", on_device ? "varied" : "stated")
            : reasons(b, point, moves));
  } else
    tn_table_texts(t, "  unknown: a run with a parameter moved failed", NULL, NULL);
}

void tn_uncertainty_write(struct tn_document *d, const struct tn_block *b)
{
  bool exact[TN_N_PARAMS] = { false }, moves[TN_N_PARAMS] = { false };
  tn_document_paragraph(
      d, -1,
      "\nhow sure: each parameter moved by its stated error, us; * winner; 2 best other "
      "algorithm");
  struct tn_table *t = tn_table_new("size mark name more mean low high by");
  for (guint s = 0; s < b->sizes->len; s++) {
    const guint rival = tn_block_rival(b, s);
    if (b->winners[s] == TN_NO_COLUMN)
      continue;
    put_range(t, b, s, b->winners[s], "*", moves);
    mark_exact(b, s, b->winners[s], exact);
    if (rival == TN_NO_COLUMN)
      continue;
    put_range(t, b, s, rival, "2", moves);
    mark_exact(b, s, rival, exact);
  }
  tn_document_table(d, t,
                    "{size:>8} {=mark:2} {=name:28} {mean:>9} {low:>9} {high:>9}  "
                    "{most by=by}\n            {more}");
  if (tn_mechanism_is_on_device(b->first->mechanism))
    tn_document_paragraph(d, 2, "%s", TN_DEVICES_NOT_VARIED);
  GString *text = g_string_new("taken as exact, no error is stated: ");
  int n = 0;
  for (int p = 0; p < TN_N_PARAMS; p++)
    if (exact[p] && n++ < MAX_EXACT)
      g_string_append_printf(text, "%s%s", n > 1 ? ", " : "", tn_params[p].name);
  if (n > MAX_EXACT)
    g_string_append_printf(text, " and %d more", n - MAX_EXACT);
  if (n > 0)
    tn_document_paragraph(d, 2, "%s", text->str);
  g_string_free(text, TRUE);
  if (b->points->len > 0) {
    const struct tn_point *point =
        tn_study_point(b->results->plan->study, g_array_index(b->points, guint, 0));
    if (tn_platform_joint(point->setup->platform))
      tn_document_paragraph(d, 2, "others move with a parameter as the file's joint_errors say");
    for (int i = 0; i < TN_N_PARAMS; i++) {
      const enum tn_param p = (enum tn_param)i;
      const struct tn_bounds bounds = tn_setup_bounds(point->setup, p);
      if (!moves[p] || !tn_bounds_are_stated(&bounds))
        continue;
      g_autofree char *range = tn_bounds_text(p, &bounds);
      const char *by = tn_param_measured_by(p);
      tn_document_paragraph(d, 2, "unknown: %s, %s%s%s", tn_params[p].name, range,
                            by ? "; settled by " : "", by ? by : "");
    }
  }
}

/* Greatest error of a mean time, relative to --exact, in multiples of the requested precision
 * (docs/model/times.md, the engine). */
#define PRECISION_WORST 5.0

void tn_note_precision(GPtrArray *remarks, const struct tn_block *b)
{
  const struct tn_study *study = b->results->plan->study;
  double coarsest = 0.0;
  guint n = 0;
  for (guint i = 0; i < b->points->len; i++) {
    const struct tn_point *p = tn_study_point(study, g_array_index(b->points, guint, i));
    n += p->precision > 0.0;
    coarsest = MAX(coarsest, p->precision);
  }
  if (n == 0)
    return;
  tn_note_add(
      remarks,
      "precision: %u of %u means are exact to about %g %%, a few to %g %% (--exact simulates "
      "every fragment)",
      n, b->points->len, 100.0 * coarsest, 100.0 * PRECISION_WORST * coarsest);
}

void tn_jitter_write(struct tn_document *d, const struct tn_block *b)
{
  const struct tn_study *study = b->results->plan->study;
  const struct tn_point *widest = NULL;
  double most = 0.0;
  guint n = 0;
  for (guint i = 0; i < b->points->len; i++) {
    const guint number = g_array_index(b->points, guint, i);
    const struct tn_outcome *o = tn_study_outcome(study, number);
    if (!(o->jitter_high > 0.0))
      continue;
    n++;
    if (o->jitter_high / o->jitter_low - 1.0 > most) {
      most = o->jitter_high / o->jitter_low - 1.0;
      widest = tn_study_point(study, number);
    }
  }
  const bool changes = most >= 10.0 * TN_JITTER;
  g_autofree char *size = changes ? tn_format_size(widest->call.block) : NULL;
  g_autofree char *by = changes ? g_strdup_printf("means change by up to %.2g %% (%s %s)",
                                                  100.0 * most, widest->algorithm->name, size)
                                : g_strdup_printf("none of %u means changes", n);
  tn_document_paragraph(d, -1, "\njitter: rates and times moved by up to 1e-9, %d times: %s",
                        b->results->plan->n_jitter, by);
}
