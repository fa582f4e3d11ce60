#include "layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "markup.h"
#include "platform/quantity.h"
#include "wrap.h"

enum { FITTED = -1 }; /* width of a field that is as wide as its widest cell */

struct field {
  char *before;
  char *heading, *name; /* heading, and name of the column; NULL: those of column number `number` */
  int number;
  /* width in characters, and number of decimals; -1: the cell is printed unchanged */
  int width, digits;
  char percent[3]; /* unit after a number: "", "%" or " %" */
  char yes;        /* character that replaces "yes"; '\0': no replacement */
  bool is_right, is_optional, has_sign, wraps, has_lines, is_size, is_group, is_key, is_fitted;
  bool is_left_out; /* true if the field is omitted because all its cells are empty */
};

static void field_clear(void *data)
{
  struct field *f = data;
  g_free(f->before);
  g_free(f->heading);
  g_free(f->name);
}

static bool takes(const char **at, const char *word)
{
  if (!g_str_has_prefix(*at, word))
    return false;
  *at += strlen(word);
  return true;
}

/* Reads the part of a field after the colon: width, "?", number format, "wrap" and so on
 * (layout.h). */
static void read_manner(struct field *f, const char *at)
{
  f->is_right = takes(&at, ">");
  if (takes(&at, "*"))
    f->width = FITTED;
  else
    f->width = (int)strtol(at, (char **)&at, 10);
  f->is_optional = takes(&at, "?");
  f->has_sign = takes(&at, "+");
  if (takes(&at, "."))
    f->digits = (int)strtol(at, (char **)&at, 10);
  if (g_str_equal(at, "%") || g_str_equal(at, " %"))
    strcpy(f->percent, at);
  else if (takes(&at, "yes")) {
    f->yes = *at;
    f->width = 1;
  }
  f->has_lines = g_str_equal(at, "lines");
  f->wraps = f->has_lines || g_str_equal(at, "wrap");
  f->is_size = g_str_equal(at, "size");
  f->is_group = g_str_equal(at, "group");
  f->is_key = g_str_equal(at, "key");
}

static GArray *fields_of(const char *layout)
{
  GArray *fields = g_array_new(FALSE, FALSE, sizeof(struct field));
  g_array_set_clear_func(fields, field_clear);
  for (const char *at = layout, *begin; (begin = strchr(at, '{')); at = strchr(begin, '}') + 1) {
    g_autofree char *text = g_strndup(begin + 1, (gsize)(strchr(begin, '}') - begin - 1));
    struct field f = { .before = g_strndup(at, (gsize)(begin - at)), .digits = -1 };
    char *colon = strrchr(text, ':'), *equals;
    if (colon)
      *colon = '\0';
    equals = strrchr(text, '=');
    if (equals)
      *equals = '\0';
    if (*text == '#') {
      f.number = atoi(text + 1);
    } else {
      f.heading = g_strdup(text);
      f.name = g_strdup(equals ? equals + 1 : text);
    }
    read_manner(&f, colon ? colon + 1 : "");
    g_array_append_val(fields, f);
  }
  return fields;
}

static const struct field *field_of(const GArray *fields, guint i)
{
  return &g_array_index(fields, struct field, i);
}

struct tn_table *tn_table_of(const char *layout)
{
  struct tn_table *t = tn_table_new_empty();
  g_autoptr(GArray) fields = fields_of(layout);
  for (guint i = 0; i < fields->len; i++)
    tn_table_column(t, field_of(fields, i)->name, "",
                    field_of(fields, i)->digits < 0 ? TN_CELL_TEXT : TN_CELL_NUMBER);
  return t;
}

static char *cell_text(const struct field *f, const struct tn_table *t, guint row, guint column)
{
  const char *text = tn_table_cell(t, row, column);
  const double number = tn_table_cell_number(t, row, column);
  if (f->yes)
    return g_strdup_printf("%c", g_str_equal(text, "yes") ? f->yes : ' ');
  if (f->digits >= 0 && isfinite(number))
    return g_strdup_printf(f->has_sign ? "%+.*f%s" : "%.*f%s", f->digits,
                           *f->percent ? 100.0 * number : number, f->percent);
  if (f->digits >= 0)
    return g_strdup(*text ? text : "-");
  return f->is_size ? tn_format_size((size_t)tn_table_cell_count(t, row, column)) : g_strdup(text);
}

/* A table's cells as text: texts[row * fields + field]; row 0: headings. */
struct shown {
  GArray *fields;
  GPtrArray *texts;
  guint n_lines;
};

