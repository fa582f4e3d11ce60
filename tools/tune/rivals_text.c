/* Mechanisms against each other as text: what each one's best takes, who wins where, who wins
 * without. */
#include <math.h>
#include <string.h>

#include "plan/param.h"
#include "platform/quantity.h"
#include "tune_text.h"
#include "wrap.h"

enum { SIZE_COLUMN = 6, BAND_COLUMN = 12, INDENT = 2 };

/* One table as it is printed: cells[size * n + mechanism], and what the letters in them mean. */
struct table {
  const struct tn_rivals *rivals;
  GPtrArray *cells;   /* char *, owned */
  GPtrArray *letters; /* char *, owned: the parameters that a, b, ... stand for */
  int *width;         /* width[mechanism] */
};

/* Appends "segment=64K" for "segment=65536", "chunk=16K+64K" for the sizes of levels. */
static void append_readable(GString *text, const struct tn_algorithm *a, const struct tn_value *v)
{
  bool is_alias;
  const int i = a ? tn_algorithm_param(a, v->name, &is_alias) : -1;
  const bool is_size = v->value && i >= 0 && !is_alias &&
                       (a->params[i].kind == TN_PARAM_SIZE || a->params[i].kind == TN_PARAM_SIZES);
  g_auto(GStrv) sizes = g_strsplit(is_size ? v->value : "", "+", -1);
  g_string_append_printf(text, "%s%s", text->len ? " " : "", is_size ? v->name : v->text);
  for (int k = 0; sizes[k]; k++) {
    g_autofree char *size = tn_format_size((size_t)g_ascii_strtoull(sizes[k], NULL, 10));
    g_string_append_printf(text, "%s%s", k ? "+" : "=", size);
  }
}

/* The parameters of a row that are no defaults, "" for defaults. Transfer full. */
static char *changed_params(const struct tn_row *row)
{
  const struct tn_algorithm *a = tn_entry_named(row->collective, row->algorithm);
  GString *text = g_string_new(NULL);
  for (int i = 0; i < row->params->n; i++)
    if (!tn_value_is_preset(a, &row->params->at[i]))
      append_readable(text, a, &row->params->at[i]);
  return g_string_free(text, FALSE);
}

/* " (a)" for parameters that are no defaults, "" for defaults; transfer full. */
static char *letter_of(struct table *t, const struct tn_row *row)
{
  g_autofree char *params = changed_params(row);
  guint i = 0;
  if (!*params)
    return g_strdup("");
  while (i < t->letters->len && strcmp(t->letters->pdata[i], params) != 0)
    i++;
  if (i == t->letters->len)
    g_ptr_array_add(t->letters, g_steal_pointer(&params));
  return i < 26 ? g_strdup_printf(" (%c)", (char)('a' + i)) : g_strdup_printf(" (%u)", i + 1);
}

/* "*" for the winner, "=" for who takes hardly longer. */
static char mark_of(const struct tn_rivals *r, guint size, guint m)
{
  const guint winner = tn_rivals_winner(r, size, TN_NO_MECHANISM);
  if (m == winner || tn_rivals_same(r, size, m, winner))
    return '*';
  return tn_rivals_time(r, size, m) < (1 + TN_TUNE_TIE) * tn_rivals_time(r, size, winner) ? '='
                                                                                          : ' ';
}

static char *cell_text(struct table *t, guint size, guint m)
{
  const struct tn_row *row = tn_rivals_best(t->rivals, size, m);
  if (!row)
    return g_strdup_printf("%9s", "-");
  g_autofree char *letter = letter_of(t, row);
  g_autofree char *time = tn_format_us(tn_row_time(row, t->rivals->objective), tn_tune_error(row));
  return g_strdup_printf("%9s%c %s%s", time, mark_of(t->rivals, size, m), row->algorithm, letter);
}

static void fill_cells(struct table *t)
{
  const guint n = t->rivals->mechanisms->len;
  for (guint m = 0; m < n; m++)
    t->width[m] = 11 + (int)strlen(t->rivals->mechanisms->pdata[m]);
  for (guint size = 0; size < t->rivals->sizes->len; size++) {
    for (guint m = 0; m < n; m++) {
      char *text = cell_text(t, size, m);
      t->width[m] = MAX(t->width[m], (int)strlen(text));
      g_ptr_array_add(t->cells, text);
    }
  }
}

