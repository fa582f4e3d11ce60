/* Parameters on which a page's closest decisions depend. */
#include <math.h>

#include "chapter_command.h"
#include "close_decisions.h"
#include "explain/rerun.h"
#include "figure/figure.h"
#include "figure/figure_words.h"
#include "page.h"
#include "perturb/trials.h"
#include "study/cost.h"

/* Upper limits of the number of decisions and of the work of a page (tn_point_cost). Each decision
 * needs about 300 runs. */
#define MAX_WORK 1e5
enum { MAX_SHOWN = 3, TORNADO_WIDTH = 240, STEP = 31 };

static guint n_influences(const struct tn_decision_point *d)
{
  return MIN(d->influences->len, TN_MAX_INFLUENCES);
}

static char *words_of_share(double percent)
{
  return g_strdup_printf("%+g %%", percent);
}

struct tn_figure *tn_tornado_new(const struct tn_decision_point *d)
{
  struct tn_figure *f = tn_figure_new(TORNADO_WIDTH, STEP * n_influences(d));
  struct tn_series *ground = tn_figure_add(f, NULL, 0, TN_GREY);
  struct tn_series *moved[] = { tn_figure_add(f, NULL, 0, 1), tn_figure_add(f, NULL, 0, 0) };
  double least = fmin(0, d->lead), most = fmax(0, d->lead);
  for (guint i = 0; i < n_influences(d); i++) {
    const struct tn_influence *l = &g_array_index(d->influences, struct tn_influence, i);
    const double ends[] = { l->down, l->up };
    tn_axis_label(f, &f->y, g_strconcat(l->flips ? "! " : "", tn_params[l->param].name, NULL));
    /* draw a bar from the lead to the changed lead, if known */
    for (int k = 0; k < 2; k++)
      if (!isnan(ends[k]))
        tn_series_box(moved[k], (struct tn_box){ .x0 = 100 * d->lead,
                                                 .x1 = 100 * ends[k],
                                                 .y0 = i + 0.38 * k - 0.37,
                                                 .y1 = i + 0.38 * k - 0.01,
                                                 .text = k ? "+" : "−",
                                                 .place = TN_TEXT_BEYOND });
    least = fmin(least, fmin(l->down, l->up));
    most = fmax(most, fmax(l->down, l->up));
  }
  const double margin = most > least ? 0.05 * (most - least) : 0.01;
  f->x = (struct tn_axis){ .name = "lead",
                           .low = 100 * (least - margin),
                           .high = 100 * (most + margin),
                           .words = words_of_share };
  /* at leads below 0 another algorithm wins */
  tn_series_box(ground, (struct tn_box){ .x0 = f->x.low,
                                         .y0 = -0.5,
                                         .y1 = n_influences(d) - 0.5,
                                         .text = "another wins",
                                         .place = TN_TEXT_ABOVE,
                                         .is_veil = true });
  for (int k = 0; k < 2; k++) {
    struct tn_series *upright = tn_figure_add(f, NULL, TN_DRAW_LINE, TN_GREY);
    upright->dash = 2 * k;
    tn_series_spot(upright, k * 100 * d->lead, -0.5);
    tn_series_spot(upright, k * 100 * d->lead, n_influences(d) - 0.5);
  }
  return f;
}

static void write_analysis(const struct tn_page *p, const struct tn_sensitivity_result *h)
{
  const struct tn_decision_point *d = h->decisions->pdata[0];
  g_autofree char *winner = tn_sensitivity_choice(h, d->winner),
                  *rival = tn_sensitivity_choice(h, d->rival);
  g_autofree char *time = tn_words_time(d->time), *other = tn_words_time(d->rival_time);
  g_autofree char *lead = tn_sensitivity_percent(d->lead), *verdict = tn_sensitivity_verdict(h);
  *verdict = g_ascii_toupper(*verdict);
  tn_document_paragraph(
      p->d, 0,
      "%s takes %s, before %s with %s: a lead of %s, with an expected loss of %.1f %%. "
      "%s.",
      winner, time, rival, other, lead, 100 * d->expected_loss, verdict);
  if (n_influences(d) == 0) {
    tn_document_add(p->d, TN_MUTED, "No parameter changes the lead.");
    return;
  }
  struct tn_figure *f = tn_tornado_new(d);
  f->description = "The lead with each parameter moved by its error; the table has the numbers.";
  tn_document_begin(p->d, TN_GROUP_PAIR, NULL, NULL);
  tn_page_figure(
      p, f,
      "The lead (dotted: unchanged) with each parameter moved by its error, − down and + up.");
  tn_document_captioned(
      p->d, "Parameters by their effect on the lead", tn_influences_table(h, d),
      "{parameter}{value:>*}{error:>*}{another wins at}{lead: down=down:>*}{up:>*}");
  tn_document_end(p->d);
}

/* Returns the command that repeats the analysis with all combinations of the rows' parameters; NULL
 * if the rows do not determine it. Transfer full. */
