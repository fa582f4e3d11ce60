/* Makes rows of XHC's lines per rank at the end of a table. */
#include "trace_table.h"

#include <math.h>
#include <string.h>

#include "platform/quantity.h"

/* Sum and range of the times in XHC's lines per rank of one size. */
struct tn_trace_rank {
  guint64 size;
  double sum, least, most;
  int n;
};

struct tn_row *tn_trace_context(const struct tn_trace *trace)
{
  struct tn_row *row = tn_row_new();
  row->digits = 0;
  tn_row_name(&row->file, trace->file);
  tn_row_name(&row->memory, "");
  row->source = TN_SOURCE_IMPORTED;
  return row;
}

struct tn_row *tn_trace_row(const struct tn_trace_table *t)
{
  struct tn_row *row = tn_row_copy(t->context);
  row->line = t->line;
  return row;
}

void tn_trace_table_end(struct tn_trace_table *t)
{
  for (guint i = 0; t->collective && i < t->ranks->len; i++) {
    const struct tn_trace_rank *p = &g_array_index(t->ranks, struct tn_trace_rank, i);
    const gint64 size = (gint64)p->size;
    struct tn_row *row = g_hash_table_lookup(t->last, &size);
    if (!row) {
      row = tn_trace_row(t);
      row->size = size;
      row->avg = tn_row_seconds(p->sum / p->n);
      /* The time is the mean of many printed times, so their last digit does not limit its
       * resolution. */
      row->digits = 6;
      g_ptr_array_add(t->trace->rows, row);
    }
    if (isnan(row->min))
      row->min = tn_row_seconds(p->least);
    if (isnan(row->max))
      row->max = tn_row_seconds(p->most);
  }
  g_array_set_size(t->ranks, 0);
  g_hash_table_remove_all(t->last);
  t->in_rows = false;
}

bool tn_trace_per_rank(struct tn_trace_table *t, const char *line)
{
  g_autoptr(GPtrArray) words = tn_trace_words(line + strlen("RRR:"));
  double size, time;
  guint i = 0;
  if (words->len != 2 || !tn_parse_number(words->pdata[0], &size, NULL) ||
      !tn_parse_number(words->pdata[1], &time, NULL) || size < 0 || size > 1e15 || time < 0)
    return false;
  while (i < t->ranks->len &&
         g_array_index(t->ranks, struct tn_trace_rank, i).size != (guint64)size)
    i++;
  if (i == t->ranks->len) {
    const struct tn_trace_rank fresh = { .size = (guint64)size, .least = time, .most = time };
    g_array_append_val(t->ranks, fresh);
  }
  struct tn_trace_rank *p = &g_array_index(t->ranks, struct tn_trace_rank, i);
  p->sum += time;
  p->n++;
  p->least = MIN(p->least, time);
  p->most = MAX(p->most, time);
  return true;
}

void tn_trace_table_init(struct tn_trace_table *t)
{
  t->last = g_hash_table_new(g_int64_hash, g_int64_equal);
  t->ranks = g_array_new(FALSE, FALSE, sizeof(struct tn_trace_rank));
}
