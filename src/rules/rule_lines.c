#include "rule_lines.h"

#include <string.h>

static void line_free(void *data)
{
  struct tn_config_line *line = data;
  g_free(line->section);
  g_free(line->name);
  g_free(line->value);
  g_free(line);
}

static struct tn_config_line *line_of(int number, const char *text, const char *section,
                                      bool is_inih)
{
  struct tn_config_line *line = g_new0(struct tn_config_line, 1);
  const size_t name = strcspn(text, is_inih ? "=:" : "=");
  *line = (struct tn_config_line){ .number = number,
                                   .section = g_strdup(section),
                                   .name = g_strdup("") };
  if (!text[name] || (is_inih && *text == '['))
    return line;
  g_free(line->name);
  line->name = g_strstrip(g_strndup(text, name));
  line->value = g_strstrip(g_strdup(text + name + 1));
  return line;
}

/* Returns the line at `at`; *ret_next: start of the next line. Transfer full. */
static char *take_line(const char *at, const char *end, const char **ret_next)
{
  const char *stop = memchr(at, '\n', (gsize)(end - at));
  stop = stop ? stop : end;
  *ret_next = stop + 1;
  return g_strndup(at, (gsize)(stop - at));
}

GPtrArray *tn_lines_read(const char *text, gsize length, bool is_inih)
{
  static const char mark[] = "\357\273\277"; /* UTF-8 byte order mark, which inih skips */
  GPtrArray *lines = g_ptr_array_new_with_free_func(line_free);
  g_autoptr(GHashTable) firsts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *section = g_strdup("");
  bool has_setting = false; /* true after the first setting of the section */
  const char *end = text + length;
  if (is_inih && length >= sizeof mark - 1 && memcmp(text, mark, sizeof mark - 1) == 0)
    text += sizeof mark - 1;
  int number = 1;
  for (const char *at = text; at < end; number++) {
    g_autofree char *raw = take_line(at, end, &at);
    g_autofree char *plain = g_strstrip(g_strdup(raw));
    if (!*plain || strchr(is_inih ? "#;" : "#", *plain))
      continue;
    /* in inih a semicolon after a blank begins a comment */
    for (char *c = plain; is_inih && *c; c++)
      if (g_ascii_isspace(*c) && c[1] == ';')
        *c = '\0';
    const bool is_more = is_inih && has_setting && g_ascii_isspace(*raw);
    const char *close = *plain == '[' && !is_more ? strchr(plain, ']') : NULL;
    if (close) {
      g_free(section);
      section = g_strndup(plain + 1, (gsize)(close - plain - 1));
    }
    struct tn_config_line *line = line_of(number, plain, section, is_inih);
    line->is_section = close != NULL;
    line->is_more = is_more;
    has_setting = !close && (has_setting || line->value);
    g_ptr_array_add(lines, line);
    if (!line->value)
      continue;
    char *key = g_strconcat(section, "]", line->name, NULL);
    line->before = g_hash_table_lookup(firsts, key);
    g_hash_table_insert(firsts, key, line->before ? (void *)line->before : line);
  }
  return lines;
}

void tn_lines_check_length(GArray *flaws, const char *text, gsize length, int longest,
                           const char *reader)
{
  int number = 1;
  for (const char *at = text, *end = text + length; at < end; number++) {
    const char *start = at;
    g_free(take_line(at, end, &at));
    const gsize bytes = (gsize)(MIN(at - 1, end) - start);
    if (bytes > (gsize)longest)
      tn_flaws_add(flaws, number,
                   "a line of %" G_GSIZE_FORMAT " bytes: %s reads the first %d, and the rest as a "
                   "line of its own",
                   bytes, reader, longest);
  }
}

void tn_lines_put_comment(GString *text, const char *comment)
{
  enum { LONGEST = 180 }; /* bytes; less than the 199 that UCX reads */
  const char *mark = "# ";
  while (strlen(comment) > LONGEST) {
    const char *stop = g_strrstr_len(comment, LONGEST, " ");
    if (!stop || stop == comment)
      stop = comment + LONGEST;
    g_string_append_printf(text, "%s%.*s\n", mark, (int)(stop - comment), comment);
    comment = stop;
    mark = "#  ";
  }
  g_string_append_printf(text, "%s%s\n", mark, comment);
}

bool tn_line_is_number(const char *text)
{
  return *text && strspn(text, "0123456789") == strlen(text);
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