static void write_cells(FILE *out, const struct table *t)
{
  const guint n = t->rivals->mechanisms->len;
  g_autoptr(GString) line = g_string_new(NULL);
  g_string_append_printf(line, "%*s", SIZE_COLUMN, "size");
  for (guint m = 0; m < n; m++)
    g_string_append_printf(line, "  %11s%-*s", "", t->width[m] - 11,
                           (const char *)t->rivals->mechanisms->pdata[m]);
  fprintf(out, "%s\n", g_strchomp(line->str));
  for (guint size = 0; size < t->rivals->sizes->len; size++) {
    g_autofree char *bytes = tn_format_size((size_t)tn_rivals_size(t->rivals, size));
    g_string_printf(line, "%*s", SIZE_COLUMN, bytes);
    for (guint m = 0; m < n; m++)
      g_string_append_printf(line, "  %-*s", t->width[m],
                             (const char *)t->cells->pdata[size * n + m]);
    fprintf(out, "%s\n", g_strchomp(line->str));
  }
}

static void write_letters(FILE *out, const struct table *t)
{
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint i = 0; i < t->letters->len; i++) {
    g_autofree char *name =
        i < 26 ? g_strdup_printf("%c", (char)('a' + i)) : g_strdup_printf("%u", i + 1);
    g_string_append_printf(text, "%s%s: %s", i ? "; " : "", name,
                           (const char *)t->letters->pdata[i]);
  }
  if (text->len == 0)
    return;
  fprintf(out, "%*s", INDENT, "");
  tn_wrap_write(out, INDENT, INDENT, TN_LINE_WIDTH, text->str);
}

static char *range_text(const struct tn_rivals *r, guint first, guint last)
{
  g_autofree char *from = tn_format_size((size_t)tn_rivals_size(r, first));
  g_autofree char *to = tn_format_size((size_t)tn_rivals_size(r, last));
  return tn_tune_from_to(from, to);
}

static const char *mechanism_name(const struct tn_rivals *r, guint m)
{
  return r->mechanisms->pdata[m];
}

/* How much longer the best of another mechanism takes, over the band: "cico, cma 12..40 %". */
static char *rivals_text(const struct tn_rivals *r, const struct tn_band *band)
{
  if (band->any)
    return g_strdup("nothing: the mechanism is not used");
  g_autoptr(GString) names = g_string_new(NULL);
  guint known = TN_NO_MECHANISM;
  double least = INFINITY, most = 0;
  for (guint size = band->first; size <= band->last; size++) {
    const guint rival = tn_rivals_winner(r, size, band->mechanism);
    if (rival == TN_NO_MECHANISM)
      continue;
    const double margin =
        tn_tune_ratio(tn_rivals_time(r, size, rival), tn_rivals_time(r, size, band->mechanism)) - 1;
    least = fmin(least, margin);
    most = fmax(most, margin);
    if (rival != known && !strstr(names->str, mechanism_name(r, rival)))
      g_string_append_printf(names, "%s%s", names->len ? ", " : "", mechanism_name(r, rival));
    known = rival;
  }
  if (names->len == 0)
    return g_strdup("no other mechanism");
  g_autofree char *from = g_strdup_printf("%.0f", least * 100);
  g_autofree char *to = g_strdup_printf("%.0f", most * 100);
  g_autofree char *margins = tn_tune_from_to(from, to);
  if (!isfinite(most))
    return g_strdup_printf("%s longer", names->str);
  return g_strdup_printf("%s %s %%%s", names->str, margins, most < TN_TUNE_TIE ? " (tie)" : "");
}

static char *choice_text(const struct tn_rivals *r, const struct tn_band *band)
{
  const struct tn_row *row = tn_rivals_best(r, band->first, band->mechanism);
  g_autofree char *params = changed_params(row);
  return g_strdup_printf("%s %s%s%s", band->any ? "any" : mechanism_name(r, band->mechanism),
                         row->algorithm, *params ? " " : "", params);
}

