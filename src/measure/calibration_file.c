#include <string.h>

#include "measure.h"

static const char ending[] = ".xml";

const char tn_calibration_usual_like[] = "broadwell";

bool tn_calibration_write(const struct tn_calibration *c, const char *like, const char *file,
                          GError **error)
{
  g_assert(g_str_has_suffix(file, ending));
  g_autofree char *base = g_path_get_basename(file), *folder = g_path_get_dirname(file);
  g_autofree char *name = g_strndup(base, strlen(base) - strlen(ending));
  g_autofree char *text = tn_platform_calibrated(c->params, c->kernel, c->mechanisms, c->state,
                                                 &c->fabric, like, name, folder, error);
  return text && g_file_set_contents(file, text, -1, error);
}
