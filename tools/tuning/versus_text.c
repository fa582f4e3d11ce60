#include "versus_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "platform/quantity.h"
#include "study/rows.h"
#include "tune_text.h"

/* Maximum number of parts of the time that a line names, and the smallest difference of a part that
 * is named, as a fraction of the greatest one. */
enum { MAX_PARTS = 3 };
#define LEAST_SHARE 0.1

/* Columns after those of the context. Times are from the case with the greatest difference
 * (at_...). more_...: how much longer this part of the last rank's time is with the second library,
 * in us. */
#define PART(part, name, ...) " more_" name "_us:dus"
static const char own_columns[] =
    "first second ranks_from:i ranks_to:i size_from:iB size_to:iB cases:i way objective "
    "ratio_min:d "
    "ratio_max:d error:d cause by_choice:d by_transport:d first_transport second_transport "
    "first_choice second_choice first_mechanism second_mechanism at_ranks:i at_size:iB "
    "first_us:dus second_us:dus" TN_PARTS(PART);

static bool is_context(int column)
{
  return tn_row_columns[column].role == TN_ROLE_CONTEXT && column != tn_row_column("ranks") &&
         column != tn_row_column("transport");
}

struct tn_table *tn_versus_table(void)
{
  struct tn_table *t = tn_table_new_empty();
  for (int c = 0; c < tn_row_n_columns; c++)
    if (is_context(c))
      tn_row_add_column(t, c);
  tn_table_columns(t, own_columns);
  return t;
}

static const struct tn_versus_line *line_at(const struct tn_versus *v, guint i)
{
  return &g_array_index(v->lines, struct tn_versus_line, i);
}

static double time_of(const struct tn_versus *v, const struct tn_versus_line *line, int side)
{
  return tn_row_time(line->far.rows[side], v->terms->objective);
}

static double more_of(const struct tn_versus_line *line, int part)
{
  return line->far.rows[1]->parts[part] - line->far.rows[0]->parts[part];
}

static const char *way_of(const struct tn_versus_line *line)
{
  return line->far.way > 0 ? "slower" : "faster";
}

static void put(struct tn_table *t, const struct tn_versus *v, const struct tn_versus_line *line)
{
  const struct tn_row *a = line->far.rows[0], *b = line->far.rows[1];
  const double by_choice = tn_versus_by_choice(v, &line->far);
  for (int c = 0; c < tn_row_n_columns; c++)
    if (is_context(c))
      tn_table_take(t, tn_row_text(a, c));
  tn_table_texts(t, v->terms->sides[0].name, v->terms->sides[1].name);
  tn_table_counts(t, line->ranks_from, line->ranks_to, line->size_from, line->size_to,
                  line->n_cells);
  tn_table_texts(t, way_of(line), tn_objective_names[v->terms->objective]);
  tn_table_numbers(t, 4, line->least, line->most, line->far.error);
  tn_table_text(t, tn_versus_cause_names[line->far.cause]);
  tn_table_numbers(t, 4, by_choice, line->far.ratio / by_choice);
  tn_table_texts(t, a->transport, b->transport, a->decision, b->decision, a->mechanism,
                 b->mechanism);
  tn_table_counts(t, a->ranks, a->size);
  for (int k = 0; k < 2; k++)
    tn_table_number(t, tn_row_microseconds(time_of(v, line, k)), 6);
  for (int part = 0; part < TN_N_PARTS; part++)
    tn_table_number(t, tn_row_microseconds(more_of(line, part)), 6);
}

static int by_amount(const void *x, const void *y)
{
  const double a = fabs(*(const double *)x), b = fabs(*(const double *)y);
  return (a < b) - (a > b);
}

/* Returns the last rank's time with both libraries, and the parts that differ most, as in "last
 * rank 20.1 -> 31.9 us: copy +12.1, flag lines -0.4"; "" if they are unknown. Transfer full. */
