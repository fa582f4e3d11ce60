#include "program_text.h"

#include "document/wrap.h"
#include "platform/quantity.h"
#include "trace/trace.h"
#include "tuning/tune_text.h"

void tn_notes_print(const GPtrArray *notes)
{
  for (guint i = 0; i < notes->len; i++)
    tn_print_message("%s", (const char *)notes->pdata[i]);
}

struct tn_program *tn_program_load(const char *trace, GError **error)
{
  g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
  struct tn_program *program = tn_trace_load(trace, notes, error);
  if (program)
    tn_notes_print(notes);
  return program;
}

char *tn_class_sizes(const struct tn_call_class *class)
{
  return tn_tune_size_range((int64_t) class->least, (int64_t) class->most);
}

double tn_percent(double part, double whole)
{
  return whole > 0.0 ? 100.0 * part / whole : 0.0;
}
