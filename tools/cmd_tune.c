/* tune: finds the fastest algorithm (winner) per size, from files or simulations. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "document/wrap.h"
#include "figure/figure.h"
#include "plan/expand.h"
#include "plan/param.h"
#include "plot/plot.h"
#include "rows/text_rows.h"
#include "tune/device_paths.h"
#include "tuning/profile.h"
#include "tuning/request.h"
#include "tuning/tune_input.h"

/* Option that errors name if tune itself has set the mechanisms because of --memory. */
static const char by_memory[] = "--memory";

/* Returns true if the user requests the best algorithm of each mechanism, or names several
 * mechanisms. */
static bool by_mechanism(const struct tn_options *s)
{
  if (!s->beside && strcmp(tn_options_where(s, TN_OPT_MECHANISM), by_memory) == 0)
    return false;
  return s->beside ? strcmp(s->beside, "mechanism") == 0
                   : s->mechanism && strchr(s->mechanism, ',');
}

/* Refuses options that need the usual table if --beside or several mechanisms are given. --beside
 * must name a column that separates tables, and the format must be text. */
static bool check_page(const struct tn_options *s, int format, GError **error)
{
  const char *beside = s->beside;
  g_autofree char *why = g_strdup_printf("not with %s (its tables have no place for it)",
                                         beside ? "--beside" : "several mechanisms");
  if ((beside || by_mechanism(s)) &&
      !TN_NONE_SAID(s, error, why, TN_OPT_FOR, TN_OPT_LOSS, TN_OPT_REFERENCE))
    return false;
  if (!beside)
    return true;
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (int c = 0; c < tn_row_n_columns; c++)
    if (tn_row_columns[c].role == TN_ROLE_CONTEXT)
      g_ptr_array_add(names, (void *)tn_row_columns[c].name);
  g_ptr_array_add(names, NULL);
  const char *const *known = (const char *const *)names->pdata;
  if (format != TN_OUT_TEXT)
    return tn_usage(error, "--beside: only for text, not %s", tn_output_names[format]);
  return by_mechanism(s) || tn_name_find(known, beside) >= 0 ||
         tn_usage_unknown(error, "--beside", "column that parts tables", beside, known);
}

struct decisions {
  GArray *winners;   /* struct tn_winner; with trees, the winners of all leaves */
  GPtrArray *trees;  /* struct tn_tune_tree, or NULL */
  GPtrArray *rivals; /* result of tn_rivals_new, or NULL */
};

static void decisions_clear(struct decisions *d)
{
  g_clear_pointer(&d->winners, g_array_unref);
  g_clear_pointer(&d->trees, g_ptr_array_unref);
  g_clear_pointer(&d->rivals, g_ptr_array_unref);
}

/* Finds the winners and trees, without the rivals. */
static bool decide(struct decisions *d, const struct tn_tune_request *request,
                   const GPtrArray *rows, GError **error)
{
  if (!request->page.is_tree) {
    d->winners = tn_tune_by(rows, &request->terms, error);
    return d->winners != NULL;
  }
  d->trees = tn_tune_trees(rows, &request->terms, error);
  d->winners = g_array_new(FALSE, FALSE, sizeof(struct tn_winner));
  for (guint i = 0; d->trees && i < d->trees->len; i++) {
    const struct tn_tune_tree *tree = d->trees->pdata[i];
    g_array_append_vals(d->winners, tree->leaves->data, tree->leaves->len);
  }
  return d->trees != NULL;
}

/* Adds a remark on those parameters of the two best algorithms of which only the default was tried.
 * Omits it if the user gave -P or files. */
static void note_untried(GPtrArray *remarks, const struct tn_options *s, const GArray *winners)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (guint i = 0; i < 2 * winners->len; i++) {
    const struct tn_winner *w = &g_array_index(winners, struct tn_winner, i / 2);
    const struct tn_row *row = i % 2 ? w->second : w->first;
    const bool is_shown = row && !row->is_stopped;
    const struct tn_method *a = is_shown ? tn_method_named(row->collective, row->algorithm) : NULL;
    for (int p = 0; a && p < tn_alg_params_number(a->params); p++)
      if (!g_ptr_array_find_with_equal_func(names, a->params[p].name, g_str_equal, NULL))
        g_ptr_array_add(names, (void *)a->params[p].name);
  }
  if (s->rows->len > 0 || s->params->len > 0 || names->len == 0)
    return;
  const guint most = s->notes ? names->len : 3;
  const bool is_cut = names->len > most;
  g_ptr_array_set_size(names, (gint)MIN(names->len, most));
  g_ptr_array_add(names, NULL);
  g_autofree char *some = g_strjoinv(", ", (char **)names->pdata);
  tn_note_add(remarks, "only default parameters were tried; -P also tries other values of %s%s",
              some, is_cut ? ", ..." : "");
}

