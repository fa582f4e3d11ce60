/* Tables of the MPI benchmarks: OSU (plain, -f, and XHC's variant with a line per rank), IMB-MPI1
 * and MPICH's test. They differ in how they name a table and its columns; a row is numbers. */
#include <math.h>
#include <string.h>

#include "algos/registry.h"
#include "platform/quantity.h"
#include "study/usage.h"
#include "trace.h"

enum { MOST_FIELDS = 16 };
enum role { OTHER, SIZE, AVERAGE, LEAST, MOST };

static const struct {
  const char *name;
  enum role role;
} headings[] = {
  { "# Size", SIZE },
  { "Avg Latency(us)", AVERAGE },
  { "# Avg Latency(us)", AVERAGE },
  { "Latency (us)", AVERAGE },
  { "Min Latency(us)", LEAST },
  { "Max Latency(us)", MOST },
  { "#bytes", SIZE },
  { "t_avg[usec]", AVERAGE },
  { "t[usec]", AVERAGE },
  { "t_min[usec]", LEAST },
  { "t_max[usec]", MOST },
  { "msgsize", SIZE },
  { "avg", AVERAGE },
  { "min", LEAST },
  { "max", MOST },
};

struct table {
  struct tn_trace *trace;
  int line;
  char *collective; /* "" unless the file says; NULL: one that we have not */
  const char *protocol;
  struct tn_row *context; /* a row that holds what is known of the table */
  bool in_rows;
  int n_fields;
  enum role roles[MOST_FIELDS];
  GHashTable *last; /* size -> row of this table, borrowed */
  GArray *ranks;    /* struct per_rank, sizes in the order of the file */
};

/* XHC's line per rank: sum and range over the ranks of one size. */
struct per_rank {
  guint64 size;
  double sum, least, most;
  int n;
};

static enum role role_of(const char *name)
{
  for (size_t i = 0; i < G_N_ELEMENTS(headings); i++)
    if (strcmp(headings[i].name, name) == 0)
      return headings[i].role;
  return OTHER;
}

/* Words apart by blanks, or by at least `gap` of them. */
static GPtrArray *words_of(const char *line, size_t gap)
{
  GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
  line += strspn(line, " \t");
  while (*line) {
    size_t length = 0, blanks = 0;
    while (line[length] && (blanks = strspn(line + length, " \t\r")) < gap && line[length + blanks])
      length += blanks ? blanks : 1;
    g_ptr_array_add(words, g_strndup(line, length));
    line += length + strspn(line + length, " \t\r");
  }
  return words;
}

/* Whether the line names columns, which then hold for the rows below it. */
static bool take_heading(struct table *t, const char *line)
{
  const bool is_osu = g_str_has_prefix(line, "# ");
  g_autoptr(GPtrArray) words = words_of(line, is_osu ? 2 : 1);
  bool has_time = false;
  if (words->len == 0 || words->len > MOST_FIELDS ||
      (role_of(words->pdata[0]) != SIZE && *(const char *)words->pdata[0] != '#'))
    return false;
  for (guint i = 0; i < words->len; i++) {
    t->roles[i] = role_of(words->pdata[i]);
    has_time |= t->roles[i] == AVERAGE;
  }
  t->n_fields = (int)words->len;
  t->in_rows = has_time;
  return has_time;
}

static struct tn_row *row_of(const struct table *t)
{
  struct tn_row *row = tn_row_copy(t->context);
  row->line = t->line;
  return row;
}

static void add_per_rank(struct table *t, const struct per_rank *p)
{
  const gint64 size = (gint64)p->size;
  struct tn_row *row = g_hash_table_lookup(t->last, &size);
  if (!row) {
    row = row_of(t);
    row->size = size;
    row->avg = tn_row_seconds(p->sum / p->n);
    row->digits = 6; /* of a mean */
    g_ptr_array_add(t->trace->rows, row);
  }
  if (isnan(row->min))
    row->min = tn_row_seconds(p->least);
  if (isnan(row->max))
    row->max = tn_row_seconds(p->most);
}

static void end_table(struct table *t)
{
  for (guint i = 0; t->collective && i < t->ranks->len; i++)
    add_per_rank(t, &g_array_index(t->ranks, struct per_rank, i));
  g_array_set_size(t->ranks, 0);
  g_hash_table_remove_all(t->last);
  t->in_rows = false;
}

/* What a program calls a table of one-way messages: IMB, and what is left of OSU's title. */
static bool is_of_messages(const char *title)
{
  return strcmp(title, "PingPong") == 0 || strcmp(title, "Latency") == 0;
}

