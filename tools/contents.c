#include "contents.h"

#include <glib/gstdio.h>
#include <sys/stat.h>

#include "plan/options.h"

char *tn_contents(const char *path, gsize *ret_length, GError **error)
{
  GStatBuf info;
  char *text = NULL;
  g_autoptr(GError) why = NULL;
  if (g_stat(path, &info) == 0 && (S_ISCHR(info.st_mode) || S_ISBLK(info.st_mode)))
    g_set_error(error, TN_USAGE_ERROR, 0, "%s: a device (a file is accepted)", path);
  else if (!g_file_get_contents(path, &text, ret_length, &why))
    g_set_error(error, TN_USAGE_ERROR, 0, "%s", why->message);
  return text;
}
