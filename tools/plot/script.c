#include "script.h"

#include <gio/gio.h>
#include <stdio.h>
#include <string.h>

const char *const tn_colours[TN_N_COLOURS] = { "#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                               "#000000", "#E69F00", "#56B4E9", "#F0E442" };

/* Inside single quotes gnuplot knows neither escapes nor backticks nor macros, only the doubled
 * quote, and that one it misreads at the start and behind another (5.4): an apostrophe is written
 * instead. What cannot stand in a line of a script, or in an SVG file, becomes a blank. */
char *tn_script_quoted(const char *text)
{
  static const gunichar apostrophe = 0x2019;
  g_autofree char *valid = g_utf8_make_valid(text, -1);
  GString *quoted = g_string_new("'");
  for (const char *p = valid; *p; p = g_utf8_next_char(p)) {
    const gunichar c = g_utf8_get_char(p);
    const bool is_text = !g_unichar_iscntrl(c) && (c & 0xFFFE) != 0xFFFE;
    g_string_append_unichar(quoted, c == '\'' ? apostrophe : is_text ? c : ' ');
  }
  g_string_append_c(quoted, '\'');
  return g_string_free(quoted, FALSE);
}

/* The last blank before `past`, behind a comma or semicolon if any is; NULL: there is none. */
static const char *blank_before(const char *text, const char *past)
{
  const char *last = g_strrstr_len(text, past - text, " ");
  for (const char *p = last; p && p > text; p--)
    if (*p == ' ' && strchr(",;", p[-1]))
      return p;
  return last;
}

char *tn_script_title(const char *text)
{
  const int most = 78;
  GString *lines = g_string_new(NULL);
  g_autofree char *valid = g_utf8_make_valid(text, -1);
  const char *rest = valid;
  do {
    const char *end = rest + strlen(rest), *at = end, *past = rest;
    for (int i = 0; i < most && *past; i++)
      past = g_utf8_next_char(past);
    if (*past)
      at = blank_before(rest, past) ? blank_before(rest, past) : rest + strcspn(rest, " ");
    g_autofree char *line = g_strndup(rest, (gsize)(at - rest));
    g_autofree char *quoted = tn_script_quoted(line);
    g_string_append_printf(lines, "%s%s", lines->len ? ".\"\\n\"." : "", quoted);
    rest = *at ? at + 1 : end;
  } while (*rest);
  return g_string_free(lines, FALSE);
}

/* A label is a format of its value: a percent sign is doubled. */
void tn_script_tic(GString *s, const char *text, double at)
{
  char place[G_ASCII_DTOSTR_BUF_SIZE];
  g_auto(GStrv) pieces = g_strsplit(text, "%", -1);
  g_autofree char *plain = g_strjoinv("%%", pieces);
  g_autofree char *quoted = tn_script_quoted(plain);
  g_string_append_printf(s, "%s %s", quoted, g_ascii_dtostr(place, sizeof place, at));
}

void tn_script_terminal(GString *s, bool png, guint n_lines, int bars, int letters, guint n_panels)
{
  const int width = n_lines > 0 ? MAX(1000, 700 + 9 * letters) : 1000;
  const int height = MAX(600, 140 + 22 * (int)n_lines) + (n_lines > 0 ? 0 : 6 * letters);
  g_string_append_printf(s,
                         "set terminal %s size %d,%d font 'DejaVu Sans,14' "
                         "background '#FFFFFF'\n",
                         png ? "pngcairo" : "svg", MAX(width, 340 + 34 * bars),
                         height * (int)n_panels);
  g_string_append(s, "set encoding utf8\nset tics nomirror\nset border 3\n"
                     "set grid back linewidth 1 linecolor '#DDDDDD'\n");
  /* Below, the key would lie on the words of a horizontal axis, which bars have not. */
  g_string_append(s, n_lines > 0 ? "set key outside right top Left reverse noenhanced\n"
                                 : "set key below center horizontal noenhanced\n");
}

void tn_script_spots(GString *s, const char *name, const GArray *spots)
{
  g_string_append_printf(s, "$%s << EOD\n", name);
  for (guint i = 0; i < spots->len; i++) {
    const struct tn_spot *spot = &g_array_index(spots, struct tn_spot, i);
    char x[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append_printf(s, "%s %s", g_ascii_dtostr(x, sizeof x, spot->x),
                           g_ascii_dtostr(y, sizeof y, spot->y));
    if (spot->high > 0)
      g_string_append_printf(s, " %s %s", g_ascii_dtostr(x, sizeof x, spot->low),
                             g_ascii_dtostr(y, sizeof y, spot->high));
    g_string_append_c(s, '\n');
  }
  g_string_append(s, "EOD\n");
}

/* The picture's bytes; transfer full. */
static GBytes *draw(const char *script, GError **error)
{
  g_autofree char *program = g_find_program_in_path("gnuplot");
  g_autoptr(GBytes) in = g_bytes_new_static(script, strlen(script));
  g_autoptr(GBytes) out = NULL, complaint = NULL;
  if (!program) {
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                "plot: the program gnuplot is missing (Debian: apt-get install gnuplot-nox)");
    return NULL;
  }
  g_autoptr(GSubprocess) gnuplot =
      g_subprocess_new(G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE |
                           G_SUBPROCESS_FLAGS_STDERR_PIPE,
                       error, program, "--default-settings", "-", NULL);
  if (!gnuplot || !g_subprocess_communicate(gnuplot, in, NULL, &out, &complaint, error))
    return NULL;
  if (g_subprocess_get_successful(gnuplot) && g_bytes_get_size(out) > 0)
    return g_steal_pointer(&out);
  g_autofree char *text = g_strndup(g_bytes_get_data(complaint, NULL), g_bytes_get_size(complaint));
  g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "plot: gnuplot: %s",
              g_strstrip(g_strdelimit(text, "\r\n", ' ')));
  return NULL;
}

bool tn_script_write(const char *script, const char *file, GError **error)
{
  g_autoptr(GBytes) bytes = draw(script, error);
  if (bytes && !file)
    fwrite(g_bytes_get_data(bytes, NULL), 1, g_bytes_get_size(bytes), stdout);
  return bytes && (!file || g_file_set_contents(file, g_bytes_get_data(bytes, NULL),
                                                (gssize)g_bytes_get_size(bytes), error));
}

bool tn_script_is_png(const char *file)
{
  return g_str_has_suffix(file, ".png");
}

bool tn_script_check_file(const char *file, GError **error)
{
  if (!file || tn_script_is_png(file) || g_str_has_suffix(file, ".svg"))
    return true;
  g_set_error(error, TN_USAGE_ERROR, 0, "--plot: \"%s\" is neither FILE.svg nor FILE.png", file);
  return false;
}
