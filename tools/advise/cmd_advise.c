/* advise: a decision for a library on a machine, from predictions and the few measurements that matter. A
 * folder holds all of it; run again, it learns from what was measured meanwhile. */
#include <errno.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "advise/cmd_advise_accepts.h"
#include "advise/decisions.h"
#include "advise/folder.h"
#include "advise/learn.h"
#include "advise/script.h"
#include "commands.h"
#include "decide/express.h"
#include "document/wrap.h"
#include "draw_worlds.h"
#include "exports/export.h"
#include "plan/expand.h"
#include "plan/for_library.h"
#include "platform/data_files.h"
#include "platform/error.h"
#include "rows/rows_files.h"
#include "signals.h"
#include "store/store_read.h"
#include "store_sweep.h"
#include "study/axis.h"

/* Predictions under other values of uncertain parameters: fewer say less, more say the same. */
enum { N_WORLDS = 12 };
/* Their covariance is a square of these. */
enum { MOST_ITEMS = 5000 };
/* Below this expected loss nothing is measured any more. */
#define ENOUGH 0.01
static const char expected[] = "expected.csv";
static const char usual_collectives[] = "bcast,reduce,allreduce,allgather,alltoall";
static const char usual_sizes[] = "4,16,64,256,1K,4K,16K,64K,256K,1M";
static const char usual_budget[] = "600s";
/* What two runs differ by: a rule for less would be one for noise. */
static const char usual_loss[] = "5%";
enum { LEAST_RANKS = 4 };
/* Times of a call that are believed, seconds. */
static const double LEAST_TIME = 1e-9, MOST_TIME = 3600.0;

/* One run of the command. */
struct advice {
  const char *folder;
  char *platform_file, *rows_file, *worlds_file;
  struct tn_options *select; /* what is predicted */
  struct tn_platform *platform;
  enum tn_target target;
  struct tn_rules_terms terms;
  GPtrArray *rows, *worlds, *measured; /* struct tn_row; owned */
  struct tn_learning learnt;
};

static void advice_clear(struct advice *a)
{
  g_free(a->platform_file);
  g_free(a->rows_file);
  g_free(a->worlds_file);
  tn_options_free(a->select);
  tn_platform_free(a->platform);
  g_clear_pointer(&a->learnt.problems, g_ptr_array_unref);
  g_clear_pointer(&a->measured, g_ptr_array_unref);
  g_clear_pointer(&a->worlds, g_ptr_array_unref);
  g_clear_pointer(&a->rows, g_ptr_array_unref);
}

/* Does what another command of these words does. */
static bool do_command(unsigned options, bool (*command)(struct tn_options *s, GError **error),
                       const GPtrArray *words, GError **error)
{
  struct tn_options *s =
      tn_options_parse(options, (int)words->len - 1, (char *const *)words->pdata, error);
  if (s)
    s->command |= TN_CMD_ADVISE;
  const bool ok = s && command(s, error);
  tn_options_free(s);
  return ok;
}

static void add_words(GPtrArray *words, const char *first, ...) G_GNUC_NULL_TERMINATED;
static void add_words(GPtrArray *words, const char *first, ...)
{
  va_list more;
  va_start(more, first);
  for (const char *word = first; word; word = va_arg(more, const char *))
    g_ptr_array_add(words, g_strdup(word));
  va_end(more);
}

/* What may be other when a folder goes on. */
static bool may_change(int o)
{
  return o == TN_OPT_OUTPUT || o == TN_OPT_MEASURED || o == TN_OPT_BUDGET || o == TN_OPT_JOBS;
}

/* Whether the settings say nothing but what the folder was made by. */
static bool check_same(const struct tn_options *s, const struct tn_options *first,
                       const char *folder, GError **error)
{
  for (int o = 0; o < TN_N_OPTIONS; o++)
    if (s->value[o] && !may_change(o) && g_strcmp0(s->value[o], first->value[o]) != 0)
      return tn_usage(error, "%s: %s was made with %s %s (name another folder)", s->where[o],
                      folder, s->where[o], first->value[o] ? first->value[o] : "not given");
  if (s->rows->len > 0 &&
      (first->rows->len == 0 || strcmp(s->rows->pdata[0], first->rows->pdata[0]) != 0))
    return tn_usage(error, "%s: %s was made of another platform", (const char *)s->rows->pdata[0],
                    folder);
  return true;
}

