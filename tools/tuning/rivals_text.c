/* Writes a comparison of mechanisms: the best time of each mechanism, the winners by size, and the
 * winners without one of the mechanisms. */
#include <math.h>
#include <string.h>

#include "base/loss.h"
#include "plan/param.h"
#include "platform/quantity.h"
#include "tune_text.h"

enum { INDENT = 2 };

/* Appends a parameter with its sizes in short form, as in "segment=64K" or, for levels,
 * "chunk=16K+64K". */
static void append_readable(GString *text, const struct tn_method *a, const struct tn_value *v)
{
  bool is_alias;
  const int i = a ? tn_alg_params_find(a->params, v->name, &is_alias) : -1;
  const bool is_size = v->value && i >= 0 && !is_alias &&
                       (a->params[i].kind == TN_PARAM_SIZE || a->params[i].kind == TN_PARAM_SIZES);
  g_auto(GStrv) sizes = g_strsplit(is_size ? v->value : "", "+", -1);
  g_string_append_printf(text, "%s%s", text->len ? " " : "", is_size ? v->name : v->text);
  for (int k = 0; sizes[k]; k++) {
    g_autofree char *size = tn_format_size((size_t)g_ascii_strtoull(sizes[k], NULL, 10));
    g_string_append_printf(text, "%s%s", k ? "+" : "=", size);
  }
}

/* Returns the parameters of a row that do not have their default value; "" if all have it. Transfer
 * full. */
static char *changed_params(const struct tn_row *row)
{
  const struct tn_method *a = tn_method_named(row->collective, row->algorithm);
  GString *text = g_string_new(NULL);
  for (int i = 0; i < row->params->n; i++)
    if (!tn_value_is_preset(a, &row->params->at[i]))
      append_readable(text, a, &row->params->at[i]);
  return g_string_free(text, FALSE);
}

/* Returns the letter of a row's parameters, as in " (a)"; "" for defaults. `letters` (char *):
 * parameters that have letters; new ones are appended. Transfer full. */
static char *letter_of(GPtrArray *letters, const struct tn_row *row)
{
  g_autofree char *params = changed_params(row);
  guint i = 0;
  if (!*params)
    return g_strdup("");
  while (i < letters->len && strcmp(letters->pdata[i], params) != 0)
    i++;
  if (i == letters->len)
    g_ptr_array_add(letters, g_steal_pointer(&params));
  return i < 26 ? g_strdup_printf(" (%c)", (char)('a' + i)) : g_strdup_printf(" (%u)", i + 1);
}

/* Returns the mark of mechanism m at a size: "*" for the winner and for mechanisms with its
 * algorithm and time, "=" for a tie with the winner, otherwise a blank. */
static char mark_of(const struct tn_rivals *r, guint size, guint m)
{
  const guint winner = tn_rivals_winner(r, size, TN_NO_MECHANISM);
  if (m == winner || tn_rivals_same(r, size, m, winner))
    return '*';
  return tn_rivals_time(r, size, m) < (1 + TN_TUNE_TIE) * tn_rivals_time(r, size, winner) ? '='
                                                                                          : ' ';
}

static const char *mechanism_name(const struct tn_rivals *r, guint m)
{
  return r->mechanisms->pdata[m];
}

static void write_cells(struct tn_document *d, const struct tn_rivals *r, GPtrArray *letters)
{
  g_autoptr(GString) layout = g_string_new("{size:>6}");
  struct tn_table *t = tn_table_new("size");
  for (guint m = 0; m < r->mechanisms->len; m++) {
    g_autofree char *heading = g_strconcat("  ", mechanism_name(r, m), NULL);
    tn_table_heads(t, "", heading);
    g_string_append_printf(layout, "  {#%u:>9}{#%u:*}", 2 * m + 1, 2 * m + 2);
  }
  for (guint size = 0; size < r->sizes->len; size++) {
    tn_table_take(t, tn_format_size((size_t)tn_rivals_size(r, size)));
    for (guint m = 0; m < r->mechanisms->len; m++) {
      const struct tn_row *row = tn_rivals_best(r, size, m);
      if (!row) {
        tn_table_texts(t, "-", NULL);
        continue;
      }
      g_autofree char *letter = letter_of(letters, row);
      tn_table_take(t, tn_format_us(tn_row_time(row, r->objective), tn_tune_error(row)));
      tn_table_print(t, "%c %s%s", mark_of(r, size, m), row->algorithm, letter);
    }
  }
  tn_document_table(d, t, layout->str);
}

