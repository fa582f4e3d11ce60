/* What a chapter comes to, in a sentence: UTF-8 that is not escaped yet. */
#ifndef TN_TOOLS_REPORT_PAGE_FINDINGS_H
#define TN_TOOLS_REPORT_PAGE_FINDINGS_H

#include "chapters.h"

/* Who wins for the most ranks at the most sizes, and what that gains. */
struct tn_headline {
  char *text;  /* a sentence, owned */
  double gain; /* time of the default that costs most, without libraries of the next best
                  algorithm, over the winner's; 1: nothing to compare with */
};
struct tn_headline tn_headline_of(const struct tn_chapter *c);

#endif
