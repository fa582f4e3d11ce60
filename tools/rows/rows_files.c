#include "rows_files.h"

#include <string.h>

#include "plan/user_file.h"
#include "platform/contents.h"
#include "store/store_read.h"

char *tn_text_read(const char *file, const char **ret_name, gsize *ret_length, GError **error)
{
  const bool is_stdin = strcmp(file, "-") == 0;
  *ret_name = is_stdin ? "standard input" : file;
  if (!is_stdin && !tn_store_is(file))
    return tn_contents(file, ret_length, error);
  g_autoptr(GPtrArray) rows = tn_rows_new();
  if (!is_stdin && !tn_store_read(rows, file, error))
    return NULL;
  char *text =
      is_stdin ? tn_contents_read(NULL, TN_CONTENTS_MAX, ret_length, error) : tn_rows_csv(rows);
  if (!text)
    tn_usage_prefix(error, NULL);
  if (!is_stdin) {
    tn_contents_note(file);
    *ret_length = strlen(text);
  }
  return text;
}
