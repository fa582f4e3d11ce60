/* Tables of benchmarks: OSU (plain, -f, and XHC's variant with one line per rank), IMB-MPI1,
 * MPICH's bench, nccl-tests and ucc_perftest. They differ in the names of tables and columns; their
 * rows consist of numbers. Lines that are not rows, such as warnings of the library, are skipped
 * and counted. */
#include <math.h>
#include <string.h>

#include "platform/quantity.h"
#include "study/usage.h"
#include "trace_table.h"

/* IMB prints one of these words if it has no time. */
static const char *const untimed[] = { "out-of-mem.", "time-out.", "int-overflow." };

/* A row during parsing. `failed`: true if the benchmark's check of the data failed. */
struct line {
  struct tn_row *row;
  bool failed;
};

static void keep_row(struct tn_trace_table *t, struct line *l)
{
  t->n_failed += l->failed;
  if (l->failed || !t->collective) {
    tn_row_free(l->row);
  } else {
    g_hash_table_insert(t->last, &l->row->size, l->row);
    g_ptr_array_add(t->trace->rows, l->row);
  }
  l->row = NULL;
}

/* Sets a column of the row from a word; the decimal point may be a comma. */
static bool set(struct tn_row *row, const char *column, const char *word)
{
  g_autofree char *own = g_strdup(word);
  char *comma = strchr(own, ',');
  if (comma && strcmp(column, "size_bytes") != 0 && strspn(own, "0123456789,") == strlen(own) &&
      !strchr(comma + 1, ','))
    *comma = '.';
  return tn_row_set(row, tn_row_column(column), own, NULL);
}

/* Stores a word by its column's role. Returns false if the line is not a row. */
static bool take_word(struct tn_trace_table *t, struct line *l, enum tn_trace_role role,
                      const char *word)
{
  static const char *const columns[] = {
    [TN_TRACE_SIZE] = "size_bytes",      [TN_TRACE_AVERAGE] = "avg_us",
    [TN_TRACE_LEAST] = "min_us",         [TN_TRACE_MAX] = "max_us",
    [TN_TRACE_MEDIAN] = "avg_median_us", [TN_TRACE_P5] = "avg_p5_us",
    [TN_TRACE_P95] = "avg_p95_us"
  };
  double number = 0;
  switch (role) {
  case TN_TRACE_OTHER:
    return true;
  case TN_TRACE_RATE:
    if (!tn_parse_number(word, &number, NULL) || !(number > 0))
      return false;
    l->row->avg = (double)l->row->size * t->pairs / number * 1e-6;
    return true;
  case TN_TRACE_TYPE:
    tn_trace_type(l->row, word);
    return true;
  case TN_TRACE_ROOT:
    return *word == '-' || set(l->row, "root", word);
  case TN_TRACE_OVERLAP:
    l->row->overlap = tn_parse_number(word, &number, NULL) ? tn_row_share(number / 100) : NAN;
    return true;
  case TN_TRACE_CHECK:
    l->failed = g_ascii_strncasecmp(word, "fail", 4) == 0 ||
                (tn_parse_number(word, &number, NULL) && number > 0);
    return true;
  case TN_TRACE_AVERAGE:
    if (!isnan(l->row->avg)) { /* the second average is the in-place call's */
      struct tn_row *next = tn_row_copy(l->row);
      keep_row(t, l);
      *l = (struct line){ next, false };
      next->in_place = 1;
    }
    return set(l->row, "avg_us", word);
  default:
    return set(l->row, columns[role], word);
  }
}

static bool take_row(struct tn_trace_table *t, const char *line)
{
  g_autoptr(GPtrArray) words = tn_trace_words(line);
  struct tn_row *row = tn_trace_row(t);
  struct line l = { row, false };
  bool ok = words->len >= t->n_fields && (words->len == t->n_fields || t->is_padded);
  row->size = 0; /* the table of a barrier has no sizes */
  for (guint i = 0; ok && i < MIN(words->len, TN_TRACE_FIELDS); i++)
    ok = take_word(t, &l, t->roles[i], words->pdata[i]);
  const bool is_short = ok && words->len > t->n_fields && t->n_fields <= 2;
  if (is_short && t->short_heading == 0)
    g_ptr_array_add(
        t->trace->notes,
        g_strdup_printf(
            "%s:%d: %u values under %u headings: read as size, average, minimum, maximum",
            t->trace->file, t->line, words->len, t->n_fields));
  if (is_short)
    t->short_heading = t->line;
  const bool has_kept = l.row != row;
  if (ok)
    keep_row(t, &l);
  else
    tn_row_free(l.row);
  return ok || has_kept;
}