/* The settings that the folder is of: these, or those that it was made by. Transfer full. */
static struct tn_options *recall(const struct tn_options *s, const char *folder, GError **error)
{
  g_auto(GStrv) words = NULL;
  g_autofree char *file = tn_folder_file(folder, "advise.ini");
  if (!tn_advise_accepts(s, NULL, error) || !tn_folder_open(folder, &words, error))
    return NULL;
  if (!words)
    return tn_folder_note(folder, s->words, error) ? tn_options_copy(s) : NULL;
  struct tn_options *first = tn_options_parse(s->command, (int)g_strv_length(words), words, error);
  if (first && tn_advise_accepts(first, file, error) && check_same(s, first, folder, error)) {
    first->words = s->words;
    return first;
  }
  tn_options_free(first);
  return NULL;
}

/* A platform file of a topology, by the command that makes one. */
static bool import(const struct advice *a, const struct tn_options *s, GError **error)
{
  /* A platform is called as its file: as the folder. */
  g_autofree char *name = g_path_get_basename(a->folder);
  g_autofree char *base = g_strconcat(name, ".xml", NULL), *file = tn_folder_file(a->folder, base);
  g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
  const char *messages = s->value[TN_OPT_MESSAGES];
  add_words(words, s->rows->pdata[0], "-o", file, NULL);
  if (s->value[TN_OPT_LIKE])
    add_words(words, "--like", s->value[TN_OPT_LIKE], NULL);
  g_auto(GStrv) files = g_strsplit(messages ? messages : "", ";", -1);
  for (int i = 0; files[i]; i++)
    add_words(words, "--p2p", files[i], NULL);
  g_ptr_array_add(words, NULL);
  if (!do_command(TN_CMD_SHOW | TN_CMD_IMPORT, tn_cmd_platform_import, words, error))
    return false;
  fputc('\n', stdout);
  return g_rename(file, a->platform_file) == 0 ||
         tn_refuse(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: %s", a->platform_file,
                   g_strerror(errno));
}

static bool copy(const struct advice *a, const char *name, GError **error)
{
  g_autofree char *file = tn_data_find(&tn_data_platforms, name), *text = NULL;
  g_autoptr(GError) why = NULL;
  struct tn_platform *pf = tn_platform_load(name, NULL, &why);
  if (!pf)
    return tn_usage(error, "--platform: %s", why->message);
  tn_platform_free(pf);
  if (!g_file_get_contents(file ? file : name, &text, NULL, &why))
    return tn_usage(error, "--platform: %s", why->message);
  return tn_folder_write(a->folder, "platform.xml", text, error);
}

/* The folder's platform file, made where it is not there yet. */
static bool make_platform(struct advice *a, const struct tn_options *s, GError **error)
{
  const char *name = s->value[TN_OPT_PLATFORM];
  const bool is_there = g_file_test(a->platform_file, G_FILE_TEST_EXISTS);
  if (!is_there && (s->rows->len > 1 || (s->rows->len == 1) == (name != NULL)))
    return tn_usage(error, "advise: of which machine? (a TOPOLOGY.xml of hwloc's lstopo, or -p "
                           "PLATFORM)");
  if (!is_there && !(name ? copy(a, name, error) : import(a, s, error)))
    return false;
  a->platform = tn_platform_load(a->platform_file, NULL, error);
  return a->platform != NULL;
}

/* The usual numbers of ranks: the platform's, and its halves. Transfer full. */
static char *usual_ranks(const struct tn_platform *pf)
{
  GString *text = g_string_new(NULL);
  const int all = tn_platform_default_ranks(pf);
  g_string_append_printf(text, "%d", all);
  for (int n = all / 2; n >= LEAST_RANKS; n /= 2) {
    g_autofree char *first = g_strdup_printf("%d,", n);
    g_string_prepend(text, first);
  }
  return g_string_free(text, FALSE);
}

static bool put_usual(struct tn_options *s, enum tn_option o, const char *text, GError **error)
{
  return tn_options_usual(s, o, text, "advise", error);
}

/* What is predicted: the selection, with what is usual where it says nothing. */
static bool make_selection(struct advice *a, const struct tn_options *s, GError **error)
{
  struct tn_options *own = tn_options_copy(s);
  g_autofree char *ranks = usual_ranks(a->platform);
  a->select = own;
  g_ptr_array_set_size(own->rows, 0);
  return tn_options_put(own, TN_OPT_PLATFORM, a->platform_file, "advise", error) &&
         put_usual(own, TN_OPT_COLLECTIVE, usual_collectives, error) &&
         put_usual(own, TN_OPT_SIZE,
                   strcmp(own->value[TN_OPT_COLLECTIVE], "barrier") == 0 ? "0" : usual_sizes,
                   error) &&
         put_usual(own, TN_OPT_RANKS, ranks, error) && tn_for_library(own, error);
}

