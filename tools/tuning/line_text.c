/* Texts for the lines of decision tables, equal in all formats for people. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "plan/options.h"
#include "plan/param.h"
#include "platform/quantity.h"
#include "rows/notes.h"
#include "tune_text.h"

static char *from_to(const char *from, const char *to)
{
  return strcmp(from, to) == 0 ? g_strdup(from) : g_strdup_printf("%s..%s", from, to);
}

char *tn_tune_size_range(int64_t from, int64_t to)
{
  g_autofree char *first = tn_format_size((size_t)from), *last = tn_format_size((size_t)to);
  return from_to(first, last);
}

char *tn_tune_range(double from, double to, int decimals)
{
  g_autofree char *least = g_strdup_printf("%.*f", decimals, from);
  g_autofree char *most = g_strdup_printf("%.*f", decimals, to);
  return from_to(least, most);
}

/* Returns a range of ratios as factors if is_long, otherwise as percentages above 1. Transfer
 * full. */
static char *times_range(double least, double most, bool is_long, int decimals)
{
  if (!is_long)
    return tn_tune_range(100 * (least - 1), 100 * (most - 1), decimals);
  g_autofree char *from = g_strdup_printf("%.3g", least), *to = g_strdup_printf("%.3g", most);
  return from_to(from, to);
}

/* Returns true if the parameter of this name is in bytes. */
static bool is_size(const char *name)
{
  bool is_alias;
  for (const struct tn_method *const *a = tn_methods(); *a; a++) {
    const int i = tn_alg_params_find((*a)->params, name, &is_alias);
    if (i >= 0)
      return (*a)->params[i].kind == TN_PARAM_SIZE || (*a)->params[i].kind == TN_PARAM_SIZES;
  }
  return false;
}

static gboolean append_param(const GMatchInfo *match, GString *text, gpointer unused)
{
  g_autofree char *name = g_match_info_fetch(match, 1), *value = g_match_info_fetch(match, 2);
  g_auto(GStrv) numbers = g_strsplit(is_size(name) ? value : "", "+", -1);
  (void)unused;
  g_string_append_printf(text, "%s=%s", name, numbers[0] ? "" : value);
  for (int i = 0; numbers[i]; i++) {
    g_autofree char *size = tn_format_size((size_t)g_ascii_strtoull(numbers[i], NULL, 10));
    g_string_append_printf(text, "%s%s", i ? "+" : "", size);
  }
  return false;
}

/* Returns "chain;segment=16K" for "chain;segment=16384": the unit of the sizes in tables. Transfer
 * full. */
static char *in_table_units(const char *text)
{
  g_autoptr(GRegex) params = g_regex_new("([a-z_]+)=(\\d+(?:\\+\\d+)*)", 0, 0, NULL);
  return g_regex_replace_eval(params, text, -1, 0, 0, append_param, NULL, NULL);
}

char *tn_tune_params(const struct tn_row *row)
{
  const struct tn_method *a = tn_method_named(row->collective, row->algorithm);
  const struct tn_values *params = row->params;
  g_autoptr(GString) text = g_string_new(NULL);
  for (int i = 0; i < params->n; i++)
    if (params->n == 1 || !tn_value_is_preset(a, &params->at[i]))
      g_string_append_printf(text, "%s%s", text->len ? " " : "", params->at[i].text);
  return in_table_units(text->str);
}

guint tn_tune_end_of_context(const struct tn_winner *winners, guint n)
{
  guint end = 1;
  while (end < n && tn_row_context_equal(winners[0].first, winners[end].first))
    end++;
  return end;
}

char *tn_tune_sizes(const struct tn_winner *w)
{
  return tn_tune_size_range(w->size_from, w->size_to);
}

char *tn_tune_ranks(const struct tn_winner *w)
{
  return tn_tune_range((double)w->ranks_from, (double)w->ranks_to, 0);
}

char *tn_tune_place(const struct tn_winner *w, const struct tn_tune_page *page)
{
  g_autofree char *sizes = tn_tune_sizes(w), *ranks = tn_tune_ranks(w);
  return page->is_tree ? g_strdup_printf("%s ranks, %s", ranks, sizes) : g_strdup(sizes);
}

char *tn_tune_shown_params(const struct tn_winner *w)
{
  g_autofree char *params = tn_tune_params(w->first);
  return g_strdup(w->first->params->n && !*params ? "defaults" : params);
}

double tn_tune_error(const struct tn_row *row)
{
  if (!tn_source_predicts(row->source))
    return 0;
  return isnan(row->low) ? TN_USUAL_ERROR * row->avg : (row->high - row->low) / 2;
}

