/* Letter, hue and pattern of each algorithm. They are the same in all figures of a collective. */
#ifndef TN_TOOLS_MARKS_H
#define TN_TOOLS_MARKS_H

#include <glib.h>

#include "figure/figure.h"
#include "figure/palette.h"

/* Algorithms beyond the number of hues have 1 or 2 cut corners: patterns 0, 1, 2. */
enum { TN_N_PATTERNS = 3 };
/* Number of letters for algorithms. */
enum { TN_N_MARKS = 26 };

struct tn_mark {
  char letter[2]; /* letter such as "A"; "" if there are more algorithms than letters */
  int hue, pattern;
};

struct tn_marks;
/* Assigns marks to the algorithms of all chapters (struct tn_chapter). Algorithms that win more
 * points get the first marks; libraries' decisions come last. The chapters must outlive the result.
 * Transfer full. */
struct tn_marks *tn_marks_new(const GPtrArray *chapters);
void tn_marks_free(struct tn_marks *marks);
struct tn_mark tn_mark_of(const struct tn_marks *marks, const char *collective,
                          const char *algorithm);

/* Sets hue, letter and symbol of a series to those of an algorithm's mark. */
void tn_mark_series(struct tn_series *series, const struct tn_mark *mark);
/* Returns the algorithm's letter on its hue for a table cell ("key" of document/layout.h). Transfer
 * full. */
char *tn_mark_key(const struct tn_marks *marks, const char *collective, const char *algorithm);

#endif
