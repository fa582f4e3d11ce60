/* trace: a program's collectives, from a recording of tools/trace. */
#include <math.h>
#include <stdio.h>

#include "commands.h"
#include "document/wrap.h"
#include "plan/expand.h"
#include "program/classes.h"
#include "program/skeleton.h"
#include "program_text.h"
#include "rows/text_rows.h"
#include "schema.h"
#include "trace/files.h"
#include "trace/trace.h"

static void write_scenario(FILE *out, const struct tn_program *program, int n_ranks,
                           const struct tn_program_skeleton *skeleton, const GPtrArray *notes)
{
  g_autofree char *name = tn_printable(program->name);
  fprintf(out,
          "# %s, recorded with %d ranks, as turnstile trace skeleton has it: how sizes and "
          "computation\n"
          "# change with the number of ranks is not known, and they are as recorded.\n",
          name, program->n_ranks);
  for (guint i = 0; i < notes->len; i++) {
    g_autofree char *note = tn_printable(notes->pdata[i]);
    fprintf(out, "# %s\n", note);
  }
  fprintf(out, "[collective]\nranks = %d\n\n[application]\niterations = %u\ncalls = %s\n", n_ranks,
          skeleton->iterations, skeleton->calls);
  fprintf(out, "computation = %.3fus\nimbalance = normal(%.3fus)\n", 1e6 * skeleton->computation,
          1e6 * skeleton->deviation);
}

/* A class of calls with its times and other printed data. */
struct shown {
  const struct tn_call_class *class;
  const struct tn_class_times *times; /* seconds, means over all ranks */
  guint64 bytes;
  guint n_fresh;
};

struct show {
  const struct tn_program *program;
  struct tn_call_classes *classes;
  struct tn_program_times *times; /* measured times of the program; zeros if it was not measured */
  bool is_measured;
  struct shown *all; /* [classes] data of each class */
};

/* Returns "bcast 137 calls" from a collective's first class. Transfer full. */
static char *collective_text(const struct show *show, guint first)
{
  guint n = 0;
  double inside = 0.0, waiting = 0.0;
  for (guint c = first; c < show->classes->all->len; c++) {
    if (show->all[c].class->name != show->all[first].class->name)
      continue;
    n += show->all[c].class->n_calls;
    inside += show->all[c].times->inside;
    waiting += show->all[c].times->waiting;
  }
  GString *text = g_string_new(show->all[first].class->name);
  g_string_append_printf(text, " %u call%s", n, n == 1 ? "" : "s");
  if (show->is_measured)
    g_string_append_printf(text, ", %.3f ms, %.1f %% of the run, %.0f %% of it waiting",
                           inside * 1e3, tn_percent(inside, show->times->total),
                           tn_percent(waiting, inside));
  return g_string_free(text, FALSE);
}

