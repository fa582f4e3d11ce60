#include "gnuplot.h"

#include <gio/gio.h>
#include <string.h>

GBytes *tn_gnuplot(const char *script, GError **error)
{
  g_autofree char *program = g_find_program_in_path("gnuplot");
  g_autoptr(GBytes) in = g_bytes_new_static(script, strlen(script));
  g_autoptr(GBytes) out = NULL, complaint = NULL;
  if (!program) {
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                "plot: the program gnuplot is missing (Debian: apt-get install gnuplot-nox)");
    return NULL;
  }
  g_autoptr(GSubprocess) gnuplot = g_subprocess_new(
    G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE,
    error, program, "-", NULL);
  if (!gnuplot || !g_subprocess_communicate(gnuplot, in, NULL, &out, &complaint, error))
    return NULL;
  if (g_subprocess_get_successful(gnuplot) && g_bytes_get_size(out) > 0)
    return g_steal_pointer(&out);
  g_autofree char *text = g_strndup(g_bytes_get_data(complaint, NULL), g_bytes_get_size(complaint));
  g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "plot: gnuplot: %s",
              g_strstrip(g_strdelimit(text, "\r\n", ' ')));
  return NULL;
}
