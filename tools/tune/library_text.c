/* A library's own choices beside winners. */
#include <math.h>
#include <string.h>

#include "tune_text.h"

enum { SIZE, DEFAULT, DEFAULT_LOSS, OTHER, OTHER_LOSS, N_CELLS };

/* The choice at the first size; others may follow. Transfer full. */
static char *name_of(const struct tn_beside_best *best)
{
  g_autofree char *name = tn_tune_choice(best->row);
  return g_strconcat(name, best->changes ? " and others" : "", NULL);
}

char **tn_tune_library_cells(const struct tn_winner *w, const struct tn_tune_page *page)
{
  const struct tn_beside_best *own = &w->beside[TN_BESIDE_DEFAULT];
  const struct tn_beside_best *other =
      &w->beside[page->is_among ? TN_BESIDE_ALL : TN_BESIDE_NEAREST];
  char **cells = g_new0(char *, N_CELLS + 1);
  cells[SIZE] = tn_tune_place(w, page);
  cells[DEFAULT] = own->row ? name_of(own) : g_strdup("not known");
  cells[DEFAULT_LOSS] = tn_tune_longer(own->least, own->most);
  cells[OTHER] = name_of(other);
  /* Of all the fastest: how much longer the winner takes, not the other way round. */
  cells[OTHER_LOSS] = page->is_among ? tn_tune_longer(1 / other->most, 1 / other->least)
                                     : tn_tune_longer(other->least, other->most);
  return cells;
}

static void write_cells(FILE *out, char *const *cells, const int *width)
{
  for (int c = 0; c < N_CELLS; c++)
    fprintf(out, "  %-*s", c + 1 < N_CELLS ? width[c] : 0, cells[c]);
  fputc('\n', out);
}

void tn_tune_write_library(FILE *out, const struct tn_winner *winners, guint n,
                           const struct tn_tune_page *page)
{
  g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
  g_autofree char *own = g_strdup_printf("%s by default", page->library->name);
  g_autofree char *nearest = g_strdup_printf("nearest that %s has", page->library->name);
  char *heads[N_CELLS] = { (char *)(page->is_tree ? "ranks, size" : "size"), own, (char *)"loses",
                           page->is_among ? (char *)"fastest of all" : nearest,
                           page->is_among ? (char *)"winner loses" : (char *)"loses" };
  int width[N_CELLS];
  for (int c = 0; c < N_CELLS; c++)
    width[c] = (int)strlen(heads[c]);
  for (guint i = 0; i < n; i++) {
    char **cells = tn_tune_library_cells(&winners[i], page);
    for (int c = 0; c < N_CELLS; c++)
      width[c] = MAX(width[c], (int)strlen(cells[c]));
    g_ptr_array_add(lines, cells);
  }
  fprintf(out, "  beside %s:\n", page->library->name);
  write_cells(out, heads, width);
  for (guint i = 0; i < n; i++)
    write_cells(out, lines->pdata[i], width);
}
