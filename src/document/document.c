#include "document.h"

#include <string.h>

#include "markup.h"
#include "wrap.h"

enum kind {
  HEADING,
  PARAGRAPH,
  ITEM, /* first of the kinds that have a counterpart in enum tn_text_kind */
  CODE,
  LEAD,
  MUTED,
  FIGURE,
  BEGIN,
  END,
  CONTENTS,
  GAP,
  TABLE,
  ROWS,
  MEMBERS
};

struct part {
  enum kind kind;
  /* owned, may be NULL. Of a table: layout and caption. Of a figure: caption and SVG. Of a group:
   * heading and id */
  char *text, *details;
  int indent; /* blanks before a paragraph's continuation lines */
  struct tn_table *table;
  enum tn_grouping group;
  guint level; /* level of a heading, from 2 */
};

struct tn_document {
  enum tn_output format;
  unsigned only;
  GArray *parts;         /* struct part, in the order of the output */
  GArray *groups;        /* enum tn_grouping of each open group */
  guint depth;           /* number of open groups that are sections */
  char *title, *colours; /* title and style sheet of a complete HTML page, owned; NULL otherwise */
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
  *d = (struct tn_document){ .format = format,
                             .only = TN_FOR_PEOPLE,
                             .parts = g_array_new(FALSE, FALSE, sizeof(struct part)),
                             .groups = g_array_new(FALSE, FALSE, sizeof(enum tn_grouping)) };
  g_array_set_clear_func(d->parts, part_clear);
  return d;
}

void tn_document_free(struct tn_document *d)
{
  g_array_unref(d->parts);
  g_array_unref(d->groups);
  g_free(d->title);
  g_free(d->colours);
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

/* Adds a part for these formats. Frees the part if the format of the document is not one of
 * them. */
static void add(struct tn_document *d, unsigned formats, struct part part)
{
  if (tn_document_is_for(d, formats))
    g_array_append_val(d->parts, part);
  else
    part_clear(&part);
}

void tn_document_title(struct tn_document *d, const char *title, const char *colours)
{
  d->title = d->title ? d->title : g_strdup(title);
  if (colours)
    d->colours = g_strdup(colours);
}

static void add_heading(struct tn_document *d, enum kind kind, enum tn_grouping group,
                        const char *text, const char *details)
{
  add(d, d->only,
      (struct part){ .kind = kind,
                     .group = group,
                     .level = d->depth + 2,
                     .text = g_strdup(text),
                     .details = g_strdup(details) });
}

void tn_document_heading(struct tn_document *d, const char *text, const char *details)
{
  add_heading(d, HEADING, TN_GROUP_PLAIN, text, details);
}

void tn_document_begin(struct tn_document *d, enum tn_grouping group, const char *id,
                       const char *heading)
{
  add_heading(d, BEGIN, group, heading, id);
  g_array_append_val(d->groups, group);
  d->depth += group == TN_GROUP_SECTION;
}

void tn_document_end(struct tn_document *d)
{
  const enum tn_grouping group = g_array_index(d->groups, enum tn_grouping, d->groups->len - 1);
  g_array_set_size(d->groups, d->groups->len - 1);
  d->depth -= group == TN_GROUP_SECTION;
  add(d, d->only & TN_FOR_HTML, (struct part){ .kind = END, .group = group });
}

void tn_document_contents(struct tn_document *d)
{
  add(d, d->only & TN_FOR_HTML, (struct part){ .kind = CONTENTS });
}

void tn_document_figure(struct tn_document *d, char *svg, const char *caption)
{
  add(d, d->only, (struct part){ .kind = FIGURE, .text = g_strdup(caption), .details = svg });
}

static void add_text(struct tn_document *d, enum kind kind, int indent, const char *format,
                     va_list arguments)
{
  if (*format == '\n') {
    tn_document_gap(d);
    format++;
  }
  if (tn_document_is_for(d, d->only))
    add(d, d->only,
        (struct part){
            .kind = kind, .text = g_strdup_vprintf(format, arguments), .indent = indent });
}

void tn_document_paragraph(struct tn_document *d, int indent, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  add_text(d, PARAGRAPH, indent, format, arguments);
  va_end(arguments);
}

void tn_document_add(struct tn_document *d, enum tn_text_kind manner, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  add_text(d, ITEM + manner, 0, format, arguments);
  va_end(arguments);
}

void tn_document_gap(struct tn_document *d)
{
  add(d, d->only & TN_FOR_TEXT, (struct part){ .kind = GAP });
}

void tn_document_captioned(struct tn_document *d, const char *caption, struct tn_table *table,
                           const char *layout)
{
  add(d, d->only,
      (struct part){
          .kind = TABLE, .text = g_strdup(layout), .details = g_strdup(caption), .table = table });
}

void tn_document_table(struct tn_document *d, struct tn_table *table, const char *layout)
{
  const bool has_gap = layout && *layout == '\n';
  if (has_gap)
    tn_document_gap(d);
  tn_document_captioned(d, NULL, table, has_gap ? layout + 1 : layout);
}

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
  case TABLE:
    if (part->details)
      tn_paragraph(out, 0, "%s", part->details);
    tn_table_write_text(out, g_steal_pointer(&part->table), part->text);
    break;
  case ITEM:
  case CODE:
  case GAP:
    fprintf(out, "%s\n", part->text ? part->text : "");
    break;
  default:
    if (part->text)
      tn_wrap_write(out, 0, part->indent, part->indent < 0 ? G_MAXINT : TN_LINE_WIDTH, part->text);
  }
}

/* Writes a part in Markdown. `before`: the previous part, because items of a list have no empty
 * line between them. */
