/* compare: compares predictions with measurements. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "compare/hockney.h"
#include "compare/states.h"
#include "compare/verdict.h"
#include "comparison/compare_write.h"
#include "figure/figure.h"
#include "figure/palette.h"
#include "plan/expand.h"
#include "rows/rows_files.h"
#include "rows/select.h"
#include "rows/trace_file.h"
#include "study/study_rows.h"

/* Values of a row's ranks and messages: reach (largest distance between ranks) and Hockney
 * model. */
struct node {
  enum tn_reach reach;
  struct tn_hockney hockney[TN_N_STEP_KINDS];
};

/* Fills *ret from the platform, mapping and overrides of a row. Returns false and *error on
 * failure. */
static bool read_node(const struct tn_platform *pf, const struct tn_row *row, struct node *ret,
                      GError **error)
{
  double values[TN_N_PARAMS];
  const int ranks = (int)row->ranks, kernel = tn_name_find(tn_kernel_names, row->kernel);
  const char *mapping = row->mapping;
  GPtrArray *list = g_ptr_array_new();
  for (int i = 0; i < row->overrides->n; i++) {
    const struct tn_value *set = &row->overrides->at[i];
    if (tn_param_find(set->name) >= 0 && strcmp(set->text, TN_SHARED_BY_SYSTEM) != 0)
      g_ptr_array_add(list, g_strdup(set->text));
  }
  g_ptr_array_add(list, NULL);
  g_auto(GStrv) sets = (char **)g_ptr_array_free(list, FALSE);
  struct tn_places *places = tn_places_new(pf, *mapping ? mapping : "core", ranks, error);
  if (!places)
    return false;
  const bool ok =
      tn_platform_resolve(pf, kernel < 0 ? tn_platform_kernel(pf) : (enum tn_kernel)kernel,
                          (const char *const *)sets, values, error);
  if (ok) {
    ret->reach = tn_reach_of(places);
    for (int k = 0; k < TN_N_STEP_KINDS; k++)
      ret->hockney[k] = tn_hockney_fit(values, places, (enum tn_step_kind)k);
  }
  tn_places_free(places);
  return ok;
}

/* Loaded platforms, and nodes computed from them. They are kept because loading a platform takes
 * milliseconds. */
struct lookups {
  /* platform's name or file -> struct tn_platform; NULL if it cannot be loaded */
  GHashTable *platforms;
  /* text with platform, ranks, mapping, kernel and overrides -> struct node; NULL if it is
   * unavailable */
  GHashTable *nodes;
  GPtrArray *notes;
};

static void note_lacking(struct lookups *l, const GError *why)
{
  g_autofree char *text = g_strdup_printf(
      "no places of ranks and no textbook model: %s (give the platform: -p FILE)", why->message);
  if (!g_ptr_array_find_with_equal_func(l->notes, text, g_str_equal, NULL))
    g_ptr_array_add(l->notes, g_steal_pointer(&text));
}

/* Returns the platform `name`: a file that the user gave if is_stated, otherwise a platform named
 * in the rows. Returns NULL if it cannot be loaded. */
static const struct tn_platform *platform_of(struct lookups *l, const char *name, bool is_stated)
{
  gpointer known;
  g_autoptr(GError) error = NULL;
  if (g_hash_table_lookup_extended(l->platforms, name, NULL, &known))
    return known;
  struct tn_platform *pf =
      is_stated ? tn_platform_load(name, NULL, &error) : tn_platform_load_named(name, &error);
  if (!pf)
    note_lacking(l, error);
  g_hash_table_insert(l->platforms, g_strdup(name), pf);
  return pf;
}

/* Returns the reach and Hockney model of a row, or NULL if the row's platform is unavailable. Each
 * node is computed once. `stated`: platform file that the user gave, used in place of the name in
 * the row; may be NULL. */