/* The collective of a table that is wanted, "" of messages, NULL of any other. OSU's titles are the
 * collectives'; IMB's "Alltoall" and the like are our names, `lower` when in small letters. */
static const char *wanted(const struct table *t, const char *title, const char *lower)
{
  if (t->trace->messages)
    return is_of_messages(title) ? "" : NULL;
  for (int c = 0; c < TN_N_COLLECTIVES; c++)
    if (strcmp(tn_collectives[c].title, title) == 0)
      return tn_collective_names[c];
  return tn_collective_find(lower) >= 0 ? lower : NULL;
}

/* What is known of a row before its table says anything. */
static struct tn_row *context_new(const struct tn_trace *trace)
{
  struct tn_row *row = tn_row_new();
  row->digits = 0;
  tn_row_name(&row->file, trace->file);
  row->source = TN_SOURCE_IMPORTED;
  return row;
}

/* Begins a table of what a program calls `title`. */
static void begin_table(struct table *t, const char *title, const char *protocol)
{
  g_autofree char *lower = g_ascii_strdown(title, -1);
  const char *found = wanted(t, title, lower);
  end_table(t);
  g_free(t->collective);
  t->collective = g_strdup(found);
  tn_row_free(t->context);
  t->context = context_new(t->trace);
  tn_row_name(&t->context->protocol, protocol);
  tn_row_name(&t->context->collective, found ? found : "");
  if (!found)
    g_ptr_array_add(t->trace->notes, g_strdup_printf("%s:%d: %s: no such collective here, left out",
                                                     t->trace->file, t->line, title));
}

/* "# OSU MPI-CUDA Broadcast Latency Test v5.9" -> Broadcast; "# OSU MPI Latency Test" -> Latency */
static bool take_osu_title(struct table *t, const char *line)
{
  const char *from = line + 2, *end = strstr(line, " Latency Test");
  for (int word = 0; word < 2; word++) { /* past OSU and MPI-CUDA */
    from += strcspn(from, " ");
    from += strspn(from, " ");
  }
  g_autofree char *title = end && end > from ? g_strndup(from, (gsize)(end - from)) : NULL;
  begin_table(t, title ? title : end ? "Latency" : line + 2, "osu");
  return true;
}

static bool set(struct tn_row *row, const char *column, const char *text, GError **error)
{
  return tn_row_set(row, tn_row_column(column), text, error);
}

/* Our own writer's "# turnstile: platform P, kernel K, backing B[, buffers STATE], N ranks,
 * ALGORITHM [PARAMS]". */
static bool take_own_context(struct table *t, const char *line, GError **error)
{
  g_auto(GStrv) parts = g_strsplit(line + strlen("# turnstile: "), ", ", -1);
  const guint n = g_strv_length(parts);
  const bool says_buffers = n == 6 && g_str_has_prefix(parts[3], "buffers ");
  const char *ranks = n == 5 || says_buffers ? parts[n - 2] : NULL;
  const char *end = ranks ? strstr(ranks, " ranks") : NULL;
  if (!end || !g_str_has_prefix(parts[0], "platform ") || !g_str_has_prefix(parts[1], "kernel ") ||
      !g_str_has_prefix(parts[2], "backing "))
    return tn_usage_at(t->trace->file, t->line, error, "this is not how turnstile writes it");
  g_autofree char *count = g_strndup(ranks, (gsize)(end - ranks));
  const char *params = strchr(parts[n - 1], ' ');
  g_autofree char *algorithm = g_strndup(parts[n - 1], strcspn(parts[n - 1], " "));
  g_autoptr(GError) why = NULL;
  return (set(t->context, "platform", parts[0] + strlen("platform "), &why) &&
          set(t->context, "kernel", parts[1] + strlen("kernel "), &why) &&
          set(t->context, "backing", parts[2] + strlen("backing "), &why) &&
          set(t->context, "buffers", says_buffers ? parts[3] + strlen("buffers ") : "", &why) &&
          set(t->context, "algorithm", algorithm, &why) &&
          set(t->context, "params", params ? params + 1 : "", &why) &&
          set(t->context, "ranks", count, &why)) ||
         tn_usage_at(t->trace->file, t->line, error, "%s", why->message);
}

/* "# #processes = 28" */
static bool take_processes(struct table *t, const char *line, GError **error)
{
  const char *equals = strchr(line, '=');
  g_autofree char *count = g_strstrip(g_strdup(equals ? equals + 1 : ""));
  g_autoptr(GError) why = NULL;
  return set(t->context, "ranks", count, &why) ||
         tn_usage_at(t->trace->file, t->line, error, "%s", why->message);
}