static char *command_of(const struct tn_page *p, const struct tn_close_decision *close_decision,
                        const GPtrArray *rows, const struct tn_report_platform *known)
{
  const enum tn_objective objective = p->report->objective;
  g_autoptr(GPtrArray) chapters = tn_chapters_new(rows, &close_decision->chapter->terms, NULL);
  if (!chapters)
    return NULL;
  g_autofree char *command =
      tn_chapter_command_for("explain --sensitivity", chapters->pdata[0],
                             known ? known->spec : NULL, known ? known->platform : NULL);
  return g_strconcat(command, objective == TN_OBJECTIVE_AVG ? NULL : " --objective ",
                     tn_objective_names[objective], NULL);
}

/* Runs the points again. If they equal the rows, finds the parameters that change the decision (h);
 * else sets *why. Fails after an interruption. */
static bool analyse(const struct tn_page *p, struct tn_rerun *r, double *work,
                    struct tn_sensitivity_result *h, char **why)
{
  for (guint i = 0; !*why && i < tn_study_n(r->study); i++)
    *work += tn_point_cost(tn_study_point(r->study, i));
  if (!*why && *work > MAX_WORK)
    *why = g_strdup("too much work for a page");
  if (!*why && !p->report->run(r->study))
    return false;
  for (guint i = 0; i < r->rows->len && !*why; i++)
    *why = tn_rerun_difference(r, i, h->objective);
  if (*why)
    return true;
  struct tn_trials *trials = tn_trials_new(r->study, p->report->run);
  h->study = r->study;
  h->decisions = tn_sensitivity_of(r->study, h->objective, trials, NULL);
  h->n_runs = tn_trials_count(trials);
  tn_trials_free(trials);
  if (h->decisions && (h->decisions->len != 1 ||
                       ((const struct tn_decision_point *)h->decisions->pdata[0])->winner != 0))
    *why = g_strdup("its points have another winner here");
  return h->decisions != NULL;
}

/* Analyses and adds a decision, unless it is too much work. Fails after an interruption. */
static bool write_decision(const struct tn_page *p, const struct tn_close_decision *close_decision,
                           double *work, guint *n_runs)
{
  const struct tn_row *row = close_decision->winner;
  const struct tn_report_platform *known = tn_report_platform(p->report, row->platform);
  g_autoptr(GPtrArray) rows = tn_close_decision_rows(close_decision);
  struct tn_rerun r = { .rows = rows };
  struct tn_sensitivity_result h = { .objective = p->report->objective };
  g_autofree char *why = known ? tn_rerun_init(&r, rows, known->platform, p->report->jobs)
                               : g_strdup("there is no platform of that name here");
  const bool ok = analyse(p, &r, work, &h, &why);
  g_autofree char *ranks = tn_words_ranks(row->ranks), *size = tn_words_size(row->size);
  g_autofree char *command = command_of(p, close_decision, rows, known);
  const char *context = close_decision->chapter->context;
  g_autofree char *heading =
      g_strdup_printf("%s on %s%s%s with %s at %s", row->collective, row->platform,
                      *context ? ", " : "", context, ranks, size);
  tn_document_heading(p->d, heading, NULL);
  if (why)
    tn_document_paragraph(p->d, 0, "What this decision depends on is not shown: %s.", why);
  else if (ok)
    write_analysis(p, &h);
  if (command)
    tn_document_add(p->d, TN_CODE, "%s", command);
  *n_runs += h.n_runs;
  if (h.decisions)
    g_ptr_array_unref((GPtrArray *)h.decisions);
  tn_rerun_clear(&r);
  return ok;
}

bool tn_page_sensitivity(const struct tn_page *p, GError **error)
{
  /* the simulations again would ignore the measurements behind rows that advise judged */
  if (!isnan(((const struct tn_row *)p->report->rows->pdata[0])->loss))
    return true;
  g_autoptr(GArray) close_decision = tn_close_decisions_of(p->chapters);
  const guint n = MIN(close_decision->len, p->report->run ? MAX_SHOWN : 0);
  struct tn_sensitivity_result all = { .objective = p->report->objective };
  double work = 0;
  tn_document_begin(p->d, TN_GROUP_SECTION, "sensitivity", "What the closest decisions depend on");
  tn_document_paragraph(
      p->d, 0,
      "The simulated decisions with the smallest lead, one of each combination of "
      "collective, platform and conditions: those within known error first; "
      "differences below %g %% do not count. Only simulated times are included.",
      100 * TN_TUNE_TIE);
  for (guint i = 0; i < n; i++)
    if (!write_decision(p, &g_array_index(close_decision, struct tn_close_decision, i), &work,
                        &all.n_runs)) {
      g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INTR, "report: interrupted");
      return false;
    }
  g_autofree char *legend = tn_sensitivity_legend(&all);
  if (all.n_runs > 0)
    tn_document_add(p->d, TN_MUTED, "%s.", legend);
  if (close_decision->len > n)
    tn_document_add(p->d, TN_MUTED, "%u%s close decision%s not shown.", close_decision->len - n,
                    n ? " more" : "", close_decision->len - n == 1 ? " is" : "s are");
  tn_document_end(p->d);
  return true;
}