static const struct node *node_of(struct lookups *l, const struct tn_row *row, const char *stated)
{
  const char *name = stated ? stated : row->platform;
  g_autofree char *key = g_strdup_printf("%s\n%" PRId64 "\n%s\n%s\n%s", name, row->ranks,
                                         row->mapping, row->kernel, row->overrides->text);
  g_autoptr(GError) error = NULL;
  gpointer known;
  if (g_hash_table_lookup_extended(l->nodes, key, NULL, &known))
    return known;
  const struct tn_platform *pf = platform_of(l, name, stated != NULL);
  struct node *node = pf ? g_new0(struct node, 1) : NULL;
  if (pf && !read_node(pf, row, node, &error)) {
    note_lacking(l, error);
    g_clear_pointer(&node, g_free);
  }
  g_hash_table_insert(l->nodes, g_steal_pointer(&key), node);
  return node;
}

/* Sets the reach and the Hockney time of each point with a known platform. */
static void place_points(struct tn_comparison *c, const char *platform, GPtrArray *notes)
{
  struct lookups lookups = { .platforms = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
                                                                (GDestroyNotify)tn_platform_free),
                             .nodes =
                                 g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free),
                             .notes = notes };
  for (guint i = 0; i < c->points->len; i++) {
    struct tn_compared *p = &g_array_index(c->points, struct tn_compared, i);
    const struct node *node = node_of(&lookups, p->predicted, platform);
    struct tn_steps steps;
    if (!node)
      continue;
    p->reach = node->reach;
    if (tn_hockney_steps(p->predicted->collective, p->predicted->algorithm, p->predicted->params,
                         (int)p->predicted->ranks, (size_t)p->predicted->size, &steps))
      p->hockney_us = 1e6 * tn_hockney_time(node->hockney, &steps);
  }
  g_hash_table_destroy(lookups.nodes);
  g_hash_table_destroy(lookups.platforms);
}

/* Returns true if the errors of all groups are within the limits. Prints the groups with larger
 * errors on stderr. */
static bool keeps_to(const struct tn_comparison *c, double max_error, double max_regret)
{
  g_autoptr(GArray) errors = tn_error_groups(c, false), choices = tn_choice_groups(c);
  bool ok = true;
  for (guint i = 0; i < errors->len; i++) {
    const struct tn_error_group *g = &g_array_index(errors, struct tn_error_group, i);
    if (!(g->median > max_error))
      continue;
    fprintf(stderr, "turnstile: %s, %s: median error %.1f%% is beyond %g%%\n",
            tn_reach_names[g->reach], tn_size_class_names[g->size_class], g->median * 100,
            max_error * 100);
    ok = false;
  }
  for (guint i = 0; i < choices->len; i++) {
    const struct tn_choice_group *g = &g_array_index(choices, struct tn_choice_group, i);
    if (!(g->regret > max_regret))
      continue;
    fprintf(stderr, "turnstile: %s, %s: mean regret %.1f%% is beyond %g%%\n",
            tn_reach_names[g->reach], tn_size_class_names[g->size_class], g->regret * 100,
            max_regret * 100);
    ok = false;
  }
  return ok;
}

/* Rows and file names of predictions and measurements. */
struct sides {
  GPtrArray *predicted, *measured;
  GString *predicted_names, *measured_names;
  GString *measured_words; /* the measured files as words of the shell */
  bool is_sealed;          /* true if all predictions have valid seals */
};

/* Returns true if there are rows and all are simulated or from closed forms. */
static bool are_predictions(const GPtrArray *rows)
{
  bool ok = rows->len > 0;
  for (guint i = 0; i < rows->len; i++)
    ok = ok && tn_source_predicts(((const struct tn_row *)rows->pdata[i])->source);
  return ok;
}

/* Reads predicted and measured rows. The first file has predictions; with more than two files, so
 * has each file with only simulated or computed rows. */
