/* advise: decides for a library and machine by predictions and the few most valuable measurements.
 * A folder holds all data; later runs learn from measurements added since. */
#include <errno.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "advise/advise_plan.h"
#include "advise/cmd_advise_folder.h"
#include "advise/cmd_advise_predict.h"
#include "advise/decisions.h"
#include "advise/measured_rows.h"
#include "commands.h"
#include "document/document.h"
#include "document/wrap.h"
#include "exports/export.h"
#include "plan/expand.h"
#include "plan/for_library.h"
#include "platform/data_files.h"
#include "platform/error.h"
#include "progress.h"
#include "report/report.h"
#include "study/rows.h"

/* Average loss of each point's best choice below which no further measurements are planned. */
#define ENOUGH 0.01
static const char expected[] = "expected.csv", usual_folder[] = "advice";
static const char which_machine[] =
    "advise: which machine? (a TOPOLOGY.xml of hwloc's lstopo, or -p PLATFORM)";
static const char usual_collectives[] = "bcast,reduce,allreduce,allgather,alltoall";
static const char usual_sizes[] = "4,16,64,256,1K,4K,16K,64K,256K,1M";
static const double USUAL_BUDGET = 600.0; /* default budget in seconds */
enum { LEAST_RANKS = 4 };

struct advice {
  const char *folder;
  char *platform_file, *rows_file, *worlds_file;
  struct tn_options *select;  /* options that select the predicted points */
  struct tn_document *report; /* output of the command */
  GPtrArray *said; /* char *: its lines on the expected loss and on what to measure next; owned */
  struct tn_platform *platform;
  enum tn_target target;
  struct tn_rules_terms terms;
  GPtrArray *rows, *worlds, *measured; /* struct tn_row: predictions, those of the worlds,
                                        * measurements; owned */
  struct tn_learning learnt;
};

