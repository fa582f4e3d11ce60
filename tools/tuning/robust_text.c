/* Writes the choices that are safe in several worlds (contexts or parameter values; tune --robust),
 * as text and tables. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "perturb/moves.h"
#include "plan/expand.h"
#include "platform/quantity.h"
#include "rows/text_rows.h"
#include "run_points.h"
#include "schema.h"
#include "signals.h"
#include "tune/device_paths.h"
#include "tune/robust.h"
#include "tune_input.h"
#include "tune_text.h"

#define MICROSECONDS 1e6
/* Maximum number of worlds whose names are printed. */
enum { MAX_NAMED = 8 };

/* Returns the choice of a row, as in "throttled-read throttle=4", with the mechanism if it is not
 * the algorithm's default. Transfer full. */
static char *choice_of(const struct tn_row *row)
{
  g_autofree char *entry = tn_tune_entry(row);
  return tn_tune_shows_mechanism(row) ? g_strdup_printf("%s (%s)", entry, row->mechanism)
                                      : g_steal_pointer(&entry);
}

static const struct tn_safe *safe_at(const struct tn_robust *r, guint i)
{
  return &g_array_index(r->sizes, struct tn_safe, i);
}

/* Returns the cost of a choice as text, as in "12.5 %"; "longer" if the best choice takes no time.
 * Transfer full. */
static char *cost_text(double cost)
{
  return isfinite(cost) ? g_strdup_printf("%.1f %%", 100.0 * cost) : g_strdup("longer");
}

static void put_line(struct tn_table *t, const struct tn_robust *r, guint first, guint end)
{
  const struct tn_safe *worst = safe_at(r, first);
  double mean = 0.0;
  guint least = r->worlds->len;
  for (guint i = first; i < end; i++) {
    const struct tn_safe *s = safe_at(r, i);
    worst = s->most > worst->most ? s : worst;
    mean += s->mean / (end - first);
    least = MIN(least, s->n_best);
  }
  g_autofree char *world = tn_robust_world(r, worst->worst);
  g_autofree char *best = choice_of(worst->best[worst->worst]);
  const bool is_everywhere = least == r->worlds->len;
  tn_table_takes(t, tn_tune_size_range(safe_at(r, first)->size, safe_at(r, end - 1)->size),
                 choice_of(worst->choice), cost_text(worst->most), cost_text(mean),
                 is_everywhere ? g_strdup("everywhere")
                               : g_strdup_printf("%u of %u", least, r->worlds->len),
                 is_everywhere ? NULL : g_strdup_printf("%s: %s", world, best));
}

/* Writes the conditions that all worlds share, the number of worlds and, if they are few, their
 * names. */
static void write_worlds(struct tn_document *d, const struct tn_robust *r)
{
  const struct tn_row *first = r->worlds->pdata[0];
  const char **but = g_new0(const char *, tn_row_n_columns + 1);
  bool shares_overrides = true;
  for (int c = 0, n = 0; c < tn_row_n_columns; c++)
    if (tn_row_columns[c].role == TN_ROLE_CONTEXT && tn_robust_differs(r, c)) {
      but[n++] = tn_row_columns[c].name;
      shares_overrides = shares_overrides && strcmp(but[n - 1], "overrides") != 0;
    }
  g_autofree char *subject = tn_tune_subject(first, but), *context = tn_tune_context(first, but);
  g_autoptr(GString) text = g_string_new(NULL);
  const char *overrides = shares_overrides ? first->overrides->text : "";
  g_string_printf(text, "%s; %s%s%s: the safest choice in %u worlds", subject, context,
                  *overrides ? "; " : "", overrides, r->worlds->len);
  for (guint w = 0; w < r->worlds->len && r->worlds->len <= MAX_NAMED; w++) {
    g_autofree char *name = tn_robust_world(r, w);
    g_string_append_printf(text, "%s%s", w ? "; " : ": ", name);
  }
  tn_document_paragraph(d, 2, "%s", text->str);
  g_free(but);
}

static void write_robust(struct tn_document *d, const struct tn_robust *r,
                         enum tn_objective objective)
{
  static const char layout[] = "  {size:12} {choice:36} {costs most:>10} {on average:>10}  "
                               "{best:10}  {where it costs most, the best is}";
  struct tn_table *t = tn_table_of(layout);
  write_worlds(d, r);
  for (guint i = 0, end; i < r->sizes->len; i = end) {
    end = i + 1; /* one line covers neighbouring sizes with the same safest choice */
    while (end < r->sizes->len &&
           tn_row_agrees(safe_at(r, i)->choice, safe_at(r, end)->choice, TN_ROLE_CHOICE, -1))
      end++;
    put_line(t, r, i, end);
  }
  tn_document_gap(d);
  tn_document_table(d, t, layout);
  tn_document_paragraph(
      d, 2,
      "\ncosts: time over the world's best, minus 1; choice: the smallest largest "
      "cost; best: worlds where nothing is faster by %.0f %%; %s%s",
      100.0 * TN_TUNE_TIE, tn_objective_text(objective),
      tn_row_is_on_device(r->worlds->pdata[0]) ? "; " TN_DEVICES_NOT_VARIED : "");
}

