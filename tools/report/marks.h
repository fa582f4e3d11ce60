/* Letter, hue and pattern of each algorithm, the same in all figures of a collective. */
#ifndef TN_TOOLS_MARKS_H
#define TN_TOOLS_MARKS_H

#include <glib.h>

#include "figure/figure.h"
#include "figure/palette.h"

/* Algorithms beyond the hues have cut corners: 0, 1, 2. */
enum { TN_N_PATTERNS = 3 };
enum { TN_N_MARKS = 26 };

struct tn_mark {
  char letter[2]; /* letter such as "A"; "" if there are more algorithms than letters */
  int hue, pattern;
};

struct tn_marks;
/* Assigns the first marks to the algorithms that win most points of all chapters (struct
 * tn_chapter), the last to libraries' decisions. The chapters must outlive the result. Transfer
 * full. */
struct tn_marks *tn_marks_new(const GPtrArray *chapters);
void tn_marks_free(struct tn_marks *marks);
struct tn_mark tn_mark_of(const struct tn_marks *marks, const char *collective,
                          const char *algorithm);

/* Sets hue, letter and symbol of a series to an algorithm's. */
void tn_mark_series(struct tn_series *series, const struct tn_mark *mark);
/* Returns the letter on its hue for a cell ("key" of document/layout.h). Transfer full. */
char *tn_mark_key(const struct tn_marks *marks, const char *collective, const char *algorithm);

#endif