/* Makes a platform file from a topology with the command `platform import`. */
static bool import(const struct advice *a, const struct tn_options *s, GError **error)
{
  /* The name of the platform is that of its file, which is the name of the topology's. */
  g_autofree char *name = g_path_get_basename(s->rows->pdata[0]);
  g_autofree char *base =
      g_str_has_suffix(name, ".xml") ? g_strdup(name) : g_strconcat(name, ".xml", NULL);
  g_autofree char *file = g_build_filename(a->folder, base, NULL);
  struct tn_options *own = tn_options_new();
  own->command = TN_CMD_SHOW | TN_CMD_IMPORT | TN_CMD_ADVISE;
  own->platform = s->rows->pdata[0];
  own->output = file;
  own->like = s->like;
  own->messages = s->messages;
  const bool ok = tn_cmd_platform_import(own, error);
  tn_options_free(own);
  if (!ok)
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

/* Loads the platform file of the folder; makes the file if it does not exist. */
static bool make_platform(struct advice *a, const struct tn_options *s, GError **error)
{
  const char *name = s->platform;
  const bool is_there = g_file_test(a->platform_file, G_FILE_TEST_EXISTS);
  if (!is_there && (s->rows->len > 1 || (s->rows->len == 1) == (name != NULL)))
    return tn_usage(error, "%s", which_machine);
  if (!is_there && !(name ? copy(a, name, error) : import(a, s, error)))
    return false;
  a->platform = tn_platform_load(a->platform_file, NULL, error);
  return a->platform != NULL;
}

/* Makes the options that select the predicted points; adds defaults for options that are not
 * given. */
static bool make_selection(struct advice *a, const struct tn_options *s, GError **error)
{
  struct tn_options *own = tn_options_copy(s);
  /* ranks by default: the platform's number, halved repeatedly */
  GString *text = g_string_new(NULL);
  const int all = tn_platform_default_ranks(a->platform);
  g_string_append_printf(text, "%d", all);
  for (int n = all / 2; n >= LEAST_RANKS; n /= 2) {
    g_autofree char *first = g_strdup_printf("%d,", n);
    g_string_prepend(text, first);
  }
  g_autofree char *ranks = g_string_free(text, FALSE);
  a->select = own;
  g_ptr_array_set_size(own->rows, 0);
  own->like = NULL; /* the platform file already has the parameters of --like */
  own->platform = a->platform_file;
  if (!own->collective)
    own->collective = usual_collectives;
  if (!own->size)
    own->size = strcmp(own->collective, "barrier") == 0 ? "0" : usual_sizes;
  if (!own->ranks)
    own->ranks = tn_options_store_text(own, ranks);
  return tn_for_library(own, error);
}

/* Checks before a folder is made that the options name a library and a machine. */
static bool check_new(const char *folder, const struct tn_options *s, GError **error)
{
  if (tn_folder_exists(folder))
    return true;
  if (!s->release)
    return tn_usage(error, "advise: which library? (--for RELEASE)");
  return s->platform || s->rows->len > 0 || tn_usage(error, "%s", which_machine);
}

static bool read_terms(struct advice *a, struct tn_options *s, GError **error)
{
  if (!s->release)
    return tn_usage(error, "advise: which library? (--for RELEASE)");
  if (!tn_target_find(s->release, &a->target, error))
    return false;
  if (tn_target_format(a->target) == TN_FORMAT_MCA || tn_target_format(a->target) == TN_FORMAT_UCX)
    return tn_usage(error, "%s: %s has settings, not a table of decisions: not for advise",
                    tn_options_where(s, TN_OPT_FOR), tn_target_names[a->target]);
  if (!isfinite(s->loss))
    s->loss = TN_ADVICE_LOSS;
  if (!(s->budget > 0))
    s->budget = USUAL_BUDGET;
  return tn_export_check(s, a->target, error) && tn_for_terms(s, a->target, &a->terms, error);
}

/* Writes the expected rows as HTML: all results (`report`), and one sheet (`report --brief`). */
static bool write_pages(const struct advice *a, const GPtrArray *rows, const struct tn_rules *rules,
                        GError **error)
{
  static const char *const names[] = { "report.html", "sheet.html" };
  g_autoptr(GPtrArray) files = g_ptr_array_new();
  struct tn_report r = { .rows = rows, .files = files, .rules = rules };
  g_ptr_array_add(files, (char *)expected);
  g_autoptr(GPtrArray) platforms = tn_report_platforms(rows, a->platform_file, error);
  bool ok = platforms != NULL;
  r.platforms = platforms;
  for (int brief = 0; ok && brief < 2; brief++) {
    r.is_brief = brief == 1;
    r.advice = brief ? a->said : NULL;
    g_autofree char *page = tn_report_page(&r, error);
    ok = page && tn_folder_write(a->folder, names[brief], page, error);
  }
  return ok;
}

static bool write_rules(const struct advice *a, struct tn_rules *rules, GError **error)
{
  const char *base = a->select->base;
  g_autofree char *file = g_build_filename(a->folder, "rules.conf", NULL);
  g_autofree char *loss = g_strdup_printf("%g%%", 100.0 * a->select->loss);
  const char *const options[][2] = { { "--for", tn_target_names[a->target] },
                                     { "--transport", a->learnt.transport },
                                     { "--loss", loss },
                                     { "--base", base },
                                     { "-o", file } };
  g_autofree char *from = g_build_filename(a->folder, expected, NULL);
  g_autoptr(GPtrArray) words = g_ptr_array_new();
  g_ptr_array_add(words, from);
  for (size_t i = 0; i < G_N_ELEMENTS(options); i++)
    for (int k = 0; k < 2 && options[i][1] && *options[i][1]; k++)
      g_ptr_array_add(words, (char *)options[i][k]);
  g_ptr_array_add(words, NULL);
  g_autofree char *command = tn_command_text("export", (char *const *)words->pdata);
  const struct tn_export x = { rules, base, file, command };
  if (tn_target_format(a->target) != TN_FORMAT_MPICH || base)
    return tn_export_write(a->select, &x, error);
  tn_print_message("no rules.conf: --for %s needs --base (its default tables)",
                   tn_target_names[a->target]);
  return true;
}

/* Prints a line, and keeps it for the sheet. Takes ownership of `text`. */
static void say(const struct advice *a, char *text)
{
  tn_document_paragraph(a->report, -1, "%s", text);
  g_ptr_array_add(a->said, text);
}

/* Plans the next measurements, or states that enough was measured. `loss`: average expected loss of
 * the rules. */
static bool ask(const struct advice *a, double loss, GError **error)
{
  const double own = tn_learnt_loss(&a->learnt, tn_problem_own_loss);
  g_autoptr(GPtrArray) files = tn_folder_measured(a->folder);
  g_autoptr(GPtrArray) none = g_ptr_array_new();
  /* the loss is unreliable without measurements of predicted points */
  const bool is_enough = tn_learnt_loss(&a->learnt, tn_problem_loss) < ENOUGH &&
                         a->measured->len > a->learnt.n_unknown;
  double shortest;
  bool is_all;
  g_autoptr(GPtrArray) runs =
      tn_plan_runs(a->learnt.problems, is_enough ? 0 : a->select->budget, &shortest, &is_all);
  g_autofree char *by_itself = isnan(own) ? g_strdup("")
                                          : g_strdup_printf(", the default of %s loses %.1f %%",
                                                            tn_target_names[a->target], 100 * own);
  tn_document_paragraph(a->report, 2,
                        "loss: time over the best choice's, minus 1; within %g %%: probability "
                        "that the choice loses no more; ranges: over sizes and states of the "
                        "buffers",
                        100 * a->learnt.limit);
  tn_document_gap(a->report);
  guint n_items = 0, n_measured = 0;
  for (guint i = 0; i < a->learnt.problems->len; i++) {
    const struct tn_problem *p = a->learnt.problems->pdata[i];
    n_items += p->items->len;
    for (guint k = 0; k < p->items->len; k++)
      n_measured += tn_problem_item(p, (int)k)->is_measured;
  }
  say(a,
      g_strdup_printf("expected on average, with %u of %u times measured: the rules lose %.1f %%%s",
                      n_measured, n_items, 100 * loss, by_itself));
  if (is_enough || !(shortest > 0)) {
    say(a, g_strdup_printf("enough: %s", shortest > 0 ? "measuring more would gain less than 1 %"
                                                      : "everything measurable has been measured"));
    return tn_script_write(a->folder, a->target, none, 0, error);
  }
  if (a->select->budget < shortest)
    return tn_usage(error, "--budget: %.3g s is below the shortest run, about %.0f s",
                    a->select->budget, ceil(shortest));
  if (!tn_script_write(a->folder, a->target, runs, files->len + 1, error))
    return false;
  double seconds = 0;
  for (guint i = 0; i < runs->len; i++)
    seconds += ((const struct tn_start *)runs->pdata[i])->seconds;
  say(a, g_strdup_printf("%s/measure.sh: %u start%s, about %.0f s%s", a->folder, runs->len,
                         runs->len == 1 ? "" : "s", ceil(seconds),
                         is_all ? ": everything not measured yet" : ""));
  for (guint i = 0; i < runs->len; i++) {
    const struct tn_start *run = runs->pdata[i];
    for (guint b = 0; b < run->blocks->len; b++) {
      g_autofree char *named = tn_script_summary(run->blocks->pdata[b], true);
      g_autofree char *counted = tn_script_summary(run->blocks->pdata[b], false);
      tn_document_paragraph(a->report, 4, "  %" G_GINT64_FORMAT " ranks, %s", (gint64)run->ranks,
                            named);
      g_ptr_array_add(
          a->said, g_strdup_printf("%" G_GINT64_FORMAT " ranks, %s", (gint64)run->ranks, counted));
    }
  }
  tn_document_paragraph(a->report, -1,
                        "then run the same command again: it reads the new measurements");
  return true;
}

/* Writes the expected rows, the decisions and rules that follow from them, what to measure next,
 * and the pages. */
static bool decide(const struct advice *a, GError **error)
{
  const char *transport = a->learnt.transport;
  const struct tn_rules_terms terms = { .loss = a->terms.loss,
                                        .transport = *transport ? transport
                                                                : tn_target_transport(a->target) };
  g_autoptr(GPtrArray) rows = tn_expected_rows(a->learnt.problems, a->learnt.limit);
  double loss;
  g_autofree char *text = tn_rows_csv(rows);
  g_autofree char *csv = tn_advice_write(a->report, &a->learnt, rows, &loss, error);
  if (!csv || !tn_folder_write(a->folder, "decisions.csv", csv, error) ||
      !tn_folder_write(a->folder, expected, text, error))
    return false;
  struct tn_rules *rules = tn_rules_new(a->target, rows, &terms, error);
  if (!rules)
    tn_for_explain(a->select, rows, error);
  const bool ok = rules && write_rules(a, rules, error) && ask(a, loss, error) &&
                  write_pages(a, rows, rules, error);
  tn_rules_free(rules);
  return ok;
}

bool tn_cmd_advise(struct tn_options *s, GError **error)
{
  if (!s->output) {
    s->output = usual_folder;
    tn_print_message("advise: folder %s (-o FOLDER names another)", usual_folder);
  }
  struct advice a = { .folder = s->output };
  if (!check_new(a.folder, s, error) || !tn_folder_open(a.folder, s, error))
    return false;
  a.platform_file = g_build_filename(a.folder, "platform.xml", NULL);
  a.rows_file = g_build_filename(a.folder, "rows.sqlite", NULL);
  a.worlds_file = g_build_filename(a.folder, "worlds.sqlite", NULL);
  a.rows = tn_rows_new();
  a.worlds = tn_rows_new();
  a.measured = tn_rows_new();
  a.report = tn_document_new(TN_OUT_TEXT);
  a.said = g_ptr_array_new_with_free_func(g_free);
  bool ok =
      read_terms(&a, s, error) && make_platform(&a, s, error) && make_selection(&a, s, error) &&
      tn_measured_read(a.measured, a.folder, tn_platform_name(a.platform), s->measured, error);
  const struct tn_predictions p = {
    a.select, a.target, a.rows_file, a.worlds_file, a.rows, a.worlds
  };
  ok = ok && tn_predict(&p, error);
  if (ok) {
    a.learnt = (struct tn_learning){ .rows = a.rows,
                                     .worlds = a.worlds,
                                     .measured = a.measured,
                                     .target = a.target,
                                     .limit = a.terms.loss };
    tn_learn(&a.learnt);
    if (a.learnt.n_transports > 1 && a.measured->len > 0)
      tn_document_paragraph(a.report, -1, "transport: %s explains the measurements best",
                            a.learnt.transport);
    tn_measured_remark(&a.learnt);
  }
  ok = ok && decide(&a, error);
  g_free(a.platform_file);
  g_free(a.rows_file);
  g_free(a.worlds_file);
  tn_document_write(stdout, a.report);
  tn_options_free(a.select);
  tn_platform_free(a.platform);
  g_ptr_array_unref(a.said);
  g_clear_pointer(&a.learnt.problems, g_ptr_array_unref);
  g_clear_pointer(&a.measured, g_ptr_array_unref);
  g_clear_pointer(&a.worlds, g_ptr_array_unref);
  g_clear_pointer(&a.rows, g_ptr_array_unref);
  return ok;
}
