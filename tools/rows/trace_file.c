/* Reads measurements from the user's files, and adds values that the user states. */
#include "trace_file.h"

#include <math.h>
#include <string.h>

#include "document/wrap.h"
#include "plan/param.h"
#include "program/classes.h"
#include "rows_files.h"
#include "seal.h"
#include "select.h"
#include "store/store_read.h"
#include "study/row.h"
#include "study/usage.h"
#include "trace/trace.h"

/* Appends one row for each collective, number of ranks and size in a trace (trace/trace.h), with
 * the mean over its calls. Returns false and *error (usage error) if the file has no trace with
 * measured times. */
static bool add_program_rows(GPtrArray *rows, GPtrArray *notes, const char *path, GError **error)
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
    else {
      struct tn_row *row = tn_row_new();
      const double share = (double)class->n_calls * class->n_ranks / program->n_ranks;
      row->source = TN_SOURCE_MEASURED;
      row->ranks = class->n_ranks;
      row->size = (int64_t) class->least;
      row->calls = class->n_calls;
      row->avg = tn_row_seconds(1e6 * times->classes[c].inside / (program->scale * share));
      tn_row_name(&row->collective, class->name);
      tn_row_name(&row->algorithm, program->library ? program->library : "");
      tn_row_name(&row->memory, "");
      tn_row_name(&row->file, path);
      g_ptr_array_add(rows, row);
    }
  }
  if (n_others)
    g_ptr_array_add(
        notes,
        g_strdup_printf(
            "%s: left out: %u calls of other collectives, or of many sizes within a factor of 2",
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

const char *tn_trace_values(const char *spec)
{
  if (g_file_test(spec, G_FILE_TEST_EXISTS)) /* file names may contain colons */
    return NULL;
  for (const char *colon = strrchr(spec, ':'); colon && colon > spec;) {
    const char *equals = strchr(colon, '=');
    g_autofree char *name = equals ? g_strndup(colon + 1, (gsize)(equals - colon - 1)) : NULL;
    g_autofree char *file = g_strndup(spec, (gsize)(colon - spec));
    if (name && (tn_row_column(name) >= 0 || g_file_test(file, G_FILE_TEST_EXISTS)))
      return colon + 1;
    do
      colon--;
    while (colon > spec && *colon != ':');
  }
  return NULL;
}

/* Sets the parameters of a row from the columns of a user's table. Parameters without a column get
 * their defaults, because rows contain all parameters. */
static void name_params(struct tn_row *row)
{
  const struct tn_method *a = tn_method_named(row->collective, row->algorithm);
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(g_free);
  bool any = false;
  for (int i = 0; i < row->params->n; i++)
    g_ptr_array_add(all, g_strdup(row->params->at[i].text));
  for (int i = 0; a && *row->others && i < tn_alg_params_number(a->params); i++) {
    const struct tn_alg_param *p = &a->params[i];
    g_autofree char *statements = tn_row_foreign(row, p->name);
    const struct tn_pair pair = { (char *)p->name, statements, (char *)row->file };
    g_autoptr(GArray) read =
        statements ? tn_param_read(p, &pair, false, (int)row->ranks, NULL) : NULL;
    const bool is_one = read && read->len == 1;
    if (tn_values_get(row->params, p->name))
      continue;
    g_autofree char *text = tn_param_text(p, is_one ? g_array_index(read, int64_t, 0) : p->preset);
    g_ptr_array_add(all, g_strconcat(p->name, "=", text, NULL));
    any = any || is_one;
  }
  g_ptr_array_sort(all, tn_by_text);
  g_ptr_array_add(all, NULL);
  g_autofree char *params = g_strjoinv(";", (char **)all->pdata);
  if (any)
    tn_values_set(&row->params, params);
}

/* Replaces the file's names of algorithms and parameters by ours. */
static void name_rows(const GPtrArray *rows)
{
  for (guint i = 0; i < rows->len; i++) {
    tn_trace_name_algorithm(rows->pdata[i]);
    name_params(rows->pdata[i]);
  }
}

/* Adds a note on the columns of a user's table that are not used. */
static void note_unknown(const GPtrArray *rows, const struct tn_trace *t)
{
  const struct tn_row *first = rows->len ? rows->pdata[0] : NULL;
  g_auto(GStrv) others =
      g_strsplit(first && first->source == TN_SOURCE_IMPORTED ? first->others : "", ";", -1);
  g_autoptr(GString) names = g_string_new(NULL);
  for (char **other = others; *other; other++) {
    *strchrnul(*other, '=') = '\0';
    bool is_used = t->more && g_strv_contains(t->more, *other);
    for (guint i = 0; i < rows->len && !is_used; i++)
      is_used = tn_values_get(((const struct tn_row *)rows->pdata[i])->params, *other) != NULL;
    if (!is_used)
      g_string_append_printf(names, "%s%s", names->len ? ", " : "", *other);
  }
  if (names->len)
    g_ptr_array_add(t->notes, g_strdup_printf("%s: columns of no known meaning: %s (--columns "
                                              "OURS=THEIRS)",
                                              t->file, names->str));
}

/* Applies the values that the user gives: they select rows if the file has the column, otherwise
 * all rows get them. An empty value clears the column. */
static bool apply(const struct tn_trace *t, const char *spec, const char *values, GError **error)
{
  GPtrArray *rows = t->rows;
  g_auto(GStrv) pairs = g_strsplit(values, ",", -1);
  g_autofree char *none = g_strdup_printf("%s: no row", t->file);
  for (char **pair = pairs; *pair; pair++) {
    char *equals = strchr(*pair, '=');
    g_autofree char *name = g_strndup(*pair, equals ? (gsize)(equals - *pair) : strlen(*pair));
    g_auto(GStrv) known = tn_select_values(rows, name);
    const int column = tn_row_column(name);
    const bool is_more = t->more && g_strv_contains(t->more, name);
    if (!equals || (column < 0 && !*known && !is_more && !tn_trace_is_param(name)))
      return tn_usage(error, "%s: \"%s\" is not COLUMN=VALUE (try ranks=28)", spec, *pair);
    const struct tn_row *first = rows->len ? rows->pdata[0] : NULL;
    const bool selects =
        *known && equals[1] &&
        !(first && first->source == TN_SOURCE_IMPORTED && strcmp(name, "algorithm") == 0 &&
          g_str_has_prefix(first->algorithm, "library:") && !strchr(first->algorithm, '-'));
    if (selects && !tn_select_matching(rows, none, name, equals + 1, error))
      return false;
    for (guint i = 0; !selects && i < rows->len; i++) {
      if (column < 0)
        tn_row_add_foreign(rows->pdata[i], name, equals + 1);
      else if (!tn_row_set(rows->pdata[i], column, equals + 1, error))
        return tn_usage_prefix(error, spec);
    }
    name_rows(rows);
  }
  return true;
}

/* Adds a note if most of the measured times cannot be in microseconds. */
static void note_unit(const GPtrArray *rows, const struct tn_trace *t)
{
  const double unknown_ranks = 1000;
  guint n_uncertain[2] = { 0 };
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    const double ranks = row->ranks > 0 ? (double)row->ranks : unknown_ranks;
    const int doubt = row->avg > 0 ? tn_trace_doubt(row->avg, (double)row->size, ranks) : 0;
    if (doubt == 0 || tn_source_predicts(row->source) || 2 * ++n_uncertain[doubt > 0] <= rows->len)
      continue;
    g_ptr_array_add(t->notes,
                    g_strdup_printf("%s:%d: %g us for %g bytes in messages: " TN_TRACE_UNIT,
                                    t->file, row->line, row->avg * 1e6, (double)row->size));
    return;
  }
}

/* Reads the rows of a file. A folder, or a file that is not text, is read as a trace. */
static bool read_own(struct tn_trace *t, const char *file, bool *ret_sealed, GError **error)
{
  const char *name;
  *ret_sealed = false;
  if (g_file_test(file, G_FILE_TEST_IS_DIR))
    return add_program_rows(t->rows, t->notes, file, error);
  g_autofree char *text = tn_text_read(file, &name, &t->length, error);
  t->text = text;
  if (!text)
    return false;
  if (memchr(text, '\0', MIN(t->length, 64)) && !memchr(text, 0xff, MIN(t->length, 2)) &&
      add_program_rows(t->rows, t->notes, file, NULL))
    return true;
  return tn_seal_check(name, text, t->length, ret_sealed, error) && tn_trace_parse(t, error);
}

bool tn_trace_read(const struct tn_trace *as, const char *spec, bool *ret_sealed, GError **error)
{
  bool is_sealed;
  const char *values = tn_trace_values(spec);
  g_autofree char *file = g_strndup(spec, values ? (gsize)(values - spec - 1) : strlen(spec));
  const guint before = as->notes->len;
  g_autoptr(GPtrArray) own = tn_rows_new();
  struct tn_trace t = *as;
  t.file = strcmp(file, "-") == 0 ? "standard input" : file;
  t.rows = own;
  if (!read_own(&t, file, &is_sealed, error))
    return false;
  if (ret_sealed)
    *ret_sealed = is_sealed;
  name_rows(own);
  if (values && !apply(&t, spec, values, error))
    return false;
  tn_trace_block_sizes(own);
  note_unknown(own, &t);
  note_unit(own, &t);
  if (own->len == 0 && !tn_store_is(file)) /* a store may have no rows yet */
    return tn_trace_refuse_empty(t.file, t.notes, before, error);
  g_ptr_array_extend_and_steal(as->rows, g_steal_pointer(&own));
  return true;
}

/* Returns the file to read for `file`: for a folder of advise its expected rows, which contain what
 * the measurements changed. A message names them for its store of predictions. Transfer full. */
static char *file_of_advice(const char *file)
{
  const bool is_folder = g_file_test(file, G_FILE_TEST_IS_DIR);
  g_autofree char *folder = is_folder ? g_strdup(file) : g_path_get_dirname(file);
  g_autofree char *memory = g_build_filename(folder, "advise.ini", NULL);
  g_autofree char *expected = g_build_filename(folder, "expected.csv", NULL);
  if (!g_file_test(memory, G_FILE_TEST_EXISTS))
    return g_strdup(file);
  if (tn_store_is(file))
    tn_print_message("%s: predictions without measurements (%s has what advise concludes from "
                     "both)",
                     file, expected);
  return g_strdup(is_folder ? expected : file);
}

bool tn_rows_read(GPtrArray *rows, const char *name, GError **error)
{
  g_autofree char *file = file_of_advice(name);
  static const char *const needed[] = { "collective", "algorithm", "ranks", "size_bytes",
                                        "avg_us" };
  g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GString) lacks = g_string_new(NULL), statements = g_string_new(NULL);
  const guint before = rows->len;
  if (!tn_trace_read(&(struct tn_trace){ .rows = rows, .notes = notes }, file, NULL, error))
    return false;
  for (size_t i = 0; i < G_N_ELEMENTS(needed); i++)
    for (guint k = before; k < rows->len; k++)
      if (!tn_row_has_value(rows->pdata[k], tn_row_column(needed[i]))) {
        g_string_append_printf(lacks, "%s%s", lacks->len ? ", " : "", needed[i]);
        g_string_append_printf(statements, "%s%s=...", statements->len ? "," : "", needed[i]);
        break;
      }
  if (lacks->len)
    return tn_usage(error, "%s: rows without %s (say it: %s%c%s)", file, lacks->str, file,
                    tn_trace_values(file) ? ',' : ':', statements->str);
  for (guint i = 0; i < notes->len; i++)
    tn_print_message("%s", (const char *)notes->pdata[i]);
  return true;
}

bool tn_rows_unify(GPtrArray *rows, GError **error)
{
  const guint before = rows->len;
  if (!tn_rows_unique(rows, error))
    return false;
  if (rows->len < before && ((struct tn_row *)rows->pdata[0])->source >= TN_SOURCE_MEASURED)
    tn_print_message("%u measured rows repeat a point: of each point the median counts",
                     before - rows->len);
  return true;
}

GPtrArray *tn_rows_read_all(const GPtrArray *files, const char *command, GError **error)
{
  g_autoptr(GPtrArray) rows = tn_rows_new();
  if (files->len == 0)
    return tn_usage_null(error, "%s: no ROWS (what run or sweep wrote as CSV)", command);
  for (guint i = 0; i < files->len; i++)
    if (!tn_rows_read(rows, files->pdata[i], error))
      return NULL;
  if (rows->len == 0 && strcmp(command, "export") != 0)
    return tn_usage_null(error, "%s: no rows in it", (const char *)files->pdata[0]);
  return tn_rows_unify(rows, error) ? g_steal_pointer(&rows) : NULL;
}
