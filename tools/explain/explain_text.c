#include <math.h>
#include <string.h>

#include "schema.h"
#include "tune/tune.h"
#include "why/explain.h"

#define MICROSECONDS 1e6
/* FIRST_LINES, LAST_LINES: number of printed steps at the beginning and at the end of the critical
 * path; the steps between are omitted. MAX_PULLS, MAX_OTHERS: most lines on parameters and on other
 * algorithms. */
enum { FIRST_LINES = 10, LAST_LINES = 6, MAX_PULLS = 8, MAX_OTHERS = 5 };

/* Consecutive steps of the critical path that the same strand executes. */
struct stay {
  size_t first, end; /* index of the first step, and index after the last one */
};

/* Returns the time in us of each kind of step, in order of appearance, as in "pin 8.10, copy 4.00".
 * Transfer full. */
static char *action_times(const struct tn_sim_path *path, const struct stay *stay)
{
  GString *text = g_string_new(NULL);
  for (size_t i = stay->first; i < stay->end; i++) {
    const struct tn_path_step *s = &path->step[i];
    double sum = 0.0;
    bool known = false;
    for (size_t k = stay->first; k < stay->end; k++) {
      const bool same = strcmp(path->step[k].name, s->name) == 0;
      known = known || (same && k < i);
      sum += same ? path->step[k].to - path->step[k].from : 0.0;
    }
    if (!known)
      g_string_append_printf(text, "%s%s %.2f", text->len ? ", " : "", s->name, sum * MICROSECONDS);
  }
  return g_string_free(text, FALSE);
}

static void write_path(struct tn_document *d, const struct tn_explanation *x)
{
  static const char layout[] = "  {from:>10} {for:>9}  {rank:12} {does}";
  struct tn_table *t = tn_table_of(layout);
  g_autoptr(GArray) stays = g_array_new(FALSE, FALSE, sizeof(struct stay));
  for (size_t i = 0; i < x->path->n; i++) {
    const struct tn_path_step *s = &x->path->step[i];
    if (i > 0 && s[-1].rank == s->rank && s[-1].strand == s->strand) {
      g_array_index(stays, struct stay, stays->len - 1).end = i + 1;
    } else {
      const struct stay fresh = { i, i + 1 };
      g_array_append_val(stays, fresh);
    }
  }
  for (guint i = 0; i < stays->len; i++) {
    if (stays->len > FIRST_LINES + LAST_LINES + 1 && i == FIRST_LINES) {
      tn_table_texts(t, "...", NULL);
      tn_table_print(t, "%u more ranks or helpers", stays->len - FIRST_LINES - LAST_LINES);
      tn_table_text(t, NULL);
      i = stays->len - LAST_LINES;
    }
    const struct stay *stay = &g_array_index(stays, struct stay, i);
    const struct tn_path_step *first = &x->path->step[stay->first],
                              *last = &x->path->step[stay->end - 1];
    tn_table_numbers(t, 2, first->from * MICROSECONDS, (last->to - first->from) * MICROSECONDS);
    if (first->strand > 0)
      tn_table_print(t, "%d helper %d", first->rank, first->strand);
    else
      tn_table_count(t, first->rank);
    tn_table_take(t, action_times(x->path, stay));
  }
  tn_document_paragraph(d, -1, "\ncritical path, us from the last rank's entry (%.2f us)",
                        x->result.span * MICROSECONDS);
  tn_document_table(d, t, layout);
}

/* Returns a relative change as a percentage with sign; a value that rounds to 0 has no sign.
 * Transfer full. */
static char *percent(double change)
{
  const double tenths = nearbyint(1000.0 * change);
  return isnan(change)        ? g_strdup("-")
         : fabs(tenths) < 0.5 ? g_strdup("0.0 %")
                              : g_strdup_printf("%+.1f %%", 100.0 * change);
}

static int by_time(gconstpointer a, gconstpointer b)
{
  const struct tn_variant *x = a, *y = b;
  const bool first = x->kind == TN_VARIANT_ALGORITHM, second = y->kind == TN_VARIANT_ALGORITHM;
  if (first != second)
    return first ? 1 : -1;
  if (x->avg < y->avg || x->avg > y->avg)
    return x->avg < y->avg ? -1 : 1;
  return strcmp(x->name, y->name);
}

/* Adds a variant's time and its ratio to the time of the point. If the point takes no time, the
 * ratio is known only for a variant that takes none. */
static void put_variant(struct tn_table *t, const char *kind, const char *name, double time,
                        double point)
{
  tn_table_texts(t, kind, name);
  tn_table_numbers(t, 2, time * MICROSECONDS, tn_tune_ratio(time, point));
}

const char tn_explain_columns[] = "point kernel mechanism bound words avg_us:dus span_us:dus "
                                  "waiting_us:dus closed_form_us:dus rival "
                                  "expected_loss:d";
/* Times of steps are whole picoseconds, so that their sum is exact. */
const char tn_step_columns[] =
    "from_ps:i to_ps:i does rank:i strand:i peer:i bytes:iB callers:i noise_us:dus";
const char tn_variant_columns[] = "kind name avg_us:dus span_us:dus";
const char tn_pull_columns[] = "parameter value lower_10_percent:d higher_10_percent:d";

/* Adds a number to the table; a value that rounds to 0 has no sign. */
static void put_number(struct tn_table *t, double value)
{
  const double least = 0.5e-6;
  tn_table_number(t, fabs(value) < least ? 0.0 : value, 6);
}

static void put_time(struct tn_table *t, double seconds)
{
  put_number(t, seconds * MICROSECONDS);
}

