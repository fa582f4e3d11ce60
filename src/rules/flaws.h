/* What is wrong with a file of decisions. */
#ifndef TN_RULES_FLAWS_H
#define TN_RULES_FLAWS_H

#include <glib.h>

struct tn_flaw {
  int line; /* from 1 */
  char *what;
};

/* An array of struct tn_flaw that owns their texts. g_array_unref. */
GArray *tn_flaws_new(void);
void tn_flaws_add(GArray *flaws, int line, const char *format, ...) G_GNUC_PRINTF(3, 4);
/* In the order of the lines; those of one line stay in theirs. */
void tn_flaws_sort(GArray *flaws);

#endif
