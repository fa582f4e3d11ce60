/* What a chapter comes to, in sentences: UTF-8 that is not escaped yet. */
#ifndef TN_TOOLS_REPORT_PAGE_FINDINGS_H
#define TN_TOOLS_REPORT_PAGE_FINDINGS_H

#include "chapters.h"

/* Where a library's decision costs most, for ranks number r and a range of sizes. */
struct tn_library_loss {
  guint n_sizes, n_lost; /* with a row of it; at which it takes longer than a tie */
  double worst;          /* its time over the winner's, at least 1 */
  guint at;              /* the size of that */
};
struct tn_library_loss tn_library_loss(const struct tn_chapter *c, const char *library, guint r,
                                       guint first, guint last);

/* "from 16K", "up to 8K", "at 64K", "at all sizes", of a range of sizes. Transfer full. */
char *tn_words_where(const struct tn_chapter *c, guint first, guint last);

/* Who wins for the most ranks at the most sizes, and what that gains. */
struct tn_headline {
  char *text;  /* a sentence, owned */
  double gain; /* time of the default that costs most, without libraries of the next best
                  algorithm, over the winner's; 1: nothing to compare with */
};
struct tn_headline tn_headline_of(const struct tn_chapter *c);
/* Who wins at the other sizes, a sentence; "" when there are none. Transfer full. */
char *tn_headline_others(const struct tn_chapter *c);

#endif
