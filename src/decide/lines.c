#include "lines.h"

#include <string.h>

static void line_free(void *data)
{
  struct tn_line *line = data;
  g_free(line->section);
  g_free(line->name);
  g_free(line->value);
  g_free(line);
}

static struct tn_line *line_of(int number, const char *text, const char *section)
{
  struct tn_line *line = g_new0(struct tn_line, 1);
  const char *equals = strchr(text, '=');
  *line = (struct tn_line){ .number = number,
                            .length = (int)strlen(text),
                            .section = g_strdup(section),
                            .name = g_strdup("") };
  if (!equals || *text == '[')
    return line;
  g_free(line->name);
  line->name = g_strstrip(g_strndup(text, (gsize)(equals - text)));
  line->value = g_strstrip(g_strdup(equals + 1));
  return line;
}

GPtrArray *tn_lines_read(const char *text, gsize length, const char *marks)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func(line_free);
  g_autofree char *section = g_strdup("");
  int number = 1;
  for (const char *at = text, *end = text + length; at < end; number++) {
    const char *stop = memchr(at, '\n', (gsize)(end - at));
    stop = stop ? stop : end;
    g_autofree char *raw = g_strndup(at, (gsize)(stop - at));
    g_autofree char *plain = g_strstrip(g_strdup(raw));
    at = stop + 1;
    if (!*plain || strchr(marks, *plain))
      continue;
    const char *close = *plain == '[' ? strchr(plain, ']') : NULL;
    if (close) {
      g_free(section);
      section = g_strndup(plain + 1, (gsize)(close - plain - 1));
    }
    struct tn_line *line = line_of(number, plain, section);
    line->length = (int)strlen(raw);
    line->is_section = close != NULL;
    g_ptr_array_add(lines, line);
  }
  return lines;
}

const struct tn_line *tn_lines_before(const GPtrArray *lines, guint i)
{
  const struct tn_line *line = lines->pdata[i];
  for (guint k = 0; k < i && line->value; k++) {
    const struct tn_line *other = lines->pdata[k];
    if (other->value && strcmp(other->name, line->name) == 0 &&
        strcmp(other->section, line->section) == 0)
      return other;
  }
  return NULL;
}

gint64 tn_line_bytes(const char *text, bool infinite)
{
  static const char letters[] = "kmgt";
  char *stop;
  if (infinite && g_ascii_strcasecmp(text, "inf") == 0)
    return G_MAXINT64;
  if (!g_ascii_isdigit(*text))
    return -1;
  const guint64 number = g_ascii_strtoull(text, &stop, 10);
  const char *letter = *stop ? strchr(letters, g_ascii_tolower(*stop)) : NULL;
  const int shift = letter ? 10 * (int)(letter - letters + 1) : 0;
  stop += letter != NULL;
  if (g_ascii_tolower(*stop) == 'b')
    stop++;
  return *stop || number > ((guint64)G_MAXINT64 >> shift) ? -1 : (gint64)(number << shift);
}