static bool read_terms(struct advice *a, struct tn_options *s, GError **error)
{
  if (!s->value[TN_OPT_FOR])
    return tn_usage(error, "advise: for which library? (--for RELEASE)");
  if (!tn_target_find(s->value[TN_OPT_FOR], &a->target, error))
    return false;
  if (tn_target_format(a->target) == TN_FORMAT_MCA || tn_target_format(a->target) == TN_FORMAT_UCX)
    return tn_usage(error, "%s: %s has settings, no table of decisions; advise has none for it",
                    tn_options_where(s, TN_OPT_FOR), tn_target_names[a->target]);
  return put_usual(s, TN_OPT_LOSS, usual_loss, error) &&
         put_usual(s, TN_OPT_BUDGET, usual_budget, error) &&
         tn_for_terms(s, a->target, &a->terms, error);
}

/* Simulates what the settings select into a store, but for what it has. */
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

/* `most` of the values of the rows' column (ranks or sizes), the least and the greatest among them, as an
 * option takes them. Transfer full. */
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

/* Drops what the release cannot be told of, and what takes no time. */
static void keep_told(GPtrArray *rows, enum tn_target target)
{
  struct tn_rule unused;
  int id;
  for (guint i = rows->len; i-- > 0;) {
    g_autofree char *why = tn_rule_express(target, rows->pdata[i], &id, &unused);
    if (why || !(((const struct tn_row *)rows->pdata[i])->avg > 0))
      g_ptr_array_remove_index(rows, i);
  }
}

/* The values of the plan's points by that transport. */
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

/* Predicts some of the selection by that transport in a world. */
static bool predict_world(const struct advice *a, const struct tn_setup *setup,
                          const char *transport, guint world, GError **error)
{
  enum { SOME_RANKS = 3, SOME_SIZES = 4 };
  struct tn_options *other = tn_options_copy(a->select);
  struct tn_plan *moved = NULL;
  g_autoptr(GPtrArray) sets = tn_world_draw(setup, world, N_WORLDS);
  g_autofree char *ranks = some_of(a->rows, false, SOME_RANKS);
  g_autofree char *sizes = some_of(a->rows, true, SOME_SIZES);
  bool ok = tn_options_put(other, TN_OPT_RANKS, ranks, "worlds", error) &&
            tn_options_put(other, TN_OPT_SIZE, sizes, "worlds", error) &&
            (!*transport || tn_options_put(other, TN_OPT_TRANSPORT, transport, "worlds", error));
  for (guint i = 0; ok && i < sets->len; i++)
    ok = tn_options_put(other, TN_OPT_SET, sets->pdata[i], "worlds", error);
  ok = ok && (sets->len == 0 || simulate(other, a->worlds_file, &moved, error));
  tn_plan_free(moved);
  tn_options_free(other);
  return ok;
}

/* Predicts, and predicts again in worlds where the uncertain parameters are other. */
static bool predict(struct advice *a, GError **error)
{
  struct tn_plan *plan = NULL;
  if (!g_file_test(a->rows_file, G_FILE_TEST_EXISTS))
    tn_tell("predicting, then %d times some of it with uncertain parameters otherwise", N_WORLDS);
  bool ok = simulate(a->select, a->rows_file, &plan, error);
  a->rows = tn_rows_new();
  a->worlds = tn_rows_new();
  ok = ok && tn_store_read(a->rows, a->rows_file, error);
  keep_told(a->rows, a->target);
  if (ok && a->rows->len == 0)
    ok = tn_usage(error, "advise: %s can be told of nothing of this selection",
                  tn_target_names[a->target]);
  const guint most = ok ? tn_learn_most(a->rows) : 0;
  if (most > MOST_ITEMS)
    ok = tn_usage(error,
                  "advise: %u times of one collective (%d at most: fewer sizes, numbers of ranks, "
                  "algorithms or states of buffers)",
                  most, MOST_ITEMS);
  g_autoptr(GPtrArray) transports = tn_transports_of(a->rows);
  for (guint t = 0; ok && t < transports->len; t++)
    for (guint w = 0; ok && w < N_WORLDS; w++)
      ok =
          predict_world(a, setup_under(plan, transports->pdata[t]), transports->pdata[t], w, error);
  tn_plan_free(plan);
  return ok && (!g_file_test(a->worlds_file, G_FILE_TEST_EXISTS) ||
                tn_store_read(a->worlds, a->worlds_file, error));
}

/* Measured rows must be of this machine, no predictions, and of a time that a call may take: what is learnt
 * from another one spoils all of the folder. */