static char *parts_text(const struct tn_versus_line *line)
{
  struct {
    double more;
    int part;
  } all[TN_N_PARTS];
  int n = 0;
  const struct tn_row *a = line->far.rows[0], *b = line->far.rows[1];
  const double error = tn_tune_error(a);
  g_autofree char *from = tn_format_us(a->span, error), *to = tn_format_us(b->span, error);
  GString *text = g_string_new(NULL);
  for (int part = 0; part < TN_N_PARTS; part++)
    if (fabs(more_of(line, part)) > 0) {
      all[n].more = more_of(line, part);
      all[n++].part = part;
    }
  qsort(all, (size_t)n, sizeof *all, by_amount);
  if (n > 0)
    g_string_append_printf(text, "last rank %s -> %s us:", from, to);
  for (int i = 0; i < MIN(n, MAX_PARTS) && fabs(all[i].more) >= LEAST_SHARE * fabs(all[0].more);
       i++) {
    g_autofree char *us = tn_format_us(fabs(all[i].more), error);
    g_string_append_printf(text, "%s %s %c%s", i ? "," : "", tn_parts[all[i].part].legend,
                           all[i].more < 0 ? '-' : '+', us);
  }
  return g_string_free(text, FALSE);
}

/* Returns the algorithm that a library selects, with its mechanism if tells_mechanism. Transfer
 * full. */
static char *choice_text(const struct tn_row *row, bool tells_mechanism)
{
  g_autofree char *choice = tn_tune_choice(row);
  return tells_mechanism && *row->decision ? g_strdup_printf("%s (%s)", choice, row->mechanism)
                                           : g_steal_pointer(&choice);
}

/* Returns the cause of a difference between two libraries; if choice and transport both contribute,
 * their factors, as in "choice x1.20, transport x1.10". Transfer full. */
static char *cause_text(const struct tn_versus *v, const struct tn_versus_line *line)
{
  const double by_choice = tn_versus_by_choice(v, &line->far);
  if (line->far.cause != TN_BY_BOTH)
    return g_strdup(tn_versus_cause_names[line->far.cause]);
  if (isnan(by_choice))
    return g_strdup("choice, transport");
  return g_strdup_printf("choice x%.2f, transport x%.2f", by_choice, line->far.ratio / by_choice);
}

/* Returns the times of both libraries in us, as in "64 ranks, 64K: 12.1 -> 25". Omits ranks or size
 * if the line has only one value. Transfer full. */
static char *times_text(const struct tn_versus *v, const struct tn_versus_line *line)
{
  const struct tn_row *row = line->far.rows[0];
  GString *text = g_string_new(NULL);
  g_autofree char *size = tn_format_size((size_t)row->size);
  if (line->ranks_from < line->ranks_to)
    g_string_append_printf(text, "%d ranks, ", (int)row->ranks);
  if (line->n_cells > 1)
    g_string_append_printf(text, "%s: ", size);
  for (int k = 0; k < 2; k++) {
    g_autofree char *us = tn_format_us(time_of(v, line, k), tn_tune_error(line->far.rows[k]));
    g_string_append_printf(text, "%s%s", k ? " -> " : "", us);
  }
  return g_string_free(text, FALSE);
}

/* Returns true if the error of predictions is known for the line's platform and collective. */
static bool knows_error(const struct tn_versus *v, const struct tn_versus_line *line)
{
  const struct tn_row *row = line->far.rows[0];
  return !tn_source_predicts(row->source) || !isnan(tn_known_error_most(v->terms->known, row));
}

/* Returns the conditions that all lines of a table share and that are not columns. Transfer
 * full. */
static char *conditions_of(const struct tn_versus *v, const struct tn_versus_line *line)
{
  static const char *const but[] = { "transport", NULL };
  g_autofree char *context = tn_tune_context(line->far.rows[0], but);
  const struct tn_values *overrides = line->far.rows[0]->overrides;
  GString *text = g_string_new(NULL);
  g_string_append_printf(text, "%s; %s (%s)", context, tn_objective_column(v->terms->objective),
                         tn_objective_title(v->terms->objective));
  for (int i = 0; i < overrides->n; i++)
    if (!tn_versus_is_own(&overrides->at[i]))
      g_string_append_printf(text, "; %s", overrides->at[i].text);
  return g_string_free(text, FALSE);
}

/* Lines of the comparison with the same libraries, transports and conditions. */
struct group {
  char *sides, *conditions;
  struct tn_table *table;
};

