/* The result of a chapter in sentences, in UTF-8 without escapes: first the point at which a
 * library’s default loses most. */
#ifndef TN_TOOLS_REPORT_PAGE_FINDINGS_H
#define TN_TOOLS_REPORT_PAGE_FINDINGS_H

#include "chapters.h"

/* Winner at most sizes for the most ranks, and its gain. */
struct tn_headline {
  char *text;  /* result in sentences, owned */
  double gain; /* time of the slowest library default divided by the winner's; without libraries,
                * time of the second-best algorithm divided by the winner's; 1 if there is no
                * comparison */
};
struct tn_headline tn_headline_of(const struct tn_chapter *c);

#endif
