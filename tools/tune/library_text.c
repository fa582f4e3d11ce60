/* A library's own choices beside winners. */
#include "table_text.h"
#include "tune_text.h"

/* The choice at the first size; others may follow. Transfer full. */
static char *name_of(const struct tn_beside_best *best)
{
  g_autofree char *name = tn_tune_choice(best->row);
  return g_strconcat(name, best->changes ? " and others" : "", NULL);
}

void tn_tune_library_heads(struct tn_table *t, const struct tn_tune_page *page)
{
  const char *name = page->library ? page->library->name : "";
  g_autofree char *own = g_strdup_printf("%s by default", name);
  g_autofree char *nearest = g_strdup_printf("nearest that %s has", name);
  tn_table_heads(t, own, "loses", page->is_among ? "fastest of all" : nearest,
                 page->is_among ? "winner loses" : "loses");
}

void tn_tune_put_library(struct tn_table *t, const struct tn_winner *w,
                         const struct tn_tune_page *page)
{
  const struct tn_beside_best *own = &w->beside[TN_BESIDE_DEFAULT];
  const struct tn_beside_best *other =
      &w->beside[page->is_among ? TN_BESIDE_ALL : TN_BESIDE_NEAREST];
  tn_table_takes(t, own->row ? name_of(own) : g_strdup("not known"),
                 tn_tune_longer(own->least, own->most), name_of(other));
  /* Of all the fastest: how much longer the winner takes, not the other way round. */
  tn_table_take(t, page->is_among ? tn_tune_longer(1 / other->most, 1 / other->least)
                                  : tn_tune_longer(other->least, other->most));
}

void tn_tune_write_library(FILE *out, const struct tn_winner *winners, guint n,
                           const struct tn_tune_page *page)
{
  struct tn_table *t = tn_table_new_empty();
  tn_table_heads(t, page->is_tree ? "ranks, size" : "size");
  tn_tune_library_heads(t, page);
  for (guint i = 0; i < n; i++) {
    tn_table_take(t, tn_tune_place(&winners[i], page));
    tn_tune_put_library(t, &winners[i], page);
  }
  fprintf(out, "  beside %s:\n", page->library->name);
  tn_table_write_text(out, t, "  {#0:*}  {#1:*}  {#2:*}  {#3:*}  {#4}");
}