static bool check_measured(const struct advice *a, const GPtrArray *rows, GError **error)
{
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    if (tn_source_predicts(row->source))
      return tn_usage_at(row->file, row->line, error, "predicted, not measured (source %s)",
                         tn_source_name(row->source));
    if (row->avg != 0 && !(row->avg >= LEAST_TIME && row->avg <= MOST_TIME))
      return tn_usage_at(row->file, row->line, error,
                         "avg_us: %g is not a call's time (1 ns to 1 h)", row->avg * 1e6);
    if (*row->platform && strcmp(row->platform, tn_platform_name(a->platform)) != 0)
      return tn_usage_at(row->file, row->line, error, "measured on %s, but %s is about %s",
                         row->platform, a->folder, tn_platform_name(a->platform));
  }
  return true;
}

/* Keeps the files of --measured, and reads all that the folder has. */
static bool read_measured(struct advice *a, const struct tn_options *said, GError **error)
{
  const char *list = said->value[TN_OPT_MEASURED];
  g_auto(GStrv) given = g_strsplit(list ? list : "", ";", -1);
  for (int i = 0; given[i]; i++) {
    g_autoptr(GPtrArray) rows = tn_rows_new();
    if (!tn_rows_read(rows, given[i], error) || !check_measured(a, rows, error))
      return false;
    g_autofree char *text = tn_rows_csv(rows);
    if (!tn_folder_keep(a->folder, text, error))
      return false;
  }
  g_autoptr(GPtrArray) files = tn_folder_measured(a->folder);
  a->measured = tn_rows_new();
  for (guint i = 0; i < files->len; i++)
    if (!tn_rows_read(a->measured, files->pdata[i], error))
      return false;
  return check_measured(a, a->measured, error);
}

/* The words of a command that makes rules of the expected rows. Transfer full. */
static GPtrArray *words_of_rules(const struct advice *a)
{
  GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
  g_autofree char *file = tn_folder_file(a->folder, expected);
  add_words(words, file, "--for", tn_target_names[a->target], NULL);
  if (*a->learnt.transport)
    add_words(words, "--transport", a->learnt.transport, NULL);
  add_words(words, "--loss", a->select->value[TN_OPT_LOSS], NULL);
  return words;
}

/* Rows as they are expected, the rules of them and the page, by the commands that make these. */
static bool write_rules(const struct advice *a, const GPtrArray *rows, GError **error)
{
  g_autofree char *text = tn_rows_csv(rows);
  g_autofree char *rules = tn_folder_file(a->folder, "rules.conf");
  g_autofree char *page = tn_folder_file(a->folder, "report.html");
  const char *base = a->select->value[TN_OPT_BASE];
  g_autoptr(GPtrArray) words = words_of_rules(a), more = words_of_rules(a);
  if (base)
    add_words(words, "--base", base, NULL);
  add_words(words, "-o", rules, NULL);
  add_words(more, "-p", a->platform_file, "-o", page, NULL);
  g_ptr_array_add(words, NULL);
  g_ptr_array_add(more, NULL);
  if (!tn_folder_write(a->folder, expected, text, error))
    return false;
  if (tn_target_format(a->target) == TN_FORMAT_MPICH && !base)
    tn_tell("no rules.conf: --for %s needs --base (its default tables)",
            tn_target_names[a->target]);
  else if (!do_command(TN_CMD_EXPORT, tn_cmd_export, words, error))
    return false;
  return do_command(TN_CMD_REPORT, tn_cmd_report, more, error);
}

static bool decide(const struct advice *a, GError **error)
{
  g_autoptr(GPtrArray) rows = tn_expected_rows(a->learnt.problems);
  struct tn_table *table =
      tn_advice_table(a->learnt.problems, rows, a->target, a->terms.loss, error);
  if (!table)
    return false;
  g_autofree char *csv = tn_table_csv(table);
  tn_advice_write(stdout, table);
  return tn_folder_write(a->folder, "decisions.csv", csv, error) && write_rules(a, rows, error);
}

static void tell_runs(const struct advice *a, const GPtrArray *runs, bool is_all)
{
  double seconds = 0;
  for (guint i = 0; i < runs->len; i++)
    seconds += ((const struct tn_start *)runs->pdata[i])->seconds;
  printf("%s/measure.sh: %u starts, about %.0f s%s\n", a->folder, runs->len, ceil(seconds),
         is_all ? ": all that is not measured yet" : "");
  for (guint i = 0; i < runs->len; i++) {
    const struct tn_start *run = runs->pdata[i];
    for (guint b = 0; b < run->blocks->len; b++) {
      g_autofree char *says = tn_script_says(run->blocks->pdata[b]);
      tn_paragraph(stdout, 4, "  %" G_GINT64_FORMAT " ranks, %s", (gint64)run->ranks, says);
    }
  }
  printf("then run the same command again: it learns from what that printed\n");
}

