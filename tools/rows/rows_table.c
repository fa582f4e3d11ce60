/* Text table: a block per platform, profile, collective and ranks, with rows of sizes and columns
 * of algorithms or parameters. Omits columns that do not fit, winners last, or continues in further
 * tables. */
#include <math.h>
#include <string.h>

#include "block.h"
#include "document/wrap.h"
#include "notes.h"
#include "plan/expand.h"
#include "platform/quantity.h"
#include "rewritten.h"

/* MAX_TABLES: most tables below each other that show the values of a parameter. */
enum { BYTES_WIDTH = 8, MAX_TABLES = 3 };

/* Layout of a block. width[c] is the width of column c in characters; 0: the column is omitted.
 * table[c] is the table that has column c, from 0. */
struct layout {
  const struct tn_block *block;
  int *width, *table, n_tables;
  int used; /* characters in a line */
  guint shown;
};

static char *cell_text(const struct tn_block *b, guint size, guint c)
{
  const struct tn_sim_result *r = tn_block_result(b, size, c);
  const double own = tn_block_time(b, size, c);
  const double base = b->reference == TN_NO_COLUMN ? NAN : tn_block_time(b, size, b->reference);
  const guint i = tn_block_cell(b, size, c);
  if (!r)
    return g_strdup(i == TN_NO_POINT                             ? "-"
                    : b->results->outcome[i].state == TN_SKIPPED ? "skipped"
                                                                 : "failed");
  g_autofree char *ratio = isnan(base) ? g_strdup("") : g_strdup_printf(" %.2fx", own / base);
  g_autofree char *time = tn_format_us(own, tn_block_error(b, size, c));
  /* letter of the largest part of the critical path, if known */
  return g_strdup_printf("%s%s %c%c", time, ratio,
                         isnan(r->parts[TN_COPY]) ? ' '
                                                  : tn_parts[tn_part_largest(r->parts)].letter,
                         b->winners[size] == c ? '*' : ' ');
}

static int width_of(const struct layout *l, guint c)
{
  const struct tn_block_column *column = tn_block_column(l->block, c);
  int width = (int)strlen(column->algorithm->name);
  for (int i = 0; i < column->heading->n; i++)
    width = MAX(width, (int)strlen(column->heading->at[i].text));
  for (guint s = 0; s < l->block->sizes->len; s++) {
    g_autofree char *text = cell_text(l->block, s, c);
    width = MAX(width, (int)strlen(text));
  }
  return width;
}

static void show(struct layout *l, guint c)
{
  const int width = width_of(l, c);
  if (l->width[c] || l->used + 1 + width > TN_LINE_WIDTH)
    return;
  l->width[c] = width;
  l->used += 1 + width;
  l->shown++;
}

/* Selects columns in this order: winners, the reference, rivals, each algorithm's first column, the
 * last column, then others at growing distances, because small throttle factors are the most
 * interesting. */
static void choose_columns(struct layout *l)
{
  const struct tn_block *b = l->block;
  for (guint s = 0; s < b->sizes->len; s++)
    if (b->winners[s] != TN_NO_COLUMN)
      show(l, b->winners[s]);
  if (b->reference != TN_NO_COLUMN)
    show(l, b->reference);
  for (guint s = 0; s < b->sizes->len; s++)
    if (tn_block_rival(b, s) != TN_NO_COLUMN)
      show(l, tn_block_rival(b, s));
  for (guint c = 0; c < b->columns->len; c++)
    if (c == 0 || tn_block_column(b, c)->algorithm != tn_block_column(b, c - 1)->algorithm)
      show(l, c);
  show(l, b->columns->len - 1);
  for (guint c = 1; c < b->columns->len; c *= 2)
    show(l, c);
  for (guint c = 0; c < b->columns->len; c++)
    show(l, c);
}

/* Adds the omitted columns of algorithms with several columns, whose parameters the user varies, in
 * further tables. Adds nothing if these would be too many. */
static void add_varied(struct layout *l)
{
  const guint n = l->block->columns->len;
  g_autofree int *width = g_new(int, n);
  int used = BYTES_WIDTH, table = 0;
  for (guint c = 0; c < n; c++) {
    const bool is_varied = tn_block_column(l->block, c)->heading->n > 0;
    width[c] = l->width[c] || !is_varied ? l->width[c] : width_of(l, c);
    if (width[c] && used + 1 + width[c] > TN_LINE_WIDTH) {
      used = BYTES_WIDTH;
      table++;
    }
    used += width[c] ? 1 + width[c] : 0;
    l->table[c] = table;
  }
  if (table >= MAX_TABLES) {
    memset(l->table, 0, n * sizeof *l->table);
    return;
  }
  l->n_tables += table;
  for (guint c = 0; c < n; c++) {
    l->shown += width[c] && !l->width[c];
    l->width[c] = width[c];
  }
}

