/* What the closest decisions of a page hang on. */
#include <math.h>

#include "document/markup.h"
#include "figure/figure.h"
#include "figure/figure_words.h"
#include "page.h"
#include "retake.h"

/* Decisions that are shown at most, that are tried for these or named beside these, and the work of points
 * (tn_point_cost) that a page takes: some 300 runs for each decision come to it. */
enum { MOST_SHOWN = 3, MOST_NAMED = 12 };
enum { TORNADO_WIDTH = 240, STEP = 31 };
#define MOST_WORK 1e5

/* What a page shows, and what it only names. */
struct shown {
  GPtrArray *taken, *left; /* struct tn_retake */
  double work;
};

/* "bcast on knl with 64 ranks at 64K". Transfer full. */
static char *heading_of(const struct tn_closest *d)
{
  const struct tn_row *row = d->winner;
  g_autofree char *ranks = tn_words_ranks(row->ranks), *size = tn_words_size(row->size);
  return g_strdup_printf("%s on %s%s%s with %s at %s", row->collective, row->platform,
                         *d->chapter->context ? ", " : "", d->chapter->context, ranks, size);
}

/* Takes decisions again, the closest first. False: interrupted. */
static bool take(const struct tn_page *p, const GArray *closest, struct shown *ret)
{
  const guint wanted = p->report->run ? MOST_SHOWN : 0;
  for (guint i = 0; i < MIN(closest->len, MOST_NAMED); i++) {
    struct tn_retake *t = tn_retake_new(p->report, &g_array_index(closest, struct tn_closest, i));
    const double work = tn_retake_cost(t);
    const bool is_full = ret->taken->len >= wanted;
    if (is_full || ret->work + work > MOST_WORK) {
      if (!t->why)
        t->why = g_strdup(is_full ? "" : "too much work for a page");
      g_ptr_array_add(ret->left, t);
      continue;
    }
    g_ptr_array_add(ret->taken, t);
    ret->work += work;
    if (!t->why && !tn_retake_run(t, p->report))
      return false;
  }
  return true;
}

static const struct tn_lever *lever_of(const struct tn_decision_point *d, guint i)
{
  return &g_array_index(d->levers, struct tn_lever, i);
}

/* Whether moving the parameter changes the lead as it is printed. */
static bool shows(const struct tn_lever *l, double lead)
{
  const double least = 0.0005;
  return l->flips || fabs(l->down - lead) >= least || fabs(l->up - lead) >= least;
}

/* Those that are shown, the first ones. */
static guint n_levers(const struct tn_decision_point *d)
{
  guint n = 0;
  while (n < MIN(d->levers->len, TN_MOST_LEVERS) && shows(lever_of(d, n), d->lead))
    n++;
  return n;
}

/* What the figure shows, for who cannot see it. Transfer full. */
static char *says_of(const struct tn_hinges *h, const struct tn_decision_point *d)
{
  g_autofree char *lead = tn_hinges_percent(d->lead), *winner = tn_hinges_choice(h, d->winner);
  GString *text = g_string_new(NULL);
  g_string_append_printf(text, "Lead of %s, now %s, with each parameter moved by its error", winner,
                         lead);
  for (guint i = 0; i < n_levers(d); i++) {
    const struct tn_lever *l = lever_of(d, i);
    g_autofree char *down = tn_hinges_percent(l->down), *up = tn_hinges_percent(l->up);
    g_string_append_printf(text, "%s %s %s down, %s up%s", i ? ";" : ":", tn_params[l->param].name,
                           down, up, l->flips ? ", another wins" : "");
  }
  g_string_append_c(text, '.');
  return g_string_free(text, FALSE);
}

/* "+5 %", of a share. Transfer full. */
static char *share_of(double percent)
{
  return percent == 0 ? g_strdup("0")
                      : g_strdup_printf("%s%g %%", percent < 0 ? "−" : "+", fabs(percent));
}

/* A bar from where the lead is to where it goes; nothing where it cannot be moved there. */
static void add_bar(struct tn_series *series, double lead, double moved, double y, const char *sign,
                    const char *says)
{
  const struct tn_box box = { .x0 = 100 * lead,
                              .x1 = 100 * moved,
                              .y0 = y - 0.18,
                              .y1 = y + 0.18,
                              .text = sign,
                              .says = says,
                              .place = TN_TEXT_BEYOND };
  if (!isnan(moved))
    tn_series_box(series, box);
}

static void add_upright(struct tn_figure *f, double x, int dash)
{
  struct tn_series *series = tn_figure_add(f, NULL, TN_DRAW_LINE, TN_GREY);
  series->dash = dash;
  tn_series_spot(series, x, -0.5);
  tn_series_spot(series, x, f->y.labels->len - 0.5);
}

