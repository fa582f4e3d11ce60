#include "compare_write.h"

#include <math.h>
#include <stdlib.h>

#include "schema.h"

enum { MAX_WORST = 10 };

static const struct tn_compared *point(const struct tn_comparison *c, guint i)
{
  return &g_array_index(c->points, struct tn_compared, i);
}

const char tn_compared_columns[] =
    "collective algorithm params mechanism ranks:i size_bytes:iB reach size_class predicted_us:dus "
    "measured_us:dus error:d repeats:i spread:d hockney_us:dus predicted_winner measured_winner "
    "regret:d in_range";
const char tn_error_columns[] = "algorithm reach size_class points:i bias:d median:d p90:d "
                                "spread:d resolution:d hockney_points:i hockney:d skill:d";
const char tn_choice_columns[] =
    "reach size_class choices:i tau:d agreement:d regret:d p90:d worst:d binomial_choices:i "
    "binomial:d library_choices:i library:d";
const char tn_comparison_columns[] =
    "predicted measured compared predicted_alone:i measured_alone:i measured_library:i untimed:i";

/* Returns the results of predicted choices (struct tn_choice_result). Transfer full. */
static GArray *results_of(const struct tn_comparison *c)
{
  GArray *results = g_array_new(FALSE, FALSE, sizeof(struct tn_choice_result));
  for (guint i = 0; i < c->choices->len; i++) {
    const struct tn_choice_result r = tn_choice_result(c, i);
    g_array_append_val(results, r);
  }
  return results;
}

/* Adds the line of point i. Only the line of a predicted winner has a regret. */
static void put_point(struct tn_table *t, const struct tn_comparison *c, const GArray *results,
                      guint i)
{
  static const char *const taken[] = { "collective", "algorithm", "params",
                                       "mechanism",  "ranks",     "size_bytes" };
  static const char *const answers[] = { "", "no", "yes" };
  const struct tn_compared *p = point(c, i);
  const struct tn_choice_result r = g_array_index(results, struct tn_choice_result, p->choice);
  const bool is_choice = g_array_index(c->choices, struct tn_alternatives, p->choice).n > 1;
  for (size_t k = 0; k < G_N_ELEMENTS(taken); k++)
    tn_table_take(t, tn_row_text(p->predicted, tn_row_column(taken[k])));
  tn_table_texts(t, tn_reach_names[p->reach], tn_size_class_names[p->size_class]);
  tn_table_numbers(t, 6, p->predicted_us, p->measured_us, tn_compared_error(p));
  tn_table_count(t, p->n_measured);
  tn_table_numbers(t, 6, p->spread, p->hockney_us);
  tn_table_texts(t,
                 !is_choice         ? ""
                 : r.predicted == i ? "yes"
                                    : "no",
                 !is_choice        ? ""
                 : r.measured == i ? "yes"
                                   : "no");
  tn_table_number(t, is_choice && r.predicted == i ? r.regret : NAN, 6);
  tn_table_text(t, answers[1 + tn_compared_within(p)]);
}

static struct tn_table *errors_of(const struct tn_comparison *c)
{
  struct tn_table *t = tn_table_new(tn_error_columns);
  for (int by_algorithm = 1; by_algorithm >= 0; by_algorithm--) {
    g_autoptr(GArray) groups = tn_error_groups(c, by_algorithm);
    for (guint i = 0; i < groups->len; i++) {
      const struct tn_error_group *g = &g_array_index(groups, struct tn_error_group, i);
      tn_table_texts(t, g->algorithm ? g->algorithm : "all", tn_reach_names[g->reach],
                     tn_size_class_names[g->size_class]);
      tn_table_count(t, g->n);
      tn_table_numbers(t, 6, g->bias, g->median, g->p90, g->spread, g->resolution);
      tn_table_count(t, g->n_hockney);
      tn_table_numbers(t, 6, g->hockney, g->skill);
    }
  }
  return t;
}

