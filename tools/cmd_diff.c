/* diff: finds where an MPI library's own decisions are slower or faster than another library's,
 * from rows in files or from simulations. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "decide/library_rows.h"
#include "plan/expand.h"
#include "rows/rows_files.h"
#include "rows/text_rows.h"
#include "run_points.h"
#include "signals.h"
#include "store/store_read.h"
#include "store_sweep.h"
#include "study/study_rows.h"
#include "tuning/tune_input.h"
#include "tuning/versus_text.h"

/* Default collectives and sizes. A collective is omitted if one of the two libraries has no
 * decision for it. */
static const char usual_collectives[] =
    "bcast,reduce,allreduce,allgather,alltoall,gather,scatter,barrier";
static const char usual_sizes[] = "64,1K,8K,64K,256K";

struct request {
  /* options after the names of the two libraries have been removed; borrowed */
  struct tn_options *settings;
  struct tn_versus_terms terms;
  int format;
};

static bool read_sides(struct request *r, GError **error)
{
  struct tn_diff_library *sides = r->terms.sides;
  GPtrArray *words = r->settings->rows;
  if (words->len < 2)
    return tn_usage(error, "diff: which two libraries? (diff ompi-5.0 ompi-6.0 -p PLATFORM)");
  for (int k = 0; k < 2; k++)
    if (!tn_diff_library_find("diff", words->pdata[k], &sides[k], error))
      return false;
  if (strcmp(sides[0].entry, sides[1].entry) == 0)
    return tn_usage(error, "diff: %s and %s are one library (name two)",
                    (const char *)words->pdata[0], (const char *)words->pdata[1]);
  g_ptr_array_remove_range(words, 0, 2);
  /* the library inside another library uses the transport of the outer one */
  for (int k = 0; k < 2; k++)
    if (!sides[k].transport)
      sides[k].transport = sides[!k].transport;
  return true;
}

/* Sets both libraries' transport to the one that the user names. */
static bool read_transport(struct request *r, GError **error)
{
  int transport;
  if (!r->settings->transport)
    return true;
  if (!tn_read_transport("--transport", r->settings->transport, &transport, error))
    return false;
  for (int k = 0; k < 2; k++)
    r->terms.sides[k].transport = tn_transport_names[transport - 1];
  return true;
}

/* Checks that both libraries have decisions for the collectives that the user names; the plan
 * refuses unknown names. *ret_sizes: true if one of the collectives has message sizes. */
static bool check_collectives(const struct request *r, const char *text, bool *ret_sizes,
                              GError **error)
{
  g_auto(GStrv) names = g_strsplit(text, ",", -1);
  *ret_sizes = false;
  for (int i = 0; names[i]; i++) {
    const int c = tn_collective_find(names[i]);
    for (int k = 0; c >= 0 && k < 2; k++) {
      const struct tn_method *a = tn_method_find((enum tn_collective)c, r->terms.sides[k].entry);
      if (!a)
        return tn_usage(error, "%s: the default of %s for %s is not known here",
                        tn_options_where(r->settings, TN_OPT_COLLECTIVE), r->terms.sides[k].name,
                        names[i]);
      *ret_sizes = *ret_sizes || !a->sizeless;
    }
  }
  return true;
}

/* Returns true if a point need not run: it is the first library's decision with the second
 * library's transport, and the second library makes the same decision. */
static bool is_idle(const struct request *r, const struct tn_point *point)
{
  const struct tn_diff_library *a = &r->terms.sides[0], *b = &r->terms.sides[1];
  const int transport = tn_setup_transport(point->setup);
  if (strcmp(a->transport, b->transport) == 0 || strcmp(point->algorithm->name, a->entry) != 0 ||
      !transport || strcmp(tn_transport_names[transport - 1], b->transport) != 0)
    return false;
  struct tn_point other = *point;
  other.algorithm = tn_method_find(point->call.collective, b->entry);
  g_autofree char *own = tn_point_decision(point), *its = tn_point_decision(&other);
  return strcmp(own, its) == 0;
}

/* Appends to `rows` copies of the rows that the store has for the study's points. */
static bool take_stored(const struct tn_study *study, const char *store, GPtrArray *rows,
                        GError **error)
{
  g_autoptr(GPtrArray) points = tn_rows_new(), all = tn_rows_new();
  g_autoptr(GHashTable) wanted = g_hash_table_new(tn_row_point_hash, tn_row_point_equal);
  if (!tn_store_read(all, store, error))
    return false;
  for (guint i = 0; i < tn_study_n(study); i++) {
    struct tn_row *row = tn_study_row(study, i, NULL);
    g_ptr_array_add(points, row);
    g_hash_table_add(wanted, row);
  }
  for (guint i = 0; i < all->len; i++)
    if (g_hash_table_contains(wanted, all->pdata[i]))
      g_ptr_array_add(rows, tn_row_copy(all->pdata[i]));
  return true;
}

