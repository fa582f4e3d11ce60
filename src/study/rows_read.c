#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/names.h"
#include "platform/quantity.h"
#include "row.h"
#include "rows.h"
#include "usage.h"

/* Columns without which a row cannot be compared. */
static const char *const needed[] = { "platform", "kernel",     "ranks",  "collective", "algorithm",
                                      "params",   "size_bytes", "avg_us", NULL };

/* Columns of rows that advise has judged: tn_row.loss, and foreign columns. */
static const char expected_loss[] = "expected_loss";
static const char *const judged[] = { TN_ROW_BASIS, TN_ROW_LIMIT, TN_ROW_CHANCE };

static bool refuse(const char *column, const char *text, const char *what, GError **error)
{
  g_autofree char *shown = g_strescape(text, NULL);
  return tn_usage(error, "%s: \"%s\" is not %s", column, shown, what);
}

/* Sets a field of names or values. Returns false and *error for invalid UTF-8 or control
 * characters. */
static bool set_text(struct tn_row *row, const struct tn_row_column *c, const char *text,
                     GError **error)
{
  /* checks texts of a store; a file has been validated as a whole */
  if (!g_utf8_validate(text, -1, NULL))
    return refuse(c->name, text, "UTF-8 text", error);
  /* C0, DEL and C1 characters could hide text on a terminal. */
  for (const char *at = text; *at; at = g_utf8_next_char(at))
    if (g_unichar_iscntrl(g_utf8_get_char(at)))
      return refuse(c->name, text, "a name (it has control characters)", error);
  void *field = (char *)row + c->offset;
  if (c->kind == TN_ROW_VALUES)
    tn_values_set(field, text);
  else if (*text || (field != &row->transport && field != &row->memory))
    tn_row_name(field, text);
  /* Older files have the transport in the column `overrides`. */
  g_autofree char *transport =
      field == &row->overrides ? tn_values_drop(&row->overrides, "transport") : NULL;
  if (transport)
    tn_row_name(&row->transport, transport);
  return true;
}

bool tn_row_set(struct tn_row *row, int column, const char *text, GError **error)
{
  const struct tn_row_column *c = &tn_row_columns[column];
  void *field = (char *)row + c->offset;
  if (c->kind == TN_ROW_NAME || c->kind == TN_ROW_VALUES)
    return set_text(row, c, text, error);
  if (!*text) {
    if (c->kind == TN_ROW_COUNT)
      *(int64_t *)field = -1;
    else if (c->kind == TN_ROW_ANSWER || c->kind == TN_ROW_SOURCE)
      *(int *)field = -1;
    else
      *(double *)field = NAN;
    return true;
  }
  if (c->kind == TN_ROW_SOURCE || c->kind == TN_ROW_ANSWER) {
    static const char *const answers[] = { "no", "yes", NULL };
    const bool is_source = c->kind == TN_ROW_SOURCE;
    *(int *)field = tn_name_find(is_source ? tn_source_names : answers, text);
    return *(int *)field >= 0 ||
           refuse(c->name, text, is_source ? "sim, model, measured or imported" : "yes or no",
                  error);
  }
  double number;
  const bool is_number = tn_parse_number(text, &number, NULL) && !(number < 0);
  if (c->kind == TN_ROW_COUNT) {
    const double most = 9007199254740992; /* 2^53: doubles represent all smaller whole numbers */
    if (!is_number || number > most || number > floor(number))
      return refuse(c->name, text, "a whole number (try 64)", error);
    *(int64_t *)field = (int64_t)number;
    return true;
  }
  if (c->kind == TN_ROW_SHARE) {
    if (!is_number || number > 1.0)
      return refuse(c->name, text, "a share, 0 to 1", error);
    *(double *)field = tn_row_share(number);
    return true;
  }
  if (!is_number)
    return refuse(c->name, text, "a number (try 12.5)", error);
  *(double *)field = tn_row_seconds(number);
  const char *dot = strchr(text, '.');
  /* only columns of objectives determine `digits` */
  for (int o = 0; o < TN_N_OBJECTIVES && dot; o++)
    if (strcmp(tn_objective_column((enum tn_objective)o), c->name) == 0)
      row->digits = MAX(row->digits, (int)strspn(dot + 1, "0123456789"));
  return true;
}