/* What to measure next. */
static bool ask(const struct advice *a, GError **error)
{
  const double loss = tn_learnt_loss(&a->learnt, tn_problem_loss),
               own = tn_learnt_loss(&a->learnt, tn_problem_own_loss);
  const double shortest = tn_plan_shortest(a->learnt.problems);
  g_autoptr(GPtrArray) files = tn_folder_measured(a->folder);
  g_autoptr(GPtrArray) none = g_ptr_array_new();
  bool is_all = false;
  printf("\nexpected loss: %.1f %% in the mean", 100 * loss);
  if (!isnan(own))
    printf("; %s by itself: %.1f %%", tn_target_names[a->target], 100 * own);
  printf("\n");
  /* What is stated without any measurement is not to be relied on. */
  if ((loss < ENOUGH && a->measured->len > a->learnt.n_unknown) || !(shortest > 0)) {
    printf("enough: %s\n", shortest > 0 ? "measuring more would gain less than 1 %"
                                        : "all has been measured that can be");
    return tn_script_write(a->folder, a->target, none, 0, error);
  }
  if (a->select->budget < shortest)
    return tn_usage(error, "--budget: %.3g s is below the shortest run, about %.0f s",
                    a->select->budget, ceil(shortest));
  g_autoptr(GPtrArray) runs = tn_plan_runs(a->learnt.problems, a->select->budget, &is_all);
  if (!tn_script_write(a->folder, a->target, runs, files->len + 1, error))
    return false;
  tell_runs(a, runs, is_all);
  return true;
}

/* Why measured rows are of no predicted point: ": root 4, size_bytes 1". Transfer full. */
static char *strangers(const struct advice *a)
{
  GString *text = g_string_new(NULL);
  guint n[TN_N_SAME + 1] = { 0 };
  for (guint i = 0; i < a->measured->len; i++) {
    const struct tn_row *row = a->measured->pdata[i];
    enum tn_same differs = TN_SAME_COLLECTIVE;
    bool is_found = false;
    for (guint k = 0; k < a->learnt.problems->len && !is_found; k++)
      is_found = tn_problem_find(a->learnt.problems->pdata[k], row, &differs) >= 0;
    n[is_found ? TN_N_SAME : differs] += !is_found || !(row->avg > 0);
  }
  for (int c = 0; c <= TN_N_SAME; c++)
    if (n[c] > 0)
      g_string_append_printf(text, "%s %s %u", text->len ? "," : ": other",
                             c == TN_N_SAME ? "without a time" : tn_same_names[c], n[c]);
  return g_string_free(text, FALSE);
}

/* Learns from all that is there. */
static void learn(struct advice *a)
{
  a->learnt = (struct tn_learning){
    .rows = a->rows, .worlds = a->worlds, .measured = a->measured, .target = a->target
  };
  tn_learn(&a->learnt);
  if (a->learnt.n_transports > 1 && a->measured->len > 0)
    printf("transport: %s explains the measurements best\n", a->learnt.transport);
  if (a->learnt.n_unknown > 0) {
    g_autofree char *why = strangers(a);
    tn_tell("%u of %u measured rows are of no point here%s", a->learnt.n_unknown, a->measured->len,
            why);
  }
}

static bool advise(struct advice *a, struct tn_options *s, const struct tn_options *said,
                   GError **error)
{
  for (int o = 0; o < TN_N_OPTIONS; o++)
    if (may_change(o) && said->value[o] && o != TN_OPT_MEASURED &&
        !tn_options_put(s, (enum tn_option)o, said->value[o], said->where[o], error))
      return false;
  if (!read_terms(a, s, error) || !make_platform(a, s, error) || !make_selection(a, s, error) ||
      !read_measured(a, said, error) || !predict(a, error))
    return false;
  learn(a);
  return decide(a, error) && ask(a, error);
}

bool tn_cmd_advise(struct tn_options *said, GError **error)
{
  struct advice a = { .folder = said->value[TN_OPT_OUTPUT] };
  if (!a.folder)
    return tn_usage(error, "advise: into which folder? (-o FOLDER)");
  struct tn_options *s = recall(said, a.folder, error);
  if (!s)
    return false;
  a.platform_file = tn_folder_file(a.folder, "platform.xml");
  a.rows_file = tn_folder_file(a.folder, "rows.sqlite");
  a.worlds_file = tn_folder_file(a.folder, "worlds.sqlite");
  const bool ok = advise(&a, s, said, error);
  advice_clear(&a);
  tn_options_free(s);
  return ok;
}