static const char layout[] = "  {platform:*}  {collective:*}  {ranks:>*}  {size:*}  {is:6}  "
                             "{times as long:*}  {error:>*}  {by:*}  {us}\n"
                             "      {what it takes:wrap}\n      {why:wrap}";

/* Returns the table of the line's group; adds the group if it is new. */
static struct tn_table *table_of(GArray *groups, const struct tn_versus *v,
                                 const struct tn_versus_line *line)
{
  GString *text = g_string_new(NULL);
  for (int k = 0; k < 2; k++) {
    const char *transport = line->far.rows[k]->transport;
    g_string_append_printf(text, "%s%s over %s", k ? " -> " : "", v->terms->sides[k].name,
                           *transport ? transport : "the platform's transport");
  }
  g_autofree char *sides = g_string_free(text, FALSE), *conditions = conditions_of(v, line);
  for (guint i = 0; i < groups->len; i++) {
    const struct group *g = &g_array_index(groups, struct group, i);
    if (strcmp(g->sides, sides) == 0 && strcmp(g->conditions, conditions) == 0)
      return g->table;
  }
  const struct group fresh = { g_steal_pointer(&sides), g_steal_pointer(&conditions),
                               tn_table_of(layout) };
  g_array_append_val(groups, fresh);
  return fresh.table;
}

/* Returns a summary: how often the second library is slower or faster. Transfer full. */
static char *summary_of(const struct tn_versus *v)
{
  const guint n = v->n_slower + v->n_faster + v->n_within;
  bool lends = false;
  GString *text = g_string_new(NULL);
  g_string_append_printf(
      text,
      "%u case%s: %s is slower in %u, faster in %u, in %u within the known error; both make the "
      "same choice in %u",
      n, n == 1 ? "" : "s", v->terms->sides[1].name, v->n_slower, v->n_faster, v->n_within,
      v->n_alike);
  if (v->n_alone)
    g_string_append_printf(text, "; of %u others only one of the two has a row", v->n_alone);
  for (guint i = 0; i < v->lines->len; i++)
    lends = lends || !knows_error(v, line_at(v, i));
  if (lends)
    g_string_append(
        text, "; errors in parentheses: not compared on this platform, the largest known of any");
  return g_string_free(text, FALSE);
}

void tn_versus_write(struct tn_document *d, const struct tn_versus *v)
{
  if (tn_document_is_for(d, TN_FOR_PEOPLE)) {
    g_autofree char *summary = summary_of(v);
    g_autoptr(GArray) groups = g_array_new(FALSE, FALSE, sizeof(struct group));
    for (guint i = 0; i < v->lines->len; i++) {
      struct tn_table *t = table_of(groups, v, line_at(v, i));
      const struct tn_versus_line *line = line_at(v, i);
      const struct tn_row *a = line->far.rows[0], *b = line->far.rows[1];
      const bool moves = strcmp(a->mechanism, b->mechanism) != 0;
      g_autofree char *before = choice_text(a, moves), *after = choice_text(b, moves);
      tn_table_texts(t, a->platform, a->collective);
      tn_table_takes(t, tn_tune_range((double)line->ranks_from, (double)line->ranks_to, 0),
                     tn_tune_size_range(line->size_from, line->size_to));
      tn_table_text(t, way_of(line));
      tn_table_takes(
          t, tn_tune_range(line->least, line->most, 2),
          g_strdup_printf(knows_error(v, line) ? "%.0f %%" : "(%.0f %%)", 100 * line->far.error),
          cause_text(v, line), times_text(v, line),
          strcmp(before, after) == 0 ? g_strdup_printf("%s, both", before)
                                     : g_strdup_printf("%s -> %s", before, after),
          parts_text(line));
    }
    for (guint i = 0; i < groups->len; i++) {
      const struct group *g = &g_array_index(groups, struct group, i);
      tn_document_heading(d, g->sides, g->conditions);
      tn_document_table(d, g->table, layout);
      tn_document_gap(d);
      g_free(g->sides);
      g_free(g->conditions);
    }
    tn_document_paragraph(d, 0, "%s", summary);
    return;
  }
  struct tn_table *t = tn_versus_table();
  for (guint i = 0; i < v->lines->len; i++)
    put(t, v, line_at(v, i));
  tn_document_rows(d, NULL, t);
}
