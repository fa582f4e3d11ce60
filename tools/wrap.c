#include "wrap.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

void tn_wrap_write(FILE *file, int at, int indent, int width, const char *text)
{
  g_auto(GStrv) words = g_strsplit(text, " ", -1);
  for (int i = 0; words[i]; i++) {
    const int length = (int)g_utf8_strlen(words[i], -1);
    if (i > 0 && at + 1 + length > width) {
      fprintf(file, "\n%*s", indent, "");
      at = indent;
    } else if (i > 0) {
      fputc(' ', file);
      at++;
    }
    fputs(words[i], file);
    at += length;
  }
  fputc('\n', file);
}

char *tn_shell_word(const char *word)
{
  const bool is_plain = *word && !word[strspn(word, "abcdefghijklmnopqrstuvwxyz"
                                                     "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                                     "-_=,./:+@%")];
  return is_plain ? g_strdup(word) : g_shell_quote(word);
}
