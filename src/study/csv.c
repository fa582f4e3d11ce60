#include "csv.h"

#include <string.h>

#include "usage.h"

/* Largest number of fields of a record; each is one allocation. */
enum { MAX_FIELDS = 65536 };

char tn_csv_separator(const char *header)
{
  const char *first = header + strcspn(header, ",;\t\n");
  if (*first == ';' || *first == '\t')
    return *first;
  return ',';
}

static bool csv_ends(const struct tn_csv *r)
{
  return *r->at == r->separator || *r->at == '\r' || *r->at == '\n';
}

bool tn_csv_init(struct tn_csv *csv, const char *file, const char *text, gsize length,
                 GError **error)
{
  *csv = (struct tn_csv){
    .file = file, .at = text, .end = text + length, .line = 1, .separator = tn_csv_separator(text)
  };
  return g_utf8_validate(text, (gssize)length, NULL) ||
         tn_usage_at(file, 1, error, "not UTF-8 text");
}

void tn_csv_skip(struct tn_csv *csv, char first)
{
  while (csv->at < csv->end && *csv->at == first) {
    const char *end = memchr(csv->at, '\n', (size_t)(csv->end - csv->at));
    csv->at = end ? end + 1 : csv->end;
    csv->line++;
  }
}

bool tn_csv_more(const struct tn_csv *csv)
{
  return csv->at < csv->end;
}

static bool read_quoted(struct tn_csv *r, GString *field, GError **error)
{
  const int line = r->line;
  for (r->at++; r->at < r->end; r->at++) {
    if (*r->at == '"' && (r->at + 1 == r->end || r->at[1] != '"')) {
      r->at++;
      if (r->at == r->end || csv_ends(r))
        return true;
      return tn_usage_at(r->file, r->line, error,
                         "a quoted field continues after its closing "
                         "quote (quotes inside it are doubled)");
    }
    r->at += *r->at == '"';
    r->line += *r->at == '\n';
    g_string_append_c(field, *r->at);
  }
  return tn_usage_at(r->file, line, error, "a quote is never closed");
}

static bool read_plain(struct tn_csv *r, GString *field, GError **error)
{
  for (; r->at < r->end && !csv_ends(r); r->at++) {
    if (*r->at == '"')
      return tn_usage_at(r->file, r->line, error,
                         "a quote inside a field that does not begin with one");
    g_string_append_c(field, *r->at);
  }
  return true;
}

GPtrArray *tn_csv_record(struct tn_csv *r, GError **error)
{
  g_autoptr(GPtrArray) fields = g_ptr_array_new_with_free_func(g_free);
  for (;;) {
    GString *field = g_string_new(NULL);
    const bool quoted = r->at < r->end && *r->at == '"';
    const bool ok = quoted ? read_quoted(r, field, error) : read_plain(r, field, error);
    if (r->separator != ',') {
      char *comma = strchr(field->str, ',');
      if (comma && comma > field->str &&
          strspn(field->str, "0123456789") == (size_t)(comma - field->str) && comma[1] &&
          strspn(comma + 1, "0123456789") == strlen(comma + 1))
        *comma = '.';
    }
    g_ptr_array_add(fields, g_string_free(field, FALSE));
    if (ok && fields->len > MAX_FIELDS) {
      tn_usage_at(r->file, r->line, error, "more than %d fields", MAX_FIELDS);
      return NULL;
    }
    if (!ok)
      return NULL;
    if (r->at == r->end || *r->at != r->separator)
      break;
    r->at++;
  }
  if (r->at < r->end && *r->at == '\r')
    r->at++;
  if (r->at < r->end && *r->at != '\n') {
    tn_usage_at(r->file, r->line, error, "a carriage return inside a line");
    return NULL;
  }
  r->at += r->at < r->end;
  r->line++;
  return g_steal_pointer(&fields);
}
