/* The page of report --brief: one printed sheet. */
#include <math.h>
#include <string.h>

#include "chapter_command.h"
#include "decide/row_rule.h"
#include "figure/figure_words.h"
#include "next_measurements.h"
#include "page.h"
#include "platform/quantity.h"
#include "study/rows.h"
#include "tuning/tune_text.h"

/* Upper limits of lines, so that the page fits on a sheet of A4. */
enum { MAX_COSTS = 5, N_MEASUREMENTS = 3, MAX_ADVICE = 5 };

const char tn_brief_sheet[] =
    "@page{size:A4;margin:11mm}\n"
    "main h2{margin:1.2rem 0 .4rem;padding-top:.6rem}"
    "main table{margin-bottom:.5rem}main pre{margin-bottom:.4rem;white-space:pre-wrap}main p,main "
    ".lead{max-width:none}\n"
    "@media print{html:root{font-size:10.5px}main h2{margin-top:.7rem}main p{margin:.3rem 0 .5rem}"
    "main th,main td{padding-top:.15rem;padding-bottom:.15rem}main svg{max-height:34mm}}\n";

/* Times of the library's default over the fastest ones, for one collective and number of ranks. */
struct cost {
  const struct tn_row *row, *best; /* at the largest ratio */
  double worst, sum;               /* largest ratio, sum of the ratios */
  guint n;                         /* number of points */
};

/* Returns true if the rows are those of `advise`, whose losses include the measurements. */
static bool is_judged(const struct tn_page *p)
{
  return !isnan(((const struct tn_row *)p->report->rows->pdata[0])->loss);
}

static gint by_worst(gconstpointer x, gconstpointer y)
{
  const double a = ((const struct cost *)x)->worst, b = ((const struct cost *)y)->worst;
  return (a < b) - (a > b);
}

/* Returns the library whose default is judged: that of the rules, else the first one of the rows;
 * NULL if the rows have none. */
static const char *library_of(const struct tn_page *p)
{
  const struct tn_rules *rules = p->report->rules;
  const char *first = NULL;
  for (guint i = 0; i < p->chapters->len; i++) {
    const struct tn_chapter *c = p->chapters->pdata[i];
    for (guint a = 0; a < c->algorithms->len; a++) {
      const char *name = c->algorithms->pdata[a];
      if (rules && tn_target_is_own(rules->target, name))
        return name;
      first = first || !tn_is_library(name) ? first : name;
    }
  }
  return first;
}

static void add_cost(GArray *costs, const struct tn_chapter *c, const struct tn_row *row,
                     const struct tn_winner *w)
{
  const double ratio =
      fmax(1, tn_tune_ratio(tn_chapter_time(c, row), tn_chapter_time(c, w->first)));
  guint i = 0;
  while (i < costs->len) {
    const struct tn_row *known = g_array_index(costs, struct cost, i).row;
    if (known->ranks == row->ranks && known->collective == row->collective)
      break;
    i++;
  }
  if (i == costs->len)
    g_array_append_val(costs, ((struct cost){ .row = row, .best = w->first, .worst = ratio }));
  struct cost *cost = &g_array_index(costs, struct cost, i);
  cost->sum += ratio;
  cost->n++;
  if (ratio > cost->worst) {
    cost->worst = ratio;
    cost->row = row;
    cost->best = w->first;
  }
}

/* Returns the costs (struct cost), the largest first. Transfer full. */
static GArray *costs_of(const struct tn_page *p, const char *library)
{
  GArray *costs = g_array_new(FALSE, FALSE, sizeof(struct cost));
  for (guint i = 0; i < p->chapters->len; i++) {
    const struct tn_chapter *c = p->chapters->pdata[i];
    for (guint r = 0; r < c->ranks->len; r++)
      for (guint s = 0; s < c->sizes->len; s++) {
        const struct tn_row *row = tn_chapter_best(c, library, r, s);
        const struct tn_winner *w = tn_chapter_winner(c, r, s);
        if (row && w)
          add_cost(costs, c, row, w);
      }
  }
  g_array_sort(costs, by_worst);
  return costs;
}

/* Returns the library's name of the algorithm that its default runs. Transfer full. */
static char *name_in_library(const struct tn_row *row)
{
  const char *end = row->decision ? strstr(row->decision, " = ") : NULL;
  return end ? g_strndup(row->decision, (gsize)(end - row->decision)) : tn_tune_choice(row);
}

/* Returns the library's name of a choice; turnstile's without rules. Transfer full. */
static char *name_of_best(const struct tn_page *p, const struct tn_row *row)
{
  struct tn_rule rule;
  int id;
  g_autofree char *why = NULL;
  if (!p->report->rules || (why = tn_rule_from_row(p->report->rules->target, row, &id, &rule)))
    return tn_tune_entry(row);
  g_autofree char *segment = tn_words_size(rule.segment);
  return rule.segment > 0 ? g_strdup_printf("%s (segment %s)", rule.name, segment)
                          : g_strdup(rule.name ? rule.name : "the default");
}