static struct tn_table *choices_of(const struct tn_comparison *c)
{
  struct tn_table *t = tn_table_new(tn_choice_columns);
  g_autoptr(GArray) groups = tn_choice_groups(c);
  for (guint i = 0; i < groups->len; i++) {
    const struct tn_choice_group *g = &g_array_index(groups, struct tn_choice_group, i);
    tn_table_texts(t, tn_reach_names[g->reach], tn_size_class_names[g->size_class]);
    tn_table_count(t, g->n);
    tn_table_numbers(t, 6, g->tau, g->agreement, g->regret, g->p90, g->worst);
    tn_table_count(t, g->n_binomial);
    tn_table_number(t, g->binomial, 6);
    tn_table_count(t, g->n_library);
    tn_table_number(t, g->library, 6);
  }
  return t;
}

static void write_errors(struct tn_document *d, const struct tn_comparison *c)
{
  tn_document_paragraph(d, 0, "\nError of a time: predicted / measured - 1");
  tn_document_table(d, errors_of(c),
                    "  {algorithm:22} {ranks=reach:17} {size=size_class:12} {points:>6} "
                    "{bias:>8+.1%} {median:>8.1%} {p90:>8.1%} {spread:>8.1%} "
                    "{digit=resolution:>7.1%} {Hockney=hockney:>8.1%} {skill:>6.2}");
  tn_document_paragraph(
      d, 2,
      "  bias: median signed error; median, p90: of the absolute error; spread: how "
      "far repeats of the measurement lie from their median; digit: half its last "
      "printed digit. Smaller errors mean nothing. Hockney: median error of a textbook "
      "m alpha + f n beta with the platform's parameters; skill: 1 - median/Hockney on "
      "the points it has a form for (1 is perfect, below 0 is worse).");
}

static void write_choices(struct tn_document *d, const struct tn_comparison *c)
{
  struct tn_table *t = choices_of(c);
  const bool any = tn_table_n_rows(t) > 0;
  tn_document_paragraph(d, 0, "\n%s",
                        any ? "Choice among the algorithms that both sides have"
                            : "No point has two algorithms to choose from.");
  if (!any) {
    tn_table_free(t);
    return;
  }
  tn_document_table(
      d, t,
      "  {ranks=reach:17} {size=size_class:12} {choices:>7} {tau:>6.2} {agree=agreement:>6.0%} "
      "{regret:>8.1%} {p90:>8.1%} {worst:>8.1%} {binomial:>9.1%} {library:>8.1%}");
  tn_document_paragraph(
      d, 2,
      "  tau: mean Kendall correlation of the two rankings; agree: the predicted winner is the "
      "measured one; regret: measured time of the predicted winner over that of the measured "
      "winner, minus 1 (mean, p90, worst); binomial, library: mean regret of always taking the "
      "binomial tree, and of the library's own decision where measured (negative: not a candidate "
      "here), otherwise of Open MPI's decision table for bcast.");
}

static int by_error(const void *a, const void *b)
{
  const struct tn_compared *const *x = a, *const *y = b;
  const double p = fabs(log((*x)->predicted_us / (*x)->measured_us));
  const double q = fabs(log((*y)->predicted_us / (*y)->measured_us));
  return (p < q) - (p > q);
}

const struct tn_compared **tn_compare_by_error(const struct tn_comparison *c)
{
  const struct tn_compared **all = g_new(const struct tn_compared *, c->points->len);
  for (guint i = 0; i < c->points->len; i++)
    all[i] = point(c, i);
  qsort(all, c->points->len, sizeof(*all), by_error);
  return all;
}

static void write_sides(struct tn_document *d, const struct tn_comparison *c,
                        const struct tn_compare_names *names)
{
  enum { BESIDE = 11 }; /* blanks before continuation lines */
  const struct tn_row *row = point(c, 0)->predicted;
  g_autoptr(GString) compared = g_string_new(NULL), points = g_string_new(NULL);
  tn_document_paragraph(d, -1, "predicted: %s (%s %s, kernel %s%s%s)", names->predicted,
                        tn_source_name(row->source), row->platform, row->kernel,
                        row->overrides->n ? ", " : "", row->overrides->text);
  tn_document_paragraph(d, -1, "measured:  %s", names->measured);
  for (guint i = 0; i < c->joined_by->len; i++)
    g_string_append_printf(compared, "%s %s", i ? "," : "", (const char *)c->joined_by->pdata[i]);
  tn_document_paragraph(d, BESIDE, "compared:  %s (%s), joined by%s; repeats by their median",
                        tn_objective_column(c->objective), tn_objective_text(c->objective),
                        compared->str);
  if (c->untimed)
    g_string_printf(points, "; %u measured rows without a time above 0", c->untimed);
  tn_document_paragraph(
      d, BESIDE,
      "points:    %u on both sides; without partner %u predicted, %u measured (%u of "
      "them the library's own decision)%s",
      c->points->len, c->predicted_alone, c->measured_alone, c->measured_library, points->str);
  for (guint i = 0; i < names->notes->len; i++)
    tn_document_paragraph(d, BESIDE, "note:      %s", (const char *)names->notes->pdata[i]);
}

