#include "program_rows.h"

#include <math.h>

#include "program/classes.h"
#include "study/row.h"
#include "study/usage.h"
#include "trace/trace.h"

/* Appends the row of a class: the mean over ranks and calls. */
static void add_class(GPtrArray *rows, const char *path, const struct tn_program *program,
                      const struct tn_call_class *class, const struct tn_class_times *times)
{
  struct tn_row *row = tn_row_new();
  const double share = (double)class->n_calls * class->n_ranks / program->n_ranks;
  row->source = TN_SOURCE_MEASURED;
  row->ranks = class->n_ranks;
  row->size = (int64_t) class->least;
  row->calls = class->n_calls;
  row->avg = tn_row_seconds(1e6 * times->inside / (program->scale * share));
  tn_row_name(&row->collective, class->name);
  tn_row_name(&row->algorithm, program->library ? program->library : "");
  tn_row_name(&row->memory, "");
  tn_row_name(&row->file, path);
  g_ptr_array_add(rows, row);
}

bool tn_program_rows(GPtrArray *rows, GPtrArray *notes, const char *path, GError **error)
{
  struct tn_program *program = tn_trace_load(path, notes, error);
  guint n_others = 0;
  if (!program)
    return tn_usage_prefix(error, NULL);
  struct tn_call_classes *classes = tn_call_classes_new(program);
  struct tn_program_times *times = tn_program_times_new(program, classes);
  const bool ok = tn_program_times_measured(program, classes, times) ||
                  tn_usage(error, "%s: a trace without measured times", path);
  for (guint c = 0; ok && c < classes->all->len; c++) {
    const struct tn_call_class *class = tn_call_class(classes, c);
    if (class->collective == TN_PROGRAM_UNMODELLED || class->least != class->most)
      n_others += class->n_calls;
    else
      add_class(rows, path, program, class, &times->classes[c]);
  }
  if (n_others)
    g_ptr_array_add(notes,
                    g_strdup_printf("%s: left out: %u calls of other collectives, or of many sizes "
                                    "within a factor of 2",
                                    path, n_others));
  if (ok)
    g_ptr_array_add(notes,
                    g_strdup_printf("%s: a trace: %.0f %% of the times is waiting for late ranks, "
                                    "which no prediction has",
                                    path, 100 * times->waiting / fmax(times->inside, 1e-12)));
  tn_program_times_free(times);
  tn_call_classes_free(classes);
  tn_program_free(program);
  return ok;
}