static bool read_sides(const struct tn_options *s, struct sides *sides, GPtrArray *notes,
                       GError **error)
{
  const guint n = s->rows->len;
  for (guint i = 0; n > 1 && i < n; i++) {
    g_autoptr(GPtrArray) rows = tn_rows_new();
    const struct tn_trace as = { .columns = s->columns, .rows = rows, .notes = notes };
    bool is_sealed;
    if (!tn_trace_read(&as, s->rows->pdata[i], &is_sealed, error))
      return false;
    const bool is_predicted = i == 0 || (n > 2 && are_predictions(rows));
    if (is_predicted)
      sides->is_sealed = is_sealed && (i == 0 || sides->is_sealed);
    GString *names = is_predicted ? sides->predicted_names : sides->measured_names;
    g_autofree char *word = tn_shell_word(s->rows->pdata[i]);
    if (!is_predicted)
      g_string_append_printf(sides->measured_words, " %s", word);
    g_string_append_printf(names, "%s%s", names->len ? ", " : "", (char *)s->rows->pdata[i]);
    g_ptr_array_extend_and_steal(is_predicted ? sides->predicted : sides->measured,
                                 g_steal_pointer(&rows));
  }
  if (sides->measured->len > 0)
    return !sides->is_sealed || tn_sealed_check(sides->predicted, sides->measured, error);
  return tn_usage(error,
                  n > 1 ? "compare: all %u files are predictions (two are accepted; with more, "
                          "some must be measured)"
                        : "compare: needs PREDICTED and MEASURED..., found %u",
                  n);
}

/* Returns the objective that the user requested. Without a request it is the median, if
 * disturbances affected the measured averages and both predictions and measurements have medians;
 * otherwise the average. */
static enum tn_objective choose_objective(const struct tn_options *s, const struct sides *sides,
                                          enum tn_objective asked, GPtrArray *notes)
{
  const double excess = tn_verdict_excess(sides->measured);
  bool has_median = true;
  for (guint i = 0; i < sides->predicted->len; i++)
    has_median = has_median && !isnan(tn_row_time(sides->predicted->pdata[i], TN_OBJECTIVE_MEDIAN));
  if (s->objective || !(excess > TN_CALM_EXCESS) || !has_median)
    return asked;
  g_ptr_array_add(
      notes,
      g_strdup_printf("measured averages are %.0f%% above the medians over calls (median of the "
                      "rows): disturbed, so medians are compared (--objective avg: averages)",
                      excess * 100));
  return TN_OBJECTIVE_MEDIAN;
}

struct output {
  const struct tn_options *settings;
  enum tn_objective objective;
  enum tn_output format;
  struct tn_compare_names names;
  GPtrArray *notes; /* char *: notes for the output */
  double max_error, max_regret;
  int jobs; /* worker processes, as in tn_conditions */
  bool is_sealed;
  struct tn_document *page;
  bool ok; /* true if the errors of all groups are within the limits */
};

static bool compare_rows(struct output *out, const GPtrArray *predicted, const GPtrArray *measured,
                         GError **error)
{
  const char *platform = out->settings->platform;
  struct tn_comparison *c = tn_compare(predicted, measured, out->objective, error);
  if (!c)
    return false;
  place_points(c, platform, out->notes);
  tn_ranges_take(c, out->is_sealed);
  g_autoptr(GPtrArray) figures =
      out->settings->picture ? tn_figures_of(tn_compare_figure(c)) : NULL;
  const bool ok = !figures || tn_figures_write(figures, 1, out->settings->picture, error);
  if (ok) {
    tn_compare_write(out->page, c, &out->names);
    if (out->format == TN_OUT_TEXT && !out->settings->by)
      tn_compare_write_gap(out->page, c, platform, out->jobs);
    out->ok = keeps_to(c, out->max_error, out->max_regret) && out->ok;
  }
  tn_comparison_free(c);
  return ok;
}

/* Compares separately for each value of a column. A value that cannot be compared gets a line with
 * the reason. */
