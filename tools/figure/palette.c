#include "palette.h"

#include <stdbool.h>
#include <string.h>

const struct tn_colour tn_hues[TN_N_HUES] = {
  { "h0", "#0a63a8", "#74b9f2" }, { "h1", "#b5430c", "#ff9d6b" }, { "h2", "#0b7350", "#56cf9f" },
  { "h3", "#8a3f9a", "#d5a3e8" }, { "h4", "#806000", "#e2c04f" }, { "h5", "#0a7386", "#58cfe0" },
  { "h6", "#b3245a", "#ff92b4" }, { "h7", "#4d5a66", "#b4bec8" },
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
  { "on", "fill", TN_TONE_ON, "font-weight:650" },
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
  { "veil", NULL, 0, "fill-opacity:.14" },
  { "c-package", "fill", TN_TONE_PACKAGE, NULL },
  { "c-numa", "fill", TN_TONE_NUMA, NULL },
  { "c-llc", "fill", TN_TONE_LLC, NULL },
  { "c-core", "fill", TN_TONE_CORE, NULL },
};

void tn_palette_append_plain(GString *s, const char *class)
{
  const char *hue = *class && g_ascii_isdigit(class[1]) && !class[2]
                        ? tn_hues[(class[1] - '0') % TN_N_HUES].light
                        : NULL;
  if (hue)
    g_string_append_printf(s, " %s=\"%s\"", *class == 's' ? "stroke" : "fill", hue);
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

static void append_scheme(GString *s, bool is_dark)
{
  g_string_append(s, ":root{");
  for (int i = 0; i < TN_N_TONES; i++)
    g_string_append_printf(s, "--%s:%s;", tn_tones[i].name,
                           is_dark ? tn_tones[i].dark : tn_tones[i].light);
  for (int i = 0; i < TN_N_HUES; i++)
    g_string_append_printf(s, "--%s:%s;", tn_hues[i].name,
                           is_dark ? tn_hues[i].dark : tn_hues[i].light);
  g_string_append(s, "}");
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
                           ".f%d{fill:var(--h%d)}.s%d{stroke:var(--h%d)}.b%d{background:var(--h%d)}"
                           "svg text.k%d{fill:var(--h%d);font-weight:650}\n",
                           i, i, i, i, i, i, i, i);
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
