/* Findings of lint, for its tests. */
#ifndef TN_TESTS_FLAWS_TEXT_H
#define TN_TESTS_FLAWS_TEXT_H

#include <string.h>

#include "rules/lint.h"

/* Returns true if a finding in that line contains `description`. */
static inline bool flaws_have(const GArray *flaws, int line, const char *description)
{
  for (guint i = 0; i < flaws->len; i++) {
    const struct tn_flaw *f = &g_array_index(flaws, struct tn_flaw, i);
    if (f->line == line && strstr(f->what, description))
      return true;
  }
  return false;
}

/* Returns all findings, one per line. Transfer full. */
static inline char *flaws_text(const GArray *flaws)
{
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < flaws->len; i++) {
    const struct tn_flaw *f = &g_array_index(flaws, struct tn_flaw, i);
    g_string_append_printf(text, "\n  %d: %s", f->line, f->what);
  }
  return g_string_free(text, FALSE);
}

#endif
