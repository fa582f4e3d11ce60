/* Colours of figures and pages, for light and dark screens. */
#ifndef TN_TOOLS_PALETTE_H
#define TN_TOOLS_PALETTE_H

#include <glib.h>

/* Of algorithms and of parts of a time: lines, and areas with letters (TN_TONE_ON) on them. In the
 * style sheet --h0, --h1, ..., as classes f0 (fill), s0 (stroke), ... */
enum { TN_N_HUES = 8 };

enum tn_tone {
  TN_TONE_GROUND, /* of the page */
  TN_TONE_PANEL,  /* of heads of tables and the like */
  TN_TONE_TEXT,
  TN_TONE_MUTED, /* text of less weight */
  TN_TONE_RULE,  /* decoration */
  TN_TONE_FAINT, /* lines that stand back behind those in hues */
  TN_TONE_ON,    /* text on hues */
  TN_TONE_PACKAGE,
  TN_TONE_NUMA,
  TN_TONE_LLC,
  TN_TONE_CORE, /* of the drawing of a node */
  TN_N_TONES
};

struct tn_colour {
  const char *name;         /* in the style sheet, without the two dashes */
  const char *light, *dark; /* "#rrggbb" */
};
extern const struct tn_colour tn_hues[TN_N_HUES], tn_tones[TN_N_TONES];

/* Appends what a class of figures looks like on a light screen, as attributes, which give way to the
 * style sheet; nothing of a class without looks. */
void tn_palette_append_plain(GString *s, const char *class);
/* Returns the part of a style sheet that has colours and the classes of figures. Transfer full. */
char *tn_palette_sheet(void);

#endif