static void write_bands(FILE *out, const struct tn_rivals *r)
{
  g_autoptr(GArray) bands = tn_rivals_bands(r);
  g_autoptr(GPtrArray) choices = g_ptr_array_new_with_free_func(g_free);
  int width = 0;
  for (guint i = 0; i < bands->len; i++) {
    char *text = choice_text(r, &g_array_index(bands, struct tn_band, i));
    width = MAX(width, (int)strlen(text));
    g_ptr_array_add(choices, text);
  }
  fprintf(out, "%*s%-*s  %-*s  %s\n", INDENT, "", BAND_COLUMN, "at", width, "take",
          "the best of another mechanism takes longer by");
  for (guint i = 0; i < bands->len; i++) {
    const struct tn_band *band = &g_array_index(bands, struct tn_band, i);
    g_autofree char *sizes = range_text(r, band->first, band->last);
    g_autofree char *rivals = rivals_text(r, band);
    fprintf(out, "%*s%-*s  %-*s  %s\n", INDENT, "", BAND_COLUMN, sizes, width,
            (const char *)choices->pdata[i], rivals);
  }
}

/* Whether the mechanism wins at a size by more than a tie. */
static bool wins_somewhere(const struct tn_rivals *r, guint m)
{
  for (guint size = 0; size < r->sizes->len; size++) {
    const guint rival = tn_rivals_winner(r, size, m);
    if (tn_rivals_winner(r, size, TN_NO_MECHANISM) == m && rival != TN_NO_MECHANISM &&
        tn_rivals_time(r, size, rival) > (1 + TN_TUNE_TIE) * tn_rivals_time(r, size, m))
      return true;
  }
  return false;
}

/* The winners by ranges of sizes when a mechanism is not to be had, and what that costs at most. */
static char *without_text(const struct tn_rivals *r, guint without)
{
  g_autoptr(GString) text = g_string_new(NULL);
  double most = 0;
  for (guint first = 0, last; first < r->sizes->len; first = last + 1) {
    const guint m = tn_rivals_winner(r, first, without);
    last = first;
    while (last + 1 < r->sizes->len && tn_rivals_winner(r, last + 1, without) == m)
      last++;
    g_autofree char *sizes = range_text(r, first, last);
    g_string_append_printf(text, "%s%s %s", text->len ? ", " : "",
                           m == TN_NO_MECHANISM ? "nothing" : mechanism_name(r, m), sizes);
    for (guint size = first; m != TN_NO_MECHANISM && size <= last; size++)
      most = fmax(most,
                  tn_tune_ratio(tn_rivals_time(r, size, m), tn_rivals_time(r, size, without)) - 1);
  }
  if (isfinite(most))
    g_string_append_printf(text, "; up to %.0f %% longer", most * 100);
  else
    g_string_append(text, "; longer");
  return g_string_free(g_steal_pointer(&text), FALSE);
}

static void write_without(FILE *out, const struct tn_rivals *r)
{
  if (r->mechanisms->len < 3)
    return;
  for (guint m = 0; m < r->mechanisms->len; m++) {
    if (!wins_somewhere(r, m))
      continue;
    g_autofree char *text = without_text(r, m);
    const int at = fprintf(out, "%*swithout %s: ", INDENT, "", mechanism_name(r, m));
    tn_wrap_write(out, at, 2 * INDENT, TN_LINE_WIDTH, text);
  }
}

static void write_rivals(FILE *out, const struct tn_rivals *r, const struct tn_other_states *states)
{
  g_autofree int *width = g_new0(int, r->mechanisms->len);
  struct table t = { .rivals = r, .width = width };
  t.cells = g_ptr_array_new_with_free_func(g_free);
  t.letters = g_ptr_array_new_with_free_func(g_free);
  tn_tune_write_heading(out, r->rows->pdata[0], r->objective);
  fill_cells(&t);
  write_cells(out, &t);
  write_letters(out, &t);
  write_bands(out, r);
  write_without(out, r);
  if (states)
    tn_tune_write_states(out, states, r->rows->pdata[0]);
  g_ptr_array_unref(t.cells);
  g_ptr_array_unref(t.letters);
}

void tn_rivals_write(FILE *out, const GPtrArray *rivals, const struct tn_other_states *states)
{
  for (guint i = 0; i < rivals->len; i++) {
    fputs(i ? "\n" : "", out);
    write_rivals(out, rivals->pdata[i], states);
  }
  fprintf(out, "\n* fastest, = within %g %% of it\n", TN_TUNE_TIE * 100);
}
