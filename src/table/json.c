#include "json.h"

#include <errno.h>
#include <string.h>

enum { DEEPEST = 64 };

struct reader {
  const char *at, *end;
  int line, depth;
  char *why;
};

static struct tn_json *read_value(struct reader *r);

void tn_json_free(struct tn_json *json)
{
  if (!json)
    return;
  if (json->items)
    g_ptr_array_unref(json->items);
  g_free(json->name);
  g_free(json->text);
  g_free(json);
}

const struct tn_json *tn_json_get(const struct tn_json *object, const char *name)
{
  for (guint i = 0; object->items && i < object->items->len; i++) {
    const struct tn_json *item = object->items->pdata[i];
    if (item->name && strcmp(item->name, name) == 0)
      return item;
  }
  return NULL;
}

static void *fail(struct reader *r, const char *why)
{
  if (!r->why)
    r->why = g_strdup(why);
  return NULL;
}

static void skip_space(struct reader *r)
{
  for (; r->at < r->end && strchr(" \t\r\n", *r->at) && *r->at; r->at++)
    r->line += *r->at == '\n';
}

/* Consumes the next non-blank character if it is `c`. */
static bool take(struct reader *r, char c)
{
  skip_space(r);
  if (r->at == r->end || *r->at != c)
    return false;
  r->at++;
  return true;
}

static bool read_escape(struct reader *r, GString *text)
{
  static const char letters[] = "\"\\/bfnrt", means[] = "\"\\/\b\f\n\r\t";
  if (r->at == r->end)
    return false;
  const char c = *r->at++;
  const char *found = c ? strchr(letters, c) : NULL;
  if (found) {
    g_string_append_c(text, means[found - letters]);
    return true;
  }
  int code = 0;
  for (int i = 0; c == 'u' && i < 4; i++) {
    if (r->at == r->end || !g_ascii_isxdigit(*r->at))
      return false;
    code = code * 16 + g_ascii_xdigit_value(*r->at++);
  }
  g_string_append_c(text, code > 0 && code < 0x80 ? (char)code : '?');
  return c == 'u';
}

/* Reads a string and returns its text; on an error sets the reason and returns NULL. */
static char *read_string(struct reader *r)
{
  if (!take(r, '"'))
    return fail(r, "expected a string in double quotes");
  g_autoptr(GString) text = g_string_new(NULL);
  while (r->at < r->end && *r->at != '"') {
    const char c = *r->at++;
    if ((unsigned char)c < 0x20)
      return fail(r, "a string continues past its line, or holds a control character");
    if (c != '\\')
      g_string_append_c(text, c);
    else if (!read_escape(r, text))
      return fail(r, "an unknown escape in a string");
  }
  if (r->at == r->end)
    return fail(r, "a string without an end");
  r->at++;
  return g_strdup(text->str);
}

/* Reads one item of an array or object, and appends it to `parent`. On an error sets the reason and
 * returns false. */
static bool read_item(struct reader *r, struct tn_json *parent)
{
  char *name = NULL;
  skip_space(r);
  const int line = r->line;
  if (parent->kind == TN_JSON_OBJECT) {
    name = read_string(r);
    if (!name)
      return false;
    if (!take(r, ':')) {
      g_free(name);
      return fail(r, "expected a colon between name and value");
    }
  }
  struct tn_json *item = read_value(r);
  if (!item) {
    g_free(name);
    return false;
  }
  item->name = name;
  if (name)
    item->line = line;
  g_ptr_array_add(parent->items, item);
  return true;
}

static struct tn_json *read_items(struct reader *r, struct tn_json *json, char close)
{
  json->items = g_ptr_array_new_with_free_func((GDestroyNotify)tn_json_free);
  bool ok = ++r->depth < DEEPEST || fail(r, "too deep");
  bool is_closed = ok && take(r, close);
  while (ok && !is_closed) {
    ok = read_item(r, json);
    const bool is_more = ok && take(r, ',');
    is_closed = ok && take(r, close);
    if (ok && !is_more && !is_closed)
      ok = fail(r, close == '}' ? "expected a comma or }" : "expected a comma or ]");
  }
  r->depth--;
  if (ok)
    return json;
  tn_json_free(json);
  return NULL;
}