static void write_calls(struct tn_document *d, const struct show *show)
{
  static const char layout[] =
      "\n  {size:16} {ranks:>5} {calls:>9} {bytes:>14} {fresh:>6} {time (ms):>12?} "
      "{a call (us):>12?} {waiting:>10?}\n{collective}";
  struct tn_table *t = tn_table_of(layout);
  const char *last = NULL;
  for (guint c = 0; c < show->classes->all->len; c++) {
    const struct shown *s = &show->all[c];
    const double inside = s->times->inside, n = s->class->n_calls;
    if (s->class->name != last) {
      tn_table_texts(t, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
      tn_table_take(t, collective_text(show, c));
    }
    last = s->class->name;
    tn_table_take(t, tn_class_sizes(s->class));
    tn_table_counts(t, s->class->n_ranks, s->class->n_calls, (int64_t)s->bytes, s->n_fresh);
    tn_table_numbers(t, 3, show->is_measured ? inside * 1e3 : NAN,
                     show->is_measured ? inside * 1e6 / n : NAN);
    tn_table_take(t, show->is_measured
                         ? g_strdup_printf("%.0f %%", tn_percent(s->times->waiting, inside))
                         : NULL);
    tn_table_text(t, NULL);
  }
  tn_document_table(d, t, layout);
}

static void write_text(struct tn_document *d, const struct show *show, const GPtrArray *notes)
{
  const struct tn_program_times *t = show->times;
  g_autoptr(GString) text = g_string_new(show->program->name);
  g_string_append_printf(text, ": %d ranks, %u calls", show->program->n_ranks,
                         show->program->calls->len);
  if (show->is_measured)
    g_string_append_printf(
        text, "; %.3f ms, of which %.3f ms (%.1f %%) in them, %.3f ms waiting for late ranks",
        t->total * 1e3, t->inside * 1e3, tn_percent(t->inside, t->total), t->waiting * 1e3);
  tn_document_paragraph(d, -1, "%s", text->str);
  write_calls(d, show);
  tn_document_paragraph(
      d, 0,
      "\nsize: of a vector or one block (mean, if each rank has a count). fresh: calls "
      "with a buffer not used before.%s",
      show->is_measured ? " Times are means over all ranks of the program." : "");
  for (guint i = 0; i < notes->len; i++) {
    if (i == 0)
      tn_document_gap(d);
    tn_document_paragraph(d, -1, "%s", (const char *)notes->pdata[i]);
  }
}

const char tn_trace_columns[] = "collective ranks:i least_bytes:iB most_bytes:iB calls:i bytes:iB "
                                "fresh:i inside_us:dus waiting_us:dus";

/* Returns the name of the command's only trace; NULL and *error if there are none or several. */
static const char *trace_of(const struct tn_options *s, const char *command, GError **error)
{
  if (s->rows->len == 1)
    return s->rows->pdata[0];
  return tn_usage_null(error, "trace %s: %s", command,
                       s->rows->len ? "one trace at a time"
                                    : "no trace (a folder of tools/trace, or a merged file)");
}

static bool refuse_ranks(const struct tn_options *s, const char *command, GError **error)
{
  return !s->ranks || tn_usage(error, "trace %s: %s: only for trace skeleton", command,
                               tn_options_where(s, TN_OPT_RANKS));
}

bool tn_cmd_trace_show(struct tn_options *s, GError **error)
{
  g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
  const char *path = refuse_ranks(s, "show", error) ? trace_of(s, "show", error) : NULL;
  struct show show;
  int how;
  if (!path || !tn_read_name(s, TN_OPT_FORMAT, tn_output_names, &how, error))
    return false;
  struct tn_program *program = tn_trace_load(path, notes, error);
  if (!program)
    return false;
  show.program = program;
  show.classes = tn_call_classes_new(program);
  show.times = tn_program_times_new(program, show.classes);
  show.is_measured = tn_program_times_measured(program, show.classes, show.times);
  const guint n = show.classes->all->len;
  show.all = g_new0(struct shown, n + 1);
  for (guint c = 0; c < n; c++)
    show.all[c] =
        (struct shown){ .class = tn_call_class(show.classes, c), .times = &show.times->classes[c] };
  for (guint i = 0; i < program->calls->len; i++) {
    struct shown *of = &show.all[show.classes->of[i]];
    of->bytes += tn_program_call(program, i)->bytes;
    of->n_fresh += tn_program_call(program, i)->fresh;
  }
  struct tn_document *d = tn_document_new((enum tn_output)how);
  struct tn_table *t = tn_table_new(tn_trace_columns);
  for (guint c = 0; c < show.classes->all->len; c++) {
    const struct shown *of = &show.all[c];
    tn_table_text(t, of->class->name);
    tn_table_counts(t, of->class->n_ranks, of->class->least, of->class->most, of->class->n_calls,
                    of->bytes, of->n_fresh);
    tn_table_numbers(t, 6, show.is_measured ? of->times->inside * 1e6 : NAN,
                     show.is_measured ? of->times->waiting * 1e6 : NAN);
  }
  tn_document_rows(d, NULL, t);
  if (tn_document_is_for(d, TN_FOR_PEOPLE))
    write_text(d, &show, notes);
  else
    tn_notes_print(notes);
  tn_call_classes_free(show.classes);
  tn_program_times_free(show.times);
  g_free(show.all);
  tn_program_free(program);
  return tn_writer_print(s, d, error);
}

bool tn_cmd_trace_merge(struct tn_options *s, GError **error)
{
  const char *path = refuse_ranks(s, "merge", error) ? trace_of(s, "merge", error) : NULL;
  const char *file = s->output;
  g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
  struct tn_recordings all = { 0 };
  if (path && !file)
    return tn_usage(error, "trace merge: which file? (-o FILE)");
  if (!path || !tn_recordings_read(&all, path, notes, error))
    return false;
  tn_notes_print(notes);
  const bool ok = tn_recordings_merge(&all, file, error);
  tn_recordings_clear(&all);
  return ok;
}

bool tn_cmd_trace_skeleton(struct tn_options *s, GError **error)
{
  const char *path = trace_of(s, "skeleton", error);
  g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
  struct tn_writer w = { 0 };
  struct tn_program *program = path ? tn_trace_load(path, notes, error) : NULL;
  struct tn_program_skeleton skeleton = { 0 };
  int64_t n = program ? program->n_ranks : 1;
  bool ok = program && tn_read_int(s, TN_OPT_RANKS, 1, TN_MAX_COUNT, &n, error) &&
            (tn_skeleton_make(program, (int)n, &skeleton, notes) ||
             tn_usage(error, "%s: %s", path, TN_NO_SKELETON)) &&
            tn_writer_open(&w, s, error);
  if (ok) {
    write_scenario(w.file, program, (int)n, &skeleton, notes);
    ok = tn_writer_finish(&w, error);
  }
  if (program)
    tn_notes_print(notes);
  g_free(skeleton.calls);
  tn_program_free(program);
  return ok;
}

bool tn_cmd_trace(struct tn_options *s, GError **error)
{
  return tn_refuse_part("trace", s->rows, error);
}
