#include "flaws.h"

#include <stdarg.h>

#include "study/usage.h"

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

GPtrArray *tn_names_new(void)
{
  GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
  g_ptr_array_add(names, NULL);
  return names;
}

void tn_names_add(GPtrArray *names, const char *prefix, const char *words)
{
  g_auto(GStrv) all = g_strsplit(words, " ", -1);
  for (int i = 0; all[i]; i++)
    g_ptr_array_insert(names, (gint)names->len - 1, g_strconcat(prefix, all[i], NULL));
}

bool tn_names_have(const GPtrArray *names, const char *name)
{
  return tn_name_find((const char *const *)names->pdata, name) >= 0;
}

char *tn_names_hint(const GPtrArray *names, const char *name)
{
  return tn_hint(name, (const char *const *)names->pdata);
}
