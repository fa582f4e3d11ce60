#include "names.h"

#include <string.h>

int tn_name_find(const char *const *names, const char *name)
{
  for (int i = 0; names[i]; i++)
    if (strcmp(names[i], name) == 0)
      return i;
  return -1;
}

int tn_by_text(const void *x, const void *y)
{
  return strcmp(*(const char *const *)x, *(const char *const *)y);
}

bool tn_words_have(const char *words, const char *word)
{
  const size_t length = strlen(word);
  for (const char *at = words; at; at = strchr(at, ' ')) {
    at += *at == ' ';
    if (strncmp(at, word, length) == 0 && (at[length] == ' ' || at[length] == '\0'))
      return length > 0;
  }
  return false;
}