static const char *text_of(const struct shown *s, guint line, guint field)
{
  return s->texts->pdata[line * s->fields->len + field];
}

/* Returns the largest number of characters among a field's texts, from row `first` on. */
static int longest(const struct shown *s, guint first, guint field)
{
  size_t most = 0;
  for (guint line = first; line < s->n_lines; line++)
    most = MAX(most, strlen(text_of(s, line, field)));
  return (int)most;
}

/* Formats all cells of a table by the layout, and finds the fields that are omitted. */
static void shown_init(struct shown *s, const struct tn_table *t, const char *layout)
{
  g_autoptr(GString) all = g_string_new(layout);
  for (guint i = 0; !layout && i < tn_table_n_columns(t); i++)
    g_string_append_printf(all, "  {#%u:%s*}", i, tn_table_type(t, i) == TN_CELL_TEXT ? "" : ">");
  s->fields = fields_of(all->str);
  s->texts = g_ptr_array_new_with_free_func(g_free);
  s->n_lines = 1 + tn_table_n_rows(t);
  for (guint line = 0; line < s->n_lines; line++)
    for (guint i = 0; i < s->fields->len; i++) {
      const struct field *f = field_of(s->fields, i);
      const int column = f->name ? tn_table_find(t, f->name) : f->number;
      g_assert(column >= 0);
      g_ptr_array_add(s->texts, line > 0     ? cell_text(f, t, line - 1, (guint)column)
                                : f->heading ? g_strdup(f->heading)
                                             : g_strdup(tn_table_name(t, (guint)column)));
    }
  for (guint i = 0; i < s->fields->len; i++) {
    struct field *f = &g_array_index(s->fields, struct field, i);
    f->is_left_out = f->is_optional && longest(s, 1, i) == 0;
    f->is_fitted = f->width == FITTED;
    f->width = f->is_fitted ? longest(s, 0, i) : f->width;
  }
}

static void shown_clear(struct shown *s)
{
  g_array_unref(s->fields);
  g_ptr_array_unref(s->texts);
}

/* Writes one line of a row: the fields `first` to `end` - 1. */
static void write_line(FILE *out, const struct shown *s, guint row, guint first, guint end)
{
  g_autoptr(GString) line = g_string_new(NULL);
  for (guint i = first; i < end; i++) {
    const struct field *f = field_of(s->fields, i);
    const char *text = text_of(s, row, i), *before = f->before;
    if (f->is_left_out)
      continue;
    g_string_append(line, before + (*before == '\n'));
    if (f->wraps && row > 0 && *text) {
      const int at = (int)line->len, indent = first > 0 ? (int)strspn(line->str, " ") : at;
      g_auto(GStrv) lines = g_strsplit(text, "\n", f->has_lines ? -1 : 1);
      for (int k = 0; lines[k]; k++) {
        fputs(line->str, out);
        tn_wrap_write(out, at, indent, TN_LINE_WIDTH, lines[k]);
      }
      return;
    }
    g_string_append_printf(line, "%*s", f->is_right ? f->width : -f->width, text);
  }
  fprintf(out, "%s\n", g_strchomp(line->str));
}

static bool is_empty(const struct shown *s, guint row, guint first, guint end)
{
  for (guint i = first; i < end; i++)
    if (*text_of(s, row, i))
      return false;
  return true;
}

void tn_table_write_text(FILE *out, struct tn_table *t, const char *layout)
{
  struct shown s;
  shown_init(&s, t, layout);
  for (guint row = 0; row < s.n_lines; row++)
    for (guint first = 0, end; first < s.fields->len; first = end) {
      for (end = first + 1; end < s.fields->len && !strchr(field_of(s.fields, end)->before, '\n');)
        end++;
      if (row == 0 ? first == 0 && !is_empty(&s, row, first, end)
                   : first == 0 || !is_empty(&s, row, first, end))
        write_line(out, &s, row, first, end);
    }
  shown_clear(&s);
  tn_table_free(t);
}

void tn_markdown_write(FILE *out, const char *text)
{
  if (g_str_has_prefix(text, "* "))
    fputc('\\', out); /* without "\", the asterisk would begin a list item */
  for (; *text; text++)
    if (*text == '<')
      fputs("&lt;", out);
    else if (*text == '&')
      fputs("&amp;", out);
    else
      fputc(*text, out);
}