static void write_times(struct tn_document *d, const struct layout *l, int table)
{
  const struct tn_block *b = l->block;
  g_autoptr(GString) layout = g_string_new(table > 0 ? "\n{size:>8}" : "{size:>8}");
  struct tn_table *t = tn_table_new("size");
  for (guint c = 0; c < b->columns->len; c++) {
    tn_table_heads(t, tn_block_column(b, c)->algorithm->name);
    if (l->width[c] && l->table[c] == table)
      g_string_append_printf(layout, " {#%u:>%d}", c + 1, l->width[c]);
  }
  int n = 0;
  for (guint c = 0; c < b->columns->len; c++)
    n = MAX(n, tn_block_column(b, c)->heading->n);
  for (int line = 0; line < n; line++) {
    tn_table_text(t, NULL);
    for (guint c = 0; c < b->columns->len; c++) {
      const struct tn_values *heading = tn_block_column(b, c)->heading;
      tn_table_text(t, line < heading->n ? heading->at[line].text : NULL);
    }
  }
  for (guint s = 0; s < b->sizes->len; s++) {
    tn_table_take(t, tn_format_size(tn_block_size(b, s)));
    for (guint c = 0; c < b->columns->len; c++)
      tn_table_take(t, cell_text(b, s, c));
  }
  tn_document_table(d, t, layout->str);
}

static bool is_neighbour(const struct tn_block *b, guint c, guint best)
{
  return c < b->columns->len &&
         tn_block_column(b, c)->algorithm == tn_block_column(b, best)->algorithm;
}

/* Columns that `why:` explains for one size; TN_NO_COLUMN if a column does not exist. */
struct reasons {
  /* before, after: the winner's neighbours with the same algorithm */
  guint winner, before, after;
  guint rival, first, reference; /* first: the fastest of the algorithm that -a names first */
};

/* Returns the fastest column of the algorithm that -a names first. Returns TN_NO_COLUMN if -a names
 * only one or begins with a group. */
static guint first_named(const struct tn_block *b, guint size)
{
  const char *asked = b->results->plan->settings->algorithm;
  g_auto(GStrv) names = g_strsplit(asked ? asked : "all", ",", 2);
  guint best = TN_NO_COLUMN;
  if (!names[0] || !names[1] || strcmp(names[0], "all") == 0 || strcmp(names[0], "cma") == 0)
    return best;
  for (guint c = 0; c < b->columns->len; c++)
    if (is_neighbour(b, c, 0) &&
        (best == TN_NO_COLUMN || tn_block_time(b, size, c) < tn_block_time(b, size, best)))
      best = c;
  return best;
}

static struct reasons reasons_of(const struct tn_block *b, guint size)
{
  const guint best = b->winners[size];
  struct reasons r = { best, TN_NO_COLUMN, TN_NO_COLUMN, TN_NO_COLUMN, TN_NO_COLUMN, TN_NO_COLUMN };
  if (best == TN_NO_COLUMN)
    return r;
  if (best > 0 && is_neighbour(b, best - 1, best))
    r.before = best - 1;
  if (is_neighbour(b, best + 1, best))
    r.after = best + 1;
  r.rival = tn_block_rival(b, size);
  r.first = first_named(b, size);
  r.reference = b->reference;
  return r;
}

/* Adds the parts of the times of a size's winner, its neighbours, the rival, the algorithm that -a
 * names first, and the reference. */
static void put_reasons_of(struct tn_table *t, const struct tn_block *b, guint size)
{
  const struct reasons r = reasons_of(b, size);
  const guint columns[] = { r.before, r.winner, r.after, r.rival, r.first, r.reference };
  for (guint i = 0; i < G_N_ELEMENTS(columns); i++) {
    const guint c = columns[i];
    bool again = c == TN_NO_COLUMN;
    for (guint k = 0; k < i; k++)
      again = again || columns[k] == c;
    const struct tn_sim_result *result = again ? NULL : tn_block_result(b, size, c);
    if (!result)
      continue;
    const struct tn_block_column *column = tn_block_column(b, c);
    g_autofree char *mark = g_strconcat(c == r.winner  ? "*"
                                        : c == r.rival ? "2"
                                        : c == r.first ? "a"
                                                       : "",
                                        c == r.reference ? "r" : "", NULL);
    tn_label_put(t, tn_block_size(b, size), mark, column->algorithm->name, column->heading->text);
    tn_path_put(t, result->avg, result->span, result->parts, tn_block_error(b, size, c));
  }
}

