#include "advise/cmd_advise_predict.h"

#include <string.h>

#include "advise/worlds.h"
#include "decide/row_rule.h"
#include "document/wrap.h"
#include "plan/expand.h"
#include "progress.h"
#include "signals.h"
#include "store/store_read.h"
#include "store_sweep.h"
#include "study/setup.h"
#include "study/study_rows.h"

/* Fewer worlds give an inaccurate covariance; more do not improve it. */
enum { N_WORLDS = 12 };
/* Work of the worlds as a multiple of that of the predictions: 0.5 to 1.3 on nodes of 64 and 128
 * cores; rather too much than too little. */
#define WORLDS_WORK 1.3
/* Upper limit of items, because the size of the covariance matrix is quadratic in their number. */
enum { MAX_ITEMS = 5000 };

/* Simulates and stores the plan's points that the store lacks. */
static bool simulate(const struct tn_plan *plan, const char *file, GError **error)
{
  bool all_done = false;
  struct tn_results results = tn_results_of(plan, TN_SOURCE_SIM);
  return tn_store_sweep(&results, file, "turnstile advise", &all_done, error) && !tn_signal_caught;
}

/* Returns which of the plan's points the worlds repeat, [points of the plan]; g_free. */
static bool *points_of_worlds(const struct tn_predictions *p, const struct tn_study *study)
{
  const guint n = tn_study_n(study);
  bool *repeats = g_new(bool, n + 1);
  g_autoptr(GPtrArray) rows = tn_worlds_rows(p->rows);
  g_autoptr(GHashTable) wanted = g_hash_table_new(tn_row_point_hash, tn_row_point_equal);
  for (guint i = 0; i < rows->len; i++)
    g_hash_table_add(wanted, rows->pdata[i]);
  for (guint i = 0; i < n; i++) {
    struct tn_row *row = tn_study_row(study, i, NULL);
    repeats[i] = g_hash_table_contains(wanted, row);
    tn_row_free(row);
  }
  return repeats;
}

/* Adds the repeated points to `worlds` with the parameters of one world, which are drawn once for
 * each transport. */
static bool add_world(struct tn_study *worlds, const struct tn_study *study, const bool *repeats,
                      guint world, GError **error)
{
  GArray *drawn[TN_N_TRANSPORTS + 1] = { NULL };
  bool ok = true;
  for (guint i = 0; ok && i < tn_study_n(study); i++) {
    struct tn_point moved = *tn_study_point(study, i);
    GArray **own = &drawn[tn_setup_transport(moved.setup)];
    if (!*own)
      *own = tn_world_draw(moved.setup, world, N_WORLDS);
    if (!repeats[i] || (*own)->len == 0)
      continue;
    moved.setup = tn_setup_with_all(
        worlds, moved.setup, (const struct tn_override *)(void *)(*own)->data, (int)(*own)->len);
    ok = moved.setup || tn_usage(error, "advise: varied parameters are not accepted together");
    if (ok)
      tn_study_take(worlds, &moved);
  }
  for (size_t i = 0; i < G_N_ELEMENTS(drawn); i++)
    g_clear_pointer(&drawn[i], g_array_unref);
  return ok;
}

/* Simulates some points in all worlds. */
static bool predict_worlds(const struct tn_predictions *p, const struct tn_plan *plan,
                           GError **error)
{
  g_autofree bool *repeats = points_of_worlds(p, plan->study);
  struct tn_plan worlds = *plan;
  bool ok = true;
  tn_progress_phase("repeating with varied parameters", 0.0);
  worlds.study = tn_study_new(tn_study_conditions(plan->study));
  for (guint w = 0; ok && w < N_WORLDS; w++)
    ok = add_world(worlds.study, plan->study, repeats, w, error);
  ok = ok && (tn_study_n(worlds.study) == 0 || simulate(&worlds, p->worlds_file, error));
  tn_study_free(worlds.study);
  return ok;
}

bool tn_predict(const struct tn_predictions *p, GError **error)
{
  struct tn_plan *plan = tn_plan_new(p->select, NULL, error);
  if (plan && !g_file_test(p->rows_file, G_FILE_TEST_EXISTS))
    tn_print_message(
        "predicting, then repeating part of it %d times with varied uncertain parameters",
        N_WORLDS);
  tn_progress_phase("predicting", WORLDS_WORK);
  bool ok = plan && simulate(plan, p->rows_file, error);
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
  ok = ok && predict_worlds(p, plan, error);
  tn_plan_free(plan);
  return ok && (!g_file_test(p->worlds_file, G_FILE_TEST_EXISTS) ||
                tn_store_read(p->worlds, p->worlds_file, error));
}
