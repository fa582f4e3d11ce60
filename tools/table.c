/* The text table: a block per platform, profile, collective and rank count; rows are sizes, columns
 * algorithms or parameter values. What does not fit the width is left out, never a winner. */
#include <math.h>
#include <string.h>

#include "platform/quantity.h"
#include "row.h"

#define MAX_COLUMNS 6
#define NO_POINT G_MAXUINT

/* One algorithm with one set of parameters. */
struct column {
  const struct tn_algorithm *algorithm;
  char *params;
  bool shown;
};

/* Where a point stands in its block. */
struct place {
  guint size, column;
};

struct block {
  const struct tn_results *results;
  const struct tn_point *first;
  GArray *columns; /* struct column */
  GArray *sizes;   /* size_t, in the order asked for */
  GArray *cells;   /* guint: cells[size * columns + column] is a point or NO_POINT */
};

static const struct tn_point *point_at(const struct tn_results *results, guint i)
{
  return &g_array_index(results->plan->points, struct tn_point, i);
}

static bool same_block(const struct tn_point *a, const struct tn_point *b)
{
  return a->setup == b->setup && a->backing == b->backing && a->call.n_ranks == b->call.n_ranks &&
         a->call.collective == b->call.collective;
}

static guint column_of(struct block *b, const struct tn_point *p)
{
  g_autofree char *params = tn_point_params(p);
  for (guint i = 0; i < b->columns->len; i++) {
    const struct column *c = &g_array_index(b->columns, struct column, i);
    if (c->algorithm == p->algorithm && strcmp(c->params, params) == 0)
      return i;
  }
  const struct column new = { .algorithm = p->algorithm, .params = g_steal_pointer(&params) };
  g_array_append_val(b->columns, new);
  return b->columns->len - 1;
}

static guint size_of(struct block *b, size_t size)
{
  for (guint i = 0; i < b->sizes->len; i++)
    if (g_array_index(b->sizes, size_t, i) == size)
      return i;
  g_array_append_val(b->sizes, size);
  return b->sizes->len - 1;
}

static guint cell(const struct block *b, guint size, guint column)
{
  return g_array_index(b->cells, guint, size * b->columns->len + column);
}

static double average(const struct block *b, guint size, guint column)
{
  const guint i = cell(b, size, column);
  return i != NO_POINT && b->results->outcome[i].state == TN_DONE
           ? b->results->outcome[i].result.avg
           : INFINITY;
}

static guint winner(const struct block *b, guint size)
{
  guint best = 0;
  for (guint c = 1; c < b->columns->len; c++)
    if (average(b, size, c) < average(b, size, best))
      best = c;
  return best;
}

static void column_clear(void *data)
{
  g_free(((struct column *)data)->params);
}

static void block_init(struct block *b, const struct tn_results *results,
                       const struct tn_point *first)
{
  const guint n = results->plan->points->len, none = NO_POINT;
  *b = (struct block){ .results = results, .first = first };
  b->columns = g_array_new(FALSE, FALSE, sizeof(struct column));
  b->sizes = g_array_new(FALSE, FALSE, sizeof(size_t));
  b->cells = g_array_new(FALSE, FALSE, sizeof(guint));
  g_array_set_clear_func(b->columns, column_clear);
  g_autofree struct place *where = g_malloc0_n(n, sizeof(*where));
  for (guint i = 0; i < n; i++) {
    const struct tn_point *p = point_at(results, i);
    if (!same_block(first, p))
      continue;
    where[i].size = size_of(b, p->call.block);
    where[i].column = column_of(b, p);
  }
  for (guint i = 0; i < b->sizes->len * b->columns->len; i++)
    g_array_append_val(b->cells, none);
  for (guint i = 0; i < n; i++)
    if (same_block(first, point_at(results, i)))
      g_array_index(b->cells, guint, where[i].size * b->columns->len + where[i].column) = i;
}

static void block_finish(struct block *b)
{
  g_array_unref(b->columns);
  g_array_unref(b->sizes);
  g_array_unref(b->cells);
}

static struct column *column(const struct block *b, guint c)
{
  return &g_array_index(b->columns, struct column, c);
}

/* Shows all columns that fit; else the winners, the first of each algorithm, then more of the
 * others, ever further apart, as throttles are of interest near the small end. */
