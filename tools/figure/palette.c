#include "palette.h"

#include <stdbool.h>
#include <string.h>

const struct tn_colour tn_hues[TN_N_HUES] = {
  { "h0", "#0e1f7b", "#9dbcff" }, { "h1", "#de747a", "#fe4d54" }, { "h2", "#006c3d", "#d6ffc7" },
  { "h3", "#bf53f2", "#ffd2ff" }, { "h4", "#8c7701", "#fec70c" }, { "h5", "#1a4d5e", "#00abc6" },
  { "h6", "#573122", "#fc8f0f" }, { "h7", "#666a7d", "#847d90" },
};

const struct tn_colour tn_letters[TN_N_HUES] = {
  { "o0", "#ffffff", "#14171a" }, { "o1", "#000000", "#14171a" }, { "o2", "#ffffff", "#14171a" },
  { "o3", "#000000", "#14171a" }, { "o4", "#000000", "#14171a" }, { "o5", "#ffffff", "#14171a" },
  { "o6", "#ffffff", "#14171a" }, { "o7", "#ffffff", "#14171a" },
};

const struct tn_colour tn_tones[TN_N_TONES] = {
  [TN_TONE_GROUND] = { "ground", "#ffffff", "#14171a" },
  [TN_TONE_PANEL] = { "panel", "#f4f6f8", "#1e2328" },
  [TN_TONE_TEXT] = { "text", "#1b1f23", "#e8eaed" },
  [TN_TONE_MUTED] = { "muted", "#56606a", "#a6b0ba" },
  [TN_TONE_RULE] = { "rule", "#d5dade", "#3a4148" },
  [TN_TONE_FAINT] = { "faint", "#8a949e", "#6f7983" },
  [TN_TONE_ON] = { "on", "#ffffff", "#14171a" },
  [TN_TONE_PACKAGE] = { "package", "#eef1f4", "#20262c" },
  [TN_TONE_NUMA] = { "numa", "#dce8f3", "#24364a" },
  [TN_TONE_LLC] = { "llc", "#f6e8c9", "#4a3d1d" },
  [TN_TONE_CORE] = { "core", "#6fae95", "#5c9c83" },
};

/* Classes of figures: an attribute with its tone, more for the style sheet. */
static const struct {
  const char *class, *attribute;
  enum tn_tone tone;
  const char *more;
} classes[] = {
  { "m", "fill", TN_TONE_MUTED, NULL },
  { "t", "fill", TN_TONE_TEXT, "font-weight:650" },
  { "grid", "stroke", TN_TONE_RULE, "fill:none" },
  { "axis", "stroke", TN_TONE_MUTED, "fill:none" },
  { "back", "stroke", TN_TONE_FAINT, "fill:none;opacity:.65" },
  { "line", NULL, 0, "fill:none;stroke-width:2;stroke-linejoin:round" },
  { "dash", NULL, 0, "stroke-dasharray:6 4" },
  { "dots", NULL, 0, "stroke-dasharray:2 3" },
  { "ink", "fill", TN_TONE_ON, NULL },
  { "piece", "stroke", TN_TONE_GROUND, NULL },
  { "edge", "stroke", TN_TONE_MUTED, NULL },
  { "ground", "fill", TN_TONE_GROUND, NULL },
  { "outline", NULL, 0, "stroke-width:2" },
  { "hatch", "stroke", TN_TONE_ON, "fill:none;stroke-opacity:.4" },
  { "halo", "stroke", TN_TONE_GROUND, "fill:none;stroke-width:5" },
  { "path", "stroke", TN_TONE_TEXT, "fill:none;stroke-width:2" },
  { "veil", NULL, 0, "fill-opacity:.14" },
  { "c-package", "fill", TN_TONE_PACKAGE, NULL },
  { "c-numa", "fill", TN_TONE_NUMA, NULL },
  { "c-llc", "fill", TN_TONE_LLC, NULL },
  { "c-core", "fill", TN_TONE_CORE, NULL },
};

