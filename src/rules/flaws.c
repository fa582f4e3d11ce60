#include "flaws.h"

#include <stdarg.h>

static void flaw_clear(void *data)
{
  g_free(((struct tn_flaw *)data)->what);
}

GArray *tn_flaws_new(void)
{
  GArray *flaws = g_array_new(FALSE, FALSE, sizeof(struct tn_flaw));
  g_array_set_clear_func(flaws, flaw_clear);
  return flaws;
}

void tn_flaws_add(GArray *flaws, int line, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  const struct tn_flaw flaw = { line, g_strdup_vprintf(format, args) };
  va_end(args);
  g_array_append_val(flaws, flaw);
}

static int by_line(const void *a, const void *b)
{
  const struct tn_flaw *x = a, *y = b;
  return x->line < y->line ? -1 : x->line > y->line;
}

void tn_flaws_sort(GArray *flaws)
{
  g_array_sort(flaws, by_line);
}
