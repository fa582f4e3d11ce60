#include "document.h"

#include <string.h>

#include "markup.h"
#include "wrap.h"

enum kind { HEADING, PARAGRAPH, ITEM, CODE, GAP, TABLE, ROWS, MEMBERS };

struct part {
  enum kind kind;
  char *text, *details; /* owned; NULL: none. A table's text is its layout */
  int indent;           /* blanks of a paragraph's further lines */
  struct tn_table *table;
};

struct tn_document {
  enum tn_output format;
  unsigned only;
  GArray *parts; /* struct part */
};

static void part_clear(void *data)
{
  struct part *part = data;
  g_free(part->text);
  g_free(part->details);
  tn_table_free(part->table);
}

struct tn_document *tn_document_new(enum tn_output format)
{
  struct tn_document *d = g_new(struct tn_document, 1);
  *d =
      (struct tn_document){ format, TN_FOR_PEOPLE, g_array_new(FALSE, FALSE, sizeof(struct part)) };
  g_array_set_clear_func(d->parts, part_clear);
  return d;
}

void tn_document_free(struct tn_document *d)
{
  g_array_unref(d->parts);
  g_free(d);
}

bool tn_document_is_for(const struct tn_document *d, unsigned formats)
{
  return formats & 1u << d->format;
}

void tn_document_only(struct tn_document *d, unsigned formats)
{
  d->only = formats;
}

/* Adds a part of these formats, or frees what it holds. */
static void add(struct tn_document *d, unsigned formats, struct part part)
{
  if (tn_document_is_for(d, formats))
    g_array_append_val(d->parts, part);
  else
    part_clear(&part);
}

void tn_document_heading(struct tn_document *d, const char *text, const char *details)
{
  add(d, d->only,
      (struct part){ .kind = HEADING, .text = g_strdup(text), .details = g_strdup(details) });
}

/* Adds a part that is text as printf makes it. */
static void add_text(struct tn_document *d, enum kind kind, int indent, const char *format,
                     va_list arguments)
{
  if (tn_document_is_for(d, d->only))
    add(d, d->only,
        (struct part){
            .kind = kind, .text = g_strdup_vprintf(format, arguments), .indent = indent });
}

void tn_document_say(struct tn_document *d, int indent, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  add_text(d, PARAGRAPH, indent, format, arguments);
  va_end(arguments);
}

void tn_document_add(struct tn_document *d, enum tn_manner manner, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  add_text(d, manner == TN_ITEM ? ITEM : CODE, 0, format, arguments);
  va_end(arguments);
}

void tn_document_gap(struct tn_document *d)
{
  add(d, d->only & TN_FOR_TEXT, (struct part){ .kind = GAP });
}

void tn_document_table(struct tn_document *d, struct tn_table *table, const char *layout)
{
  add(d, d->only, (struct part){ .kind = TABLE, .text = g_strdup(layout), .table = table });
}

/* Adds a table for programs. */
static void add_data(struct tn_document *d, unsigned formats, enum kind kind, const char *name,
                     struct tn_table *table)
{
  add(d, formats, (struct part){ .kind = kind, .text = g_strdup(name), .table = table });
}

void tn_document_rows(struct tn_document *d, const char *name, struct tn_table *table)
{
  add_data(d, TN_FOR_CSV | TN_FOR_JSON, ROWS, name, table);
}

void tn_document_members(struct tn_document *d, const char *name, struct tn_table *table)
{
  add_data(d, TN_FOR_JSON, MEMBERS, name, table);
}

void tn_document_array(struct tn_document *d, const char *name, struct tn_table *table)
{
  add_data(d, TN_FOR_JSON, ROWS, name, table);
}

void tn_document_append(struct tn_document *d, struct tn_document *more)
{
  if (more->parts->len > 0)
    g_array_append_vals(d->parts, more->parts->data, more->parts->len);
  g_array_set_clear_func(more->parts, NULL);
  tn_document_free(more);
}