/* Returns the whole output as a document. `profile`: profile of the tuned program, or NULL. */
static struct tn_document *document_of(enum tn_output format, const struct tn_tune_request *request,
                                       const struct tn_tune_input *field,
                                       const struct decisions *decisions,
                                       const struct tn_profile *profile)
{
  g_autoptr(GPtrArray) remarks = g_ptr_array_new_with_free_func(g_free);
  const struct tn_options *s = request->settings;
  struct tn_document *d = tn_document_new(format);
  bool has_why = false;
  if (!tn_document_is_for(d, TN_FOR_PEOPLE)) {
    tn_document_rows(d, NULL, tn_tune_rows(decisions->winners, &request->page));
    return d;
  }
  if (by_mechanism(s))
    tn_rivals_write(d, decisions->rivals, request->page.states, s->notes, remarks);
  else if (s->beside)
    tn_tune_write_columns(d, decisions->winners, s->beside, request->page.objective);
  else
    has_why = tn_tune_write(d, decisions->winners, decisions->trees, &request->page, remarks);
  if (format != TN_OUT_TEXT) {
    tn_document_remarks(d, remarks, true, NULL);
    g_ptr_array_set_size(remarks, 0);
    const char *rows = decisions->winners->len
                           ? g_array_index(decisions->winners, struct tn_winner, 0).first->version
                           : NULL;
    g_autofree char *command = tn_command_text("tune", s->words);
    tn_document_paragraph(d, 0, "Made by turnstile %s%s%s; to make it again:", TN_VERSION,
                          rows ? " from rows of turnstile " : "",
                          rows && !*rows ? "unknown"
                          : rows         ? rows
                                         : "");
    tn_document_add(d, TN_CODE, "%s", command);
  }
  for (guint i = 0; field->notes && i < field->notes->len; i++)
    tn_note_add(remarks, "%s", (const char *)field->notes->pdata[i]);
  if (field->stopped && format == TN_OUT_TEXT)
    tn_note_add(remarks, "%s", field->stopped);
  if (format == TN_OUT_TEXT)
    note_untried(remarks, s, decisions->winners);
  tn_document_remarks(d, remarks, s->notes, has_why ? "why" : NULL);
  if (profile && format == TN_OUT_TEXT)
    tn_profile_write(d, profile);
  return d;
}

/* Returns figures of the mechanisms or, if no context has several, of the best choices. Transfer
 * full. */
static GPtrArray *pictures_of(const GPtrArray *rivals, const GPtrArray *choices,
                              enum tn_objective objective, GError **error)
{
  enum { BEST = 8 };
  const struct tn_picture best = {
    .kind = TN_PLOT_SLOWDOWN, .x = "size_bytes", .top = BEST, .objective = objective
  };
  guint n_columns;
  bool has_one = true;
  for (guint i = 0; i < rivals->len; i++)
    has_one = has_one && ((const struct tn_rivals *)rivals->pdata[i])->mechanisms->len == 1;
  GPtrArray *figures = has_one ? tn_plot_figures_new(&best, choices, &n_columns, NULL) : NULL;
  return figures ? figures : tn_plot_rivals(rivals, error);
}

