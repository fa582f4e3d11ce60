/* Colours of figures and pages, for light and dark screens. */
#ifndef TN_TOOLS_PALETTE_H
#define TN_TOOLS_PALETTE_H

#include <glib.h>

/* Hues of lines and areas. Any two differ in lightness, so that they also differ in grey print and
 * for colour-blind readers. In the style sheet --h0, --h1, ... and classes f0 (fill), s0 (stroke),
 * ...; letters on an area: --o0, ... and classes o0, ... */
enum { TN_N_HUES = 8 };

enum tn_tone {
  TN_TONE_GROUND, /* background of the page */
  TN_TONE_PANEL,  /* background of table heads and similar areas */
  TN_TONE_TEXT,
  TN_TONE_MUTED, /* less important text */
  TN_TONE_RULE,  /* decorative lines */
  TN_TONE_FAINT, /* lines in the background, behind coloured lines */
  TN_TONE_ON,    /* corners and hatching on areas with a hue */
  TN_TONE_PACKAGE,
  TN_TONE_NUMA,
  TN_TONE_LLC,
  TN_TONE_CORE, /* cores in the drawing of a node */
  TN_N_TONES
};

struct tn_colour {
  const char *name;         /* name in the style sheet, without dashes */
  const char *light, *dark; /* "#rrggbb" for light and dark screens */
};
extern const struct tn_colour tn_hues[TN_N_HUES], tn_tones[TN_N_TONES];
extern const struct tn_colour tn_letters[TN_N_HUES]; /* letters on areas of each hue */

/* Appends a class's light colours as SVG attributes, which the style sheet overrides; nothing
 * without colours. */
void tn_palette_append_plain(GString *s, const char *class);
/* Appends the style of a file for dark screens. It has plain colours, because some viewers of files
 * know no variables. */
void tn_palette_append_dark(GString *s);
/* Returns the style sheet of colours and figures' classes. Transfer full. */
char *tn_palette_sheet(void);

#endif
