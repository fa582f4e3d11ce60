#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "perturb/uncertainty.h"
#include "plan/expand.h"
#include "platform/contents.h"
#include "private.h"
#include "study/study_rows.h"
#include "study/study_shared.h"
#include "tune/sensitivity.h"

struct _TurnstileStudy {
  struct tn_study *study; /* study of all cases; replaced when the first case sets the conditions */
  /* struct tn_selection of each case, in the order of their points */
  GPtrArray *cases;
  GHashTable *loaded; /* platforms, shared by the cases */
  bool is_running;    /* true while turnstile_study_run runs */
};

TurnstileStudy *turnstile_study_new(void)
{
  TurnstileStudy *study = g_new0(TurnstileStudy, 1);
  study->study = tn_study_new(NULL);
  study->cases = g_ptr_array_new_with_free_func((GDestroyNotify)tn_selection_free);
  study->loaded = tn_loaded_new();
  return study;
}

void turnstile_study_free(TurnstileStudy *study)
{
  if (!study)
    return;
  tn_study_free(study->study);
  g_ptr_array_unref(study->cases);
  g_hash_table_unref(study->loaded);
  g_free(study);
}

/* Returns true unless the study is running: callbacks must not change it. Otherwise sets *error. */
static bool is_free(const TurnstileStudy *study, GError **error)
{
  return !study->is_running ||
         tn_refuse(error, TURNSTILE_ERROR, TURNSTILE_ERROR_RUN, "%s",
                   "the study is running (its progress can end it, not run or change it)");
}

/* Checks that the case has the same values as the first case for the options that apply to the
 * whole study. */
static bool agrees(const TurnstileStudy *study, const TurnstileCase *asked, GError **error)
{
  static const enum tn_option of_all[] = { TN_OPT_JOBS, TN_OPT_POINT_TIMEOUT, TN_OPT_VERIFY,
                                           TN_OPT_UNCERTAINTY, TN_OPT_JITTER };
  const struct tn_selection *first = study->cases->len ? study->cases->pdata[0] : NULL;
  for (size_t i = 0; first && i < G_N_ELEMENTS(of_all); i++) {
    const char *own = asked->settings->value[of_all[i]];
    const char *of_first = tn_options_text(first->settings, of_all[i]);
    if (!own || g_strcmp0(own, of_first) == 0)
      continue;
    return tn_refuse(error, TURNSTILE_ERROR, TURNSTILE_ERROR_INPUT,
                     "%s: \"%s\", but the study's first case sets %s for all",
                     tn_option_table[of_all[i]].name, own, of_first ? of_first : "nothing");
  }
  return true;
}

gboolean turnstile_study_add(TurnstileStudy *study, const TurnstileCase *asked, GError **error)
{
  g_return_val_if_fail(study && asked, FALSE);
  if (!is_free(study, error) || !agrees(study, asked, error))
    return FALSE;
  struct tn_selection *own = tn_selection_new(asked, TN_CMD_RUN, NULL, study->loaded, error);
  if (!own)
    return FALSE;
  if (study->cases->len == 0) {
    tn_study_free(study->study);
    study->study = tn_study_new(tn_study_conditions(own->plan->study));
  }
  g_ptr_array_add(study->cases, own);
  for (guint i = 0; i < tn_study_n(own->plan->study); i++)
    tn_study_take(study->study, tn_study_point(own->plan->study, i));
  return TRUE;
}

guint turnstile_study_n(const TurnstileStudy *study)
{
  g_return_val_if_fail(study, 0);
  return tn_study_n(study->study);
}

char *turnstile_study_describe(const TurnstileStudy *study, guint i)
{
  return i < turnstile_study_n(study) ? tn_point_describe(tn_study_point(study->study, i)) : NULL;
}

struct watched {
  TurnstileProgress progress;
  gpointer data;
  guint n;
  bool is_ended;
};

static bool may_continue(void *data, guint n_known)
{
  struct watched *w = data;
  w->is_ended = w->progress && !w->progress(n_known, w->n, w->data);
  return !w->is_ended;
}

static bool run(struct tn_study *study, struct watched *w, GError **error)
{
  const struct tn_watch watch = { .data = w, .may_continue = may_continue };
  GError *why = NULL;
  w->n = tn_study_n(study);
  return tn_study_run(study, &watch, &why) || tn_library_refuse(error, why);
}