bool tn_rows_is_header(char *const *fields)
{
  for (int i = 0; needed[i]; i++)
    if (!g_strv_contains((const char *const *)fields, needed[i]))
      return false;
  return true;
}

/* Finds each name's column; -1: foreign. */
static bool read_header(const struct tn_csv *csv, const GPtrArray *names, GArray *columns,
                        GError **error)
{
  g_autofree bool *seen = g_new0(bool, tn_row_n_columns);
  const int line = csv->line - 1;
  for (guint i = 0; i < names->len; i++) {
    const int c = tn_row_column(names->pdata[i]);
    if (c >= 0 && seen[c])
      return tn_usage_at(csv->file, line, error, "the column %s occurs twice",
                         tn_row_columns[c].name);
    if (c >= 0)
      seen[c] = true;
    g_array_append_val(columns, c);
  }
  for (int i = 0; needed[i]; i++)
    if (!seen[tn_row_column(needed[i])])
      return tn_usage_at(csv->file, line, error,
                         "no column %s (ROWS: output of run, model or sweep with --format csv)",
                         needed[i]);
  return true;
}

/* Returns true if a required value is missing; measured rows need not have platform and kernel. */
static bool lacks(const struct tn_row *row, int column, const char *text)
{
  const char *name = tn_row_columns[column].name;
  return !*text && g_strv_contains(needed, name) && strcmp(name, "params") != 0 &&
         !(row->source >= TN_SOURCE_MEASURED &&
           (strcmp(name, "platform") == 0 || strcmp(name, "kernel") == 0));
}

/* Reads a record into a row, of which only some fields are set on failure. */
static bool read_record(struct tn_row *row, const struct tn_rows_table *t, const GPtrArray *fields,
                        GError **error)
{
  g_autoptr(GError) why = NULL;
  if (fields->len != t->names->len)
    return tn_usage_at(row->file, row->line, error, "%u fields, but the header has %u", fields->len,
                       t->names->len);
  for (guint i = 0; i < fields->len; i++) {
    const int c = g_array_index(t->columns, int, i);
    const char *text = fields->pdata[i];
    const bool is_loss = c == -1 && t->is_ours && strcmp(t->names->pdata[i], expected_loss) == 0;
    if (is_loss && *text && !tn_parse_number(text, &row->loss, NULL))
      return tn_usage_at(row->file, row->line, error, "%s is not a number (try 0.05)",
                         expected_loss);
    if (is_loss)
      continue;
    if (c == -1)
      tn_row_add_foreign(row, t->names->pdata[i], text);
    else if (c >= 0 && t->is_ours && lacks(row, c, fields->pdata[i]))
      return tn_usage_at(row->file, row->line, error, "%s is empty", tn_row_columns[c].name);
    else if (c >= 0 && !tn_row_set(row, c, fields->pdata[i], &why))
      return tn_usage_at(row->file, row->line, error, "%s", why->message);
  }
  return true;
}

bool tn_rows_table(GPtrArray *rows, struct tn_csv *csv, const struct tn_rows_table *t,
                   GError **error)
{
  while (tn_csv_more(csv)) {
    const int line = csv->line;
    g_autoptr(GPtrArray) fields = tn_csv_record(csv, error);
    if (!fields)
      return false;
    if (!t->is_ours && fields->len == 1 && !*g_strstrip(fields->pdata[0]))
      continue;
    struct tn_row *row = tn_row_new();
    tn_row_name(&row->file, csv->file);
    row->line = line;
    row->digits = 0;
    if (!t->is_ours)
      tn_row_name(&row->memory, "");
    if (!read_record(row, t, fields, error)) {
      tn_row_free(row);
      return false;
    }
    if (!t->is_ours && row->source == TN_SOURCE_UNKNOWN)
      row->source = TN_SOURCE_IMPORTED;
    g_ptr_array_add(rows, row);
  }
  return true;
}