static bool take_per_rank(struct table *t, const char *line, GError **error)
{
  g_autoptr(GPtrArray) words = words_of(line + strlen("RRR:"), 1);
  double size, time;
  guint i = 0;
  if (words->len != 2 || !tn_parse_number(words->pdata[0], &size, NULL) ||
      !tn_parse_number(words->pdata[1], &time, NULL) || size < 0 || size > 1e15 || time < 0)
    return tn_usage_at(t->trace->file, t->line, error,
                       "a line per rank looks like \"RRR: 4096 1.25\"");
  while (i < t->ranks->len && g_array_index(t->ranks, struct per_rank, i).size != (guint64)size)
    i++;
  if (i == t->ranks->len) {
    const struct per_rank fresh = { .size = (guint64)size, .least = time, .most = time };
    g_array_append_val(t->ranks, fresh);
  }
  struct per_rank *p = &g_array_index(t->ranks, struct per_rank, i);
  p->sum += time;
  p->n++;
  p->least = MIN(p->least, time);
  p->most = MAX(p->most, time);
  return true;
}

static bool set_words(struct table *t, struct tn_row *row, const GPtrArray *words, GError **error)
{
  static const char *const columns[] = { NULL, "size_bytes", "avg_us", "min_us", "max_us" };
  if (words->len != (guint)t->n_fields)
    return tn_usage_at(t->trace->file, t->line, error, "%u values under %d headings", words->len,
                       t->n_fields);
  row->size = 0; /* a barrier's table has none */
  for (guint i = 0; i < words->len; i++) {
    g_autoptr(GError) why = NULL;
    if (t->roles[i] != OTHER && !set(row, columns[t->roles[i]], words->pdata[i], &why))
      return tn_usage_at(t->trace->file, t->line, error, "%s", why->message);
  }
  return true;
}

static bool take_row(struct table *t, const char *line, GError **error)
{
  g_autoptr(GPtrArray) words = words_of(line, 1);
  struct tn_row *row = row_of(t);
  const bool ok = set_words(t, row, words, error);
  if (!ok || !t->collective) {
    tn_row_free(row);
    return ok;
  }
  g_hash_table_insert(t->last, &row->size, row);
  g_ptr_array_add(t->trace->rows, row);
  return true;
}

static bool take_line(struct table *t, const char *line, GError **error)
{
  const size_t blanks = strspn(line, " \t\r");
  if (g_str_has_prefix(line, "# OSU "))
    return take_osu_title(t, line);
  if (g_str_has_prefix(line, "# Benchmarking ")) {
    g_autofree char *title = g_strstrip(g_strdup(line + strlen("# Benchmarking ")));
    begin_table(t, title, "imb");
    return true;
  }
  if (g_str_has_prefix(line, "# turnstile: "))
    return take_own_context(t, line, error);
  if (g_str_has_prefix(line, "# #processes"))
    return take_processes(t, line, error);
  if (g_str_has_prefix(line, "RRR:"))
    return take_per_rank(t, line, error);
  if (take_heading(t, line))
    return true;
  if (line[blanks] == '#')
    return true;
  if (!line[blanks]) {
    t->in_rows = false;
    return true;
  }
  return t->in_rows ? take_row(t, line, error) : true; /* talk of the launcher */
}

bool tn_trace_text_is(const char *text, gsize length)
{
  static const char *const marks[] = { "# OSU ", "# Benchmarking ", "RRR:", "msgsize" };
  for (const char *at = text, *end = text + length; at < end; at++) {
    for (size_t i = 0; i < G_N_ELEMENTS(marks); i++)
      if ((gsize)(end - at) >= strlen(marks[i]) && strncmp(at, marks[i], strlen(marks[i])) == 0)
        return true;
    at = memchr(at, '\n', (gsize)(end - at));
    if (!at)
      return false;
  }
  return false;
}

bool tn_trace_text_parse(struct tn_trace *trace, GError **error)
{
  struct table t = { .trace = trace, .collective = g_strdup(""), .context = context_new(trace) };
  bool ok = true;
  t.last = g_hash_table_new(g_int64_hash, g_int64_equal);
  t.ranks = g_array_new(FALSE, FALSE, sizeof(struct per_rank));
  for (const char *at = trace->text, *end = at + trace->length; ok && at < end;) {
    const char *stop = memchr(at, '\n', (gsize)(end - at));
    g_autofree char *line = g_strchomp(g_strndup(at, (gsize)((stop ? stop : end) - at)));
    t.line++;
    ok = take_line(&t, line, error);
    at = stop ? stop + 1 : end;
  }
  end_table(&t);
  g_hash_table_destroy(t.last);
  g_array_unref(t.ranks);
  tn_row_free(t.context);
  g_free(t.collective);
  return ok;
}