static bool run_uncertainty(TurnstileStudy *study, struct watched *w, GError **error)
{
  const struct tn_selection *first = study->cases->pdata[0];
  struct tn_uncertainty *uncertainty =
      tn_uncertainty_new(study->study, first->settings->uncertainty, (guint)first->plan->n_jitter);
  const bool ok = run(tn_uncertainty_study(uncertainty), w, error);
  if (ok && !w->is_ended)
    tn_uncertainty_fill(uncertainty);
  tn_uncertainty_free(uncertainty);
  return ok;
}

gboolean turnstile_study_run(TurnstileStudy *study, TurnstileProgress progress, gpointer data,
                             GError **error)
{
  struct watched w = { .progress = progress, .data = data };
  g_return_val_if_fail(study, FALSE);
  if (!is_free(study, error))
    return FALSE;
  const struct tn_selection *first = study->cases->len ? study->cases->pdata[0] : NULL;
  study->is_running = true;
  bool ok = run(study->study, &w, error);
  if (ok && !w.is_ended && first && tn_wants_ranges(first->settings))
    ok = run_uncertainty(study, &w, error);
  study->is_running = false;
  return ok;
}

static TurnstileTable *rows_of(const struct tn_study *study, const struct tn_origin *origin)
{
  GPtrArray *rows = tn_rows_new();
  tn_study_rows(study, origin, rows);
  return tn_table_of_rows(rows);
}

TurnstileTable *turnstile_study_rows(const TurnstileStudy *study)
{
  g_return_val_if_fail(study, NULL);
  return rows_of(study->study, NULL);
}

TurnstileTable *turnstile_study_failures(const TurnstileStudy *study)
{
  g_return_val_if_fail(study, NULL);
  struct tn_table *table = tn_table_new("run:i message");
  for (guint i = 0; i < tn_study_n(study->study); i++) {
    const struct tn_outcome *o = tn_study_outcome(study->study, i);
    if (o->state != TN_FAILED)
      continue;
    tn_table_count(table, i);
    tn_table_text(table, o->message);
  }
  return tn_library_table(table);
}

/* Runs point i again with additional outputs. Free the study with tn_study_free; NULL and *error on
 * failure. */
static struct tn_study *run_again(const TurnstileStudy *study, guint i,
                                  const struct tn_sim_outputs *outputs, GError **error)
{
  struct watched w = { 0 };
  if (i >= turnstile_study_n(study))
    return tn_refuse_null(error, TURNSTILE_ERROR, TURNSTILE_ERROR_INPUT, "no run %u of %u", i,
                          turnstile_study_n(study));
  struct tn_conditions conditions = *tn_study_conditions(study->study);
  conditions.outputs = *outputs;
  struct tn_study *again = tn_study_new(&conditions);
  tn_study_take(again, tn_study_point(study->study, i));
  bool ok = run(again, &w, error);
  if (ok && tn_study_outcome(again, 0)->state != TN_DONE) {
    g_set_error_literal(error, TURNSTILE_ERROR, TURNSTILE_ERROR_RUN,
                        tn_study_outcome(again, 0)->message);
    ok = false;
  }
  if (ok)
    return again;
  tn_study_free(again);
  return NULL;
}

static struct tn_table *path_table(const struct tn_sim_path *path)
{
  struct tn_table *table =
      tn_table_new("from_us:dus to_us:dus name rank:i strand:i peer:i callers:i "
                   "bytes:iB noise_us:dus");
  for (size_t i = 0; i < path->n; i++) {
    const struct tn_path_step *s = &path->step[i];
    tn_table_numbers(table, TN_ALL_DIGITS, 1e6 * s->from, 1e6 * s->to);
    tn_table_text(table, s->name);
    tn_table_counts(table, s->rank, s->strand, s->peer, s->callers, s->bytes);
    tn_table_number(table, 1e6 * s->noise, TN_ALL_DIGITS);
  }
  return table;
}

TurnstileTable *turnstile_study_path(const TurnstileStudy *study, guint i, GError **error)
{
  /* largest number of records; unused shared pages cost nothing */
  const size_t most = (size_t)1 << 20;
  const size_t bytes = sizeof(struct tn_sim_path) + most * sizeof(struct tn_path_step);
  TurnstileTable *table = NULL;
  g_return_val_if_fail(study, NULL);
  struct tn_sim_path *path = tn_shared_new(bytes);
  const struct tn_sim_outputs outputs = { .path = path };
  path->room = most;
  struct tn_study *again = run_again(study, i, &outputs, error);
  if (again && path->n > path->room)
    g_set_error(error, TURNSTILE_ERROR, TURNSTILE_ERROR_RUN,
                "the critical path has %zu steps (up to %zu are accepted)", path->n, path->room);
  else if (again)
    table = tn_library_table(path_table(path));
  tn_study_free(again);
  tn_shared_free(path, bytes);
  return table;
}