void tn_table_write_markdown(FILE *out, struct tn_table *t, const char *layout)
{
  struct shown s;
  shown_init(&s, t, layout);
  for (guint row = 0; row < s.n_lines; row++) {
    fputc('|', out);
    for (guint i = 0; i < s.fields->len; i++) {
      if (field_of(s.fields, i)->is_left_out)
        continue;
      /* "|" would end a cell in Markdown */
      g_auto(GStrv) parts = g_strsplit(text_of(&s, row, i), "|", -1);
      g_autofree char *escaped = g_strjoinv("\\|", parts);
      g_auto(GStrv) lines = g_strsplit(escaped, "\n", -1);
      for (int k = 0; lines[k]; k++) {
        fputs(k ? "<br>" : " ", out);
        tn_markdown_write(out, lines[k]);
      }
      fputs(*escaped ? " |" : "  |", out);
    }
    fputs(row == 0 ? "\n|" : "\n", out);
    for (guint i = 0; row == 0 && i < s.fields->len; i++)
      fputs(field_of(s.fields, i)->is_left_out ? "" : "---|", out);
    fputs(row == 0 ? "\n" : "", out);
  }
  shown_clear(&s);
  tn_table_free(t);
}

/* Appends "<TAG class>TEXT</TAG>". A cell of kind `key` has the text "A HUE PATTERN": a figure's
 * letter. */
static void append_cell(GString *s, const struct field *f, const char *tag, const char *scope,
                        const char *text)
{
  const bool is_head = g_str_equal(scope, "col"), is_hot = !is_head && *text == '!';
  const char *class = f->is_right ? "n" : f->is_fitted ? "w" : "";
  g_string_append_printf(s, "<%s", tag);
  if (*scope)
    g_string_append_printf(s, " scope=\"%s\"", scope);
  if (*class || is_hot)
    g_string_append_printf(s, " class=\"%s%s%s\"", class, *class && is_hot ? " " : "",
                           is_hot ? "hot" : "");
  g_string_append_c(s, '>');
  g_auto(GStrv) key = g_strsplit(f->is_key && !is_head ? text : "", " ", 3);
  if (g_strv_length(key) == 3)
    tn_markup(s, "<span class=\"key b%s p%s\">%s</span>", key[1], key[2], key[0]);
  else
    tn_markup(s, "%s", text + (is_hot && text[1] == ' ' ? strlen("! ") : 0));
  g_string_append_printf(s, "</%s>", tag);
}

static void append_cells(GString *s, const struct shown *shown, guint row)
{
  bool is_first = true;
  g_string_append(s, "<tr>");
  for (guint i = 0; i < shown->fields->len; i++) {
    const struct field *f = field_of(shown->fields, i);
    if (f->is_left_out || f->is_group)
      continue;
    append_cell(s, f, row == 0 || is_first ? "th" : "td",
                row == 0   ? "col"
                : is_first ? "row"
                           : "",
                text_of(shown, row, i));
    is_first = false;
  }
  g_string_append(s, "</tr>\n");
}

/* Begins a new body of the table if the row's group differs from that of the previous row. */
static void append_group(GString *s, const struct shown *shown, guint row)
{
  const bool has_group = field_of(shown->fields, 0)->is_group;
  if (row > 1 && !(has_group && strcmp(text_of(shown, row, 0), text_of(shown, row - 1, 0)) != 0))
    return;
  g_string_append(s, row > 1 ? "</tbody>\n<tbody>\n" : "<tbody>\n");
  if (has_group)
    tn_markup(s, "<tr><th scope=\"rowgroup\" colspan=\"%u\">%s</th></tr>\n", shown->fields->len - 1,
              text_of(shown, row, 0));
}

void tn_table_append_html(GString *s, struct tn_table *t, const char *caption, const char *layout)
{
  struct shown shown;
  shown_init(&shown, t, layout);
  g_string_append(s, "<div class=\"scroll\" tabindex=\"0\"><table>\n");
  if (caption)
    tn_markup(s, "<caption>%s</caption>\n", caption);
  if (!is_empty(&shown, 0, 0, shown.fields->len)) {
    g_string_append(s, "<thead>");
    append_cells(s, &shown, 0);
    g_string_append(s, "</thead>\n");
  }
  for (guint row = 1; row < shown.n_lines; row++) {
    append_group(s, &shown, row);
    append_cells(s, &shown, row);
  }
  g_string_append(s, shown.n_lines > 1 ? "</tbody></table></div>\n" : "</table></div>\n");
  shown_clear(&shown);
  tn_table_free(t);
}
