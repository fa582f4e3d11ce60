/* What a page says of a chapter: figures and tables, each under a heading of level 4. Those that a
 * chapter has nothing for append nothing. */
#ifndef TN_TOOLS_CHAPTER_PAGE_H
#define TN_TOOLS_CHAPTER_PAGE_H

#include "chapters.h"
#include "marks.h"

/* Bounds of what is drawn and listed of one chapter; what lies beyond is counted in the text. */
enum {
  TN_MOST_MAP_RANKS = 24,
  TN_MOST_MAP_SIZES = 32,
  TN_MOST_LIBRARIES = 4,
  TN_MOST_BARS = 16,
  TN_MOST_DECISIONS = 60
};

/* Who wins, by ranks and size. */
void tn_map_of_chapter(GString *s, const struct tn_chapter *c, const struct tn_marks *marks);
/* Time over size, or over ranks where there is one size: the best algorithms for the most ranks,
 * for others out of the way. */
void tn_curves_of_chapter(GString *s, const struct tn_chapter *c, const struct tn_marks *marks);
/* Time over the values of each parameter that has several, over the least. */
void tn_factors_of_chapter(GString *s, const struct tn_chapter *c);
/* What the winners' critical paths consist of, for the most ranks. */
void tn_parts_of_chapter(GString *s, const struct tn_chapter *c);
/* The decision table. */
void tn_decisions_of_chapter(GString *s, const struct tn_chapter *c, const struct tn_marks *marks);
/* What libraries' defaults take over the best time. */
void tn_libraries_of_chapter(GString *s, const struct tn_chapter *c);

#endif
