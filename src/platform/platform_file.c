#include "platform_file.h"

#include "quantity.h"

#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

/* SimGrid's lexer is stricter than GMarkup, and aborts. Therefore only this line is accepted. */
static const char doctype[] = "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">";

static const char *const element_names[] = { "platform", "zone",      "prop",     "cluster", "link",
                                             "router",   "zoneRoute", "link_ctn", NULL };

/* Elements of files that were written for SimGrid alone; such files are refused. */
static const char *const simgrid_names[] = { "host",  "route",  "AS",        "ASroute",
                                             "peer",  "disk",   "cabinet",   "storage",
                                             "actor", "config", "host_link", NULL };

struct reader {
  struct tn_file *file;
  GMarkupParseContext *context;
  int depth;
  bool seen_doctype;
  char *foreign; /* first element in the file that is one of simgrid_names, or NULL */
  int foreign_line;
};

static void mistake_free(gpointer data)
{
  struct tn_mistake *mistake = data;
  g_free(mistake->text);
  g_free(mistake);
}

static void property_free(gpointer data)
{
  struct tn_property *property = data;
  g_free(property->name);
  g_free(property->value);
  g_free(property);
}

void tn_element_free(struct tn_element *element)
{
  g_free(element->name);
  g_strfreev(element->attributes);
  g_free(element);
}

struct tn_element *tn_element_new(const char *name, int depth, ...)
{
  GPtrArray *attributes = g_ptr_array_new();
  va_list arguments;
  va_start(arguments, depth);
  const char *text;
  while ((text = va_arg(arguments, const char *)))
    g_ptr_array_add(attributes, g_strdup(text));
  va_end(arguments);
  g_ptr_array_add(attributes, NULL);
  struct tn_element *element = g_new0(struct tn_element, 1);
  element->name = g_strdup(name);
  element->attributes = (char **)g_ptr_array_free(attributes, FALSE);
  element->depth = depth;
  return element;
}

void tn_file_mistake(struct tn_file *file, int line, const char *format, ...)
{
  struct tn_mistake *mistake = g_new0(struct tn_mistake, 1);
  va_list arguments;
  va_start(arguments, format);
  mistake->text = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  mistake->line = line;
  for (char *c = mistake->text; *c; c++) {
    if (g_ascii_iscntrl(*c))
      *c = ' ';
  }
  g_ptr_array_add(file->mistakes, mistake);
}

void tn_file_error(struct tn_file *file, int line, GError *error)
{
  tn_file_mistake(file, line, "%s", error->message);
  g_error_free(error);
}

void tn_file_require(struct tn_file *file, const char *name, const char *example)
{
  const struct tn_element *zone = file->elements->len ? file->elements->pdata[0] : NULL;
  if (tn_file_property(file, name))
    return;
  tn_file_mistake(file, zone ? zone->line : 1, "%s is missing (<prop id=\"%s\" value=\"%s\"/>)",
                  name, name, example);
  struct tn_mistake *mistake = file->mistakes->pdata[file->mistakes->len - 1];
  mistake->is_missing = true;
}

const struct tn_property *tn_file_property(const struct tn_file *file, const char *name)
{
  for (guint i = 0; i < file->properties->len; i++) {
    const struct tn_property *property = file->properties->pdata[i];
    if (strcmp(property->name, name) == 0)
      return property;
  }
  return NULL;
}

const char *tn_element_attribute(const struct tn_element *element, const char *name)
{
  for (char **a = element->attributes; *a; a += 2) {
    if (strcmp(a[0], name) == 0)
      return a[1];
  }
  return NULL;
}

static int line_of(const struct reader *reader)
{
  int line;
  g_markup_parse_context_get_position(reader->context, &line, NULL);
  return line;
}

/* Returns true if the text has control characters, which could change a terminal. XML may contain
 * them, such as &#27;. */
static bool has_control(const char *text)
{
  for (const char *p = text; *p; p = g_utf8_next_char(p)) {
    if (g_unichar_iscntrl(g_utf8_get_char(p)))
      return true;
  }
  return false;
}

/* Adds a <prop> of the outer zone; a malformed, misplaced or repeated one is a mistake. */
static void add_property(struct reader *reader, const struct tn_element *element)
{
  struct tn_file *file = reader->file;
  const char *id = tn_element_attribute(element, "id");
  const char *value = tn_element_attribute(element, "value");
  if (!id || !value || g_strv_length(element->attributes) != 4) {
    tn_file_mistake(file, element->line,
                    "<prop> needs id and value and nothing else "
                    "(<prop id=\"alpha\" value=\"1us\"/>)");
    return;
  }
  if (element->depth != 2 || file->elements->len != 1) {
    tn_file_mistake(file, element->line,
                    "<prop> \"%s\" is not accepted here (first in the outer zone)", id);
    return;
  }
  if (has_control(id) || has_control(value)) {
    tn_file_mistake(file, element->line, "<prop> \"%s\" holds a control character (text only)", id);
    return;
  }
  const struct tn_property *earlier = tn_file_property(file, id);
  if (earlier) {
    tn_file_mistake(file, element->line, "\"%s\" is given twice (once; also in line %d)", id,
                    earlier->line);
    return;
  }
  struct tn_property *property = g_new(struct tn_property, 1);
  *property = (struct tn_property){ g_strdup(id), g_strdup(value), element->line };
  g_ptr_array_add(file->properties, property);
}