static struct tn_json *read_number(struct reader *r, struct tn_json *json)
{
  const char *start = r->at, *digits = start + (*start == '-');
  r->at = digits;
  while (r->at < r->end && (g_ascii_isalnum(*r->at) || strchr("+-.", *r->at)) && *r->at)
    r->at++;
  g_autofree char *word = g_strndup(start, (gsize)(r->at - start));
  const char *body = word + (digits - start);
  char *stop;
  errno = 0;
  json->value = g_ascii_strtoll(word, &stop, 10);
  json->kind = *stop || errno ? TN_JSON_REAL : TN_JSON_INTEGER;
  json->number = g_ascii_strtod(word, &stop);
  if (g_ascii_isdigit(*body) && !*stop && strspn(word, "+-.eE0123456789") == strlen(word) &&
      !(body[0] == '0' && g_ascii_isdigit(body[1])))
    return json;
  tn_json_free(json);
  return fail(r, "not a JSON value");
}

static bool take_word(struct reader *r, const char *word)
{
  const size_t length = strlen(word);
  if ((size_t)(r->end - r->at) < length || memcmp(r->at, word, length) != 0)
    return false;
  r->at += length;
  return true;
}

static struct tn_json *read_value(struct reader *r)
{
  skip_space(r);
  if (r->at == r->end)
    return fail(r, "the text ends before a value");
  struct tn_json *json = g_new0(struct tn_json, 1);
  json->line = r->line;
  if (take(r, '{') || take(r, '[')) {
    const bool is_object = r->at[-1] == '{';
    json->kind = is_object ? TN_JSON_OBJECT : TN_JSON_ARRAY;
    return read_items(r, json, is_object ? '}' : ']');
  }
  if (*r->at == '"') {
    json->kind = TN_JSON_STRING;
    json->text = read_string(r);
    if (json->text)
      return json;
    tn_json_free(json);
    return NULL;
  }
  if (take_word(r, "null"))
    return json;
  json->kind = TN_JSON_BOOL;
  if (take_word(r, "true") || take_word(r, "false"))
    return json;
  return read_number(r, json);
}

struct tn_json *tn_json_parse(const char *text, gsize length, int *ret_line, char **ret_why)
{
  int behind = 0;
  struct tn_json *json = tn_json_parse_first(text, length, &behind, ret_line, ret_why);
  if (!json || behind == 0)
    return json;
  tn_json_free(json);
  *ret_line = behind;
  *ret_why = g_strdup("text after the end");
  return NULL;
}

struct tn_json *tn_json_parse_first(const char *text, gsize length, int *ret_behind, int *ret_line,
                                    char **ret_why)
{
  struct reader r = { .at = text, .end = text + length, .line = 1 };
  struct tn_json *json = read_value(&r);
  if (!json) {
    *ret_line = r.line;
    *ret_why = r.why;
    return NULL;
  }
  skip_space(&r);
  *ret_behind = r.at < r.end ? r.line : 0;
  return json;
}

void tn_json_put_string(GString *text, const char *string)
{
  g_string_append_c(text, '"');
  for (const char *c = string; *c; c++) {
    if (*c == '"' || *c == '\\')
      g_string_append_c(text, '\\');
    g_string_append_c(text, g_ascii_iscntrl(*c) ? ' ' : *c);
  }
  g_string_append_c(text, '"');
}

void tn_json_blank_comments(char *text, gsize length)
{
  bool in_string = false;
  for (gsize i = 0; i + 1 < length; i++) {
    if (in_string && text[i] == '\\')
      i++;
    else if (text[i] == '"')
      in_string = !in_string;
    else if (!in_string && text[i] == '/' && (text[i + 1] == '*' || text[i + 1] == '/')) {
      const bool is_long = text[i + 1] == '*';
      const char *from = text + i + 2, *end = text + length;
      const char *stop = is_long ? memmem(from, (gsize)(end - from), "*/", 2)
                                 : memchr(from, '\n', (gsize)(end - from));
      if (!stop && is_long)
        return;
      stop = !stop ? end : is_long ? stop + 2 : stop;
      for (; text + i < stop; i++)
        text[i] = text[i] == '\n' ? '\n' : ' ';
      i--;
    }
  }
}