/* Counts IMB's words for missing times. Returns true if there is one. */
static bool take_untimed(struct tn_trace_table *t, const char *line)
{
  for (size_t i = 0; i < G_N_ELEMENTS(untimed); i++)
    if (t->in_rows && strstr(line, untimed[i])) {
      t->n_untimed[i]++;
      return true;
    }
  return false;
}

static bool take_line(struct tn_trace_table *t, const char *line, GError **error)
{
  const char *text = tn_trace_line(line);
  const size_t blanks = text ? strspn(text, " \t\r") : 0;
  const bool is_known = text && (!text[blanks] || tn_trace_title(t, text) ||
                                 (g_str_has_prefix(text, "RRR:") && tn_trace_per_rank(t, text)) ||
                                 tn_trace_heading(t, text) || text[blanks] == '#' ||
                                 take_untimed(t, text) || (t->in_rows && take_row(t, text)) ||
                                 !t->collective); /* table of a collective that turnstile does
                                                   * not simulate */
  if (!is_known && t->n_strange++ == 0)
    t->first_strange = (guint)t->line;
  if (!t->error)
    return true;
  tn_usage_at(t->trace->file, t->line, error, "%s", t->error->message);
  g_clear_error(&t->error);
  return false;
}

bool tn_trace_text_is(const char *text, gsize length)
{
  static const char *const marks[] = { "# OSU ",  "# Benchmarking ", "RRR:",
                                       "msgsize", "Collective:",     "# nThread " };
  for (const char *at = text, *end = text + length; at < end; at++) {
    const char *stop = memchr(at, '\n', (gsize)(end - at));
    g_autofree char *line = g_strndup(at, MIN((gsize)((stop ? stop : end) - at), 200));
    const char *own = tn_trace_line(line);
    for (size_t i = 0; own && i < G_N_ELEMENTS(marks); i++)
      if (g_str_has_prefix(own + (marks[i][0] == 'm' ? strspn(own, " \t") : 0), marks[i]))
        return true;
    if (!stop)
      return false;
    at = stop;
  }
  return false;
}

/* Adds a note on the lines and sizes of the table that are not in the rows. */
static void note_left_out(const struct tn_trace_table *t)
{
  g_autoptr(GString) text = g_string_new(NULL);
  guint n = 0;
  if (t->n_strange)
    g_string_append_printf(text,
                           t->n_strange == 1 ? "%u line that is not a row (line %u)"
                                             : "%u lines that are not rows (first: line %u)",
                           t->n_strange, t->first_strange);
  for (size_t i = 0; i < G_N_ELEMENTS(untimed); i++)
    n += t->n_untimed[i];
  if (n) {
    g_string_append_printf(text, "%s%u size%s without a time (", text->len ? "; " : "", n,
                           n == 1 ? "" : "s");
    for (size_t i = 0; i < G_N_ELEMENTS(untimed); i++)
      if (t->n_untimed[i])
        g_string_append_printf(text, "%s%s %u", strchr(text->str, '(')[1] ? ", " : "", untimed[i],
                               t->n_untimed[i]);
    g_string_append_c(text, ')');
  }
  if (t->n_failed)
    g_string_append_printf(text, "%s%u row%s that failed the benchmark's data check",
                           text->len ? "; " : "", t->n_failed, t->n_failed == 1 ? "" : "s");
  if (text->len)
    g_ptr_array_add(t->trace->notes, g_strdup_printf("%s: skipped: %s", t->trace->file, text->str));
}

bool tn_trace_text_parse(struct tn_trace *trace, GError **error)
{
  struct tn_trace_table t = {
    .trace = trace, .pairs = 1, .collective = g_strdup(""), .context = tn_trace_context(trace)
  };
  bool ok = true;
  tn_trace_table_init(&t);
  for (const char *at = trace->text, *end = at + trace->length; ok && at < end;) {
    const char *stop = memchr(at, '\n', (gsize)(end - at));
    g_autofree char *line = g_strchomp(g_strndup(at, (gsize)((stop ? stop : end) - at)));
    t.line++;
    ok = take_line(&t, line, error);
    at = stop ? stop + 1 : end;
  }
  tn_trace_table_end(&t);
  note_left_out(&t);
  g_hash_table_destroy(t.last);
  g_array_unref(t.ranks);
  tn_row_free(t.context);
  g_free(t.collective);
  return ok;
}