static guint choose_columns(struct block *b)
{
  const char *reference = tn_settings_get(b->results->plan->settings, TN_OPT_REFERENCE);
  guint shown = 0;
  for (guint c = 0; c < b->columns->len; c++) {
    bool wanted = b->columns->len <= MAX_COLUMNS || c == b->columns->len - 1 ||
                  g_strcmp0(column(b, c)->algorithm->name, reference) == 0;
    for (guint s = 0; s < b->sizes->len && !wanted; s++)
      wanted = winner(b, s) == c;
    if (c == 0 || column(b, c)->algorithm != column(b, c - 1)->algorithm)
      wanted = true;
    column(b, c)->shown = wanted;
    shown += wanted;
  }
  for (guint c = 1; c < b->columns->len && shown < MAX_COLUMNS; c *= 2) {
    shown += !column(b, c)->shown;
    column(b, c)->shown = true;
  }
  return shown;
}

/* The largest part of the critical path, as a letter. */
static char bottleneck(const struct tn_sim_result *r)
{
  static const char letters[TN_N_PARTS] = {
    [TN_STARTUP] = 'S', [TN_LOCK] = 'L',        [TN_COPY] = 'C',    [TN_MEMORY] = 'M',
    [TN_SYNC] = 'F',    [TN_REDUCE_PART] = 'R', [TN_COMPUTE] = 'X', [TN_NOISE] = 'N',
  };
  int most = 0;
  for (int part = 1; part < TN_N_PARTS; part++)
    if (r->parts[part] > r->parts[most])
      most = part;
  return letters[most];
}

static double reference_average(const struct block *b, guint size)
{
  const char *name = tn_settings_get(b->results->plan->settings, TN_OPT_REFERENCE);
  for (guint c = 0; name && c < b->columns->len; c++)
    if (strcmp(column(b, c)->algorithm->name, name) == 0)
      return average(b, size, c);
  return NAN;
}

static void write_cell(FILE *file, const struct block *b, guint size, guint c)
{
  const guint i = cell(b, size, c);
  const double reference = reference_average(b, size);
  if (i == NO_POINT || b->results->outcome[i].state != TN_DONE) {
    fprintf(file, " %16s", i == NO_POINT ? "-" : "failed");
    return;
  }
  const struct tn_sim_result *r = &b->results->outcome[i].result;
  g_autofree char *ratio =
    isfinite(reference) ? g_strdup_printf(" %.2fx", r->avg / reference) : g_strdup("");
  g_autofree char *text = g_strdup_printf("%.2f%s %c%c", r->avg * 1e6, ratio, bottleneck(r),
                                          winner(b, size) == c ? '*' : ' ');
  fprintf(file, " %16s", text);
}

static void write_times(FILE *file, const struct block *b)
{
  fprintf(file, "%8s", "size");
  for (guint c = 0; c < b->columns->len; c++)
    if (column(b, c)->shown)
      fprintf(file, " %16.16s", column(b, c)->algorithm->name);
  fprintf(file, "\n%8s", "");
  for (guint c = 0; c < b->columns->len; c++)
    if (column(b, c)->shown)
      fprintf(file, " %16.16s", column(b, c)->params);
  fputc('\n', file);
  for (guint s = 0; s < b->sizes->len; s++) {
    g_autofree char *size = tn_format_size(g_array_index(b->sizes, size_t, s));
    fprintf(file, "%8s", size);
    for (guint c = 0; c < b->columns->len; c++)
      if (column(b, c)->shown)
        write_cell(file, b, s, c);
    fputc('\n', file);
  }
}

static void write_parts(FILE *file, const struct block *b, guint size, guint c, const char *mark)
{
  const guint i = cell(b, size, c);
  if (i == NO_POINT || b->results->outcome[i].state != TN_DONE)
    return;
  const struct tn_sim_result *r = &b->results->outcome[i].result;
  double others = 0;
  for (int part = 0; part < TN_N_PARTS; part++)
    if (part != TN_LOCK && part != TN_COPY && part != TN_MEMORY && !isnan(r->parts[part]))
      others += r->parts[part];
  g_autofree char *bytes = tn_format_size(g_array_index(b->sizes, size_t, size));
  g_autofree char *name = g_strdup_printf("%s %s", column(b, c)->algorithm->name,
                                          column(b, c)->params);
  fprintf(file, "%8s %1s %-28s %11.2f %11.2f %11.2f %11.2f %11.2f\n", bytes, mark, name,
          r->span * 1e6, r->parts[TN_LOCK] * 1e6, r->parts[TN_COPY] * 1e6,
          isnan(r->parts[TN_MEMORY]) ? 0 : r->parts[TN_MEMORY] * 1e6, others * 1e6);
}