struct tn_figure *tn_tornado_new(const struct tn_decision_point *d)
{
  struct tn_figure *f = tn_figure_new(TORNADO_WIDTH, STEP * n_levers(d));
  struct tn_series *ground = tn_figure_add(f, NULL, 0, TN_GREY);
  struct tn_series *down = tn_figure_add(f, NULL, 0, 1), *up = tn_figure_add(f, NULL, 0, 0);
  double least = fmin(0, d->lead), most = fmax(0, d->lead);
  for (guint i = 0; i < n_levers(d); i++) {
    const struct tn_lever *l = lever_of(d, i);
    const char *name = tn_params[l->param].name;
    g_autofree char *lower = tn_hinges_percent(l->down), *upper = tn_hinges_percent(l->up);
    const char *says = tn_figure_keep(f, g_strdup_printf("%s: %s down, %s up", name, lower, upper));
    tn_axis_label(f, &f->y, g_strdup_printf("%s%s", l->flips ? "! " : "", name));
    add_bar(down, d->lead, l->down, i - 0.19, "−", says);
    add_bar(up, d->lead, l->up, i + 0.19, "+", says);
    least = fmin(least, fmin(l->down, l->up));
    most = fmax(most, fmax(l->down, l->up));
  }
  /* Left of 0 another one wins. */
  const double margin = most > least ? 0.05 * (most - least) : 0.01;
  const struct tn_box box = { .x0 = 100 * (least - margin),
                              .y0 = -0.5,
                              .y1 = n_levers(d) - 0.5,
                              .text = "another wins",
                              .place = TN_TEXT_ABOVE,
                              .is_veil = true };
  tn_series_box(ground, box);
  f->x = (struct tn_axis){
    .name = "lead", .low = 100 * (least - margin), .high = 100 * (most + margin), .words = share_of
  };
  add_upright(f, 0, 0);
  add_upright(f, 100 * d->lead, 2);
  return f;
}

static void append_figure(GString *s, const struct tn_hinges *h, const struct tn_decision_point *d)
{
  struct tn_figure *f = tn_tornado_new(d);
  f->says = tn_figure_keep(f, says_of(h, d));
  g_string_append(s, "<figure><figcaption>The lead (dotted: as it is) with each parameter moved by "
                     "its error, −&#160;down and +&#160;up.</figcaption>\n"
                     "<div class=\"scroll\" tabindex=\"0\">\n");
  tn_figure_append(s, f);
  g_string_append(s, "</div></figure>\n");
  tn_figure_free(f);
}

static void append_lever(GString *s, const struct tn_hinges *h, const struct tn_lever *l)
{
  g_autofree char *value = tn_param_format(l->param, l->value), *error = tn_lever_error(l);
  g_autofree char *flip = tn_lever_flip(h, l);
  tn_markup(s,
            "<tr><th scope=\"row\">%s%s</th><td class=\"n\">%s</td><td class=\"n\">%s</td>"
            "<td>%s</td></tr>\n",
            l->flips ? "! " : "", tn_params[l->param].name, value, error, flip ? flip : "-");
}

static void append_levers(GString *s, const struct tn_hinges *h, const struct tn_decision_point *d)
{
  g_string_append(s,
                  "<div class=\"scroll\" tabindex=\"0\"><table>\n<caption>Parameters by what they "
                  "take of the lead</caption>\n<thead><tr><th scope=\"col\">parameter</th><th "
                  "scope=\"col\" class=\"n\">value</th><th scope=\"col\" class=\"n\">error</th><th "
                  "scope=\"col\">another wins at</th></tr></thead>\n<tbody>\n");
  for (guint i = 0; i < n_levers(d); i++)
    append_lever(s, h, lever_of(d, i));
  g_string_append(s, "</tbody></table>\n");
  if (d->levers->len > n_levers(d))
    tn_markup(s, "<p class=\"muted\">And %u more of less effect.</p>\n",
              d->levers->len - n_levers(d));
  g_string_append(s, "</div>\n");
}

static void append_analysis(GString *s, const struct tn_retake *t)
{
  const struct tn_hinges *h = &t->hinges;
  const struct tn_decision_point *d = h->decisions->pdata[0];
  g_autofree char *winner = tn_hinges_choice(h, d->winner), *rival = tn_hinges_choice(h, d->rival);
  g_autofree char *time = tn_words_time(d->time), *other = tn_words_time(d->rival_time);
  g_autofree char *lead = tn_hinges_percent(d->lead), *verdict = tn_hinges_verdict(h);
  *verdict = g_ascii_toupper(*verdict);
  tn_markup(s,
            "<p>%s takes %s, before %s with %s: a lead of %s, with an expected loss of %.1f %%. "
            "%s.</p>\n",
            winner, time, rival, other, lead, 100 * d->expected_loss, verdict);
  if (n_levers(d) == 0) {
    g_string_append(s, "<p class=\"muted\">No parameter changes the lead.</p>\n");
    return;
  }
  g_string_append(s, "<div class=\"pair\">\n");
  append_figure(s, h, d);
  append_levers(s, h, d);
  g_string_append(s, "</div>\n");
}

