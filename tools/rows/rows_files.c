#include "rows_files.h"

#include <string.h>

#include "plan/user_file.h"
#include "platform/contents.h"
#include "store/store_read.h"

static char *store_text(const char *file, gsize *ret_length, GError **error)
{
  g_autoptr(GPtrArray) rows = tn_rows_new();
  if (!tn_store_read(rows, file, error))
    return NULL;
  char *text = tn_rows_csv(rows);
  tn_contents_note(file);
  *ret_length = strlen(text);
  return text;
}

char *tn_text_read(const char *file, const char **ret_name, gsize *ret_length, GError **error)
{
  const bool is_stdin = strcmp(file, "-") == 0;
  *ret_name = is_stdin ? "standard input" : file;
  if (!is_stdin && tn_store_is(file))
    return store_text(file, ret_length, error);
  if (!is_stdin)
    return tn_contents(file, ret_length, error);
  char *text = tn_contents_read(NULL, TN_CONTENTS_MOST, ret_length, error);
  if (!text)
    tn_usage_prefix(error, NULL);
  return text;
}