/* The winner between its neighbours: more callers pay in lock, fewer in rounds of copies. */
static void write_reasons(FILE *file, const struct block *b)
{
  fprintf(file, "\nwhy: what the critical path of the winner (*) and of its neighbours consists of"
          "\n%8s   %-28s %11s %11s %11s %11s %11s\n",
          "size", "", "span us", "lock", "copy", "memory", "others");
  for (guint s = 0; s < b->sizes->len; s++) {
    const guint best = winner(b, s);
    const struct tn_algorithm *a = column(b, best)->algorithm;
    if (best > 0 && column(b, best - 1)->algorithm == a)
      write_parts(file, b, s, best - 1, "");
    write_parts(file, b, s, best, "*");
    if (best + 1 < b->columns->len && column(b, best + 1)->algorithm == a)
      write_parts(file, b, s, best + 1, "");
  }
}

/* Parameters without a basis in a measurement or a paper that the simulator uses today. */
static void write_assumed(FILE *file, const struct tn_setup *setup)
{
  static const enum tn_param used[] = {
    TN_P_ALPHA,   TN_P_ACCESS_TIME, TN_P_COPY_RATE,        TN_P_PIN_TIME,
    TN_P_GAMMA_A, TN_P_GAMMA_B,     TN_P_GAMMA_CROSS,      TN_P_MEMORY_BANDWIDTH,
    TN_P_LINE_LATENCY, TN_P_LINE_OCCUPANCY, TN_P_LINE_MLP, TN_P_PACKAGE_BANDWIDTH,
    TN_P_MEMCPY_RATE, TN_P_BARRIER_SKEW,
  };
  const char *comma = "";
  fputs("assumed: ", file);
  for (size_t i = 0; i < G_N_ELEMENTS(used); i++) {
    if (g_strcmp0(tn_platform_param(setup->platform, used[i]).source, "assumed") != 0)
      continue;
    fprintf(file, "%s%s", comma, tn_params[used[i]].name);
    comma = ", ";
  }
  if (setup->kernel == TN_KERNEL_LINUX6) {
    fprintf(file, "%sgamma beyond two readers (kernel linux-6)", comma);
    comma = ", ";
  }
  fprintf(file, "%s\n", *comma ? "" : "none of the parameters that matter");
}

static void write_notes(FILE *file, const struct block *b, guint shown)
{
  const struct tn_plan *plan = b->results->plan;
  const bool is_sim = strcmp(b->results->source, "sim") == 0;
  fputc('\n', file);
  if (shown < b->columns->len)
    fprintf(file, "shown: %u of %u columns, every winner among them (--format csv has all)\n", shown,
            b->columns->len);
  fprintf(file, "* best; letter: largest part of the critical path (S startup, L lock, C copy, "
          "M memory, F lines, R reduce, N noise)\n");
  fprintf(file, is_sim ? "metric: average over ranks of entry to exit, us; kernel profile %s; law "
          "%s; protocol %s%s\n" : "metric: closed form of the whole call, us; kernel profile %s\n",
          tn_kernel_names[b->first->setup->kernel], tn_law_names[plan->law],
          tn_settings_get(plan->settings, TN_OPT_PROTOCOL), plan->ideal ? "; ideal" : "");
  write_assumed(file, b->first->setup);
  fprintf(file, "known error: not validated against measurement yet\n");
}

static void write_block(FILE *file, const struct tn_results *results, const struct tn_point *first)
{
  struct block b;
  block_init(&b, results, first);
  const guint shown = choose_columns(&b);
  fprintf(file, "%s on %s, %d ranks, backing %s (%s)\n\n",
          tn_collective_names[first->call.collective], tn_platform_name(first->setup->platform),
          first->call.n_ranks, tn_backing_names[first->backing], results->source);
  write_times(file, &b);
  write_reasons(file, &b);
  write_notes(file, &b, shown);
  block_finish(&b);
}

void tn_table_write(struct tn_writer *w, const struct tn_results *results)
{
  const guint n = results->plan->points->len;
  for (guint i = 0; i < n; i++) {
    bool seen = false;
    for (guint j = 0; j < i && !seen; j++)
      seen = same_block(point_at(results, i), point_at(results, j));
    if (seen)
      continue;
    if (i > 0)
      fputc('\n', w->file);
    write_block(w->file, results, point_at(results, i));
  }
}