static void append_taken(const struct tn_page *p, const struct tn_retake *t)
{
  g_autofree char *heading = heading_of(t->decision);
  tn_markup(p->s, "<h3>%s</h3>\n", heading);
  if (t->why)
    tn_markup(p->s, "<p>What this decision depends on is not shown: %s.</p>\n", t->why);
  else
    append_analysis(p->s, t);
  if (t->command)
    tn_markup(p->s, "<pre>%s</pre>\n", t->command);
}

/* What was not taken again, with the commands that do. */
static void append_left(const struct tn_page *p, const struct shown *shown, guint n_closest)
{
  const guint n_left = n_closest - shown->taken->len;
  const guint n = MIN(shown->left->len, MOST_NAMED);
  if (n_left == 0)
    return;
  tn_markup(p->s, "<details><summary>%u%s close decision%s left out</summary>\n", n_left,
            shown->taken->len ? " more" : "", n_left == 1 ? " is" : "s are");
  for (guint i = 0; i < n; i++) {
    const struct tn_retake *t = shown->left->pdata[i];
    g_autofree char *heading = heading_of(t->decision);
    tn_markup(p->s, "<p>%s%s%s%s</p>\n", heading, *t->why ? " (" : "", t->why, *t->why ? ")" : "");
    if (t->command)
      tn_markup(p->s, "<pre>%s</pre>\n", t->command);
  }
  if (n_left > n)
    tn_markup(p->s, "<p class=\"muted\">%u others are not named.</p>\n", n_left - n);
  g_string_append(p->s, "</details>\n");
}

/* How many chapters have no parameters that could be moved. */
static guint count_others(const struct tn_page *p)
{
  guint n = 0;
  for (guint i = 0; i < p->chapters->len; i++)
    n += ((const struct tn_chapter *)p->chapters->pdata[i])->first->source != TN_SOURCE_SIM;
  return n;
}

/* What the signs and numbers of all mean, once. */
static void append_legend(const struct tn_page *p, const struct shown *shown)
{
  struct tn_hinges all = { .objective = p->report->objective };
  for (guint i = 0; i < shown->taken->len; i++)
    all.n_runs += ((const struct tn_retake *)shown->taken->pdata[i])->hinges.n_runs;
  g_autofree char *legend = tn_hinges_legend(&all);
  if (all.n_runs > 0)
    tn_markup(p->s, "<p class=\"muted\">%s.</p>\n", legend);
}

static void append_section(const struct tn_page *p, const struct shown *shown,
                           const GArray *closest)
{
  const guint n_others = count_others(p);
  g_string_append(p->s,
                  "<section id=\"sensitivity\"><h2>What the closest decisions depend on</h2>\n");
  if (closest->len > 0)
    tn_markup(p->s,
              "<p>Of each combination of collective, platform and conditions the decision that is "
              "nearest to being another one%s. Those that change within known error come first; "
              "differences below %g %% are no decisions.</p>\n",
              shown->taken->len ? ", simulated again with each parameter of the platform moved"
                                : "",
              100 * TN_TUNE_TIE);
  else if (n_others < p->chapters->len)
    tn_markup(p->s, "<p>No simulated decision has a rival that takes more than %g %% longer.</p>\n",
              100 * TN_TUNE_TIE);
  if (n_others > 0)
    tn_markup(p->s,
              "<p>Only simulated times have parameters to move: measured, computed and imported "
              "ones (%u of %u combinations) are not looked at.</p>\n",
              n_others, p->chapters->len);
  for (guint i = 0; i < shown->taken->len; i++)
    append_taken(p, shown->taken->pdata[i]);
  append_legend(p, shown);
  append_left(p, shown, closest->len);
  g_string_append(p->s, "</section>\n");
}

bool tn_page_append_sensitivity(const struct tn_page *p, GError **error)
{
  g_autoptr(GArray) closest = tn_closest_of(p->chapters);
  g_autoptr(GPtrArray) taken = g_ptr_array_new_with_free_func((GDestroyNotify)tn_retake_free);
  g_autoptr(GPtrArray) left = g_ptr_array_new_with_free_func((GDestroyNotify)tn_retake_free);
  struct shown shown = { taken, left, 0 };
  const bool ok = take(p, closest, &shown);
  if (ok)
    append_section(p, &shown, closest);
  else
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INTR, "report: interrupted");
  return ok;
}
