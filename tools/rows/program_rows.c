#include "program_rows.h"

#include <math.h>

#include "base/spread.h"
#include "program/classes.h"
#include "study/row.h"
#include "study/usage.h"
#include "trace/trace.h"

/* The calls of one row. */
struct calls {
  struct tn_row *row; /* owned by the result */
  GArray *times;      /* double: seconds of each call, the mean over ranks */
  double sum, span;   /* seconds, over the calls */
};

static void calls_free(void *data)
{
  struct calls *c = data;
  g_array_unref(c->times);
  g_free(c);
}

/* Returns the calls of the row that a call belongs to, which is new if need be. */
static struct calls *calls_of(GHashTable *known, GPtrArray *rows, const char *path,
                              const struct tn_program *program, const struct tn_program_call *call)
{
  const int n = tn_program_group_of(program, call)->n;
  g_autofree char *key = g_strdup_printf("%s %d %zu %d", call->name, n, call->bytes, call->root);
  struct calls *c = g_hash_table_lookup(known, key);
  if (c)
    return c;
  c = g_new0(struct calls, 1);
  *c = (struct calls){ .row = tn_row_new(), .times = g_array_new(FALSE, FALSE, sizeof(double)) };
  c->row->source = TN_SOURCE_MEASURED;
  c->row->ranks = n;
  c->row->size = (int64_t)call->bytes;
  c->row->root = tn_collective_rooted((enum tn_collective)call->collective) ? call->root : -1;
  tn_row_name(&c->row->collective, call->name);
  tn_row_name(&c->row->algorithm, program->library ? program->library : "");
  tn_row_name(&c->row->memory, "");
  tn_row_name(&c->row->file, path);
  g_ptr_array_add(rows, c->row);
  g_hash_table_insert(known, g_steal_pointer(&key), c);
  return c;
}

static void add_call(struct calls *c, const struct tn_program *program,
                     const struct tn_program_call *call)
{
  const double *entry = &g_array_index(program->entry, double, call->first);
  const double *exit = &g_array_index(program->exit, double, call->first);
  const int n = tn_program_group_of(program, call)->n;
  double mean = 0, first = INFINITY, last = 0;
  for (int r = 0; r < n; r++) {
    mean += (exit[r] - entry[r]) / n;
    first = fmin(first, entry[r]);
    last = fmax(last, exit[r]);
  }
  g_array_append_val(c->times, mean);
  c->sum += mean;
  c->span += last - first;
}

static void end_calls(void *key, void *value, void *unused)
{
  struct calls *c = value;
  double *times = (double *)(void *)c->times->data;
  const guint n = c->times->len;
  (void)key;
  (void)unused;
  tn_sort(times, (int)n);
  c->row->calls = n;
  c->row->avg = tn_row_seconds(1e6 * c->sum / n);
  c->row->span = tn_row_seconds(1e6 * c->span / n);
  c->row->avg_median = tn_row_seconds(1e6 * (times[n / 2] + times[(n - 1) / 2]) / 2);
}

/* Says how much of the times is no collective's. */
static void note_waiting(const struct tn_program *program, const char *path, GPtrArray *notes)
{
  struct tn_call_classes *classes = tn_call_classes_new(program);
  struct tn_program_times *times = tn_program_times_new(program, classes);
  tn_program_times_measured(program, classes, times);
  g_ptr_array_add(notes, g_strdup_printf("%s: a trace: %.0f %% of the times is waiting for late ranks, "
                                         "which no prediction has",
                                         path, 100 * times->waiting / fmax(times->inside, 1e-12)));
  tn_program_times_free(times);
  tn_call_classes_free(classes);
}

bool tn_program_rows(GPtrArray *rows, GPtrArray *notes, const char *path, GError **error)
{
  g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, calls_free);
  struct tn_program *program = tn_trace_load(path, notes, error);
  guint n_others = 0;
  if (!program)
    return tn_usage_prefix(error, NULL);
  const bool ok = tn_program_is_measured(program) ||
                  tn_usage(error, "%s: a trace without measured times", path);
  for (guint i = 0; ok && i < program->calls->len; i++) {
    const struct tn_program_call *call = tn_program_call(program, i);
    if (call->collective == TN_PROGRAM_UNMODELLED || call->counts)
      n_others++;
    else
      add_call(calls_of(known, rows, path, program, call), program, call);
  }
  g_hash_table_foreach(known, end_calls, NULL);
  if (n_others)
    g_ptr_array_add(notes, g_strdup_printf("%s: left out: %u calls of other collectives or with a count "
                                           "for each rank",
                                           path, n_others));
  if (ok)
    note_waiting(program, path, notes);
  tn_program_free(program);
  return ok;
}