static bool write_winners(struct tn_tune_request *request, struct tn_tune_input *field,
                          enum tn_output format, const struct tn_profile *profile, GError **error)
{
  const struct tn_options *s = request->settings;
  const bool needs_rivals = by_mechanism(s) || s->picture;
  if (s->reproducible) {
    field->notes = field->notes ? field->notes : g_ptr_array_new_with_free_func(g_free);
    if (!tn_tune_request_keep(request, field->rows, field->notes, error))
      return false;
  }
  g_autoptr(GPtrArray) choices = tn_tune_request_choices(request, field->rows, error);
  struct decisions d = { 0 };
  bool ok = choices && decide(&d, request, field->rows, error);
  if (ok && needs_rivals)
    d.rivals = tn_rivals_new(choices, request->page.objective, error);
  if (!ok || (needs_rivals && !d.rivals)) {
    decisions_clear(&d);
    return false;
  }
  g_autoptr(GPtrArray) more =
      field->more ? tn_tune_request_choices(request, field->more, NULL) : NULL;
  struct tn_other_states *states = tn_other_states_new(choices, more, request->page.objective);
  g_autoptr(GPtrArray) ways =
      tn_rivals_by(choices, request->page.objective, tn_device_path_of, NULL);
  request->page.states = states;
  request->page.ways = ways;
  ok = tn_writer_print(s, document_of(format, request, field, &d, profile), error);
  tn_other_states_free(states);
  /* write the picture last, so that no results are lost if it fails */
  if (ok && s->picture) {
    g_autoptr(GPtrArray) figures = pictures_of(d.rivals, choices, request->page.objective, error);
    ok = figures && tn_figures_write(figures, TN_RIVALS_PER_ROW, s->picture, error);
  }
  decisions_clear(&d);
  return ok;
}

/* Collects the rows that the options select, or rows for the calls of a program's trace.
 * *ret_profile: profile of that trace; NULL without --profile. */
static bool collect(const struct tn_tune_request *request, struct tn_tune_input *field,
                    struct tn_profile **ret_profile, int format, GError **error)
{
  const struct tn_options *s = request->settings;
  const bool for_people = 1 << format & TN_FOR_PEOPLE;
  field->tests_buffers = for_people && !request->page.is_tree && (by_mechanism(s) || !s->beside);
  if (!s->profile)
    return tn_tune_input_collect(field, s, error);
  *ret_profile = tn_profile_load(s, error);
  return *ret_profile && tn_profile_collect(*ret_profile, field, s, error);
}

/* Selects all mechanisms for device memory, unless a given transport determines the mechanism.
 * Libraries use different mechanisms for short and long messages. */
static void fill_mechanisms(struct tn_options *s)
{
  g_auto(GStrv) names = g_strsplit(s->algorithm ? s->algorithm : "all", ",", -1);
  g_autoptr(GString) all = g_string_new(NULL);
  if (s->memory != TN_JUST(TN_MEMORY_DEVICE) || s->rows->len > 0 || s->mechanism || s->transport ||
      s->release || !g_strv_contains((const char *const *)names, "all"))
    return;
  for (int m = 0; m < TN_N_MECHANISMS; m++)
    if (tn_mechanism_is_on_device((enum tn_mechanism)m))
      g_string_append_printf(all, "%s%s", all->len ? "," : "", tn_mechanism_names[m]);
  s->mechanism = tn_options_store_text(s, all->str);
  s->where[TN_OPT_MECHANISM] = by_memory;
}

bool tn_cmd_tune(struct tn_options *s, GError **error)
{
  struct tn_tune_request request;
  struct tn_tune_input field = { 0 };
  struct tn_profile *profile = NULL;
  bool all_done = true;
  int format;
  if (s->robust)
    return tn_tune_robust(s, &all_done, error) && all_done;
  if (s->uncertainty)
    return tn_usage(error, "--uncertainty: only with --robust");
  fill_mechanisms(s);
  if (!tn_read_name(s, TN_OPT_FORMAT, tn_output_names, &format, error))
    return false;
  bool ok = tn_tune_request_read(&request, s, error) &&
            check_page(request.settings, format, error) && tn_picture_check_file(s->picture, error);
  field.request = &request;
  const bool is_text = format == TN_OUT_TEXT;
  const bool needs_best = request.page.objective == TN_OBJECTIVE_AVG &&
                          !(request.page.most_loss > 0) && !s->reproducible;
  field.wants_ties = needs_best && !(is_text && by_mechanism(s));
  field.by_mechanism = by_mechanism(s);
  /* stop candidates that cannot win, unless losses or stored rows are needed */
  field.races = is_text && needs_best && !s->exact && !s->verify;
  request.page.has_notes = s->notes;
  field.wants_notes = is_text ? by_mechanism(s) || s->notes : (1 << format & TN_FOR_PEOPLE) != 0;
  ok = ok && collect(&request, &field, &profile, format, error) &&
       write_winners(&request, &field, (enum tn_output)format, profile, error);
  all_done = field.ok;
  tn_profile_free(profile);
  tn_tune_input_clear(&field);
  tn_tune_request_clear(&request);
  return ok && all_done;
}