/* Returns true if a column of the algorithm is shown in the table. */
static bool is_shown(const char *collective, const char *algorithm, const struct tn_value *param,
                     const void *layout)
{
  const struct layout *l = layout;
  (void)collective;
  (void)param;
  for (guint c = 0; c < l->block->columns->len; c++)
    if (l->width[c] && strcmp(tn_block_column(l->block, c)->algorithm->name, algorithm) == 0)
      return true;
  return false;
}

static void note_metric(GPtrArray *remarks, const struct tn_block *b)
{
  const struct tn_plan *plan = b->results->plan;
  const struct tn_conditions *conditions = tn_study_conditions(plan->study);
  if (b->results->source == TN_SOURCE_MEASURED)
    tn_note_add(
        remarks,
        "metric: time from entry to exit, %s%s; protocol %s; buffers %s; --format csv has mean, "
        "median and the median's interval",
        tn_objective_title(b->objective), b->objective == TN_OBJECTIVE_AVG ? " and calls" : "",
        tn_protocol_names[conditions->protocol],
        plan->settings->buffers ? plan->settings->buffers : "unchanged");
  else if (b->results->source == TN_SOURCE_SIM)
    tn_note_add(remarks, "metric: time from entry to exit, %s; law %s; protocol %s%s",
                tn_objective_title(b->objective), tn_law_names[conditions->law],
                tn_protocol_names[conditions->protocol], conditions->ideal ? "; ideal" : "");
  else
    tn_note_add(remarks, "metric: closed form of the whole call");
}

/* Returns the remarks on a block, the most important first. The caller owns the list. */
static GPtrArray *remarks_of(const struct layout *l, bool all)
{
  const struct tn_block *b = l->block;
  const bool is_measured = b->results->source == TN_SOURCE_MEASURED;
  GPtrArray *remarks = g_ptr_array_new_with_free_func(g_free);
  tn_note_verified(remarks, b);
  tn_note_noise(remarks, b);
  if (is_measured)
    tn_note_host(remarks, b);
  if (b->results->source == TN_SOURCE_SIM)
    tn_note_precision(remarks, b);
  tn_note_cliff(remarks, b);
  if (b->rewritten)
    tn_note_add(remarks, "%s", b->rewritten);
  if (!is_measured) {
    tn_note_assumed(remarks, b->first->setup, &b->assumed, all ? 5 : 2);
    tn_note_error(remarks, b->first->setup, b->first->call.collective);
    for (guint i = 0; i < b->columns->len; i++)
      tn_note_release(remarks, tn_block_column(b, i)->algorithm);
  }
  tn_note_decisions(remarks, b);
  note_metric(remarks, b);
  g_autofree char *shared = tn_vary_shared(b->vary, is_shown, l);
  if (*shared)
    tn_note_add(remarks, "parameters: %s", shared);
  tn_note_hits(remarks, b);
  return remarks;
}

/* Writes the marks' meaning and the number of omitted columns. */
static void write_legend(struct tn_document *d, const struct layout *l)
{
  const struct tn_block *b = l->block;
  bool has_part[TN_N_PARTS] = { false }, has_all = true;
  for (guint s = 0; s < b->sizes->len; s++) {
    has_all = has_all && (b->winners[s] == TN_NO_COLUMN || l->width[b->winners[s]]);
    for (guint c = 0; c < b->columns->len; c++) {
      const struct tn_sim_result *r = l->width[c] ? tn_block_result(b, s, c) : NULL;
      if (r && !isnan(r->parts[TN_COPY]))
        has_part[tn_part_largest(r->parts)] = true;
    }
  }
  g_autoptr(GString) text = g_string_new("* fastest");
  int n = 0;
  for (int part = 0; part < TN_N_PARTS; part++)
    if (has_part[part])
      g_string_append_printf(text, "%s%c %s", n++ ? ", " : "; largest part of the critical path: ",
                             tn_parts[part].letter, tn_parts[part].legend);
  if (b->reference != TN_NO_COLUMN)
    g_string_append_printf(text, "; x: ratio to %s%s%s",
                           tn_block_column(b, b->reference)->algorithm->name,
                           tn_block_column(b, b->reference)->heading->n ? " " : "",
                           tn_block_column(b, b->reference)->heading->text);
  if (l->shown < b->columns->len)
    g_string_append_printf(text, "; %u of %u columns%s (all: --format csv)", l->shown,
                           b->columns->len, has_all ? "" : ", without some of the fastest");
  tn_document_paragraph(d, 2, "%s", text->str);
}