const char tn_robust_columns[] =
    "collective size_bytes:iB objective world ranks:i best_algorithm best_params best_mechanism "
    "best_us:dus algorithm params mechanism us:dus cost:d most_cost:d choices:i";

static void put_choice(struct tn_table *t, const struct tn_row *row, enum tn_objective objective)
{
  tn_table_texts(t, row->algorithm, row->params->text, row->mechanism);
  tn_table_number(t, tn_row_time(row, objective) * MICROSECONDS, 6);
}

/* Returns true if all rows have the same conditions except collective and ranks. */
static bool has_one_world(const GPtrArray *rows)
{
  for (guint i = 1; i < rows->len; i++)
    for (int c = 0; c < tn_row_n_columns; c++) {
      const char *name = tn_row_columns[c].name;
      if (tn_row_columns[c].role == TN_ROLE_CONTEXT && !g_str_equal(name, "collective") &&
          !g_str_equal(name, "ranks") && !tn_row_same(rows->pdata[0], rows->pdata[i], c))
        return false;
    }
  return true;
}

/* Reads the rows of the given files; without files, simulates the selection. */
static bool collect(const struct tn_options *s, GPtrArray *rows, bool *ret_ok, GError **error)
{
  if (s->rows->len == 0) {
    struct tn_plan *plan = tn_plan_new(s, NULL, error);
    if (!plan)
      return false;
    const struct tn_results results = tn_results_of(plan, TN_SOURCE_SIM);
    tn_plan_warn(plan);
    *ret_ok = tn_run_points(&results, NULL);
    tn_rows_take(rows, &results);
    bool ok = !tn_signal_caught;
    if (ok && (s->uncertainty || has_one_world(rows)))
      ok = tn_robust_add_errors(rows, plan->study, tn_run_trials);
    if (!ok)
      g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INTR, "tune: interrupted");
    tn_plan_free(plan);
    return ok;
  }
  if (s->uncertainty)
    return tn_usage(error, "--uncertainty: for a selection, not for rows that are there (%s)",
                    (const char *)s->rows->pdata[0]);
  struct tn_tune_input field = { 0 };
  const bool ok = tn_tune_input_collect(&field, s, error);
  for (guint i = 0; i < (ok ? field.rows->len : 0); i++)
    g_ptr_array_add(rows, tn_row_copy(field.rows->pdata[i]));
  *ret_ok = field.ok;
  tn_tune_input_clear(&field);
  return ok;
}

bool tn_tune_robust(const struct tn_options *s, bool *ret_ok, GError **error)
{
  enum tn_objective objective;
  int format;
  *ret_ok = true;
  if (!TN_NONE_SAID(s, error, "not with --robust", TN_OPT_TIMELINE, TN_OPT_DELAY_MAP, TN_OPT_JITTER,
                    TN_OPT_REFERENCE, TN_OPT_BESIDE, TN_OPT_PICTURE, TN_OPT_PROFILE, TN_OPT_FOR,
                    TN_OPT_LOSS, TN_OPT_ONE_TREE, TN_OPT_REPRODUCIBLE))
    return false;
  if (!(tn_read_name(s, TN_OPT_FORMAT, tn_output_names, &format, error) &&
        tn_objective_read(s, &objective, error)))
    return false;
  g_autoptr(GPtrArray) rows = tn_rows_new();
  if (!collect(s, rows, ret_ok, error))
    return false;
  g_autoptr(GPtrArray) all = tn_robust_of(rows, objective, error);
  if (!all)
    return false;
  struct tn_document *d = tn_document_new((enum tn_output)format);
  if (tn_document_is_for(d, TN_FOR_PEOPLE)) {
    for (guint i = 0; i < all->len; i++) {
      if (i > 0)
        tn_document_gap(d);
      write_robust(d, all->pdata[i], objective);
    }
    return tn_writer_print(s, d, error);
  }
  struct tn_table *t = tn_table_new(tn_robust_columns);
  for (guint a = 0; a < all->len; a++) {
    const struct tn_robust *r = all->pdata[a];
    for (guint i = 0; i < r->sizes->len; i++)
      for (guint w = 0; w < r->worlds->len; w++) {
        const struct tn_safe *safe = safe_at(r, i);
        const double own = tn_row_time(safe->own[w], objective);
        const double best = tn_row_time(safe->best[w], objective);
        tn_table_text(t, safe->choice->collective);
        tn_table_count(t, safe->size);
        tn_table_text(t, tn_objective_names[objective]);
        tn_table_take(t, tn_robust_world(r, w));
        tn_table_count(t, safe->own[w]->ranks);
        put_choice(t, safe->best[w], objective);
        put_choice(t, safe->own[w], objective);
        tn_table_numbers(t, 6, tn_tune_ratio(own, best) - 1.0, safe->most);
        tn_table_count(t, safe->n_choices);
      }
  }
  tn_document_rows(d, NULL, t);
  return tn_writer_print(s, d, error);
}
