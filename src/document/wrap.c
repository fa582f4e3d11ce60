#include "wrap.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

void tn_wrap_write(FILE *file, int at, int indent, int width, const char *text)
{
  g_auto(GStrv) words = g_strsplit(text, " ", -1);
  for (int i = 0; words[i]; i++) {
    g_autofree char *word = tn_printable(words[i]);
    const int length = (int)g_utf8_strlen(word, -1);
    if (i > 0 && at + 1 + length > width) {
      fprintf(file, "\n%*s", indent, "");
      at = indent;
    } else if (i > 0) {
      fputc(' ', file);
      at++;
    }
    fputs(word, file);
    at += length;
  }
  fputc('\n', file);
}

void tn_paragraph(FILE *file, int indent, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *text = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  tn_wrap_write(file, 0, indent, TN_LINE_WIDTH, text);
}

char *tn_printable(const char *text)
{
  GString *line = g_string_new(NULL);
  for (const char *at = text, *end; *at; at = end) {
    const gunichar c = g_utf8_get_char_validated(at, -1);
    const bool is_letter = c != (gunichar)-1 && c != (gunichar)-2;
    end = is_letter ? g_utf8_next_char(at) : at + 1;
    if (is_letter && g_unichar_isprint(c))
      g_string_append_len(line, at, end - at);
    else
      for (; at < end; at++)
        g_string_append_printf(line, "\\%03o", (guchar)*at);
  }
  return g_string_free(line, FALSE);
}

void tn_print_message(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *text = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  g_autofree char *line = tn_printable(text);
  fprintf(stderr, "turnstile: %s\n", line);
}

char *tn_command_text(const char *command, char *const *words)
{
  GString *text = g_string_new("turnstile ");
  g_string_append(text, command);
  for (; words && *words; words++) {
    g_autofree char *quoted = tn_shell_word(*words);
    g_string_append_printf(text, " %s", quoted);
  }
  return g_string_free(text, FALSE);
}
