#include "figure.h"

#include <gio/gio.h>
#include <stdio.h>
#include <string.h>

#include "plan/options.h"
#include "platform/error.h"
#include "table/save.h"

bool tn_picture_is_file(const char *file)
{
  return g_str_has_suffix(file, ".png") || g_str_has_suffix(file, ".svg");
}

bool tn_picture_check_file(const char *file, GError **error)
{
  return !file || tn_picture_is_file(file) ||
         tn_usage(error, "--plot: \"%s\" is not FILE.svg or FILE.png", file);
}

/* Returns an SVG picture as PNG; transfer full. NULL and *error on failure. */
static GBytes *convert(const char *svg, GError **error)
{
  g_autofree char *program = g_find_program_in_path("rsvg-convert");
  g_autoptr(GBytes) in = g_bytes_new_static(svg, strlen(svg));
  g_autoptr(GBytes) out = NULL, complaint = NULL;
  if (!program)
    return tn_refuse_null(error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                          "plot: PNG needs the program rsvg-convert (Debian: apt-get install "
                          "librsvg2-bin); SVG does not");
  g_autoptr(GSubprocess) process =
      g_subprocess_new(G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE |
                           G_SUBPROCESS_FLAGS_STDERR_PIPE,
                       error, program, "--unlimited", NULL);
  if (!process || !g_subprocess_communicate(process, in, NULL, &out, &complaint, error))
    return NULL;
  if (g_subprocess_get_successful(process) && g_bytes_get_size(out) > 0)
    return g_steal_pointer(&out);
  g_autofree char *text = g_strndup(g_bytes_get_data(complaint, NULL), g_bytes_get_size(complaint));
  return tn_refuse_null(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "plot: rsvg-convert: %s",
                        g_strstrip(g_strdelimit(text, "\r\n", ' ')));
}

bool tn_figures_write(const GPtrArray *figures, guint n_columns, const char *file, GError **error)
{
  g_autofree char *svg = tn_figures_svg(figures, n_columns);
  if (!file)
    return fputs(svg, stdout) >= 0;
  if (!g_str_has_suffix(file, ".png"))
    return tn_save_write(file, svg, -1, error);
  g_autoptr(GBytes) png = convert(svg, error);
  return png &&
         tn_save_write(file, g_bytes_get_data(png, NULL), (gssize)g_bytes_get_size(png), error);
}