static struct tn_table *head_of(const struct tn_explanation *x)
{
  struct tn_table *t = tn_table_new(tn_explain_columns);
  const struct tn_variant *rival;
  const double loss = tn_explanation_loss(x, &rival);
  tn_table_take(t, tn_point_describe(x->point));
  tn_table_texts(t, tn_kernel_names[x->point->setup->kernel],
                 tn_mechanism_names[x->point->mechanism], tn_explanation_bound(x));
  tn_table_take(t, tn_explanation_words(x));
  put_time(t, x->result.avg);
  put_time(t, x->result.span);
  put_time(t, x->waiting);
  put_time(t, x->form);
  tn_table_text(t, rival ? rival->name : NULL);
  tn_table_number(t, loss, 4);
  return t;
}

struct tn_table *tn_explain_parts(void)
{
  struct tn_table *t = tn_table_new_empty();
  for (int part = 0; part < TN_N_PARTS; part++)
    tn_table_column(t, tn_parts[part].name, "us", TN_CELL_NUMBER);
  return t;
}

static struct tn_table *steps_of(const struct tn_sim_path *path)
{
  struct tn_table *t = tn_table_new(tn_step_columns);
  for (size_t i = 0; i < path->n; i++) {
    const struct tn_path_step *s = &path->step[i];
    tn_table_counts(t, llround(s->from * 1e12), llround(s->to * 1e12));
    tn_table_text(t, s->name);
    tn_table_counts(t, s->rank, s->strand, s->peer, s->bytes, s->callers);
    put_time(t, s->noise);
  }
  return t;
}

static struct tn_table *variants_of(const struct tn_explanation *x)
{
  struct tn_table *t = tn_table_new(tn_variant_columns);
  for (guint i = 0; i < x->variants->len; i++) {
    const struct tn_variant *v = &g_array_index(x->variants, struct tn_variant, i);
    tn_table_texts(t, tn_variant_kinds[v->kind], v->name);
    put_time(t, v->avg);
    put_time(t, v->span);
  }
  return t;
}

static struct tn_table *pulls_of(const struct tn_explanation *x)
{
  struct tn_table *t = tn_table_new(tn_pull_columns);
  for (guint i = 0; i < x->pulls->len; i++) {
    const struct tn_pull *p = &g_array_index(x->pulls, struct tn_pull, i);
    tn_table_text(t, tn_params[p->param].name);
    tn_table_take(t, tn_param_format(p->param, p->value));
    put_number(t, p->down);
    put_number(t, p->up);
  }
  return t;
}

void tn_explanation_write(struct tn_document *d, const struct tn_explanation *x)
{
  g_autofree char *what = tn_point_describe(x->point), *words = tn_explanation_words(x);
  g_autofree char *context = tn_point_context(x->point);
  tn_document_paragraph(
      d, -1,
      "%s, kernel %s, mechanism %s%s: %.2f us on average, %.2f from the last entry to "
      "the last exit",
      what, tn_kernel_names[x->point->setup->kernel], tn_mechanism_names[x->point->mechanism],
      context, x->result.avg * MICROSECONDS, x->result.span * MICROSECONDS);
  tn_document_paragraph(d, 0, "\n%s", words);
  g_autoptr(GString) text = g_string_new(NULL);
  for (int part = 0; part < TN_N_PARTS; part++)
    if (x->result.parts[part] > 0.0)
      g_string_append_printf(text, "%s %s %.2f", text->len ? "," : "", tn_parts[part].name,
                             x->result.parts[part] * MICROSECONDS);
  if (text->len)
    tn_document_paragraph(d, -1, "\nparts, us:%s", text->str);
  if (x->path->n > 0)
    write_path(d, x);
  if (x->pulls->len > 0) {
    static const char layout[] =
        "\n  {parameter:24} {value:>10} {10 % lower:>12} {10 % higher:>12}";
    struct tn_table *t = tn_table_of(layout);
    for (guint i = 0; i < MIN(x->pulls->len, MAX_PULLS); i++) {
      const struct tn_pull *p = &g_array_index(x->pulls, struct tn_pull, i);
      g_autofree char *value = tn_param_format(p->param, p->value);
      tn_table_text(t, tn_params[p->param].name);
      tn_table_print(t, "%s%s", value, tn_param_is_share(p->param) ? " +-0.1" : "");
      tn_table_takes(t, percent(p->down), percent(p->up));
    }
    tn_document_table(d, t, layout);
  }
  static const char layout[] = "\n  {what if:12} {(each simulated):40} {us:>10.2} {x:>8.2}";
  struct tn_table *t = tn_table_of(layout);
  const double avg = x->result.avg;
  guint n_others = 0;
  g_autoptr(GArray) sorted = g_array_new(FALSE, FALSE, sizeof(struct tn_variant));
  g_array_append_vals(sorted, x->variants->data, x->variants->len);
  g_array_sort(sorted, by_time);
  put_variant(t, "as it is", NULL, avg, avg);
  for (guint i = 0; i < sorted->len; i++) {
    const struct tn_variant *v = &g_array_index(sorted, struct tn_variant, i);
    if (v->kind != TN_VARIANT_ALGORITHM || n_others++ < MAX_OTHERS)
      put_variant(t, tn_variant_kinds[v->kind], v->name, v->avg, avg);
  }
  tn_document_table(d, t, layout);
  tn_document_members(d, NULL, head_of(x));
  struct tn_table *parts = tn_explain_parts();
  for (int part = 0; part < TN_N_PARTS; part++)
    put_time(parts, x->result.parts[part]);
  tn_document_members(d, "parts_us", parts);
  tn_document_array(d, "path", steps_of(x->path));
  tn_document_array(d, "what_if", variants_of(x));
  tn_document_array(d, "sensitivity", pulls_of(x));
}