static void write_text(FILE *out, struct part *part)
{
  switch (part->kind) {
  case HEADING:
    if (part->details)
      tn_paragraph(out, 2, "%s; %s", part->text, part->details);
    else
      tn_wrap_write(out, 0, 0, G_MAXINT, part->text);
    break;
  case PARAGRAPH:
    tn_wrap_write(out, 0, part->indent, part->indent < 0 ? G_MAXINT : TN_LINE_WIDTH, part->text);
    break;
  case TABLE:
    tn_table_write_text(out, g_steal_pointer(&part->table), part->text);
    break;
  default:
    fprintf(out, "%s\n", part->text ? part->text : "");
  }
}

/* Items of one list follow each other without an empty line. */
static void write_markdown(FILE *out, struct part *part, const struct part *before)
{
  const int depth = (int)strspn(part->text, " ");
  fputs(!before || (part->kind == ITEM && before->kind == ITEM) ? "" : "\n", out);
  if (part->kind == TABLE) {
    tn_table_write_markdown(out, g_steal_pointer(&part->table), part->text);
    return;
  }
  if (part->kind == ITEM)
    fprintf(out, "%*s- ", depth, "");
  else
    fputs(part->kind == HEADING ? "## " : part->kind == CODE ? "    " : "", out);
  tn_markdown_write(out, part->text + depth);
  fputc('\n', out);
  if (part->details) {
    fputc('\n', out);
    tn_markdown_write(out, part->details);
    fputc('\n', out);
  }
}

static void write_html(FILE *out, struct part *part)
{
  g_autoptr(GString) s = g_string_new(NULL);
  if (part->kind == TABLE)
    tn_table_append_html(s, g_steal_pointer(&part->table), part->text);
  else if (part->kind == HEADING)
    tn_markup(s, "<h2>%s</h2>\n", part->text);
  else
    tn_markup(s,
              part->kind == ITEM   ? "<li>%s</li>\n"
              : part->kind == CODE ? "<pre>%s</pre>\n"
                                   : "<p>%s</p>\n",
              g_strchug(part->text));
  if (part->details)
    tn_markup(s, "<p>%s</p>\n", part->details);
  fputs(s->str, out);
}

/* Writes a member of the object, or several. */
static void write_json(FILE *out, const struct part *part, bool is_first)
{
  fputs(is_first ? "" : ",\n", out);
  if (part->text)
    fprintf(out, part->kind == ROWS ? "\"%s\": " : "\"%s\": {\n", part->text);
  if (part->kind == ROWS) {
    tn_table_write_array(out, part->table);
    return;
  }
  tn_table_write_members(out, part->table);
  fputs(part->text ? "\n}" : "", out);
}

void tn_document_write(FILE *out, struct tn_document *d)
{
  const struct part *first = d->parts->len ? &g_array_index(d->parts, struct part, 0) : NULL;
  const bool is_object =
      d->format == TN_OUT_JSON && first && (first->kind == MEMBERS || first->text);
  fputs(is_object ? "{\n" : "", out);
  for (guint i = 0; i < d->parts->len; i++) {
    struct part *part = &g_array_index(d->parts, struct part, i);
    if (d->format == TN_OUT_TEXT)
      write_text(out, part);
    else if (d->format == TN_OUT_MARKDOWN)
      write_markdown(out, part, i > 0 ? part - 1 : NULL);
    else if (d->format == TN_OUT_HTML)
      write_html(out, part);
    else if (d->format == TN_OUT_CSV)
      tn_table_write_csv(out, part->table);
    else if (is_object)
      write_json(out, part, i == 0);
    else
      tn_table_write(out, g_steal_pointer(&part->table), true);
  }
  fputs(is_object ? "\n}\n" : "", out);
  tn_document_free(d);
}

char *tn_document_text(struct tn_document *d)
{
  char *text = NULL;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  tn_document_write(out, d);
  fclose(out);
  return text;
}