static void write_cost_table(const struct tn_page *p, const GArray *costs)
{
  static const char layout[] =
      "{collective:*}{ranks:>*}{on average:>*}{at most:>*}{at:>*}{default takes}{fastest}";
  struct tn_table *t = tn_table_of(layout);
  for (guint i = 0; i < MIN(costs->len, MAX_COSTS); i++) {
    const struct cost *cost = &g_array_index(costs, struct cost, i);
    tn_table_text(t, cost->row->collective);
    tn_table_print(t, "%" G_GINT64_FORMAT, (gint64)cost->row->ranks);
    tn_table_takes(t, tn_words_longer(cost->sum / cost->n), tn_words_longer(cost->worst),
                   tn_words_size(cost->row->size), name_in_library(cost->row),
                   name_of_best(p, cost->best));
  }
  tn_document_table(p->d, t, layout);
  if (costs->len > MAX_COSTS)
    tn_document_add(p->d, TN_MUTED, "%u more lines with smaller losses are not shown.",
                    costs->len - MAX_COSTS);
}

static void write_cost(const struct tn_page *p)
{
  const char *library = library_of(p);
  g_autoptr(GArray) costs = library ? costs_of(p, library) : NULL;
  if (!costs || costs->len == 0) {
    tn_document_paragraph(p->d, 0,
                          "The rows lack a library’s default (turnstile sweep --for LIBRARY adds "
                          "it).");
    return;
  }
  const struct cost *most = &g_array_index(costs, struct cost, 0);
  double sum = 0;
  guint n = 0;
  for (guint i = 0; i < costs->len; i++) {
    sum += g_array_index(costs, struct cost, i).sum;
    n += g_array_index(costs, struct cost, i).n;
  }
  const enum tn_objective objective = p->report->objective;
  g_autofree char *name = tn_words_algorithm(library), *mean = tn_words_longer(sum / n);
  g_autofree char *size = tn_words_size(most->row->size);
  g_autofree char *ranks = tn_words_ranks(most->row->ranks);
  g_autofree char *time = tn_words_time(tn_row_time(most->row, objective));
  g_autofree char *best = tn_words_time(tn_row_time(most->best, objective));
  g_autofree char *longer = tn_words_longer(most->worst), *entry = name_of_best(p, most->best);
  if (most->worst <= 1 + TN_TUNE_TIE)
    tn_document_paragraph(p->d, 0, "%s is as good as the fastest choice at all %u points.", name,
                          n);
  else
    tn_document_paragraph(p->d, 0,
                          "Compared with the fastest choice%s, %s %s %s on average over %u points. "
                          "It loses most in %s with %s at %s: it takes %s, and %s %s (%s).",
                          p->report->rules ? " that rules can name" : "", name,
                          is_judged(p) ? "is expected to take" : "takes", mean, n,
                          most->row->collective, ranks, size, time, entry, best, longer);
  write_cost_table(p, costs);
}

/* Adds the accuracy of the predictions by collective, and the source of the parameters. */
static void write_trust(const struct tn_page *p)
{
  const struct tn_report_platform *known =
      tn_report_platform(p->report, ((const struct tn_row *)p->report->rows->pdata[0])->platform);
  g_autoptr(GString) compared = g_string_new(NULL), others = g_string_new(NULL);
  double least = INFINITY, most = -INFINITY;
  bool is_predicted = false;
  for (guint i = 0; i < p->chapters->len; i++) {
    const struct tn_chapter *c = p->chapters->pdata[i];
    const char *error = tn_report_known_error(p->report, c->first);
    g_autofree char *measured = tn_rows_measured(p->report->rows, c->first->collective);
    is_predicted = is_predicted || tn_source_predicts(c->first->source);
    for (guint r = 0; r < c->ranks->len; r++)
      for (guint s = 0; s < c->sizes->len; s++) {
        const struct tn_winner *w = tn_chapter_winner(c, r, s);
        if (w) {
          least = fmin(least, w->expected_min);
          most = fmax(most, w->expected_max);
        }
      }
    if (c->alike == c && error)
      g_string_append_printf(compared, "%s%s: %s", compared->len ? "; " : "", c->first->collective,
                             error);
    else if (c->alike == c && !measured)
      g_string_append_printf(others, "%s%s", others->len ? ", " : "", c->first->collective);
  }
  if (!is_predicted) {
    tn_document_paragraph(p->d, 0, "All times are measured.");
    return;
  }
  g_autofree char *loss = isfinite(most) ? tn_expected_text(least, most, false) : NULL;
  if (p->report->advice) {
    const char *expected = p->report->advice->pdata[0];
    tn_document_paragraph(p->d, 0, "%c%s.", g_ascii_toupper(*expected), expected + 1);
  } else if (loss)
    tn_document_paragraph(p->d, 0, "The expected loss of the fastest choice is %s, %s.", loss,
                          tn_expected_basis(p->report->rows->pdata[0]));
  if (others->len > 0)
    g_string_append_printf(compared, "%snot compared with measurements: %s",
                           compared->len ? "; " : "", others->str);
  if (compared->len > 0)
    tn_document_paragraph(p->d, 0, "Known errors of predictions on this node: %s.", compared->str);
  guint n_inherited = 0;
  g_autofree char *relative = known ? tn_page_relative(known->platform, &n_inherited) : NULL;
  g_autofree char *from = relative
                              ? g_strdup_printf(", %u of them with the values of its relative %s",
                                                n_inherited, relative)
                              : g_strdup("");
  if (known)
    tn_document_paragraph(p->d, 0,
                          "Of the node’s %d parameters %u are assumed, neither published nor "
                          "measured%s.",
                          TN_N_PARAMS, tn_page_guesses(known->platform), from);
}