static void start_element(GMarkupParseContext *context, const char *name, const char **names,
                          const char **values, gpointer data, GError **error)
{
  (void)context;
  (void)error;
  struct reader *reader = data;
  guint n = g_strv_length((char **)names);
  struct tn_element *element = g_new0(struct tn_element, 1);
  element->name = g_strdup(name);
  element->attributes = g_new0(char *, 2 * n + 1);
  for (guint i = 0; i < n; i++) {
    element->attributes[2 * i] = g_strdup(names[i]);
    element->attributes[2 * i + 1] = g_strdup(values[i]);
  }
  element->line = line_of(reader);
  element->depth = reader->depth++;
  for (char **a = element->attributes; *a; a += 2)
    if (tn_element_attribute(element, a[0]) != a[1])
      tn_file_mistake(reader->file, element->line, "<%s> has the attribute \"%s\" twice (once)",
                      element->name, a[0]);
  bool known = g_strv_contains(element_names, name);
  if (!reader->foreign && g_strv_contains(simgrid_names, name)) {
    reader->foreign = g_strdup(name);
    reader->foreign_line = element->line;
  }
  if (element->depth == 0) {
    const char *version = tn_element_attribute(element, "version");
    if (strcmp(name, "platform") != 0 || g_strcmp0(version, "4.1") != 0 ||
        g_strv_length(element->attributes) != 2)
      tn_file_mistake(reader->file, element->line,
                      "the outermost element is <%s> (<platform version=\"4.1\">)", name);
    if (!reader->seen_doctype)
      tn_file_mistake(reader->file, element->line, "the document type is missing (%s)", doctype);
  } else if (!known) {
    const char *nearest = tn_nearest(name, element_names);
    tn_file_mistake(reader->file, element->line, "<%s> is not known (%s%s%s)", name,
                    nearest ? "did you mean <" : "prop, cluster, zone, router, link, zoneRoute",
                    nearest ? nearest : "", nearest ? ">?" : "");
  } else if (strcmp(name, "prop") == 0) {
    add_property(reader, element);
  } else {
    g_ptr_array_add(reader->file->elements, element);
    return;
  }
  tn_element_free(element);
}

static void end_element(GMarkupParseContext *context, const char *name, gpointer data,
                        GError **error)
{
  (void)context;
  (void)name;
  (void)error;
  struct reader *reader = data;
  reader->depth--;
}

static void text_between(GMarkupParseContext *context, const char *text, gsize length,
                         gpointer data, GError **error)
{
  (void)context;
  (void)error;
  struct reader *reader = data;
  for (gsize i = 0; i < length; i++) {
    if (!g_ascii_isspace(text[i])) {
      tn_file_mistake(reader->file, line_of(reader),
                      "there is text between the elements (elements and comments only)");
      return;
    }
  }
}

static void passthrough(GMarkupParseContext *context, const char *text, gsize length, gpointer data,
                        GError **error)
{
  (void)context;
  (void)error;
  (void)length;
  struct reader *reader = data;
  if (g_str_has_prefix(text, "<!--") || (g_str_has_prefix(text, "<?xml ") && reader->depth == 0))
    return;
  if (strcmp(text, doctype) == 0 && reader->depth == 0 && !reader->seen_doctype) {
    reader->seen_doctype = true;
    return;
  }
  if (strstr(text, "SYSTEM \"hwloc"))
    tn_file_mistake(reader->file, line_of(reader),
                    "a topology of hwloc, not a platform (turnstile platform import FILE, or -p "
                    "synthetic:FILE --like NAME)");
  else
    tn_file_mistake(reader->file, line_of(reader), "\"%.60s\" is not accepted (%s once, comments)",
                    text, doctype);
}

struct tn_file *tn_file_read(const char *text, gsize length)
{
  static const GMarkupParser parser = { start_element, end_element, text_between, passthrough,
                                        NULL };
  struct tn_file *file = g_new0(struct tn_file, 1);
  file->elements = g_ptr_array_new_with_free_func((GDestroyNotify)tn_element_free);
  file->properties = g_ptr_array_new_with_free_func(property_free);
  file->mistakes = g_ptr_array_new_with_free_func(mistake_free);
  struct reader reader = { .file = file };
  reader.context = g_markup_parse_context_new(&parser, 0, &reader, NULL);
  g_autoptr(GError) error = NULL;
  /* GMarkup accepts NUL, on which SimGrid aborts. */
  if (memchr(text, '\0', length))
    tn_file_mistake(file, 1, "a byte of the file is NUL (well-formed XML)");
  /* GMarkup may set the error for invalid UTF-8 and return true. */
  if (!g_markup_parse_context_parse(reader.context, text, (gssize)length, &error) || error ||
      !g_markup_parse_context_end_parse(reader.context, &error)) {
    const char *what = strstr(error->message, ": ");
    tn_file_mistake(file, line_of(&reader), "%s (well-formed XML)",
                    g_str_has_prefix(error->message, "Error on line") && what ? what + 2
                                                                              : error->message);
  }
  g_markup_parse_context_free(reader.context);
  if (reader.foreign) { /* all other mistakes are only consequences of these elements */
    g_ptr_array_set_size(file->elements, 0);
    g_ptr_array_set_size(file->properties, 0);
    g_ptr_array_set_size(file->mistakes, 0);
    tn_file_mistake(file, reader.foreign_line,
                    "<%s>: hosts and routes of SimGrid's own are not read; a node is a topology "
                    "and its copy costs (turnstile platform import 'Package:2 [NUMANode] Core:8 "
                    "PU:1' -o FILE.xml writes one)",
                    reader.foreign);
    g_free(reader.foreign);
  }
  return file;
}

void tn_file_free(struct tn_file *file)
{
  g_ptr_array_unref(file->elements);
  g_ptr_array_unref(file->properties);
  g_ptr_array_unref(file->mistakes);
  g_free(file);
}
