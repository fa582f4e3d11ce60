#include "advise/cmd_advise_predict.h"

#include <string.h>

#include "advise/worlds.h"
#include "decide/row_rule.h"
#include "document/wrap.h"
#include "plan/expand.h"
#include "signals.h"
#include "store/store_read.h"
#include "store_sweep.h"
#include "study/values.h"

/* Fewer worlds give an inaccurate covariance; more do not improve it. */
enum { N_WORLDS = 12 };
/* Upper limit of items, because the size of the covariance matrix is quadratic in their number. */
enum { MAX_ITEMS = 5000 };

/* Simulates and stores the points that the store lacks. */
static bool simulate(const struct tn_options *s, const char *file, struct tn_plan **ret,
                     GError **error)
{
  bool all_done = false;
  struct tn_plan *plan = tn_plan_new(s, NULL, error);
  if (!plan)
    return false;
  struct tn_results results = tn_results_of(plan, TN_SOURCE_SIM);
  const bool ok = tn_store_sweep(&results, file, "turnstile advise", &all_done, error);
  *ret = plan;
  return ok && !tn_signal_caught;
}

/* Returns at most `most` distinct numbers of ranks (or sizes) of the rows, always with the smallest
 * and the largest, written as the value of the option: "2,8,28". Transfer full. */
static char *some_of(const GPtrArray *rows, bool is_size, guint most)
{
  g_autoptr(GArray) all = tn_axis_new();
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    tn_axis_add(all, is_size ? row->size : row->ranks);
  }
  const guint n = MIN(most, all->len);
  for (guint i = 0; i < n; i++)
    g_string_append_printf(text, "%s%" G_GINT64_FORMAT, i ? "," : "",
                           (gint64)tn_axis_at(all, n > 1 ? i * (all->len - 1) / (n - 1) : 0));
  return g_string_free(text, FALSE);
}

/* Returns the plan's setup with this transport. */
static const struct tn_setup *setup_under(const struct tn_plan *plan, const char *transport)
{
  for (guint i = 0; i < tn_study_n(plan->study); i++) {
    const struct tn_setup *setup = tn_study_point(plan->study, i)->setup;
    const int number = tn_setup_transport(setup);
    if (strcmp(transport, number ? tn_transport_names[number - 1] : "") == 0)
      return setup;
  }
  return NULL;
}

/* Simulates some points with this transport in one world. */
static bool predict_world(const struct tn_predictions *p, const struct tn_setup *setup,
                          const char *transport, guint world, GError **error)
{
  enum { SOME_RANKS = 3, SOME_SIZES = 4 };
  struct tn_options *other = tn_options_copy(p->select);
  struct tn_plan *moved = NULL;
  g_autoptr(GPtrArray) sets = tn_world_draw(setup, world, N_WORLDS);
  g_autofree char *ranks = some_of(p->rows, false, SOME_RANKS);
  g_autofree char *sizes = some_of(p->rows, true, SOME_SIZES);
  bool ok = true;
  other->ranks = ranks;
  other->size = sizes;
  if (*transport)
    other->transport = transport;
  for (guint i = 0; ok && i < sets->len; i++)
    ok = tn_options_put(other, TN_OPT_SET, sets->pdata[i], "worlds", error);
  ok = ok && (sets->len == 0 || simulate(other, p->worlds_file, &moved, error));
  tn_plan_free(moved);
  tn_options_free(other);
  return ok;
}

bool tn_predict(const struct tn_predictions *p, GError **error)
{
  struct tn_plan *plan = NULL;
  if (!g_file_test(p->rows_file, G_FILE_TEST_EXISTS))
    tn_print_message(
        "predicting, then repeating part of it %d times with varied uncertain parameters",
        N_WORLDS);
  bool ok = simulate(p->select, p->rows_file, &plan, error);
  ok = ok && tn_store_read(p->rows, p->rows_file, error);
  struct tn_rule unused;
  int id;
  /* remove choices that settings cannot express, and times of 0 */
  for (guint i = p->rows->len; i-- > 0;) {
    g_autofree char *why = tn_rule_from_row(p->target, p->rows->pdata[i], &id, &unused);
    if (why || !(((const struct tn_row *)p->rows->pdata[i])->avg > 0))
      g_ptr_array_remove_index(p->rows, i);
  }
  if (ok && p->rows->len == 0)
    ok = tn_usage(error, "advise: %s cannot set any choice of this selection",
                  tn_target_names[p->target]);
  const guint most = ok ? tn_learn_most(p->rows) : 0;
  if (most > MAX_ITEMS)
    ok = tn_usage(error,
                  "advise: %u times of one collective (%d at most: fewer sizes, numbers of ranks, "
                  "algorithms or states of buffers)",
                  most, MAX_ITEMS);
  g_autoptr(GPtrArray) transports = tn_transports_of(p->rows);
  for (guint t = 0; ok && t < transports->len; t++)
    for (guint w = 0; ok && w < N_WORLDS; w++)
      ok =
          predict_world(p, setup_under(plan, transports->pdata[t]), transports->pdata[t], w, error);
  tn_plan_free(plan);
  return ok && (!g_file_test(p->worlds_file, G_FILE_TEST_EXISTS) ||
                tn_store_read(p->worlds, p->worlds_file, error));
}
