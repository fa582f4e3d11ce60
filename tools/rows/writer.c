/* The formats for programs: CSV, JSON, OSU; and the choice among all. */
#include <errno.h>
#include <string.h>

#include "plan/expand.h"
#include "rows.h"

static void csv_rows(struct tn_writer *w, const struct tn_results *results, guint first, guint end)
{
  if (first == 0 && end > 0)
    tn_rows_write_header(w->file);
  for (guint i = first; i < end; i++) {
    if (results->outcome[i].state != TN_DONE)
      continue;
    struct tn_row *row = tn_row_take(results, i);
    tn_row_write_csv(w->file, row);
    tn_row_free(row);
  }
  fflush(w->file);
}

void tn_json_object(FILE *file, const struct tn_column *columns, char *const *fields)
{
  for (int c = 0; fields[c]; c++) {
    fputs(c ? ", " : "  {", file);
    tn_json_field(file, columns[c].name, fields[c], columns[c].number);
  }
  fputc('}', file);
}

static void json_end(struct tn_writer *w, const struct tn_results *results)
{
  bool any = false;
  fputs("[\n", w->file);
  for (guint i = 0; i < results->plan->points->len; i++) {
    if (results->outcome[i].state != TN_DONE)
      continue;
    struct tn_row *row = tn_row_take(results, i);
    if (any)
      fputs(",\n", w->file);
    tn_row_write_json(w->file, row);
    tn_row_free(row);
    any = true;
  }
  fputs(any ? "\n]\n" : "]\n", w->file);
}

/* The closed forms know no minimum and maximum: then OSU's short table, as without its -f. */
static bool knows_range(const struct tn_results *results)
{
  return tn_has_calls(results);
}

static void osu_header(FILE *file, const struct tn_results *results, const struct tn_point *p)
{
  const bool full = knows_range(results);
  static const char *const titles[TN_N_COLLECTIVES] = {
    [TN_BCAST] = "Broadcast",
    [TN_SCATTER] = "Scatter",
    [TN_GATHER] = "Gather",
    [TN_ALLGATHER] = "Allgather",
    [TN_ALLTOALL] = "All-to-All Personalized Exchange",
    [TN_REDUCE] = "Reduce",
    [TN_ALLREDUCE] = "Allreduce",
    [TN_BARRIER] = "Barrier",
    [TN_PATTERN] = "Pattern",
  };
  g_autofree char *params = tn_point_params(p);
  fprintf(file, "\n# OSU MPI %s Latency Test v5.9\n", titles[p->call.collective]);
  g_autofree char *context = tn_point_context(p);
  fprintf(file, "# turnstile: platform %s, kernel %s, backing %s%s, %d ranks, %s%s%s\n",
          tn_platform_name(p->setup->platform), tn_kernel_of(results, p),
          tn_backing_names[p->backing], context, p->call.n_ranks, p->algorithm->name,
          *params ? " " : "", params);
  fprintf(file, "%-10s%20s", "# Size", "Avg Latency(us)");
  if (full)
    fprintf(file, "%20s%20s%12s", "Min Latency(us)", "Max Latency(us)", "Iterations");
  fputc('\n', file);
}

static bool same_table(const struct tn_point *a, const struct tn_point *b)
{
  return a->setup == b->setup && a->backing == b->backing && a->buffers == b->buffers &&
         strcmp(a->mapping, b->mapping) == 0 && a->call.root == b->call.root &&
         a->mechanism == b->mechanism && a->algorithm == b->algorithm &&
         a->call.n_ranks == b->call.n_ranks &&
         memcmp(a->call.params, b->call.params, sizeof(a->call.params)) == 0;
}

/* Whether point i is the first of its table that has a row. */
static bool opens_table(const struct tn_results *results, guint i)
{
  const struct tn_point *p = &g_array_index(results->plan->points, struct tn_point, i);
  for (guint back = 1; back <= i && same_table(p, p - back); back++)
    if (results->outcome[i - back].state == TN_DONE)
      return false;
  return true;
}

static void osu_rows(struct tn_writer *w, const struct tn_results *results, guint first, guint end)
{
  const GArray *points = results->plan->points;
  for (guint i = first; i < end; i++) {
    const struct tn_point *p = &g_array_index(points, struct tn_point, i);
    const struct tn_sim_result *r = &results->outcome[i].result;
    if (results->outcome[i].state != TN_DONE)
      continue;
    if (opens_table(results, i))
      osu_header(w->file, results, p);
    fprintf(w->file, "%-10zu%20.2f", p->call.block, r->avg * 1e6);
    if (knows_range(results))
      fprintf(w->file, "%20.2f%20.2f%12d", r->min * 1e6, r->max * 1e6, tn_calls_of(results, i));
    fputc('\n', w->file);
  }
  fflush(w->file);
}

bool tn_writer_init(struct tn_writer *w, const struct tn_settings *s, GError **error)
{
  static const char *const names[] = { "text", "csv", "json", "osu", NULL };
  static const struct tn_writer writers[] = {
    { .end = tn_table_write }, { .rows = csv_rows }, { .end = json_end }, { .rows = osu_rows }
  };
  const char *format = tn_settings_get(s, TN_OPT_FORMAT);
  const int found = tn_name_find(names, format);
  if (found < 0)
    return tn_usage_unknown(error, tn_settings_where(s, TN_OPT_FORMAT), "format", format, names);
  *w = writers[found];
  return tn_writer_open(w, s, error);
}

bool tn_writer_open(struct tn_writer *w, const struct tn_settings *s, GError **error)
{
  const char *name = tn_settings_get(s, TN_OPT_OUTPUT);
  w->name = name ? name : "standard output";
  w->file = name ? fopen(name, "we") : stdout;
  if (w->file)
    return true;
  g_set_error(error, TN_USAGE_ERROR, 0, "%s: cannot write there: %s", name, g_strerror(errno));
  return false;
}

bool tn_writer_finish(struct tn_writer *w, GError **error)
{
  errno = 0;
  const bool failed = ferror(w->file) != 0;
  const bool lost = fflush(w->file) != 0;
  const int why = errno;
  if (fclose(w->file) == 0 && !failed && !lost)
    return true;
  g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: not everything could be written%s%s",
              w->name, why ? ": " : "", why ? g_strerror(why) : "");
  return false;
}