/* Adds the measurements that `advise` asks for. */
static void write_advice(const struct tn_page *p)
{
  const GPtrArray *advice = p->report->advice;
  if (!advice)
    tn_document_paragraph(p->d, 0, "The folder’s measure.sh, if advise wrote one, has them.");
  for (guint i = 1; advice && i < MIN(advice->len, MAX_ADVICE); i++)
    if (i == 1)
      tn_document_paragraph(p->d, 0, "%s.", (const char *)advice->pdata[i]);
    else
      tn_document_add(p->d, TN_ITEM, "%s", (const char *)advice->pdata[i]);
  if (advice && advice->len > MAX_ADVICE)
    tn_document_add(p->d, TN_MUTED, "%u more lines are in measure.sh.", advice->len - MAX_ADVICE);
}

static void write_measurements(const struct tn_page *p)
{
  static const char layout[] =
      "{collective:*}{ranks:>*}{size:>*}{buffers:*}{compare}{second is faster:>*}";
  g_autoptr(GArray) next = tn_next_measurements(p->chapters, N_MEASUREMENTS);
  g_autoptr(GString) commands = g_string_new(NULL);
  struct tn_table *t = tn_table_of(layout);
  for (guint i = 0; i < next->len; i++) {
    const struct tn_next_measurement *m = &g_array_index(next, struct tn_next_measurement, i);
    const enum tn_objective objective = p->report->objective;
    g_autofree char *a = tn_tune_entry(m->winner), *b = tn_tune_entry(m->rival);
    g_autofree char *time = tn_words_time(tn_row_time(m->winner, objective));
    g_autofree char *other = tn_words_time(tn_row_time(m->rival, objective));
    g_autofree char *command = tn_measure_command(m->winner, m->rival);
    tn_table_text(t, m->winner->collective);
    tn_table_print(t, "%" G_GINT64_FORMAT, (gint64)m->winner->ranks);
    tn_table_take(t, tn_words_size(m->winner->size));
    tn_table_text(t, m->winner->buffers);
    tn_table_print(t, "%s (%s), %s (%s)", a, time, b, other);
    tn_table_print(t, "%.0f %%", 100 * m->chance);
    g_string_append_printf(commands, "%s%s", i ? "\n" : "", command);
  }
  if (next->len == 0) {
    tn_table_free(t);
    tn_document_paragraph(p->d, 0, "No simulated choice has a rival.");
    return;
  }
  tn_document_captioned(p->d,
                        "Predicted times in brackets; second is faster: its probability by the "
                        "model’s own error",
                        t, layout);
  tn_document_add(p->d, TN_CODE, "%s", commands->str);
  if (p->report->rules)
    tn_document_add(p->d, TN_MUTED,
                    "turnstile advise --for %s writes a script that measures with the library "
                    "itself.",
                    tn_target_names[p->report->rules->target]);
}

void tn_page_brief(const struct tn_page *p)
{
  const char *platform = ((const struct tn_row *)p->report->rows->pdata[0])->platform;
  const struct tn_report_platform *known = tn_report_platform(p->report, platform);
  g_autofree char *heading =
      p->report->rules ? g_strdup_printf("Rules for %s", tn_target_names[p->report->rules->target])
                       : g_strdup("Rules");
  tn_document_begin(p->d, TN_GROUP_SECTION, NULL, "What the default costs");
  write_cost(p);
  tn_document_end(p->d);
  tn_document_begin(p->d, TN_GROUP_SECTION, NULL, heading);
  tn_page_brief_rules(p);
  tn_document_end(p->d);
  tn_document_begin(p->d, TN_GROUP_SECTION, NULL, "The measurements that would settle most");
  (is_judged(p) ? write_advice : write_measurements)(p);
  tn_document_end(p->d);
  tn_document_begin(p->d, TN_GROUP_PAIR, NULL, NULL);
  tn_document_begin(p->d, TN_GROUP_SECTION, NULL, "How sure this is");
  write_trust(p);
  tn_document_end(p->d);
  tn_document_begin(p->d, TN_GROUP_SECTION, NULL, "The node");
  if (known)
    tn_page_node(p, known->platform);
  else
    tn_document_add(p->d, TN_MUTED, "This node is unknown here; -p FILE shows its platform.");
  tn_document_end(p->d);
  tn_document_end(p->d);
}