static void write_why(struct tn_document *d, const struct tn_block *b)
{
  bool has_neighbours = false, has_rival = false, has_first = false;
  for (guint s = 0; s < b->sizes->len; s++) {
    const struct reasons r = reasons_of(b, s);
    has_neighbours = has_neighbours || r.before != TN_NO_COLUMN || r.after != TN_NO_COLUMN;
    has_rival = has_rival || r.rival != TN_NO_COLUMN;
    has_first = has_first || (r.first != TN_NO_COLUMN && r.first != r.winner && r.first != r.rival);
  }
  tn_document_paragraph(d, -1, "\nwhy: time of the last rank, us; * fastest%s%s%s%s",
                        has_neighbours ? ", between its neighbours" : "",
                        has_rival ? "; 2 second-fastest algorithm" : "",
                        has_first ? "; a the first of -a" : "",
                        b->reference != TN_NO_COLUMN ? "; r reference" : "");
  struct tn_table *t = tn_path_table();
  for (guint s = 0; s < b->sizes->len; s++)
    put_reasons_of(t, b, s);
  tn_path_write(d, t);
}

static void write_block(struct tn_document *d, const struct tn_block *b)
{
  const struct tn_point *first = b->first;
  const struct tn_plan *plan = b->results->plan;
  const bool has_why = b->results->source != TN_SOURCE_MEASURED;
  const bool all = plan->settings->notes || !tn_document_is_for(d, TN_FOR_TEXT);
  g_autofree int *width = g_new0(int, b->columns->len), *table = g_new0(int, b->columns->len);
  struct layout l = {
    .block = b, .width = width, .table = table, .n_tables = 1, .used = BYTES_WIDTH
  };
  choose_columns(&l);
  add_varied(&l);
  g_autofree char *context = tn_point_context(first);
  g_autofree char *heading = g_strdup_printf(
      "%s on %s, %d rank%s, kernel %s, backing %s%s (%s); %s, us",
      tn_collective_names[first->call.collective], tn_platform_name(first->setup->platform),
      first->call.n_ranks, first->call.n_ranks == 1 ? "" : "s", tn_kernel_of(b->results, first),
      tn_backing_names[first->backing], context, tn_source_name(b->results->source),
      b->results->source == TN_SOURCE_MODEL ? "time" : tn_objective_title(b->objective));
  tn_document_heading(d, heading, NULL);
  write_legend(d, &l);
  tn_document_gap(d);
  for (int i = 0; i < l.n_tables; i++)
    write_times(d, &l, i);
  if (has_why && all)
    write_why(d, b);
  if (b->results->uncertainty && plan->settings->uncertainty)
    tn_uncertainty_write(d, b);
  if (b->results->uncertainty && plan->n_jitter)
    tn_jitter_write(d, b);
  g_autoptr(GPtrArray) remarks = remarks_of(&l, all);
  tn_document_remarks(d, remarks, all, has_why ? "why" : NULL);
}

void tn_blocks_ask(struct tn_writer *w, const struct tn_results *results, tn_study_runner *run)
{
  if (tn_slowdowns_asked(results->plan))
    return;
  w->blocks = tn_blocks_new(results, w->objective);
  for (guint i = 0; i < w->blocks->len; i++) {
    struct tn_block *b = w->blocks->pdata[i];
    b->assumed = tn_assumption_of(results, b->points, run);
    b->rewritten = tn_note_rewritten(results, b->points, b->objective, 0, run);
  }
}

struct tn_document *tn_blocks_write(struct tn_writer *w, const struct tn_results *results)
{
  struct tn_document *d = tn_document_new(w->format);
  const bool by_noise = tn_slowdowns_asked(results->plan);
  if (by_noise)
    tn_slowdowns_write(d, results, w->objective);
  g_autoptr(GPtrArray) blocks = by_noise    ? g_ptr_array_new()
                                : w->blocks ? g_steal_pointer(&w->blocks)
                                            : tn_blocks_new(results, w->objective);
  for (guint i = 0; i < blocks->len; i++) {
    if (i > 0)
      tn_document_gap(d);
    write_block(d, blocks->pdata[i]);
  }
  return d;
}