bool tn_rows_parse(GPtrArray *rows, const char *file, const char *text, gsize length,
                   GError **error)
{
  struct tn_csv csv;
  if (!tn_csv_init(&csv, file, text, length, error))
    return false;
  if (g_str_has_prefix(text, TN_ROWS_SEAL))
    tn_csv_skip(&csv, '#');
  g_autoptr(GArray) columns = g_array_new(FALSE, FALSE, sizeof(int));
  g_autoptr(GPtrArray) names = tn_csv_record(&csv, error);
  const struct tn_rows_table table = { names, columns, true };
  return names && read_header(&csv, names, columns, error) &&
         tn_rows_table(rows, &csv, &table, error);
}

/* Returns the file and line of row i, for errors. Transfer full. */
static char *place_of(const struct tn_row *row, guint i)
{
  return *row->file ? g_strdup_printf("%s:%d", row->file, row->line)
                    : g_strdup_printf("row %u", i + 1);
}

/* Refuses row i unless it agrees in all columns with `first`, an earlier row of the same point. */
static bool check_twice(const GPtrArray *rows, const struct tn_row *first, guint i, GError **error)
{
  const struct tn_row *row = rows->pdata[i];
  for (int c = 0; c < tn_row_n_columns; c++) {
    if (tn_row_same(first, row, c))
      continue;
    guint before = 0;
    while (rows->pdata[before] != first)
      before++;
    g_autofree char *here = place_of(row, i), *there = place_of(first, before);
    g_autofree char *x = tn_row_text(first, c), *y = tn_row_text(row, c);
    return tn_usage(error,
                    "%s: %s%s%s of %" PRId64 " bytes occurs twice and differs from %s in %s "
                    "(\"%s\", \"%s\"; equal rows may be repeated)",
                    here, row->algorithm, row->params->n ? " " : "", row->params->text, row->size,
                    there, tn_row_columns[c].name, y, x);
  }
  return true;
}

static gint by_average(gconstpointer x, gconstpointer y)
{
  const struct tn_row *a = *(struct tn_row *const *)x, *b = *(struct tn_row *const *)y;
  return (a->avg > b->avg) - (a->avg < b->avg);
}

bool tn_rows_unique(GPtrArray *rows, GError **error)
{
  g_autoptr(GHashTable) known = g_hash_table_new_full(tn_row_point_hash, tn_row_point_equal, NULL,
                                                      (GDestroyNotify)g_ptr_array_unref);
  /* rows of each point, in input order */
  g_autoptr(GPtrArray) points = g_ptr_array_new();
  for (guint i = 0; i < rows->len; i++) {
    struct tn_row *row = rows->pdata[i];
    GPtrArray *all = g_hash_table_lookup(known, row);
    if (!all) {
      all = g_ptr_array_new();
      g_hash_table_insert(known, row, all);
      g_ptr_array_add(points, all);
    } else if (row->source < TN_SOURCE_MEASURED && !check_twice(rows, all->pdata[0], i, error))
      return false;
    g_ptr_array_add(all, row);
  }
  g_ptr_array_set_free_func(rows, NULL);
  g_ptr_array_set_size(rows, 0);
  for (guint i = 0; i < points->len; i++) {
    GPtrArray *all = points->pdata[i];
    guint median = 0;
    if (((const struct tn_row *)all->pdata[0])->source >= TN_SOURCE_MEASURED) {
      g_ptr_array_sort(all, by_average);
      median = (all->len - 1) / 2;
    }
    for (guint k = 0; k < all->len; k++)
      if (k == median)
        g_ptr_array_add(rows, all->pdata[k]);
      else
        tn_row_free(all->pdata[k]);
  }
  g_ptr_array_set_free_func(rows, (GDestroyNotify)tn_row_free);
  return true;
}