static bool run_plan(const struct request *r, const struct tn_plan *plan, GPtrArray *rows,
                     bool *ret_ok, GError **error)
{
  const char *store = r->settings->store;
  struct tn_results results = tn_results_of(plan, TN_SOURCE_SIM);
  g_autofree char *command = tn_store_sweep_command("diff", r->settings->words);
  bool ok = true;
  tn_plan_warn(plan);
  if (store)
    ok = tn_store_sweep(&results, store, command, ret_ok, error);
  else
    *ret_ok = tn_run_points(&results, NULL);
  if (ok && tn_signal_caught) {
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INTR, "diff: interrupted%s",
                store ? "; the finished rows are kept (the same command continues)" : "");
    ok = false;
  }
  if (ok && store)
    ok = take_stored(plan->study, store, rows, error);
  else if (ok)
    tn_rows_take(rows, &results);
  return ok;
}

/* Simulates both libraries' decisions and appends the results to `rows`. */
static bool run_rows(struct request *r, GPtrArray *rows, bool *ret_ok, GError **error)
{
  if (!read_transport(r, error))
    return false;
  struct tn_options *s = r->settings;
  const struct tn_diff_library *a = &r->terms.sides[0], *b = &r->terms.sides[1];
  g_auto(GStrv) names = g_strsplit(usual_collectives, ",", -1);
  GString *text = g_string_new(NULL);
  for (int i = 0; names[i]; i++) {
    const enum tn_collective c = (enum tn_collective)tn_collective_find(names[i]);
    if (tn_method_find(c, r->terms.sides[0].entry) && tn_method_find(c, r->terms.sides[1].entry))
      g_string_append_printf(text, "%s%s", text->len ? "," : "", names[i]);
  }
  g_autofree char *collectives = g_string_free(text, FALSE);
  g_autofree char *one = g_strdup_printf("%s,%s", a->entry, b->entry);
  g_autofree char *two = g_strdup_printf("%s@%s,%s@%s,%s@%s", a->entry, a->transport, b->entry,
                                         b->transport, a->entry, b->transport);
  const bool moves = strcmp(a->transport, b->transport) != 0;
  bool has_sizes;
  if (!s->platform)
    return tn_usage(error, "diff: which platform? (-p PLATFORM[,...], see turnstile list "
                           "platforms, or ROWS of both libraries)");
  if (!s->transport && !moves)
    s->transport = a->transport;
  if (!s->collective)
    s->collective = tn_options_store_text(s, collectives);
  if (!check_collectives(r, s->collective, &has_sizes, error))
    return false;
  if (!s->size && has_sizes)
    s->size = usual_sizes;
  s->algorithm = tn_options_store_text(s, moves ? two : one);
  struct tn_plan *plan = tn_plan_new(r->settings, NULL, error);
  if (!plan)
    return false;
  struct tn_study *all = plan->study;
  plan->study = tn_study_new(tn_study_conditions(all));
  for (guint i = 0; i < tn_study_n(all); i++)
    if (!is_idle(r, tn_study_point(all, i)))
      tn_study_take(plan->study, tn_study_point(all, i));
  const bool ok = run_plan(r, plan, rows, ret_ok, error);
  tn_plan_free(plan);
  tn_study_free(all);
  return ok;
}

static bool read_rows(const struct request *r, GPtrArray *rows, GError **error)
{
  const struct tn_options *s = r->settings;
  if (!tn_tune_input_check_alone(s, s->store ? s->store : s->rows->pdata[0], error) ||
      (s->store && !tn_rows_read(rows, s->store, error)))
    return false;
  for (guint i = 0; i < s->rows->len; i++)
    if (!tn_rows_read(rows, s->rows->pdata[i], error))
      return false;
  return tn_rows_unique(rows, error);
}

bool tn_cmd_diff(struct tn_options *s, GError **error)
{
  struct request r = { .settings = s };
  g_autoptr(GPtrArray) rows = tn_rows_new();
  bool all_done = true;
  if (!read_sides(&r, error) ||
      !TN_NONE_SAID(s, error, "not for diff (which compares libraries' own decisions)",
                    TN_OPT_ALGORITHM, TN_OPT_TIMELINE, TN_OPT_DELAY_MAP, TN_OPT_UNCERTAINTY,
                    TN_OPT_JITTER, TN_OPT_REFERENCE) ||
      !tn_read_name(s, TN_OPT_FORMAT, tn_output_names, &r.format, error) ||
      !tn_objective_read(s, &r.terms.objective, error))
    return false;
  const bool runs = s->rows->len == 0 && (s->platform || !s->store);
  if (!(runs ? run_rows(&r, rows, &all_done, error) : read_rows(&r, rows, error)))
    return false;
  r.terms.known = tn_known_errors_new(s->platform);
  struct tn_versus *versus = tn_versus_new(rows, &r.terms, error);
  bool ok = versus != NULL;
  if (ok) {
    struct tn_document *d = tn_document_new((enum tn_output)r.format);
    tn_versus_write(d, versus);
    ok = tn_writer_print(s, d, error);
    tn_versus_free(versus);
  }
  tn_known_errors_free(r.terms.known);
  return ok && all_done;
}