void tn_palette_append_plain(GString *s, const char *class)
{
  if (*class && g_ascii_isdigit(class[1]) && !class[2]) {
    const int hue = (class[1] - '0') % TN_N_HUES;
    g_string_append_printf(s, " %s=\"%s\"%s", *class == 's' ? "stroke" : "fill",
                           (*class == 'o' ? tn_letters : tn_hues)[hue].light,
                           *class == 'o' ? " font-weight=\"650\"" : "");
  }
  for (size_t i = 0; i < G_N_ELEMENTS(classes); i++) {
    if (strcmp(classes[i].class, class) != 0)
      continue;
    if (classes[i].attribute)
      g_string_append_printf(s, " %s=\"%s\"", classes[i].attribute,
                             tn_tones[classes[i].tone].light);
    g_auto(GStrv) more = g_strsplit(classes[i].more ? classes[i].more : "", ";", -1);
    for (int k = 0; more[k]; k++) {
      const char *value = strchr(more[k], ':') + 1;
      g_string_append_printf(s, " %.*s=\"%s\"", (int)(value - 1 - more[k]), more[k], value);
    }
  }
}

static void append_colours(GString *s, const struct tn_colour *colours, int n, bool is_dark)
{
  for (int i = 0; i < n; i++)
    g_string_append_printf(s, "--%s:%s;", colours[i].name,
                           is_dark ? colours[i].dark : colours[i].light);
}

static void append_scheme(GString *s, bool is_dark)
{
  g_string_append(s, ":root{");
  append_colours(s, tn_tones, TN_N_TONES, is_dark);
  append_colours(s, tn_hues, TN_N_HUES, is_dark);
  append_colours(s, tn_letters, TN_N_HUES, is_dark);
  g_string_append(s, "}");
}

void tn_palette_append_dark(GString *s)
{
  g_string_append_printf(s, "<style>@media screen and (prefers-color-scheme:dark){text{fill:%s}\n",
                         tn_tones[TN_TONE_TEXT].dark);
  for (int i = 0; i < TN_N_HUES; i++)
    g_string_append_printf(s, ".f%d{fill:%s}.s%d{stroke:%s}.o%d{fill:%s}\n", i, tn_hues[i].dark, i,
                           tn_hues[i].dark, i, tn_letters[i].dark);
  for (size_t i = 0; i < G_N_ELEMENTS(classes); i++)
    if (classes[i].attribute)
      g_string_append_printf(s, ".%s{%s:%s}\n", classes[i].class, classes[i].attribute,
                             tn_tones[classes[i].tone].dark);
  g_string_append(s, "}</style>\n");
}

char *tn_palette_sheet(void)
{
  GString *s = g_string_new(NULL);
  append_scheme(s, false);
  /* On paper the colours are the light ones, even if the screen is dark. */
  g_string_append(s, "\n@media screen and (prefers-color-scheme:dark){");
  append_scheme(s, true);
  g_string_append(s, "}\n");
  for (int i = 0; i < TN_N_HUES; i++)
    g_string_append_printf(s,
                           ".f%d{fill:var(--h%d)}.s%d{stroke:var(--h%d)}"
                           ".b%d{background:var(--h%d);color:var(--o%d)}"
                           "svg text.o%d{fill:var(--o%d);font-weight:650}\n",
                           i, i, i, i, i, i, i, i, i);
  g_string_append(s, "svg text{fill:var(--text)}\n");
  for (size_t i = 0; i < G_N_ELEMENTS(classes); i++) {
    g_string_append_printf(s, "svg .%s{", classes[i].class);
    if (classes[i].attribute)
      g_string_append_printf(s, "%s:var(--%s);", classes[i].attribute,
                             tn_tones[classes[i].tone].name);
    g_string_append_printf(s, "%s}\n", classes[i].more ? classes[i].more : "");
  }
  return g_string_free(s, FALSE);
}