static char *range_text(const struct tn_rivals *r, guint first, guint last)
{
  return tn_tune_size_range(tn_rivals_size(r, first), tn_rivals_size(r, last));
}

/* Returns how much longer the best choices of other mechanisms take at a band's sizes, as in "cico,
 * cma 12..40 %". *ret_expected: expected loss of the band's winner (tn_expected_text). */
static char *rivals_text(const struct tn_rivals *r, const struct tn_band *band, char **ret_expected)
{
  const bool is_known = tn_source_predicts(tn_rivals_best(r, band->first, band->mechanism)->source);
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
  if (names->len && is_known)
    *ret_expected = tn_expected_text(tn_expected_loss(most, 0), tn_expected_loss(least, 0), false);
  if (names->len == 0)
    return g_strdup("no other mechanism");
  g_autofree char *margins = tn_tune_range(least * 100, most * 100, 0);
  if (!isfinite(most))
    return g_strdup_printf("%s longer", names->str);
  return g_strdup_printf("%s %s %%%s", names->str, margins, most < TN_TUNE_TIE ? " (tie)" : "");
}

static void write_bands(struct tn_document *d, const struct tn_rivals *r)
{
  g_autoptr(GArray) bands = tn_rivals_bands(r);
  static const char layout[] =
      "  {at:12}  {take:*}  {expected loss:>*?}  {the best of another mechanism takes longer by}";
  struct tn_table *t = tn_table_of(layout);
  for (guint i = 0; i < bands->len; i++) {
    const struct tn_band *band = &g_array_index(bands, struct tn_band, i);
    char *expected = NULL, *rivals = rivals_text(r, band, &expected);
    const struct tn_row *row = tn_rivals_best(r, band->first, band->mechanism);
    g_autofree char *params = changed_params(row);
    tn_table_takes(t, range_text(r, band->first, band->last),
                   g_strdup_printf("%s %s%s%s",
                                   band->any ? "any" : mechanism_name(r, band->mechanism),
                                   row->algorithm, *params ? " " : "", params),
                   expected, rivals);
  }
  tn_document_table(d, t, layout);
}

/* Returns true if mechanism m wins by more than a tie at some size. */
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

/* Returns the winners by size if mechanism `without` is not available, and the greatest loss that
 * results. Transfer full. */
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

void tn_rivals_write(struct tn_document *d, const GPtrArray *rivals,
                     const struct tn_other_states *states, bool all, GPtrArray *remarks)
{
  for (guint i = 0; i < rivals->len; i++) {
    if (i > 0) {
      tn_document_remarks(d, remarks, all, NULL);
      g_ptr_array_set_size(remarks, 0);
      tn_document_gap(d);
    }
    const struct tn_rivals *r = rivals->pdata[i];
    g_autoptr(GPtrArray) letters = g_ptr_array_new_with_free_func(g_free);
    const struct tn_tune_page page = { .objective = r->objective };
    tn_tune_write_heading(d, NULL, r->rows->pdata[0], &page);
    write_cells(d, r, letters);
    g_autoptr(GString) named = g_string_new(NULL);
    for (guint k = 0; k < letters->len; k++) {
      g_autofree char *name =
          k < 26 ? g_strdup_printf("%c", (char)('a' + k)) : g_strdup_printf("%u", k + 1);
      g_string_append_printf(named, "%s%s: %s", k ? "; " : "", name,
                             (const char *)letters->pdata[k]);
    }
    if (named->len)
      tn_document_paragraph(d, INDENT, "  %s", named->str);
    write_bands(d, r);
    for (guint m = 0; r->mechanisms->len > 2 && m < r->mechanisms->len; m++) {
      if (!wins_somewhere(r, m))
        continue;
      g_autofree char *text = without_text(r, m);
      tn_document_paragraph(d, 2 * INDENT, "  without %s: %s", mechanism_name(r, m), text);
    }
    if (states)
      tn_tune_note_states(remarks, states, r->rows->pdata[0]);
  }
  tn_document_paragraph(d, -1, "\n* fastest, = within %g %% of it", TN_TUNE_TIE * 100);
}
