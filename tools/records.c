#include "records.h"

#include <inttypes.h>
#include <math.h>

#include "study/csv.h"
#include "study/rows.h"

const char *const tn_output_names[] = { "text", "csv", "json", NULL };

struct tn_records {
  const struct tn_columns *columns; /* borrowed */
  GPtrArray *cells;                 /* char *, row after row */
};

struct tn_records *tn_records_new(const struct tn_columns *columns)
{
  struct tn_records *r = g_new(struct tn_records, 1);
  r->columns = columns;
  r->cells = g_ptr_array_new_with_free_func(g_free);
  return r;
}

void tn_records_free(struct tn_records *r)
{
  if (!r)
    return;
  g_ptr_array_unref(r->cells);
  g_free(r);
}

void tn_records_take(struct tn_records *r, char *text)
{
  g_ptr_array_add(r->cells, text ? text : g_strdup(""));
}

void tn_records_text(struct tn_records *r, const char *text)
{
  tn_records_take(r, g_strdup(text));
}

void tn_records_count(struct tn_records *r, int64_t n)
{
  tn_records_take(r, n < 0 ? NULL : g_strdup_printf("%" PRId64, n));
}

void tn_records_number(struct tn_records *r, double number, int digits)
{
  tn_records_take(r, isfinite(number) ? g_strdup_printf("%.*f", digits, number) : NULL);
}

void tn_records_answer(struct tn_records *r, bool yes)
{
  tn_records_text(r, yes ? "yes" : "no");
}

static size_t n_rows(const struct tn_records *r)
{
  g_assert(r->cells->len % r->columns->n == 0);
  return r->cells->len / r->columns->n;
}

static const char *cell(const struct tn_records *r, size_t row, size_t column)
{
  return r->cells->pdata[row * r->columns->n + column];
}

static void write_csv(FILE *out, const struct tn_records *r)
{
  const size_t n = r->columns->n;
  for (size_t c = 0; c < n; c++)
    fprintf(out, "%s%c", r->columns->of[c].name, c + 1 < n ? ',' : '\n');
  for (size_t row = 0; row < n_rows(r); row++)
    for (size_t c = 0; c < n; c++) {
      tn_csv_field(out, cell(r, row, c));
      fputc(c + 1 < n ? ',' : '\n', out);
    }
}

static void member(FILE *out, const struct tn_records *r, size_t row, size_t column)
{
  const struct tn_column *c = &r->columns->of[column];
  tn_json_field(out, c->name, cell(r, row, column), c->number);
}

/* An array of objects, without a line end. */
static void write_json(FILE *out, const struct tn_records *r)
{
  fputs("[\n", out);
  for (size_t row = 0; row < n_rows(r); row++) {
    for (size_t c = 0; c < r->columns->n; c++) {
      fputs(c ? ", " : "  {", out);
      member(out, r, row, c);
    }
    fputs(row + 1 < n_rows(r) ? "},\n" : "}\n", out);
  }
  fputc(']', out);
}

void tn_records_members(FILE *out, const struct tn_records *r)
{
  g_assert(n_rows(r) == 1);
  for (size_t c = 0; c < r->columns->n; c++) {
    fputs(c ? ",\n" : "", out);
    member(out, r, 0, c);
  }
}

void tn_records_member(FILE *out, const char *name, struct tn_records *r)
{
  fprintf(out, ",\n\"%s\": ", name);
  write_json(out, r);
  tn_records_free(r);
}

void tn_records_write(FILE *out, struct tn_records *r, bool is_json)
{
  if (is_json) {
    write_json(out, r);
    fputc('\n', out);
  } else {
    write_csv(out, r);
  }
  tn_records_free(r);
}
