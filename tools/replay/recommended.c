/* Writes what a tuned replay recommends: measurements, and rules for a library. */
#include <math.h>

#include "replay_text.h"
#include "report/chapter_command.h"
#include "rules/rules.h"
#include "study/mechanisms.h"

char *tn_replay_time(double seconds)
{
  static const struct {
    double from;
    const char *unit;
    double factor;
  } units[] = {
    { 1.0, "s", 1.0 },
    { 1e-3, "ms", 1e3 },
    { 0.0, "us", 1e6 },
  };
  int u = 0;
  if (!isfinite(seconds))
    return g_strdup("-");
  while (fabs(seconds) < units[u].from)
    u++;
  const double value = seconds * units[u].factor;
  const int digits = fabs(value) >= 100.0 ? 0 : fabs(value) >= 10.0 ? 1 : 2;
  return g_strdup_printf("%.*f %s", digits, value, units[u].unit);
}

/* Largest number of measurements that the text recommends. */
enum { MAX_MEASUREMENTS = 3 };

static const struct tn_assignment *variant_of(const struct tn_replay_report *r, guint v)
{
  return r->variants->pdata[v];
}

/* Returns the predicted seconds of a call of the class without waiting. */
static double itself(const struct tn_replay_report *r, guint v, guint class)
{
  const struct tn_class_times *times = &variant_of(r, v)->times->classes[class];
  const double n_calls =
      r->replay->program->scale * tn_call_class(r->replay->classes, class)->n_calls;
  return (times->inside - times->waiting) / n_calls;
}

/* Returns a class's choice in a variant as a row of this size. tn_row_free. */
static struct tn_row *row_of(const struct tn_replay_report *r, guint v, guint class, size_t size)
{
  const struct tn_call_class *c = tn_call_class(r->replay->classes, class);
  struct tn_row *row = tn_choice_row(c->name, &variant_of(r, v)->choices[class]);
  row->ranks = c->n_ranks;
  row->size = (int64_t)size;
  row->avg = itself(r, v, class);
  return row;
}

/* Returns a row with the library's own decision for the size after the class's largest one, which
 * ends the class's rule before the next class's; NULL if no rule follows or rules have no sizes. */
static struct tn_row *closing_row(const struct tn_replay_report *r, guint class)
{
  const struct tn_call_class *c = tn_call_class(r->replay->classes, class);
  const enum tn_format format = tn_target_format(r->library_rows->target);
  const struct tn_method *own = tn_library_rows_decision(r->library_rows, c->name);
  const int id = tn_tuned_id(c->name);
  if (!own || id < 0 || format == TN_FORMAT_MCA || format == TN_FORMAT_UCX ||
      tn_tuned_size(format, id) > TN_TUNED_ALL)
    return NULL;
  for (guint next = class + 1; next < r->replay->classes->all->len; next++) {
    const struct tn_call_class *other = tn_call_class(r->replay->classes, next);
    if (other->name != c->name || other->n_ranks != c->n_ranks || r->gains[next] <= 0.0)
      continue;
    if (other->least <= c->most + 1)
      return NULL;
    struct tn_row *row = row_of(r, 0, class, c->most + 1);
    tn_row_name(&row->algorithm, own->name);
    return row;
  }
  return NULL;
}

/* Returns the first and last size of each class whose new choice gains, and the closing rows. */
static GPtrArray *gaining_rows(const struct tn_replay_report *r)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func((GDestroyNotify)tn_row_free);
  for (guint c = 0; c < r->replay->classes->all->len; c++) {
    const struct tn_call_class *class = tn_call_class(r->replay->classes, c);
    if (r->gains[c] <= 0.0)
      continue;
    for (int last = 0; last <= (class->most > class->least); last++)
      g_ptr_array_add(rows, row_of(r, r->variants->len - 1, c, last ? class->most : class->least));
    struct tn_row *closing = closing_row(r, c);
    if (closing)
      g_ptr_array_add(rows, closing);
  }
  return rows;
}