/* Returns the mean regret of the choices in a group; NAN if there is no choice. */
static double regret_of(const GArray *choices, const struct tn_error_group *g)
{
  for (guint i = 0; i < choices->len; i++) {
    const struct tn_choice_group *choice = &g_array_index(choices, struct tn_choice_group, i);
    if (choice->reach == g->reach && choice->size_class == g->size_class)
      return choice->regret;
  }
  return NAN;
}

void tn_compare_write(struct tn_document *d, const struct tn_comparison *c,
                      const struct tn_compare_names *names)
{
  tn_document_only(d, TN_FOR_MARKDOWN);
  if (tn_document_is_for(d, TN_FOR_MARKDOWN)) {
    g_autoptr(GArray) errors = tn_error_groups(c, false), choices = tn_choice_groups(c);
    static const char layout[] = "{ranks} {size} {points} {median error:.1 %} {p90:.1 %} {bias:+.1 "
                                 "%} {regret:.1 %} {Hockney:.1 %} {skill:.2} {spread:.1 %}";
    struct tn_table *t = tn_table_of(layout);
    for (guint i = 0; i < errors->len; i++) {
      const struct tn_error_group *g = &g_array_index(errors, struct tn_error_group, i);
      tn_table_texts(t, tn_reach_names[g->reach], tn_size_class_names[g->size_class]);
      tn_table_count(t, g->n);
      tn_table_numbers(t, 6, g->median, g->p90, g->bias, regret_of(choices, g), g->hockney,
                       g->skill, g->spread);
    }
    tn_document_table(d, t, layout);
  }
  tn_document_only(d, TN_FOR_TEXT | TN_FOR_HTML);
  if (tn_document_is_for(d, TN_FOR_TEXT | TN_FOR_HTML)) {
    write_sides(d, c, names);
    tn_sealed_write(d, c);
    write_errors(d, c);
    write_choices(d, c);
    const guint n = c->points->len;
    g_autofree const struct tn_compared **all = tn_compare_by_error(c);
    g_autoptr(GArray) results = results_of(c);
    struct tn_table *t = tn_table_new(tn_compared_columns);
    for (guint i = 0; i < MIN(n, MAX_WORST); i++)
      put_point(t, c, results, (guint)(all[i] - point(c, 0)));
    tn_document_paragraph(
        d, 0, "\n%s", n > MAX_WORST ? "Largest errors (--format csv has all points)" : "Points");
    tn_document_table(
        d, t,
        "  {collective:10} {algorithm:22} {ranks:>6} {size=size_bytes:>8size} "
        "{predicted us=predicted_us:>14.2} {measured us=measured_us:>14.2} {error:>9+.1%}");
    return;
  }
  struct tn_table *head = tn_table_new(tn_comparison_columns);
  tn_table_texts(head, names->predicted, names->measured, tn_objective_column(c->objective));
  tn_table_counts(head, c->predicted_alone, c->measured_alone, c->measured_library, c->untimed);
  tn_document_members(d, NULL, head);
  tn_document_array(d, "sealed", tn_sealed_table(c));
  tn_document_array(d, "errors", errors_of(c));
  tn_document_array(d, "choices", choices_of(c));
  struct tn_table *t = tn_table_new(tn_compared_columns);
  g_autoptr(GArray) results = results_of(c);
  for (guint i = 0; i < c->points->len; i++)
    put_point(t, c, results, i);
  tn_document_rows(d, "points", t);
}
