/* Decision tables as text: a table for each context, a line for each range of sizes. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "plan/param.h"
#include "platform/quantity.h"
#include "tune_text.h"
#include "wrap.h"

enum { N_CELLS = 5, TIME_CELL = 3 };
static const char *const headings[N_CELLS + 1] = { "size", "winner", "parameters", "us", "margin",
                                                   NULL };

char *tn_tune_from_to(const char *from, const char *to)
{
  return strcmp(from, to) == 0 ? g_strdup(from) : g_strdup_printf("%s..%s", from, to);
}

static char *sizes_text(const struct tn_winner *r)
{
  g_autofree char *from = tn_format_size((size_t)r->first->size);
  g_autofree char *to = tn_format_size((size_t)r->last->size);
  return tn_tune_from_to(from, to);
}

static char *times_text(const struct tn_winner *r, enum tn_objective o)
{
  g_autofree char *from = g_strdup_printf("%.2f", 1e6 * tn_row_time(r->first, o));
  g_autofree char *to = g_strdup_printf("%.2f", 1e6 * tn_row_time(r->last, o));
  return r->n_sizes > 1 ? g_strdup_printf("%s..%s", from, to) : g_strdup(from);
}

static char *margin_text(const struct tn_winner *r)
{
  if (isnan(r->margin_min))
    return g_strdup("no other algorithm");
  const char *second = r->second->algorithm;
  const char *others = r->same_second ? "" : " and others";
  if (!r->differs)
    return g_strdup_printf("tie with %s%s (within %g %%)", second, others, TN_TUNE_TIE * 100);
  g_autofree char *least = g_strdup_printf("%.0f", r->margin_min * 100);
  g_autofree char *most = g_strdup_printf("%.0f", r->margin_max * 100);
  g_autofree char *margin = tn_tune_from_to(least, most);
  return g_strdup_printf("%s %% before %s%s", margin, second, others);
}

char *tn_tune_params(const struct tn_row *row)
{
  const struct tn_algorithm *a =
    tn_entry_named(row->collective, row->algorithm);
  g_auto(GStrv) params = g_strsplit(row->params, ";", -1);
  GString *text = g_string_new(NULL);
  for (int i = 0; params[i]; i++)
    if (g_strv_length(params) == 1 || !tn_param_is_preset(a, params[i]))
      g_string_append_printf(text, "%s%s", text->len ? " " : "", params[i]);
  if (a && strcmp(row->mechanism, tn_mechanism_names[a->mechanisms[0]]) != 0)
    g_string_append_printf(text, "%s%s", text->len ? " " : "", row->mechanism);
  return g_string_free(text, FALSE);
}

/* The texts of a line under `headings`, NULL-terminated. Transfer full. */
static char **cells_of(const struct tn_winner *r, enum tn_objective o)
{
  char **cells = g_new0(char *, N_CELLS + 1);
  g_autofree char *params = tn_tune_params(r->first);
  cells[0] = sizes_text(r);
  cells[1] = g_strdup(r->first->algorithm);
  cells[2] = g_strdup(*r->first->params && !*params ? "defaults" : params);
  cells[TIME_CELL] = times_text(r, o);
  cells[4] = margin_text(r);
  return cells;
}

static void write_line(FILE *out, char *const *cells, const int *width)
{
  for (int c = 0; c < N_CELLS - 1; c++)
    fprintf(out, "  %*s", c == TIME_CELL ? width[c] : -width[c], cells[c]);
  fprintf(out, "  %s\n", cells[N_CELLS - 1]);
}

char *tn_tune_subject(const struct tn_row *row, const char *but)
{
  GString *text = g_string_new(
    g_strcmp0(but, "collective") == 0 ? "collectives" : row->collective);
  if (g_strcmp0(but, "platform") != 0)
    g_string_append_printf(text, " on %s", row->platform);
  if (g_strcmp0(but, "ranks") != 0)
    g_string_append_printf(text, ", %" PRId64 " rank%s", row->ranks, row->ranks == 1 ? "" : "s");
  return g_string_free(text, FALSE);
}

char *tn_tune_context(const struct tn_row *row, const char *but)
{
  static const enum tn_option told[] = { TN_OPT_MAPPING, TN_OPT_ROOT, TN_OPT_BUFFERS };
  GString *text = g_string_new(NULL);
  for (size_t i = 0; i < G_N_ELEMENTS(told); i++) {
    const struct tn_option_info *info = &tn_options[told[i]];
    g_autofree char *cell = tn_row_value(row, info->name);
    if (*cell && strcmp(cell, info->preset) != 0 && g_strcmp0(info->name, but) != 0)
      g_string_append_printf(text, ", %s %s", info->name, cell);
  }
  return g_string_free(text, FALSE);
}

void tn_tune_write_heading(FILE *out, const struct tn_row *row, enum tn_objective objective)
{
  const char *overrides = row->overrides;
  g_autofree char *context = tn_tune_context(row, NULL);
  g_autofree char *subject = tn_tune_subject(row, NULL);
  g_autofree char *text = g_strdup_printf(
    "%s; kernel %s, backing %s%s, source %s; least %s%s%s", subject, row->kernel,
    row->backing, context, row->source, tn_objective_column(objective), *overrides ? "; " : "",
    overrides);
  tn_wrap_write(out, 0, 2, TN_LINE_WIDTH, text);
}

/* The n ranges of one context. */
static void write_table(FILE *out, const struct tn_winner *ranges, guint n, enum tn_objective o)
{
  g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
  int width[N_CELLS];
  for (int c = 0; c < N_CELLS; c++)
    width[c] = (int)strlen(headings[c]);
  for (guint i = 0; i < n; i++) {
    char **cells = cells_of(&ranges[i], o);
    for (int c = 0; c < N_CELLS; c++)
      width[c] = MAX(width[c], (int)strlen(cells[c]));
    g_ptr_array_add(lines, cells);
  }
  tn_tune_write_heading(out, ranges[0].first, o);
  write_line(out, (char *const *)headings, width);
  for (guint i = 0; i < n; i++)
    write_line(out, lines->pdata[i], width);
}

void tn_tune_write_text(FILE *out, const GArray *winners, enum tn_objective objective)
{
  for (guint begin = 0, end; begin < winners->len; begin = end) {
    const struct tn_winner *first = &g_array_index(winners, struct tn_winner, begin);
    for (end = begin + 1; end < winners->len; end++)
      if (!tn_row_context_equal(first->first, first[end - begin].first))
        break;
    fputs(begin ? "\n" : "", out);
    write_table(out, first, end - begin, objective);
  }
}