static const char *const answers[] = { "", "no", "yes" };

char *tn_row_text(const struct tn_row *row, int column)
{
  const struct tn_row_column *c = &tn_row_columns[column];
  const void *field = (const char *)row + c->offset;
  double time;
  switch (c->kind) {
  case TN_ROW_COUNT:
    return *(const int64_t *)field < 0 ? g_strdup("")
                                       : g_strdup_printf("%" PRId64, *(const int64_t *)field);
  case TN_ROW_TIME:
    time = tn_row_microseconds(*(const double *)field);
    return isnan(time) ? g_strdup("") : g_strdup_printf("%.6f", time);
  case TN_ROW_SHARE:
    time = *(const double *)field;
    return isnan(time) ? g_strdup("") : g_strdup_printf("%.6f", time);
  case TN_ROW_ANSWER:
    return g_strdup(answers[1 + *(const int *)field]);
  case TN_ROW_SOURCE:
    return g_strdup(tn_source_name(row->source));
  case TN_ROW_VALUES:
    return g_strdup((*(const struct tn_values *const *)field)->text);
  default:
    return g_strdup(*(const char *const *)field);
  }
}

char *tn_row_value(const struct tn_row *row, const char *name)
{
  const int column = tn_row_column(name);
  char *text = column < 0 ? tn_row_param(row, name) : tn_row_text(row, column);
  return text ? text : tn_row_foreign(row, name);
}

void tn_row_add_column(struct tn_table *table, int column)
{
  const struct tn_row_column *c = &tn_row_columns[column];
  tn_table_column(table, c->name,
                  c->role == TN_ROLE_SIZE  ? "B"
                  : c->kind == TN_ROW_TIME ? "us"
                                           : "",
                  c->kind == TN_ROW_COUNT                             ? TN_CELL_COUNT
                  : c->kind == TN_ROW_TIME || c->kind == TN_ROW_SHARE ? TN_CELL_NUMBER
                                                                      : TN_CELL_TEXT);
}

struct tn_table *tn_rows_cells(const GPtrArray *rows)
{
  struct tn_table *t = tn_table_new_empty();
  bool is_judged = false;
  for (int c = 0; c < tn_row_n_columns; c++)
    tn_row_add_column(t, c);
  for (guint i = 0; i < rows->len; i++)
    is_judged = is_judged || !isnan(((const struct tn_row *)rows->pdata[i])->loss);
  for (size_t i = 0; is_judged && i < G_N_ELEMENTS(judged); i++)
    tn_table_column(t, judged[i], "", TN_CELL_TEXT);
  if (is_judged)
    tn_table_column(t, expected_loss, "", TN_CELL_NUMBER);
  for (guint i = 0; i < rows->len; i++) {
    for (int c = 0; c < tn_row_n_columns; c++)
      tn_table_take(t, tn_row_text(rows->pdata[i], c));
    for (size_t k = 0; is_judged && k < G_N_ELEMENTS(judged); k++)
      tn_table_take(t, tn_row_foreign(rows->pdata[i], judged[k]));
    if (is_judged)
      tn_table_number(t, ((const struct tn_row *)rows->pdata[i])->loss, 6);
  }
  return t;
}

char *tn_rows_measured(const GPtrArray *rows, const char *collective)
{
  guint n = 0, n_measured = 0;
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    if (collective && strcmp(row->collective, collective) != 0)
      continue;
    g_autofree char *basis = tn_row_foreign(row, TN_ROW_BASIS);
    n++;
    n_measured += !isnan(row->loss) && g_strcmp0(basis, TN_BASIS_MEASURED) == 0;
  }
  return n_measured ? g_strdup_printf("%u of %u times measured", n_measured, n) : NULL;
}

char *tn_rows_csv(const GPtrArray *rows)
{
  struct tn_table *t = tn_rows_cells(rows);
  char *text = tn_table_csv(t);
  tn_table_free(t);
  return text;
}