char *tn_tune_times(const struct tn_winner *w, enum tn_objective o)
{
  g_autofree char *from = tn_format_us(tn_row_time(w->first, o), tn_tune_error(w->first));
  g_autofree char *to = tn_format_us(tn_row_time(w->last, o), tn_tune_error(w->last));
  return w->n_sizes > 1 ? g_strdup_printf("%s..%s", from, to) : g_strdup(from);
}

char *tn_tune_longer(double least, double most)
{
  const bool is_long = most >= 2;
  g_autofree char *both = times_range(least, most, is_long, 1);
  if (isnan(least))
    return g_strdup("-");
  if (!isfinite(most))
    return g_strdup("longer");
  return g_strconcat(both, is_long ? " times as long" : " %", NULL);
}

/* Returns the distance to other algorithms, as in "chain takes 23..49 % longer" or "chain and
 * others take 13.6..17 times as long". Transfer full. */
static char *distance_text(const struct tn_winner *w)
{
  if (isnan(w->margin_min)) {
    if (!w->next)
      return g_strdup("no other algorithm");
    g_autofree char *longer = tn_tune_longer(w->next_min, w->next_max);
    g_autofree char *params = tn_tune_params(w->next);
    const char *mechanism = w->next->mechanism == w->first->mechanism ? "" : w->next->mechanism;
    return g_strdup_printf("next: %s%s%s%s, %s%s", *mechanism || *params ? params : "defaults",
                           *mechanism && *params ? " " : "", mechanism,
                           w->next_varies ? " and others" : "", longer,
                           g_str_has_suffix(longer, "%") ? " longer" : "");
  }
  const char *second = w->second->algorithm;
  const char *others = w->same_second ? "" : " and others";
  if (!w->differs && w->n_jitter == w->n_sizes)
    return g_strdup_printf("tie with %s%s (jitter of 1e-9 swaps them)", second, others);
  if (!w->differs)
    return g_strdup_printf("tie with %s%s (within %g %%%s)", second, others, TN_TUNE_TIE * 100,
                           w->n_jitter ? ", or jitter swaps them" : "");
  if (!isfinite(w->margin_max))
    return g_strdup_printf("%s%s %s longer", second, others, w->same_second ? "takes" : "take");
  const bool is_long = w->margin_max >= 1;
  g_autofree char *margin = times_range(1 + w->margin_min, 1 + w->margin_max, is_long, 0);
  return g_strdup_printf("%s%s %s %s%s%s", second, others, w->same_second ? "takes" : "take",
                         w->second->is_stopped ? "> " : "", margin,
                         is_long ? " times as long" : " % longer");
}

/* Appends "; no difference within noise" or "; at 2 of 3 sizes no difference within the known
 * error" (n: sizes without difference). */
static void append_uncertainty(GString *text, int n, const struct tn_winner *w, const char *of_what)
{
  if (n == 0)
    return;
  g_string_append(text, "; ");
  if (n < w->n_sizes)
    g_string_append_printf(text, "at %d of %d sizes ", n, w->n_sizes);
  g_string_append_printf(text, "no difference within %s", of_what);
}

char *tn_tune_margin(const struct tn_winner *w, const struct tn_tune_page *page)
{
  if (page->most_loss > 0 && !isfinite(w->loss_max))
    return g_strdup("longer");
  if (page->most_loss > 0) {
    g_autofree char *mean =
        tn_tune_longer(1 + w->loss_sum / w->n_sizes, 1 + w->loss_sum / w->n_sizes);
    g_autofree char *most = tn_tune_longer(1 + w->loss_max, 1 + w->loss_max);
    return w->n_sizes > 1 ? g_strdup_printf("%s on average, %s at most", mean, most)
                          : g_strdup(most);
  }
  g_autofree char *distance = distance_text(w);
  GString *text = g_string_new(distance);
  append_uncertainty(text, w->n_noise, w, "noise (intervals of the means meet)");
  append_uncertainty(text, w->n_error, w, "the model's known error");
  return g_string_free(text, FALSE);
}

char *tn_tune_entry(const struct tn_row *row)
{
  g_autofree char *params = tn_tune_params(row);
  return g_strjoin(*params ? " " : "", row->algorithm, params, NULL);
}

char *tn_tune_choice(const struct tn_row *row)
{
  if (!row)
    return g_strdup("none");
  g_autofree char *entry = tn_tune_entry(row);
  if (row->decision && *row->decision)
    return in_table_units(row->decision);
  return g_strdup_printf("%s (%s)", entry, row->mechanism);
}

