/* Colours of figures and pages, for light and dark screens. */
#ifndef TN_TOOLS_PALETTE_H
#define TN_TOOLS_PALETTE_H

#include <glib.h>

/* Hues of algorithms and of parts of a time, for lines and for areas with letters (TN_TONE_ON) on
 * them. The style sheet has them as --h0, --h1, ... and as classes f0 (fill), s0 (stroke), ... */
enum { TN_N_HUES = 8 };

enum tn_tone {
  TN_TONE_GROUND, /* of the page */
  TN_TONE_PANEL,  /* table heads and similar areas */
  TN_TONE_TEXT,
  TN_TONE_MUTED, /* less important text */
  TN_TONE_RULE,  /* decoration */
  TN_TONE_FAINT, /* lines in the background, behind coloured ones */
  TN_TONE_ON,    /* text on hues */
  TN_TONE_PACKAGE,
  TN_TONE_NUMA,
  TN_TONE_LLC,
  TN_TONE_CORE, /* cores in the drawing of a node */
  TN_N_TONES
};

struct tn_colour {
  const char *name;         /* name in the style sheet, without the two dashes */
  const char *light, *dark; /* "#rrggbb" */
};
extern const struct tn_colour tn_hues[TN_N_HUES], tn_tones[TN_N_TONES];

/* Appends the look of a class on a light screen as attributes; the style sheet overrides them.
 * Appends nothing for a class without a look. */
void tn_palette_append_plain(GString *s, const char *class);
/* Returns the part of a style sheet with the colours and the classes of figures. Transfer full. */
char *tn_palette_sheet(void);

#endif