static bool compare_each(struct output *out, const struct sides *sides, const char *by,
                         GError **error)
{
  g_auto(GStrv) measured = tn_select_values(sides->measured, by);
  g_auto(GStrv) predicted = tn_select_values(sides->predicted, by);
  char **values = *measured ? measured : predicted;
  if (!*values || out->settings->picture)
    return tn_usage(error,
                    !*values ? "--by: no row has a column or parameter \"%s\""
                             : "--by %s: --plot draws one comparison (--where)",
                    by);
  for (int i = 0; values[i]; i++) {
    g_autoptr(GPtrArray) p = tn_select_rows(sides->predicted, by, values[i]);
    g_autoptr(GPtrArray) m = tn_select_rows(sides->measured, by, values[i]);
    g_autoptr(GError) why = NULL;
    tn_document_only(out->page, TN_FOR_PEOPLE);
    if (i > 0)
      tn_document_gap(out->page);
    tn_document_paragraph(out->page, -1, "%s = %s", by, values[i]);
    tn_document_gap(out->page);
    if (!compare_rows(out, p, m, &why)) {
      tn_document_paragraph(out->page, -1, "not compared: %s", why->message);
      out->ok = false;
    }
  }
  tn_document_only(out->page, TN_FOR_TEXT);
  tn_document_paragraph(out->page, -1, "\nParameter that would explain the gap: without --by");
  return true;
}

/* Appends to an error without common points the command that compares the matching rows. */
static void add_next_command(const struct tn_options *s, const struct sides *sides, GError **error)
{
  if (!g_error_matches(*error, TN_USAGE_ERROR, TN_COMPARE_NO_POINT))
    return;
  g_autofree char *before = (*error)->message,
                  *columns = s->columns ? tn_shell_word(s->columns) : NULL;
  (*error)->message = g_strdup_printf("%s, then turnstile compare matching.csv%s%s%s", before,
                                      sides->measured_words->str, columns ? " --columns " : "",
                                      columns ? columns : "");
}

static bool compare_sides(const struct tn_options *s, struct sides *sides, GError **error)
{
  const char *by = s->by;
  g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
  struct output out = { .settings = s, .notes = notes, .ok = true };
  enum tn_objective asked;
  int format;
  if (!tn_objective_read(s, &asked, error) ||
      !tn_read_name(s, TN_OPT_FORMAT, tn_output_names, &format, error))
    return false;
  if (by && (format == TN_OUT_CSV || format == TN_OUT_JSON))
    return tn_usage(error, "--by: only for text, markdown or html, not %s",
                    tn_output_names[format]);
  out.jobs = s->jobs;
  out.max_error = s->max_error;
  out.max_regret = s->max_regret;
  if (!tn_picture_check_file(s->picture, error) || !read_sides(s, sides, notes, error) ||
      !tn_select_where(sides->predicted, sides->measured, s->only_where, error))
    return false;
  const bool leave_out = s->same_state;
  struct tn_state_mismatches found;
  if (!tn_states_find(sides->predicted, sides->measured, &found, error))
    return false;
  char *text = tn_states_text(&found, leave_out);
  if (text)
    g_ptr_array_add(notes, text);
  const bool some = sides->measured->len > found.others->len || !leave_out;
  if (!some)
    g_set_error(error, TN_USAGE_ERROR, 0, "--same-state: %s", text);
  else if (leave_out)
    tn_states_remove(&found, sides->predicted, sides->measured);
  tn_state_mismatches_clear(&found);
  if (!some)
    return false;
  out.objective = choose_objective(s, sides, asked, notes);
  out.is_sealed = sides->is_sealed;
  out.format = (enum tn_output)format;
  out.page = tn_document_new(out.format);
  out.names =
      (struct tn_compare_names){ sides->predicted_names->str, sides->measured_names->str, notes };
  g_autofree char *title =
      g_strdup_printf("%s against %s", out.names.predicted, out.names.measured);
  tn_document_title(out.page, title, NULL);
  if (by ? compare_each(&out, sides, by, error)
         : compare_rows(&out, sides->predicted, sides->measured, error))
    return tn_writer_print(s, out.page, error) && out.ok;
  add_next_command(s, sides, error);
  tn_document_free(out.page);
  return false;
}

bool tn_cmd_compare(struct tn_options *s, GError **error)
{
  g_autoptr(GPtrArray) predicted = tn_rows_new(), measured = tn_rows_new();
  g_autoptr(GString) of_predicted = g_string_new(NULL), of_measured = g_string_new(NULL);
  g_autoptr(GString) words = g_string_new(NULL);
  struct sides sides = { predicted, measured, of_predicted, of_measured, words, false };
  return compare_sides(s, &sides, error);
}