int tn_tune_losses(const struct tn_winner *winners, guint n, double *ret_mean, double *ret_most)
{
  double sum = 0, most = 0;
  int n_sizes = 0;
  for (guint i = 0; i < n; i++) {
    sum += winners[i].loss_sum;
    most = fmax(most, winners[i].loss_max);
    n_sizes += winners[i].n_sizes;
  }
  *ret_mean = sum / n_sizes;
  *ret_most = most;
  return n_sizes;
}

char *tn_tune_loss_text(const struct tn_winner *winners, guint n, const struct tn_tune_page *page)
{
  double mean, most;
  const int n_sizes = tn_tune_losses(winners, n, &mean, &most);
  g_autofree char *in_mean = tn_tune_longer(1 + mean, 1 + mean);
  g_autofree char *worst = tn_tune_longer(1 + most, 1 + most);
  GString *text = g_string_new(NULL);
  g_string_append_printf(text,
                         "%u range%s for %d size%s: over the best choice at each size it takes ", n,
                         n == 1 ? "" : "s", n_sizes, n_sizes == 1 ? "" : "s");
  if (isfinite(most))
    g_string_append_printf(text, "%s longer on average, %s at most", in_mean, worst);
  else
    g_string_append(text, "time where that takes none");
  if (most > page->most_loss)
    g_string_append_printf(text, "; no table stays within %g %%", 100 * page->most_loss);
  return g_string_free(text, FALSE);
}

bool tn_tune_shows_mechanism(const struct tn_row *row)
{
  const struct tn_method *a = tn_method_named(row->collective, row->algorithm);
  return a && strcmp(row->mechanism, tn_mechanism_names[a->mechanisms[0]]) != 0;
}

char *tn_tune_reference(const struct tn_winner *w)
{
  if (!isfinite(w->reference_max))
    return g_strdup("-");
  g_autofree char *both = tn_tune_range(w->reference_min, w->reference_max, 2);
  return g_strconcat(both, "x", NULL);
}

static bool is_printed(const char *column, const char *const *but)
{
  return !but || !g_strv_contains(but, column);
}

char *tn_tune_subject(const struct tn_row *row, const char *const *but)
{
  GString *text = g_string_new(is_printed("collective", but) ? row->collective : "collectives");
  if (is_printed("platform", but))
    g_string_append_printf(text, " on %s", *row->platform ? row->platform : "an unnamed machine");
  if (is_printed("ranks", but))
    g_string_append_printf(text, ", %" PRId64 " rank%s", row->ranks, row->ranks == 1 ? "" : "s");
  return g_string_free(text, FALSE);
}

/* Appends ", name value" unless `but` has the name. */
static void append_cell(GString *text, const char *name, const char *value, const char *const *but)
{
  if (is_printed(name, but))
    g_string_append_printf(text, "%s%s %s", text->len ? ", " : "", name,
                           *value ? value : "unknown");
}

char *tn_tune_context(const struct tn_row *row, const char *const *but)
{
  static const struct {
    const char *column;
    enum tn_option option;
  } told[] = { { "mapping", TN_OPT_MAPPING },   { "root", TN_OPT_ROOT },
               { "in_place", TN_OPT_IN_PLACE }, { "law", TN_OPT_LAW },
               { "noise", TN_OPT_NOISE },       { "seed", TN_OPT_SEED },
               { "memory", TN_OPT_MEMORY } };
  GString *text = g_string_new(NULL);
  append_cell(text, "kernel", row->kernel, but);
  append_cell(text, "backing", row->backing, but);
  append_cell(text, "buffers", row->buffers, but);
  append_cell(text, "protocol", row->protocol, but);
  if (*row->transport)
    append_cell(text, "transport", row->transport, but);
  for (size_t i = 0; i < G_N_ELEMENTS(told); i++) {
    g_autofree char *cell = tn_row_text(row, tn_row_column(told[i].column));
    if (*cell && strcmp(cell, tn_option_table[told[i].option].preset) != 0)
      append_cell(text, told[i].column, cell, but);
  }
  append_cell(text, "source", tn_source_name(row->source), but);
  return g_string_free(text, FALSE);
}

char *tn_tune_conditions(const struct tn_row *row, const struct tn_tune_page *page)
{
  g_autofree char *context = tn_tune_context(row, NULL);
  const char *meaning = page->objective == TN_OBJECTIVE_AVG    ? " (mean over ranks)"
                        : page->objective == TN_OBJECTIVE_SPAN ? " (the last rank's time)"
                        : page->objective == TN_OBJECTIVE_P95 ? " (95th percentile under the noise)"
                                                              : "";
  return g_strdup_printf("%s; least %s%s%s%s%s%s%s", context, tn_objective_column(page->objective),
                         meaning, page->library ? " among what " : "",
                         page->library ? page->library->name : "", page->library ? " has" : "",
                         row->overrides->n ? "; " : "", row->overrides->text);
}
