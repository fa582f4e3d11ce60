/* Pieces of gnuplot scripts, and gnuplot itself. */
#ifndef TN_TOOLS_SCRIPT_H
#define TN_TOOLS_SCRIPT_H

#include <glib.h>
#include <stdbool.h>

#include "plan/options.h"

/* Okabe and Ito's colours, which the colour-blind tell apart; the last, a pale yellow, fills areas
 * but is too faint for lines. */
enum { TN_N_COLOURS = 8, TN_N_LINE_COLOURS = TN_N_COLOURS - 1 };
extern const char *const tn_colours[TN_N_COLOURS];

/* A place in a picture. */
struct tn_spot {
  double x, y;
  double low, high; /* what y is within; 0: not known */
};

/* Any text as a string of gnuplot's, quotes included. All that comes from rows, options, scenarios
 * or platforms goes through here. Single quotes become apostrophes; control characters and bytes
 * that are no UTF-8 are replaced. Transfer full. */
char *tn_script_quoted(const char *text);
/* The same as a title, in lines that fit the narrowest picture, broken at blanks. */
char *tn_script_title(const char *text);
/* Appends a label on an axis at a value: an element of the list of "set xtics (...)". */
void tn_script_tic(GString *s, const char *text, double at);
/* Size, font, grid and key of a picture (SVG unless `png`) with n_lines in its key, or with bars,
 * which make it wider, in n_panels of this size, one below the other. The longest label in the key, or slanting below the bars, has `letters`. */
void tn_script_terminal(GString *s, bool png, guint n_lines, int bars, int letters, guint n_panels);
/* Spots (struct tn_spot) as the data block $name: x, y and, where one has them, low and high. */
void tn_script_spots(GString *s, const char *name, const GArray *spots);

/* Has gnuplot draw the picture into the file (NULL: to stdout). False and *error when gnuplot is
 * missing or complains, or the file cannot be written. */
bool tn_script_write(const char *script, const char *file, GError **error);

/* Whether a picture can be written to the file that --plot names (NULL: it is not there): FILE.svg
 * or FILE.png. Else false and *error (usage). */
bool tn_script_check_file(const char *file, GError **error);
bool tn_script_is_png(const char *file);

#endif
