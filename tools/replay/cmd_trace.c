/* trace: what a program's collectives were, from a recording of tools/trace. */
#include <math.h>
#include <stdio.h>

#include "commands.h"
#include "plan/expand.h"
#include "program_text.h"
#include "rows/text_rows.h"
#include "schema.h"
#include "skeleton.h"
#include "trace/files.h"
#include "trace/trace.h"

/* A class of calls and what is known of it beside its times. */
struct shown {
  const struct tn_call_class *class;
  const struct tn_class_times *times; /* seconds, over all ranks averaged */
  guint64 bytes;
  guint n_fresh;
};

/* What is shown of a program. */
struct show {
  const struct tn_program *program;
  struct tn_call_classes *classes;
  struct tn_program_times *times; /* measured; zeros where they are not */
  bool is_measured;
  struct shown *all; /* [classes] */
};

static void show_init(struct show *show, const struct tn_program *program)
{
  show->program = program;
  show->classes = tn_call_classes_new(program);
  show->times = tn_program_times_new(program, show->classes);
  show->is_measured = tn_program_times_measured(program, show->classes, show->times);
  const guint n = show->classes->all->len;
  show->all = g_new0(struct shown, n + 1);
  for (guint c = 0; c < n; c++)
    show->all[c] = (struct shown){ .class = tn_call_class(show->classes, c),
                                   .times = &show->times->classes[c] };
  for (guint i = 0; i < program->calls->len; i++) {
    struct shown *of = &show->all[show->classes->of[i]];
    of->bytes += tn_program_call(program, i)->bytes;
    of->n_fresh += tn_program_call(program, i)->fresh;
  }
}

/* "bcast 137 calls", for all classes of the collective that begin at `first`. Transfer full. */
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

static void tell_calls(struct tn_document *d, const struct show *show)
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

static void tell_text(struct tn_document *d, const struct show *show, const GPtrArray *notes)
{
  const struct tn_program_times *t = show->times;
  g_autoptr(GString) text = g_string_new(show->program->name);
  g_string_append_printf(text, ": %d ranks, %u calls", show->program->n_ranks,
                         show->program->calls->len);
  if (show->is_measured)
    g_string_append_printf(
        text, "; %.3f ms, of which %.3f ms (%.1f %%) in them, %.3f ms waiting for late ranks",
        t->total * 1e3, t->inside * 1e3, tn_percent(t->inside, t->total), t->waiting * 1e3);
  tn_document_say(d, -1, "%s", text->str);
  tell_calls(d, show);
  tn_document_say(d, 0,
                  "\nsize: of a vector, or of one block; with a count for each rank the mean. "
                  "fresh: calls with a buffer that was in none before.%s",
                  show->is_measured ? " Times are means over all ranks of the program." : "");
  for (guint i = 0; i < notes->len; i++) {
    if (i == 0)
      tn_document_gap(d);
    tn_document_say(d, -1, "%s", (const char *)notes->pdata[i]);
  }
}

const char tn_trace_columns[] = "collective ranks:i least_bytes:iB most_bytes:iB calls:i bytes:iB "
                                "fresh:i inside_us:dus waiting_us:dus";

static struct tn_table *rows_of(const struct show *show)
{
  struct tn_table *t = tn_table_new(tn_trace_columns);
  for (guint c = 0; c < show->classes->all->len; c++) {
    const struct shown *s = &show->all[c];
    tn_table_text(t, s->class->name);
    tn_table_counts(t, s->class->n_ranks, s->class->least, s->class->most, s->class->n_calls,
                    s->bytes, s->n_fresh);
    tn_table_numbers(t, 6, show->is_measured ? s->times->inside * 1e6 : NAN,
                     show->is_measured ? s->times->waiting * 1e6 : NAN);
  }
  return t;
}

/* The one trace that a command is of; NULL and *error. */
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
  return !s->value[TN_OPT_RANKS] || tn_usage(error, "trace %s: %s: only for trace skeleton",
                                             command, tn_options_where(s, TN_OPT_RANKS));
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
  show_init(&show, program);
  struct tn_document *d = tn_document_new((enum tn_output)how);
  tn_document_rows(d, NULL, rows_of(&show));
  if (how == TN_OUT_TEXT)
    tell_text(d, &show, notes);
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
    return tn_usage(error, "trace merge: into which file? (-o FILE)");
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
  int64_t n = program ? program->n_ranks : 1;
  bool ok = program && tn_read_int(s, TN_OPT_RANKS, 1, TN_MAX_COUNT, &n, error) &&
            tn_writer_open(&w, s, error);
  if (ok) {
    ok = tn_skeleton_write(w.file, program, (int)n, notes) ||
         tn_usage(error, "%s: no calls of all ranks to make iterations of", path);
    w.is_partial = !ok;
    ok = tn_writer_finish(&w, ok ? error : NULL) && ok;
  }
  tn_notes_print(notes);
  tn_program_free(program);
  return ok;
}

bool tn_cmd_trace(struct tn_options *s, GError **error)
{
  return tn_refuse_part("trace", s->rows, error);
}