void tn_replay_write_measurements(struct tn_document *d, const struct tn_replay_report *r)
{
  const guint n = r->replay->classes->all->len;
  g_autofree bool *taken = g_new0(bool, n);
  for (int i = 0; i < MAX_MEASUREMENTS; i++) {
    guint best = n;
    for (guint c = 0; c < n; c++)
      if (!taken[c] && variant_of(r, 0)->choices[c].algorithm &&
          r->gains[c] > (best < n ? r->gains[best] : 0.0))
        best = c;
    if (best == n)
      return;
    taken[best] = true;
    const size_t size = tn_call_class(r->replay->classes, best)->most;
    struct tn_row *pair[] = { row_of(r, 0, best, size),
                              row_of(r, r->variants->len - 1, best, size) };
    for (guint k = 0; k < G_N_ELEMENTS(pair); k++) {
      const struct tn_choice *choice = &variant_of(r, k ? r->variants->len - 1 : 0)->choices[best];
      tn_row_name(&pair[k]->mechanism, tn_choice_mechanism(r->replay, choice));
      tn_row_name(&pair[k]->buffers, tn_buffers_names[r->replay->reused]);
    }
    g_autofree char *command = tn_measure_command(pair[0], pair[1]);
    g_autofree char *before = tn_replay_time(itself(r, 0, best));
    g_autofree char *after = tn_replay_time(itself(r, r->variants->len - 1, best));
    if (i == 0)
      tn_document_paragraph(d, -1, "\nto confirm the largest gains, measure on the node:");
    tn_document_add(d, TN_CODE, "  %s", command);
    tn_document_add(d, TN_CODE, "  # predicted in the program: %s and %s a call, without waiting",
                    before, after);
    for (guint k = 0; k < G_N_ELEMENTS(pair); k++)
      tn_row_free(pair[k]);
  }
}

void tn_replay_write_settings(struct tn_document *d, const struct tn_replay_report *r)
{
  static const char *const provenance[] = { NULL };
  const char *name = r->library_rows->name;
  g_autoptr(GPtrArray) rows = gaining_rows(r);
  g_autoptr(GError) why = NULL;
  const struct tn_rules_terms terms = { .objective = TN_OBJECTIVE_AVG };
  struct tn_rules *rules =
      rows->len ? tn_rules_new(r->library_rows->target, rows, &terms, &why) : NULL;
  if (!rules) {
    tn_document_paragraph(
        d, -1, "\nnothing to set in %s: %s", name,
        why ? why->message : "no other choice shortens its calls by 2 % and this program by 0.1 %");
    return;
  }
  tn_document_paragraph(d, -1, "\nto set in %s, as export --for writes it for rows:", name);
  if (tn_target_format(rules->target) == TN_FORMAT_MPICH) {
    for (guint i = 0; i < rules->rulings->len; i++) {
      const struct tn_ruling *ruling = rules->rulings->pdata[i];
      for (guint b = 0; b < ruling->blocks->len; b++) {
        const struct tn_rule_block *block = ruling->blocks->pdata[b];
        for (guint k = 0; k + 1 < block->rules->len; k++) {
          const struct tn_rule *rule = &g_array_index(block->rules, struct tn_rule, k);
          if (rule->name && block->ranks > 0)
            tn_document_add(d, TN_CODE,
                            "  %s, %" G_GINT64_FORMAT " ranks, %" G_GINT64_FORMAT
                            "..%" G_GINT64_FORMAT " bytes: %s",
                            tn_tuned_name(ruling->id), block->ranks, rule->from, rule[1].from - 1,
                            rule->name);
        }
      }
    }
  } else {
    g_autofree char *text = tn_rules_text(rules, provenance);
    tn_document_add(d, TN_CODE, "%s", g_strchomp(text));
  }
  tn_rules_free(rules);
}