gboolean turnstile_study_timeline(const TurnstileStudy *study, guint i, const char *format,
                                  TurnstileWrite write, gpointer data, GError **error)
{
  static const char *const formats[] = { "json", "goal", NULL };
  GError *why = NULL;
  gsize length;
  g_return_val_if_fail(study && format && write, FALSE);
  if (tn_name_find(formats, format) < 0) {
    tn_usage_unknown(&why, "timeline", "format", format, formats);
    return tn_library_refuse(error, why);
  }
  g_autofree char *folder = g_dir_make_tmp("turnstile-XXXXXX", &why);
  if (!folder)
    return tn_library_refuse(error, why);
  g_autofree char *file = g_strconcat(folder, "/call.", format, NULL);
  const struct tn_sim_outputs outputs = { .timeline = file };
  struct tn_study *again = run_again(study, i, &outputs, error);
  g_autofree char *text = again ? tn_contents_read(file, TN_CONTENTS_MAX, &length, &why) : NULL;
  tn_study_free(again);
  g_unlink(file);
  g_rmdir(folder);
  if (text)
    write(text, length, data);
  return text || (why && tn_library_refuse(error, why));
}

bool tn_library_run(struct tn_study *study)
{
  return tn_study_n(study) == 0 || tn_study_run(study, NULL, NULL);
}

/* Returns a point's choice, "throttled-read throttle=4". Transfer full. */
static char *choice_of(const struct tn_study *study, guint point)
{
  struct tn_row *row = tn_study_row(study, point, NULL);
  const char *params = row->params->text;
  char *text = g_strconcat(row->algorithm, *params ? " " : "", params, NULL);
  tn_row_free(row);
  return text;
}

TurnstileTable *turnstile_study_sensitivity(const TurnstileStudy *study, const char *objective,
                                            GError **error)
{
  enum tn_objective by;
  GError *why = NULL;
  g_return_val_if_fail(study && objective, NULL);
  if (!tn_library_objective(objective, &by, error))
    return NULL;
  struct tn_trials *trials = tn_trials_new(study->study, tn_library_run);
  g_autoptr(GPtrArray) decisions = tn_sensitivity_of(study->study, by, trials, &why);
  tn_trials_free(trials);
  if (!decisions)
    return tn_library_refuse_null(error, why);
  struct tn_table *table =
      tn_table_new("size_bytes:iB winner rival lead:d parameter value:d error:d "
                   "stated lead_down:d lead_up:d flips flip_value:d flip_to");
  for (guint i = 0; i < decisions->len; i++) {
    const struct tn_decision_point *d = decisions->pdata[i];
    for (guint k = 0; k < d->influences->len; k++) {
      const struct tn_influence *l = &g_array_index(d->influences, struct tn_influence, k);
      tn_table_count(table, (gint64)tn_study_point(study->study, d->winner)->call.block);
      tn_table_takes(table, choice_of(study->study, d->winner), choice_of(study->study, d->rival));
      tn_table_number(table, d->lead, TN_ALL_DIGITS);
      tn_table_text(table, tn_params[l->param].name);
      tn_table_numbers(table, TN_ALL_DIGITS, l->value, l->error);
      tn_table_answer(table, l->is_stated);
      tn_table_numbers(table, TN_ALL_DIGITS, l->down, l->up);
      tn_table_answer(table, l->flips);
      tn_table_number(table, l->flip, TN_ALL_DIGITS);
      tn_table_take(table, isnan(l->flip) ? NULL : choice_of(study->study, l->flip_to));
    }
  }
  return tn_library_table(table);
}

TurnstileTable *turnstile_model(const TurnstileCase *asked, GError **error)
{
  const struct tn_origin origin = { .source = TN_SOURCE_MODEL };
  GHashTable *loaded = tn_loaded_new();
  GError *why = NULL;
  g_return_val_if_fail(asked, NULL);
  struct tn_selection *own =
      tn_selection_new(asked, TN_CMD_CLOSED_FORM, &tn_plan_closed_form, loaded, error);
  TurnstileTable *table = NULL;
  g_hash_table_unref(loaded);
  if (!own)
    return NULL;
  if (tn_plan_compute(own->plan, &why))
    table = rows_of(own->plan->study, &origin);
  else
    tn_library_refuse(error, why);
  tn_selection_free(own);
  return table;
}