static void write_markdown(FILE *out, struct part *part, const struct part *before)
{
  const bool is_table = part->kind == TABLE;
  const char *text = is_table ? part->details : part->text;
  const char *below = part->kind == HEADING ? part->details : NULL;
  const int depth = text ? (int)strspn(text, " ") : 0;
  fputs(!before || (part->kind == ITEM && before->kind == ITEM) ? "" : "\n", out);
  if (part->kind == ITEM)
    fprintf(out, "%.*s- ", depth, part->text);
  else if (part->level && text)
    fprintf(out, "%.*s ", (int)MIN(part->level, 6), "######");
  else
    fputs(part->kind == CODE ? "    " : "", out);
  if (text) {
    tn_markdown_write(out, text + depth);
    fputs(is_table || below ? "\n\n" : "\n", out);
  }
  if (is_table)
    tn_table_write_markdown(out, g_steal_pointer(&part->table), part->text);
  if (below) {
    tn_markdown_write(out, below);
    fputc('\n', out);
  }
}

static void append_contents(GString *s, const struct tn_document *d)
{
  g_string_append(s, "<nav aria-label=\"Contents\"><ul>\n");
  for (guint i = 0; i < d->parts->len; i++) {
    const struct part *part = &g_array_index(d->parts, struct part, i);
    if (part->kind == BEGIN && part->details)
      tn_markup(s, "<li><a href=\"#%s\">%s</a></li>\n", part->details, part->text);
  }
  g_string_append(s, "</ul></nav>\n");
}

static void append_begin(GString *s, const struct part *part)
{
  static const char *const tags[] = { "<section", "<details", "<div class=\"pair\"", "<div" };
  g_string_append(s, tags[part->group]);
  if (part->details)
    tn_markup(s, " id=\"%s\"", part->details);
  g_string_append_c(s, '>');
  if (part->text && part->group == TN_GROUP_DETAILS)
    tn_markup(s, "<summary>%s</summary>", part->text);
  else if (part->text)
    tn_markup(s, "<h%u>%s</h%u>", part->level, part->text, part->level);
  g_string_append_c(s, '\n');
}

static void append_html(GString *s, const struct tn_document *d, guint i)
{
  static const char *const ends[] = { "</section>\n", "</details>\n", "</div>\n", "</div>\n" };
  struct part *part = &g_array_index(d->parts, struct part, i);
  switch (part->kind) {
  case TABLE:
    tn_table_append_html(s, g_steal_pointer(&part->table), part->details, part->text);
    break;
  case HEADING:
    tn_markup(s, "<h%u>%s</h%u>\n", part->level, part->text, part->level);
    if (part->details)
      tn_markup(s, "<p>%s</p>\n", part->details);
    break;
  case ITEM:
    g_string_append(s, i == 0 || part[-1].kind != ITEM ? "<ul>\n" : "");
    tn_markup(s, "<li>%s</li>\n", g_strchug(part->text));
    g_string_append(s, i + 1 == d->parts->len || part[1].kind != ITEM ? "</ul>\n" : "");
    break;
  case CODE:
    tn_markup(s, "<pre>%s</pre>\n", part->text);
    break;
  case FIGURE:
    tn_markup(s, part->text ? "<figure><figcaption>%s</figcaption>\n" : "<figure>", part->text);
    g_string_append_printf(s, "<div class=\"scroll\" tabindex=\"0\">\n%s</div>\n</figure>\n",
                           part->details);
    break;
  case BEGIN:
    append_begin(s, part);
    break;
  case END:
    g_string_append(s, ends[part->group]);
    break;
  case CONTENTS:
    append_contents(s, d);
    break;
  default:
    g_string_append_printf(s, "<p%s>",
                           part->kind == LEAD    ? " class=\"lead\""
                           : part->kind == MUTED ? " class=\"muted\""
                                                 : "");
    tn_markup(s, "%s</p>\n", g_strchug(part->text));
  }
}

/* Writes a part's members into the JSON object; is_first: true if no member precedes them. */
static void write_json(FILE *out, const struct part *part, bool is_first)
{
  fputs(is_first ? "" : ",\n", out);
  if (part->text)
    fprintf(out, part->kind == ROWS ? "\"%s\": " : "\"%s\": {\n", part->text);
  if (part->kind == ROWS) {
    tn_table_write_array(out, part->table);
    return;
  }
  tn_table_write_members(out, part->table, 0, ",\n");
  fputs(part->text ? "\n}" : "", out);
}

void tn_document_write(FILE *out, struct tn_document *d)
{
  const struct part *first = d->parts->len ? &g_array_index(d->parts, struct part, 0) : NULL;
  const bool is_object =
      d->format == TN_OUT_JSON && first && (first->kind == MEMBERS || first->text);
  fputs(is_object ? "{\n" : "", out);
  g_autoptr(GString) page = g_string_new(NULL);
  const bool is_page = d->format == TN_OUT_HTML && d->title;
  if (is_page)
    tn_page_begin(page, d->title, d->colours);
  for (guint i = 0; i < d->parts->len; i++) {
    struct part *part = &g_array_index(d->parts, struct part, i);
    if (d->format == TN_OUT_HTML)
      append_html(page, d, i);
    else if (d->format == TN_OUT_TEXT)
      write_text(out, part);
    else if (d->format == TN_OUT_MARKDOWN)
      write_markdown(out, part, i > 0 ? part - 1 : NULL);
    else if (d->format == TN_OUT_CSV)
      tn_table_write_csv(out, part->table);
    else if (is_object)
      write_json(out, part, i == 0);
    else
      tn_table_write(out, g_steal_pointer(&part->table), true);
  }
  if (is_page)
    tn_page_end(page);
  fputs(page->str, out);
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
